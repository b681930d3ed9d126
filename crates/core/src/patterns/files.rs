//! Open and half-open files near a king: its own file and the adjacent files.
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
//! A fill doubles its length with each shift, so three shifts up and three shifts down fill a file from any of its
//! squares. [`KingFiles`] first fills downward and compares the files on rank 1, where each file is one square. It then
//! copies only the results of the comparison to the other ranks.
//!
//! Source: Chess Programming Wiki, King Pattern (the king's file and the adjacent files) and Fill Algorithms.

use setwise_board::masks::RANK_1;

use crate::{Lanes, kernel};

/// Returns all squares of every file on which the set has a member.
#[inline(always)]
pub fn file_fill<V: Lanes>(set: V) -> V {
    fill_down(fill_up(set))
}

/// Returns the set and all squares north of its members, on the same files.
#[inline(always)]
pub fn fill_up<V: Lanes>(set: V) -> V {
    let two = set | set.shl::<8>();
    let four = two | two.shl::<16>();
    four | four.shl::<32>()
}

/// Returns the set and all squares south of its members, on the same files.
#[inline(always)]
pub fn fill_down<V: Lanes>(set: V) -> V {
    let two = set | set.shr::<8>();
    let four = two | two.shr::<16>();
    four | four.shr::<32>()
}

kernel! {
    /// The open and the half-open files among the king's file and the two adjacent ones. An open file has no pawn. A
    /// half-open file has a pawn of the other side but no own pawn. The results contain whole files. To count the
    /// files, intersect a result with `RANK_1`, which leaves one square per file.
    ///
    /// Inputs: king, own pawns, the other side's pawns.
    pub fn KingFiles(_spread, king, own_pawns, their_pawns) -> [open, half_open] {
        let files = fill_down(king.widen()) & RANK_1;
        let without_own = files & !fill_down(own_pawns);
        let theirs = fill_down(their_pawns);
        let open = (without_own & !theirs).copy_rank_1();
        let half_open = (without_own & theirs).copy_rank_1();
    }
}

kernel! {
    /// All squares of every file on which the set has a member: [`file_fill`] as a kernel.
    pub fn FileFill(_spread, set) -> [files] {
        let files = file_fill(set);
    }
}

kernel! {
    /// A set and all squares north of its members: [`fill_up`] as a kernel.
    pub fn FillUp(_spread, set) -> [filled] {
        let filled = fill_up(set);
    }
}

kernel! {
    /// A set and all squares south of its members: [`fill_down`] as a kernel.
    pub fn FillDown(_spread, set) -> [filled] {
        let filled = fill_down(set);
    }
}
