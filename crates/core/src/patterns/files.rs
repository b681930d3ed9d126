//! Open and half-open files beside a king.
//!
//! ```text
//! white king g1, pawns of both sides (P, p)     f half-open, g open, h neither
//! 8  . . . . . . . .
//! 7  . . . . . p . p
//! 6  . . . . . . . .
//! ...
//! 2  . . . . . . . P
//! 1  . . . . . . K .
//! ```
//!
//! A file is filled from any of its squares by three doublings up and three down.
//!
//! Source: Chess Programming Wiki, King Pattern, which names the king's and the adjacent files, and Fill Algorithms.

use crate::{Lanes, kernel};

/// Returns every file on which the set has a member, whole.
#[inline(always)]
pub fn file_fill<V: Lanes>(set: V) -> V {
    fill_down(fill_up(set))
}

/// Returns the set and every square in front of a member, toward rank 8.
#[inline(always)]
pub fn fill_up<V: Lanes>(set: V) -> V {
    let two = set | set.up::<8>();
    let four = two | two.up::<16>();
    four | four.up::<32>()
}

/// Returns the set and every square behind a member, toward rank 1.
#[inline(always)]
pub fn fill_down<V: Lanes>(set: V) -> V {
    let two = set | set.down::<8>();
    let four = two | two.down::<16>();
    four | four.down::<32>()
}

kernel! {
    /// Of the king's file and the two beside it: the open ones, without any pawn, and the half-open ones, without an own pawn
    /// but with one of the other side. Whole files; `& RANK_1` leaves one square a file, to be counted.
    ///
    /// Inputs: king, own pawns, the other side's pawns.
    pub fn KingFiles(_spread, king, own_pawns, their_pawns) -> [open, half_open] {
        let files = file_fill(king | king.east() | king.west());
        let without_own = files & !file_fill(own_pawns);
        let theirs = file_fill(their_pawns);
        let open = without_own & !theirs;
        let half_open = without_own & theirs;
    }
}
