//! Distances between squares and between sets, on an empty board.
//!
//! For two squares, a table is fastest ([`knight_distance`]). The formulas in `setwise-specimens` return the same
//! numbers without a table.
//!
//! ```text
//! knight moves from d4, rank 8 on top
//! 3 2 3 2 3 2 3 4
//! 2 3 2 3 2 3 2 3
//! 3 4 1 2 1 4 3 2
//! 2 1 2 3 2 1 2 3
//! 3 2 3 0 3 2 3 2
//! 2 1 2 3 2 1 2 3
//! 3 4 1 2 1 4 3 2
//! 2 3 2 3 2 3 2 3
//! ```
//!
//! Source: Chess Programming Wiki, Knight-Distance and Distance.

use setwise_board::{Bitboard, KNIGHT_DISTANCES, Square};

use crate::patterns::paths::steps_within;
use crate::patterns::{NO_PATH, knight_steps_within};
use crate::{kernel, one_board};

/// Returns the least number of knight moves from one square to the other, 0 to 6. The function only reads one table
/// entry.
///
/// The distance is odd if the squares differ in colour, and otherwise even. Only two pairs of squares are six moves
/// apart: a1 and h8, and a8 and h1.
#[inline]
#[must_use]
pub const fn knight_distance(a: Square, b: Square) -> u32 {
    KNIGHT_DISTANCES[a.index()][b.index()] as u32
}

/// Returns the least number of king moves from one square to the other, 0 to 7. This is the larger of two numbers: the
/// difference of the files and the difference of the ranks.
#[inline]
#[must_use]
pub const fn king_distance(a: Square, b: Square) -> u32 {
    let (files, ranks) = differences(a, b);
    if files > ranks { files } else { ranks }
}

/// Returns the difference of the files plus the difference of the ranks, 0 to 14.
#[inline]
#[must_use]
pub const fn manhattan_distance(a: Square, b: Square) -> u32 {
    let (files, ranks) = differences(a, b);
    files + ranks
}

/// Returns the least number of knight moves from any member of one set to any member of the other. Returns `None` if
/// either set is empty.
///
/// The function computes knight attacks move by move until they reach the other set.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Bitboard, Square::{B1, E8, G1}, patterns::knight_distance_of_sets};
///
/// assert_eq!(knight_distance_of_sets(Bitboard::from_squares(&[B1, G1]), E8.into()), Some(4));
/// assert_eq!(knight_distance_of_sets(Bitboard::EMPTY, E8.into()), None);
/// ```
#[must_use]
pub fn knight_distance_of_sets(a: Bitboard, b: Bitboard) -> Option<u32> {
    knight_steps_within(a, b, Bitboard::ALL)
}

kernel! {
    /// The least number of knight moves on an empty board from a member of one set to a member of the other. If either
    /// set is empty, the result is [`NO_PATH`].
    pub fn KnightDistance(spread, a, b) -> [moves: number_or_none(NO_PATH)] {
        let moves = steps_within(a, b, !a.nothing(), #[inline(always)] |set| spread.knight(set));
    }
}

kernel! {
    /// The least number of king steps on an empty board from a member of one set to a member of the other. If either
    /// set is empty, the result is [`NO_PATH`].
    pub fn KingDistance(spread, a, b) -> [steps: number_or_none(NO_PATH)] {
        let steps = steps_within(a, b, !a.nothing(), #[inline(always)] |set| spread.king(set));
    }
}

kernel! {
    /// The least [`manhattan_distance`] from a member of one set to a member of the other. If either set is empty, the
    /// result is [`NO_PATH`]. The Manhattan distance is the number of steps on an empty board if each step leads to one
    /// of the four adjacent squares.
    pub fn ManhattanDistance(_spread, a, b) -> [steps: number_or_none(NO_PATH)] {
        let steps = steps_within(
            a,
            b,
            !a.nothing(),
            #[inline(always)] |set: V| (set.north() | set.south()) | (set.east() | set.west()),
        );
    }
}

/// Defines a kernel that computes, in binary, the distance from every square to the nearest member of a set. Also
/// defines a function that returns the distances for one board as an array.
macro_rules! distance_digits {
    ($(#[$doc:meta])+ $name:ident, $(#[$map_doc:meta])+ $map:ident, $fill:ident) => {
        kernel! {
            $(#[$doc])+
            ///
            /// The distance of a square is `ones + 2 * twos + 4 * fours`, where each name stands for 1 if that result
            /// contains the square, and otherwise for 0. The kernel first computes seven sets: the squares reached after 0,
            /// 1, ..., 6 rounds. The distance of a square is the number of these sets that do not contain the square. For an
            /// empty input set, all distances are 7.
            pub fn $name(spread, from) -> [ones, twos, fours] {
                let mut reached = [from; 7];
                for rounds in 1..7 {
                    reached[rounds] = spread.$fill(reached[rounds - 1]);
                }
                let [r0, r1, r2, r3, r4, r5, r6] = reached;
                let fours = !r3;
                // The sets only grow, so these are the squares in `r3` but not in `r1`, and the squares outside `r5`.
                let twos = !(r1 ^ r3 ^ r5);
                // The squares in an even number of the seven sets.
                let ones = twos ^ r0 ^ r2 ^ r4 ^ r6;
            }
        }

        $(#[$map_doc])+
        #[must_use]
        pub fn $map(from: Bitboard) -> Option<[u8; 64]> {
            let digits = one_board($name, [from]).map(|digit| digit.0);
            let distance = |square: usize| digits.iter().rev().fold(0, |sum, digit| 2 * sum + (digit >> square & 1) as u8);
            (!from.is_empty()).then(|| core::array::from_fn(distance))
        }
    };
}

distance_digits! {
    /// The number of knight moves from each square to the nearest member of a set, 0 to 6, on an empty board.
    KnightDistanceDigits,
    /// Returns the number of knight moves from each square to the nearest member of `from`, 0 to 6. The first number is
    /// for a1. Returns `None` if `from` is empty.
    ///
    /// ```
    /// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
    /// use setwise::{Square::{A1, B1, E8, G1, H8}, patterns::knight_distance_map};
    ///
    /// let map = knight_distance_map(B1.bitboard() | G1.bitboard()).unwrap();
    /// assert_eq!((map[B1.index()], map[A1.index()], map[E8.index()]), (0, 3, 4));
    /// assert_eq!(knight_distance_map(A1.into()).unwrap()[H8.index()], 6);
    /// ```
    knight_distance_map, knight_fill
}

distance_digits! {
    /// The number of king steps from each square to the nearest member of a set, 0 to 7, on an empty board.
    KingDistanceDigits,
    /// Returns the number of king steps from each square to the nearest member of `from`, 0 to 7. The first number is
    /// for a1. Returns `None` if `from` is empty.
    king_distance_map, king_fill
}

const fn differences(a: Square, b: Square) -> (u32, u32) {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    (files as u32, ranks as u32)
}
