//! Attacks of one square at a time: the table wins, and by how much.

use std::hint::black_box;

use criterion::Criterion;
use setwise::{Square, king_attacks, king_attacks_setwise, knight_attacks, knight_attacks_setwise};
use setwise_benches::contestant::{Contestant, Role};
use setwise_benches::positions::RealPositions;
use setwise_benches::ranking::Ranking;
use setwise_benches::workload::squares;
use setwise_testkit::oracle;
use setwise_testkit::positions::Piece;

const REASON: &str = "move generation asks for one piece at a time; squares of real positions, in order";

/// The contestants of one leaper. A macro, since the functions must be known to be inlined, not called by pointer.
macro_rules! contestants {
    ($table:path, $compute:path, $cozy:path, $oracle:path) => {{
        let oracle = |square: Square| $oracle(square.bitboard().0);
        let cozy = |square: Square| $cozy(cozy_chess::Square::index(square.index())).0;
        [
            by_square("table", oracle, |square| $table(square).0),
            by_square("compute, scalar-prefix", oracle, |square| $compute(square.bitboard()).0),
            by_square("cozy-chess table", oracle, cozy),
            by_square("one-at-a-time table", oracle, |square| black_box($table(black_box(square)).0)),
            by_square("one-at-a-time compute", oracle, |square| black_box($compute(black_box(square).bitboard()).0)),
        ]
    }};
}

/// Both leapers.
pub(crate) fn ask(criterion: &mut Criterion, real: &RealPositions) -> Vec<Ranking> {
    let knights =
        contestants!(knight_attacks, knight_attacks_setwise, cozy_chess::get_knight_moves, oracle::knight_attacks);
    let kings = contestants!(king_attacks, king_attacks_setwise, cozy_chess::get_king_moves, oracle::king_attacks);
    let questions = [
        ("knight attacks, one square", squares(real, Piece::Knight), knights),
        ("king attacks, one square", squares(real, Piece::King), kings),
    ];
    // A file of positions without knights has nothing to ask of them.
    let asked = questions.into_iter().filter(|(_, squares, _)| !squares.is_empty());
    asked.map(|(title, squares, all)| crate::measure(criterion, title, REASON, &squares, &all)).collect()
}

fn by_square(name: &str, oracle: fn(Square) -> u64, attacks: impl Fn(Square) -> u64 + 'static) -> Contestant<Square> {
    Contestant::new(name, Role::Rival, oracle, move |squares, answers| {
        for (&square, answer) in squares.iter().zip(answers) {
            *answer = attacks(square);
        }
    })
}
