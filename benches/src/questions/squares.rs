//! The question that compares methods of computing attacks from a column of single squares. The reference row reads a
//! table.

use std::hint::black_box;
use std::rc::Rc;

use anyhow::{Result, ensure};
use setwise::{Bitboard, Square, SquareTable, knight_attacks};
use setwise_specimens::squares::{bit_methods, table_methods};
use setwise_testkit::oracle;
use setwise_testkit::view::View;

use crate::workload::{BOARDS_IN_CACHE, checksum, column};
use crate::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("knight-squares", knights)];

/// Creates the question about one knight an element. Returns `None` if no position has a knight.
fn knights(setup: Setup<'_>) -> Result<Option<Question>> {
    let sets = View::of_all(&setup.real.positions).map(|view| Bitboard(view.knights));
    let squares: Vec<Square> = column(sets.flatten());
    if squares.is_empty() {
        return Ok(None);
    }
    let results: Vec<[u64; 1]> = squares.iter().map(|square| [oracle::knight_attacks(square.bitboard().0)]).collect();
    let title = "knight attacks, single squares";
    let (found, expected) = (checksum(&results), 0x5E91_8E09_093D_03F6);
    ensure!(
        !setup.real.embedded || found == expected,
        "{title}: the checksum of the oracle's answers is {found:#018x}, expected {expected:#018x}"
    );
    let answer = Rc::new(Answer::sets(&results));
    let auto = setwise::auto();
    let by_auto = move |squares: &[Square], attacks: &mut [u64]| auto.knight_attacks_from(squares, attacks);
    let mut contestants = vec![by_column(&format!("auto: {}", auto.id()), &answer, by_auto)];
    for method in table_methods() {
        contestants.extend(method.sets_from.map(|sets_from| {
            by_column(method.name, &answer, move |squares, attacks| sets_from(&SquareTable::KNIGHT, squares, attacks))
        }));
    }
    for method in bit_methods() {
        contestants.extend(method.knights_and_kings.map(|[knights, _]| by_column(method.name, &answer, knights)));
    }
    // The tables are passed as function items, not as function pointers, so that they are inlined.
    contestants.extend([
        by_square("plain loop over the table", &answer, |square| knight_attacks(square).0),
        by_square("cozy-chess table", &answer, |square| {
            cozy_chess::get_knight_moves(cozy_chess::Square::index(square.index())).0
        }),
        by_square("one-at-a-time table", &answer, |square| black_box(knight_attacks(black_box(square)).0)),
    ]);
    Ok(Some(Question {
        title: title.to_string(),
        reason: "one knight an element: their squares in real positions, in order".to_string(),
        point: None,
        reference: "table",
        boards: BOARDS_IN_CACHE,
        workspace: Workspace::new(BOARDS_IN_CACHE, &[], &squares, &answer),
        contestants,
    }))
}

fn by_column(name: &str, answer: &Rc<Answer>, column: impl Fn(&[Square], &mut [u64]) + 'static) -> Contestant {
    Contestant::new(name, Role::Backend, answer, move |workspace| {
        column(workspace.squares.as_slice(), workspace.sets[0].as_mut_slice());
    })
}

/// Returns a contestant that is a plain loop over squares, as a user would write it.
fn by_square(name: &str, answer: &Rc<Answer>, attacks: impl Fn(Square) -> u64 + 'static) -> Contestant {
    Contestant::new(name, Role::Rival, answer, move |workspace| {
        for (&square, answer) in workspace.squares.as_slice().iter().zip(workspace.sets[0].as_mut_slice()) {
            *answer = attacks(square);
        }
    })
}
