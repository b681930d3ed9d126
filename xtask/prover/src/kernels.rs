//! The kernels whose loops are proved, each with a specification by coordinates.

use setwise_ir::proof::{AllBoards, KING, KNIGHT, Squares};

/// A kernel and its specification.
#[derive(Debug, Clone, Copy)]
pub struct Kernel {
    /// The name, as in the names of functions.
    pub name: &'static str,
    /// The names of the inputs.
    pub inputs: &'static [&'static str],
    /// Returns the result for the inputs.
    pub specification: for<'a> fn(&'a AllBoards, &[Squares<'a>]) -> Squares<'a>,
}

/// The kernels, in the order of the table.
pub const KERNELS: [Kernel; 4] = [
    Kernel { name: "KnightAttacks", inputs: &["knights"], specification: |_, inputs| inputs[0].moved(&KNIGHT) },
    Kernel { name: "KingAttacks", inputs: &["kings"], specification: |_, inputs| inputs[0].moved(&KING) },
    Kernel {
        name: "KnightMoves",
        inputs: &["knights", "own"],
        specification: |_, inputs| inputs[0].moved(&KNIGHT).without(&inputs[1]),
    },
    Kernel { name: "Forks", inputs: &["targets"], specification: forks },
];

/// Returns the squares from which a knight attacks at least two targets.
fn forks<'a>(boards: &'a AllBoards, inputs: &[Squares<'a>]) -> Squares<'a> {
    Squares::of(boards, |file, rank| boards.at_least(2, inputs[0].around(&KNIGHT, file, rank)))
}
