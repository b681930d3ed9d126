//! Questions about lists of pairs: the moves of knights, and the attacks of knights on pieces of the other side.

use std::rc::Rc;

use anyhow::Result;
use setwise::patterns::leaper::Knight;
use setwise::patterns::pairs::Attackers;
use setwise::{Backend, BackendId, Pairs, knight_attacks};
use setwise_testkit::oracle;
use setwise_testkit::view::View;

use super::members::{BOARDS, shuffled};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Column, Role};

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("pairs-knight-moves", |setup| question(setup, "moves of knights", |view| !view.own)),
    QuestionDef::new("pairs-knight-attacks", |setup| {
        question(setup, "attacks of knights on pieces of the other side", |view| view.their)
    }),
];

/// Creates a question from real positions.
fn question(setup: Setup<'_>, name: &str, targets: fn(&View) -> u64) -> Result<Option<Question>> {
    let views: Vec<View> = View::of_all(&setup.real.positions).collect();
    if views.is_empty() {
        return Ok(None);
    }
    let column = |set: fn(&View) -> u64| shuffled(&views).map(set).collect::<Vec<u64>>();
    let input = [column(|view| view.knights), column(targets)];
    let [knights, targets] = &input;
    let lists: Vec<Vec<(u8, u8)>> = knights
        .iter()
        .zip(targets)
        .map(|(knights, targets)| oracle::pairs(*knights, &oracle::KNIGHT, *targets))
        .collect();
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len() as u64;
        Some(*end)
    });
    let offsets: Vec<u64> = [0].into_iter().chain(ends).collect();
    let (from, to): (Vec<u8>, Vec<u8>) = lists.concat().into_iter().unzip();
    let answer = Rc::new(Answer { sets: vec![offsets], counts: vec![from, to], ..Answer::default() });
    let mut workspace = Workspace::new(BOARDS, &input, &[], &answer);
    workspace.sets = vec![Column::cycled(&[0], answer.sets[0].len(), 17 * 64)];
    workspace.counts = [34, 51].map(|line| Column::cycled(&[0], answer.counts[0].len(), line * 64)).into();
    let backends = BackendId::ready().filter(|backend| setup.only.is_none_or(|only| only == backend.id().name()));
    let mut contestants: Vec<Contestant> = backends.map(|backend| of_backend(backend, &answer)).collect();
    contestants.push(contestant(LOOP, Role::Rival, &answer, by_loop));
    contestants.push(contestant("cozy-chess iteration", Role::Rival, &answer, by_cozy));
    Ok(Some(Question {
        title: format!("lists of pairs, {name}, real boards"),
        reason: "for each pair the two squares, one byte each, and an offset of 64 bits for each board".to_string(),
        reference: LOOP,
        point: None,
        boards: BOARDS,
        workspace,
        contestants,
    }))
}

/// The name of the contestant that is a plain loop.
const LOOP: &str = "loop over pieces and targets";

fn of_backend(backend: Backend, answer: &Rc<Answer>) -> Contestant {
    contestant(backend.id().name(), Role::Backend, answer, move |knights, targets, pairs| {
        backend.list_pairs(Knight, Attackers, [knights, targets], pairs).expect("the pairs fit");
    })
}

fn contestant(
    name: &str,
    role: Role,
    answer: &Rc<Answer>,
    list: impl Fn(&[u64], &[u64], Pairs<'_, u64>) + 'static,
) -> Contestant {
    Contestant::new(name, role, answer, move |workspace| {
        let Workspace { input, sets: offsets, counts, .. } = workspace;
        let [from, to] = &mut counts[..] else { unreachable!("two columns of squares") };
        let pairs = Pairs { from: from.as_mut_slice(), to: to.as_mut_slice(), offsets: offsets[0].as_mut_slice() };
        list(input[0].as_slice(), input[1].as_slice(), pairs);
    })
}

/// Lists one pair after another with the functions for one square.
fn by_loop(knights: &[u64], targets: &[u64], pairs: Pairs<'_, u64>) {
    let mut count = 0;
    pairs.offsets[0] = 0;
    for ((&knights, &targets), end) in knights.iter().zip(targets).zip(&mut pairs.offsets[1..]) {
        for from in setwise::Bitboard(knights) {
            for to in setwise::Bitboard(knight_attacks(from).0 & targets) {
                (pairs.from[count], pairs.to[count]) = (from as u8, to as u8);
                count += 1;
            }
        }
        *end = count as u64;
    }
}

/// Lists one pair after another with the iterators and the table of `cozy-chess`.
fn by_cozy(knights: &[u64], targets: &[u64], pairs: Pairs<'_, u64>) {
    let mut count = 0;
    pairs.offsets[0] = 0;
    for ((&knights, &targets), end) in knights.iter().zip(targets).zip(&mut pairs.offsets[1..]) {
        for from in cozy_chess::BitBoard(knights) {
            for to in cozy_chess::get_knight_moves(from) & cozy_chess::BitBoard(targets) {
                (pairs.from[count], pairs.to[count]) = (from as u8, to as u8);
                count += 1;
            }
        }
        *end = count as u64;
    }
}
