//! Questions about lists: the members of each set of a column, and pairs of pieces and targets with their kinds. An
//! offset for each board says where its list starts.
//!
//! The columns are longer than those of other questions that fit into a cache. In a short column that is listed again and
//! again, branch predictors learn the number of members of each set. They cannot do this in a program that reads each
//! column once.

use std::array;
use std::rc::Rc;

use anyhow::Result;
use setwise::patterns::pair_kinds::AllTargets;
use setwise::{Bitboard, PairKinds, king_attacks, knight_attacks, one_board};
use setwise_specimens::members::list_methods;
use setwise_testkit::oracle;
use setwise_testkit::view::View;

use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Column, Role};

pub(super) const ALL: &[QuestionDef] =
    &[QuestionDef::new("members-attacked", members), QuestionDef::new("pairs-all-kinds", pairs)];

/// The number of boards. The columns fit into a second-level cache.
const BOARDS: usize = 1 << 15;

/// Returns views of real positions in an order in which neighbours are from different games, as in most training data.
/// In the order of a game, most sets have as many members as the previous one. Views are repeated if there are too few.
fn shuffled(setup: Setup<'_>) -> Vec<View> {
    /// A prime number, so that each view appears before the first one is repeated.
    const STRIDE: usize = 7919;
    let views: Vec<View> = View::of_all(&setup.real.positions).collect();
    (0..BOARDS).filter_map(|board| views.get(board * STRIDE % views.len().max(1)).cloned()).collect()
}

/// Returns the offsets and the columns of bytes that are the correct answer, given the list of each board.
fn answer<const N: usize>(lists: &[Vec<[u8; N]>]) -> Rc<Answer> {
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len() as u64;
        Some(*end)
    });
    let offsets: Vec<u64> = [0].into_iter().chain(ends).collect();
    let entries = lists.concat();
    let counts = (0..N).map(|column| entries.iter().map(|entry| entry[column]).collect()).collect();
    Rc::new(Answer { sets: vec![offsets], counts, ..Answer::default() })
}

fn question(
    title: &str,
    reference: &'static str,
    input: &[Vec<u64>],
    answer: &Answer,
    contestants: Vec<Contestant>,
) -> Question {
    let mut workspace = Workspace::new(BOARDS, input, &[], answer);
    workspace.sets = vec![Column::cycled(&[0], BOARDS + 1, 17 * 64)];
    let column = |(n, bytes): (usize, &Vec<u8>)| Column::cycled(&[0], bytes.len(), (34 + 17 * n) * 64);
    workspace.counts = answer.counts.iter().enumerate().map(column).collect();
    Question {
        title: title.to_string(),
        reason: "for each entry of a list a byte a column, and for each board an offset of 64 bits".to_string(),
        reference,
        point: None,
        boards: BOARDS,
        workspace,
        contestants,
    }
}

const BIT_LOOP: &str = "bit loop";

/// Creates the question about the members of real attack sets, with every method of listing them.
fn members(setup: Setup<'_>) -> Result<Option<Question>> {
    let attacked = |view: &View| oracle::knight_attacks(view.knights) | oracle::king_attacks(view.king);
    let sets: Vec<u64> = shuffled(setup).iter().map(attacked).collect();
    if sets.is_empty() {
        return Ok(None);
    }
    let list = |&set: &u64| oracle::members(set).into_iter().map(|member| [member]).collect();
    let answer = answer::<1>(&sets.iter().map(list).collect::<Vec<_>>());
    let auto = setwise::auto();
    let mut contestants = vec![
        of_members(&format!("auto: {}", auto.id()), Role::Backend, &answer, move |sets, members, offsets| {
            auto.list_members(sets, members, offsets).expect("the members fit");
        }),
        of_members("cozy-chess iteration", Role::Rival, &answer, by_cozy),
    ];
    for method in list_methods() {
        let role = if method.name == BIT_LOOP { Role::Rival } else { Role::Backend };
        contestants.extend(method.list.map(|list| {
            of_members(method.name, role, &answer, move |sets, members, offsets| {
                list(sets, members, offsets).expect("the members fit");
            })
        }));
    }
    let title = "lists of members, squares that knights and kings attack on real boards";
    Ok(Some(question(title, BIT_LOOP, &[sets], &answer, contestants)))
}

fn of_members(
    name: &str,
    role: Role,
    answer: &Rc<Answer>,
    list: impl Fn(&[u64], &mut [u8], &mut [u64]) + 'static,
) -> Contestant {
    Contestant::new(name, role, answer, move |workspace| {
        let Workspace { input, sets: offsets, counts: members, .. } = workspace;
        list(input[0].as_slice(), members[0].as_mut_slice(), offsets[0].as_mut_slice());
    })
}

/// Lists the members with the iterator of `cozy-chess`.
fn by_cozy(sets: &[u64], members: &mut [u8], offsets: &mut [u64]) {
    let mut count = 0;
    offsets[0] = 0;
    for (&set, end) in sets.iter().zip(&mut offsets[1..]) {
        for square in cozy_chess::BitBoard(set) {
            members[count] = square as u8;
            count += 1;
        }
        *end = count as u64;
    }
}

const PAIR_LOOP: &str = "loop over pieces and targets";

/// Creates the question about the attacks of knights and kings on all squares, with every backend.
fn pairs(setup: Setup<'_>) -> Result<Option<Question>> {
    let positions: Vec<[u64; 8]> = shuffled(setup).iter().map(View::pieces).collect();
    if positions.is_empty() {
        return Ok(None);
    }
    let input: Vec<Vec<u64>> = (0..8).map(|column| positions.iter().map(|sets| sets[column]).collect()).collect();
    let list = |position: &[u64; 8]| -> Vec<[u8; 3]> {
        let (knights, kings, targets) = pieces_and_targets(*position);
        oracle::pair_kinds(knights, kings, targets).into_iter().map(<[u8; 3]>::from).collect()
    };
    let answer = answer(&positions.iter().map(list).collect::<Vec<_>>());
    let mut contestants: Vec<Contestant> = setup
        .backends()
        .map(|backend| {
            of_pairs(backend.id().name(), Role::Backend, &answer, move |input, pairs| {
                backend.list_pair_kinds(AllTargets, input, pairs).expect("the pairs fit");
            })
        })
        .collect();
    contestants.push(of_pairs(PAIR_LOOP, Role::Rival, &answer, by_loop));
    let title = "lists of pairs with their kinds, knights and kings onto all squares, real boards";
    Ok(Some(question(title, PAIR_LOOP, &input, &answer, contestants)))
}

fn of_pairs(
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
fn pieces_and_targets(position: [u64; 8]) -> (u64, u64, [u64; 8]) {
    let [knights, kings, targets @ ..] = one_board(AllTargets, position.map(Bitboard)).map(|set| set.0);
    (knights, kings, targets)
}

/// Lists one pair after another with the functions for one square. The kind of a target is found by testing
/// one set after another.
fn by_loop(input: [&[u64]; 8], pairs: PairKinds<'_, u64>) {
    let mut count = 0;
    pairs.offsets[0] = 0;
    for (board, end) in pairs.offsets[1..].iter_mut().enumerate() {
        let (knights, kings, targets) = pieces_and_targets(input.map(|column| column[board]));
        for from in Bitboard(knights | kings) {
            let is_king = kings >> from.index() & 1 == 1;
            // Every square is a target.
            for to in if is_king { king_attacks(from) } else { knight_attacks(from) } {
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
