//! Questions that compare methods of computing attacks from columns of single squares. The reference row reads a table.

use std::hint::black_box;
use std::rc::Rc;

use anyhow::{Result, ensure};
use setwise::{Backend, Bitboard, Square, SquareTable, king_attacks, knight_attacks};
use setwise_specimens::squares::{AttacksFrom, BitMethod, bit_methods, table_methods};
use setwise_testkit::oracle;
use setwise_testkit::view::View;

use crate::workload::{BOARDS_IN_CACHE, checksum, column};
use crate::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role};

/// The questions for knights and kings.
pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("knight-squares", |setup| KNIGHTS.make(setup)),
    QuestionDef::new("king-squares", |setup| KINGS.make(setup)),
];

const KNIGHTS: Leaper = Leaper {
    title: "knight attacks, single squares",
    reason: "one knight an element: their squares in real positions, in order",
    pieces: |view| view.knights,
    oracle: oracle::knight_attacks,
    expected: 0x5E91_8E09_093D_03F6,
    column: Backend::knight_attacks_from,
    table: &SquareTable::KNIGHT,
    of_bits: |method| method.knights_and_kings.map(|[knights, _]| knights),
    rivals: |answer| rivals(answer, knight_attacks, cozy_chess::get_knight_moves),
};

const KINGS: Leaper = Leaper {
    title: "king attacks, single squares",
    reason: "one king an element: their squares in real positions, in order",
    pieces: |view| view.king,
    oracle: oracle::king_attacks,
    expected: 0x075E_A255_E9CE_FA4D,
    column: Backend::king_attacks_from,
    table: &SquareTable::KING,
    of_bits: |method| method.knights_and_kings.map(|[_, kings]| kings),
    rivals: |answer| rivals(answer, king_attacks, cozy_chess::get_king_moves),
};

struct Leaper {
    title: &'static str,
    reason: &'static str,
    pieces: fn(&View) -> u64,
    oracle: fn(u64) -> u64,
    /// The checksum of the correct answers for the embedded positions.
    expected: u64,
    column: fn(Backend, &[Square], &mut [u64]),
    table: &'static SquareTable,
    of_bits: fn(&BitMethod) -> Option<AttacksFrom>,
    rivals: fn(&Rc<Answer>) -> Vec<Contestant>,
}

impl Leaper {
    /// Creates the question. Returns `None` if no position has a piece of this kind.
    fn make(&self, setup: Setup<'_>) -> Result<Option<Question>> {
        let sets = View::of_all(&setup.real.positions).map(|view| Bitboard((self.pieces)(&view)));
        let squares: Vec<Square> = column(sets.flatten());
        if squares.is_empty() {
            return Ok(None);
        }
        let results: Vec<[u64; 1]> = squares.iter().map(|square| [(self.oracle)(square.bitboard().0)]).collect();
        let found = checksum(&results);
        let right = !setup.real.embedded || found == self.expected;
        ensure!(
            right,
            "{}: the checksum of the oracle's answers is {found:#018x}, expected {:#018x}",
            self.title,
            self.expected
        );
        let answer = Rc::new(Answer::sets(&results));
        let (auto, column) = (setwise::auto(), self.column);
        let by_auto = move |squares: &[Square], attacks: &mut [u64]| column(auto, squares, attacks);
        let mut contestants = vec![by_column(&format!("auto: {}", auto.id()), &answer, by_auto)];
        for method in table_methods() {
            contestants.extend(method.sets_from.map(|sets_from| {
                let table = self.table;
                by_column(method.name, &answer, move |squares, attacks| sets_from(table, squares, attacks))
            }));
        }
        for method in bit_methods() {
            contestants
                .extend((self.of_bits)(&method).map(|attacks_from| by_column(method.name, &answer, attacks_from)));
        }
        contestants.extend((self.rivals)(&answer));
        Ok(Some(Question {
            title: self.title.to_string(),
            reason: self.reason.to_string(),
            point: None,
            reference: "table",
            boards: BOARDS_IN_CACHE,
            workspace: Workspace::new(BOARDS_IN_CACHE, &[], &squares, &answer),
            contestants,
        }))
    }
}

fn by_column(name: &str, answer: &Rc<Answer>, column: impl Fn(&[Square], &mut [u64]) + 'static) -> Contestant {
    Contestant::new(name, Role::Backend, answer, move |workspace| {
        column(workspace.squares.as_slice(), workspace.sets[0].as_mut_slice());
    })
}

/// Returns the rivals, which are plain loops over squares. The tables are passed as function items, not as function
/// pointers, so that they are inlined.
fn rivals(
    answer: &Rc<Answer>,
    table: impl Fn(Square) -> Bitboard + Copy + 'static,
    cozy: impl Fn(cozy_chess::Square) -> cozy_chess::BitBoard + 'static,
) -> Vec<Contestant> {
    vec![
        by_square("plain loop over the table", answer, move |square| table(square).0),
        by_square("cozy-chess table", answer, move |square| cozy(cozy_chess::Square::index(square.index())).0),
        by_square("one-at-a-time table", answer, move |square| black_box(table(black_box(square)).0)),
    ]
}

/// Returns a contestant that is a plain loop over squares, as a user would write it.
fn by_square(name: &str, answer: &Rc<Answer>, attacks: impl Fn(Square) -> u64 + 'static) -> Contestant {
    Contestant::new(name, Role::Rival, answer, move |workspace| {
        for (&square, answer) in workspace.squares.as_slice().iter().zip(workspace.sets[0].as_mut_slice()) {
            *answer = attacks(square);
        }
    })
}
