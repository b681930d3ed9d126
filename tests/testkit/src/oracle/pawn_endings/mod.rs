//! Solves two pawn endings by a plain search over coordinates, which visits every position again and again until
//! nothing changes.
//!
//! White has the pawns, and Black has the lone king. A position is won if White can force a promotion. No sets
//! of squares are used.

mod passers;
mod supported;

pub use passers::Passers;
pub use supported::{Supported, is_legal};

use super::KING;

/// A square as (file, rank), each from 0 to 7.
type Place = (i32, i32);

/// Which side is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToMove {
    /// White, the side of the pawns.
    Pawns,
    /// Black, the side of the lone king.
    LoneKing,
}

/// A set of positions of three pieces, by side to move. The third place may be empty (index 64).
struct Won(Vec<bool>);

impl Won {
    fn new() -> Self {
        Self(vec![false; 2 * 65 * 64 * 64])
    }

    fn place(to_move: ToMove, first: Place, second: Option<Place>, king: Place) -> usize {
        let second = second.map_or(64, index);
        ((to_move as usize * 65 + second) * 64 + index(first)) * 64 + index(king)
    }

    /// Adds a position. Returns whether it is new.
    fn add(&mut self, place: usize) -> bool {
        !std::mem::replace(&mut self.0[place], true)
    }
}

/// Returns all squares, rank 8 first: advanced pawns are decided first, so fewer rounds are needed.
fn squares() -> impl Iterator<Item = Place> {
    (0..8).rev().flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn is_pawn((_, rank): Place) -> bool {
    (1..7).contains(&rank)
}

/// Returns the squares on the board next to this one.
fn steps(from: Place) -> impl Iterator<Item = Place> {
    let to = KING.iter().map(move |(file, rank)| (from.0 + file, from.1 + rank));
    to.filter(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank))
}

fn adjacent(a: Place, b: Place) -> bool {
    (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

/// Returns the squares on which a white pawn captures. One of them may be off the board, and then equals no other
/// place.
fn attacked_by((file, rank): Place) -> [Place; 2] {
    [(file - 1, rank + 1), (file + 1, rank + 1)]
}

fn index((file, rank): Place) -> usize {
    usize::try_from(file + 8 * rank).expect("a square on the board")
}
