//! Kings that are vulnerable to distant checks: all their flight squares lie on one line.
//!
//! ```text
//! . . . . . . . .      king g1 behind its pawns: its only flight squares are f1 and h1,
//! . . . . . X X X      both on the first rank, so a rook's check along it leaves
//! . . . . . f K f      no flight square
//! ```
//!
//! Two lines through one square have only that square in common. So if there is a flight square, at most one line can
//! contain all flight squares. If there is none, all four lines match. The code therefore needs no branch: it compares
//! the flight squares with each of the four lines.
//!
//! Vulnerable lines are a heuristic. They do not show whether the other side has a piece that can check, whether the
//! check can be blocked, or whether the checking piece can be captured. The taboo consists of own pieces and of squares
//! that the other side attacks. Compute these attacks with the king removed from the board, because a slider also
//! attacks the squares beyond the king.
//!
//! Source: Chess Programming Wiki, King Pattern. The page compares with `pattern & line == pattern`, which in C means
//! `pattern & (line == pattern)`. The intended comparison, used here, is `(pattern & line) == pattern`.

use setwise_board::{Bitboard, KING_ATTACKS, LINES_THROUGH, Square};

use crate::{Isa, Lanes, Scalar, kernel};

kernel! {
    /// [`vulnerable_lines`] for batches, without a table. The result is a number: 0, 1, 2, 4, 8 or 15.
    ///
    /// Inputs: the king (one per board), taboo.
    pub fn VulnerableLines(spread, king, taboo) -> [lines: number(15)] {
        let lines = lines_of_flights(king, spread.king(king) & !taboo);
    }
}

/// Returns the lines that contain a king and all its flight squares. The result is a number with one bit for each line,
/// as listed for [`vulnerable_lines`]. The flight squares must be next to the king. A line then contains at most two of
/// them, one on each side of the king.
#[inline(always)]
pub fn lines_of_flights<V: Lanes>(king: V, flights: V) -> V {
    let (east, west) = (king.east(), king.west());
    let on_rank = (flights & !(east | west)).empty_lanes() & 1;
    let on_file = (flights & !(king.north() | king.south())).empty_lanes() & 2;
    let on_diagonal = (flights & !(east.north() | west.south())).empty_lanes() & 4;
    let on_antidiagonal = (flights & !(east.south() | west.north())).empty_lanes() & 8;
    (on_rank | on_file) | (on_diagonal | on_antidiagonal)
}

/// Returns the lines that contain the king and all its flight squares, as bits: 1 rank, 2 file, 4 diagonal, 8
/// antidiagonal. Without a flight square, the result is 15. The function has no branch.
///
/// `taboo` is the set of own pieces and of squares that the other side attacks.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Bitboard, Square::{F2, G1, G2, H2}, patterns::vulnerable_lines};
///
/// assert_eq!(vulnerable_lines(G1, Bitboard::from_squares(&[F2, G2, H2])), 1); // the back rank
/// ```
#[inline]
#[must_use]
pub const fn vulnerable_lines(king: Square, taboo: Bitboard) -> u8 {
    lines_that_hold(king, flight_squares(king, taboo).with(king))
}

/// Compares a set with all four lines through a square at once, with the instructions of one instruction set.
///
/// Use this trait for many kings, in a loop inside a target-feature boundary.
/// [`vulnerable_lines_of_each`](crate::vulnerable_lines_of_each) contains such a loop. For a single king,
/// [`vulnerable_lines`] is faster.
pub trait FourLines: Isa {
    /// Returns the lines through `square` that contain all squares of `set`, as bits in the order of
    /// [`vulnerable_lines`]. The result for the empty set is 15. Implementations must mark this method
    /// `#[inline(always)]`.
    fn lines_that_hold(self, square: Square, set: Bitboard) -> u8;
}

impl FourLines for Scalar {
    #[inline(always)]
    fn lines_that_hold(self, square: Square, set: Bitboard) -> u8 {
        lines_that_hold(square, set)
    }
}

/// Computes [`FourLines::lines_that_hold`] with operations on single `u64` words.
#[inline]
const fn lines_that_hold(square: Square, pattern: Bitboard) -> u8 {
    let [rank, file, diagonal, antidiagonal] = LINES_THROUGH[square.index()];
    pattern.is_subset(Bitboard(rank)) as u8
        | (pattern.is_subset(Bitboard(file)) as u8) << 1
        | (pattern.is_subset(Bitboard(diagonal)) as u8) << 2
        | (pattern.is_subset(Bitboard(antidiagonal)) as u8) << 3
}

pub(crate) const fn flight_squares(king: Square, taboo: Bitboard) -> Bitboard {
    Bitboard(KING_ATTACKS[king.index()] & !taboo.0)
}
