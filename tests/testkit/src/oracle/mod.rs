//! Attacks, patterns and features, computed by walking coordinates.
//!
//! This code is deliberately plain. Every square of a set is visited, and a leaper jumps by (files, ranks). A jump that
//! leaves the board is dropped because its coordinates are out of range. No formula shifts a set, and no table of the
//! library is read.

mod checks;
mod features;
mod legal;
mod lists;
mod patterns;
pub mod pawn_endings;
mod race;

use setwise::Color;

pub use features::{BothSides, feature};
pub use legal::{Legal, legal, legal_pairs};
pub use lists::{members, pair_kinds, pairs};
pub use patterns::*;
pub use race::{caught_by_king, caught_by_knights};

/// The knight's jumps as (files to the east, ranks to the north).
pub const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The king's steps as (files to the east, ranks to the north).
pub const KING: [(i32, i32); 8] = [(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)];

/// Returns the squares that any of the `knights` attacks; a1 = bit 0, h8 = bit 63.
#[must_use]
pub fn knight_attacks(knights: u64) -> u64 {
    leaper_attacks(knights, &KNIGHT)
}

/// Returns the squares that any of the `kings` attacks; a1 = bit 0, h8 = bit 63.
#[must_use]
pub fn king_attacks(kings: u64) -> u64 {
    leaper_attacks(kings, &KING)
}

/// Returns the squares that any member reaches by one of the `jumps`, given as (files to the east, ranks to the north).
#[must_use]
pub fn leaper_attacks(members: u64, jumps: &[(i32, i32)]) -> u64 {
    let mut attacks = 0;
    for (file, rank) in coordinates(members) {
        for (df, dr) in jumps {
            if let Some(square) = index(file + df, rank + dr) {
                attacks |= 1 << square;
            }
        }
    }
    attacks
}

/// Moves every square of a set by a mapping of coordinates, such as a flip. Squares that leave the board are dropped.
#[must_use]
pub fn moved(set: u64, to: impl Fn(i32, i32) -> (i32, i32)) -> u64 {
    let squares = coordinates(set).filter_map(|(file, rank)| {
        let (file, rank) = to(file, rank);
        index(file, rank)
    });
    squares.fold(0, |moved, square| moved | 1 << square)
}

/// Returns the direction in which a side's pawns move, in ranks.
fn ahead(side: Color) -> i32 {
    if side == Color::White { 1 } else { -1 }
}

/// Adds a board whose result is `set` to a heat map: adds one to the count of each square in the set. Index 0 is a1,
/// index 63 is h8.
pub fn add_to_heat(heat: &mut [u64; 64], set: u64) {
    for (file, rank) in coordinates(set) {
        let square = file + 8 * rank;
        heat[square as usize] += 1;
    }
}

/// Returns the squares of a set as (file, rank), each from 0 to 7.
pub fn coordinates(set: u64) -> impl Iterator<Item = (i32, i32)> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank))).filter(move |(file, rank)| {
        let square = file + 8 * rank;
        set >> square & 1 == 1
    })
}

/// Returns the set of one square on the board.
fn single((file, rank): (i32, i32)) -> u64 {
    1 << (file + 8 * rank)
}

/// Returns the bit index of a square, or `None` if the square is off the board.
fn index(file: i32, rank: i32) -> Option<u32> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (file + 8 * rank).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the oracle against `cozy-chess`, which has different authors.
    #[test]
    fn cozy_chess_agrees_on_every_square() {
        for square in cozy_chess::Square::ALL {
            assert_eq!(cozy_chess::get_knight_moves(square).0, knight_attacks(square.bitboard().0), "{square}");
            assert_eq!(cozy_chess::get_king_moves(square).0, king_attacks(square.bitboard().0), "{square}");
        }
    }

    #[test]
    fn coordinates_run_from_a1_to_h8() {
        let squares: Vec<_> = coordinates(1 | 1 << 7 | 1 << 8 | 1 << 63).collect();
        assert_eq!(squares, [(0, 0), (7, 0), (0, 1), (7, 7)]);
        assert_eq!(moved(1, |file, rank| (file - 1, rank)), 0);
        assert_eq!(moved(1, |file, rank| (7 - file, 7 - rank)), 1 << 63);
    }
}
