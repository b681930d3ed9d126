//! Questions about lists of pairs of all kinds: the attacks of knights and kings, and what stands on the attacked squares.

use std::array;
use std::rc::Rc;

use anyhow::Result;
use setwise::patterns::pair_kinds::{AllTargets, PieceTargets};
use setwise::{BackendId, Bitboard, Kernel, PairKinds, king_attacks, knight_attacks, one_board};
use setwise_testkit::oracle;
use setwise_testkit::view::View;

use super::members::{BOARDS, shuffled};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Column, Role};

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("pairs-all-kinds", |setup| question(setup, "onto all squares", AllTargets)),
    QuestionDef::new("pairs-all-kinds-pieces", |setup| question(setup, "onto pieces", PieceTargets)),
];

/// The inputs of the kernels: the pieces of both sides by kind, own pieces, and pieces of the other side.
type Position = [u64; 8];

/// Creates a question from real positions.
fn question(setup: Setup<'_>, name: &str, kernel: impl Kernel<8, 10> + 'static) -> Result<Option<Question>> {
    let views: Vec<View> = View::of_all(&setup.real.positions).collect();
    if views.is_empty() {
        return Ok(None);
    }
    let positions: Vec<Position> = shuffled(&views).map(of_view).collect();
    let input: Vec<Vec<u64>> = (0..8).map(|column| positions.iter().map(|sets| sets[column]).collect()).collect();
    let lists: Vec<Vec<(u8, u8, u8)>> = positions
        .iter()
        .map(|position| {
            let (knights, kings, targets) = pieces_and_targets(kernel, *position);
            oracle::pair_kinds(knights, kings, targets)
        })
        .collect();
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len() as u64;
        Some(*end)
    });
    let offsets: Vec<u64> = [0].into_iter().chain(ends).collect();
    let pairs = lists.concat();
    let counts = [|pair: &(u8, u8, u8)| pair.0, |pair: &(u8, u8, u8)| pair.1, |pair: &(u8, u8, u8)| pair.2];
    let counts = counts.map(|square| pairs.iter().map(square).collect()).into();
    let answer = Rc::new(Answer { sets: vec![offsets], counts, ..Answer::default() });
    let mut workspace = Workspace::new(BOARDS, &input, &[], &answer);
    workspace.sets = vec![Column::cycled(&[0], answer.sets[0].len(), 17 * 64)];
    workspace.counts = [34, 51, 68].map(|line| Column::cycled(&[0], pairs.len(), line * 64)).into();
    let backends = BackendId::ready().filter(|backend| setup.only.is_none_or(|only| only == backend.id().name()));
    let mut contestants: Vec<Contestant> = backends
        .map(|backend| {
            contestant(backend.id().name(), Role::Backend, &answer, move |input, pairs| {
                backend.list_pair_kinds(kernel, input, pairs).expect("the pairs fit");
            })
        })
        .collect();
    contestants.push(contestant(LOOP, Role::Rival, &answer, move |input, pairs| by_loop(kernel, input, pairs)));
    Ok(Some(Question {
        title: format!("lists of pairs with their kinds, knights and kings {name}, real boards"),
        reason: "for each pair the two squares and the kind, one byte each, and an offset of 64 bits for each board"
            .to_string(),
        reference: LOOP,
        point: None,
        boards: BOARDS,
        workspace,
        contestants,
    }))
}

fn of_view(view: &View) -> Position {
    [
        view.pawns | view.their_pawns,
        view.knights | view.their_knights,
        view.bishops | view.their_bishops,
        view.rooks | view.their_rooks,
        view.queens | view.their_queens,
        view.king | view.their_king,
        view.own,
        view.their,
    ]
}

/// The name of the contestant that is a plain loop.
const LOOP: &str = "loop over pieces and targets";

fn contestant(
    name: &str,
    role: Role,
    answer: &Rc<Answer>,
    list: impl Fn([&[u64]; 8], PairKinds<'_, u64>) + 'static,
) -> Contestant {
    Contestant::new(name, role, answer, move |workspace| {
        let Workspace { input, sets: offsets, counts, .. } = workspace;
        let [from, to, kinds] = &mut counts[..] else { unreachable!("three columns of bytes") };
        let [from, to, kinds] = [from, to, kinds].map(|column| column.as_mut_slice());
        let pairs = PairKinds { from, to, kinds, offsets: offsets[0].as_mut_slice() };
        list(array::from_fn(|column| input[column].as_slice()), pairs);
    })
}

/// Returns the knights, the kings and the eight sets of targets of a position.
fn pieces_and_targets(kernel: impl Kernel<8, 10>, position: Position) -> (u64, u64, [u64; 8]) {
    let [knights, kings, targets @ ..] = one_board(kernel, position.map(Bitboard)).map(|set| set.0);
    (knights, kings, targets)
}

/// Lists one pair after another with the functions for one square. The kind of a target is found by testing
/// one set after another.
fn by_loop(kernel: impl Kernel<8, 10>, input: [&[u64]; 8], pairs: PairKinds<'_, u64>) {
    let mut count = 0;
    pairs.offsets[0] = 0;
    for (board, end) in pairs.offsets[1..].iter_mut().enumerate() {
        let (knights, kings, targets) = pieces_and_targets(kernel, input.map(|column| column[board]));
        let all = targets.iter().fold(0, |all, set| all | set);
        for from in Bitboard(knights | kings) {
            let is_king = kings >> from.index() & 1 == 1;
            let attacks = if is_king { king_attacks(from) } else { knight_attacks(from) };
            for to in Bitboard(attacks.0 & all) {
                let kind = targets.iter().position(|set| set >> to.index() & 1 == 1);
                let kind = kind.expect("every target is in a set") as u8;
                (pairs.from[count], pairs.to[count]) = (from as u8, to as u8);
                pairs.kinds[count] = kind + 8 * u8::from(is_king);
                count += 1;
            }
        }
        *end = count as u64;
    }
}
