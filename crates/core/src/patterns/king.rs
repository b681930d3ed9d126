//! Kings: attacks, moves, fills, escape squares.
//!
//! Source: Chess Programming Wiki, King Pattern.

use setwise_board::Square;

use crate::{Kernel, Lanes, Spread, kernel};

kernel! {
    /// The squares that a set of kings attacks, own pieces ignored.
    ///
    /// ```text
    /// kings             attacks
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . X X X . .
    /// . . . . X . . .   . . . X X X . .
    /// . . . . X . . .   . . . X X X . .
    /// . . . . . . . .   . . . X X X . .
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . . . . . .
    /// ```
    pub fn KingAttacks(spread, kings) -> [attacks] {
        let attacks = spread.king(kings);
    }
}

kernel! {
    /// Where kings could move as far as their own pieces go: attacks without the own pieces.
    ///
    /// Inputs: kings, own pieces. Whether a square is attacked plays no part; see [`EscapeSquares`].
    pub fn KingMoves(spread, kings, own) -> [moves] {
        let moves = spread.king(kings) & !own;
    }
}

/// How many squares a king on this square attacks: 3 in a corner, 5 on an edge, else 8. In memory it is
/// [`KING_DEGREES`](setwise_board::KING_DEGREES).
#[inline]
#[must_use]
pub const fn king_degree(square: Square) -> u32 {
    let (file, rank) = (square.file().index(), square.rank().index());
    let files = 3 - matches!(file, 0 | 7) as u32;
    let ranks = 3 - matches!(rank, 0 | 7) as u32;
    files * ranks - 1
}

kernel! {
    /// Where a king can go for a given taboo: attacks without the squares it may not step on.
    ///
    /// Inputs: king, taboo. The taboo is the caller's: own pieces and what the other side attacks, best computed with the king
    /// taken off the board, since a slider looks through it. No result means that the king stands fast, not that it is mate.
    ///
    /// ```text
    /// king and its pawns (taboo)   escape squares
    /// . . . . . . . .              . . . . . . . .
    /// . . . . . . . .              . . . . . . . .
    /// . . . . . . . .              . . . . . . . .
    /// . . . . . . . .              . . . . . . . .
    /// . . . . . . . .              . . . . . . . .
    /// . . . . . . . .              . . . . . . . .
    /// . . . . . X X X              . . . . . . . .
    /// . . . . . . K .              . . . . . X . X
    /// ```
    pub fn EscapeSquares(spread, king, taboo) -> [escapes] {
        let escapes = spread.king(king) & !taboo;
    }
}

/// The squares within `N` king steps on an empty board, the start included: the square of side `2 N + 1` around each.
///
/// ```text
/// N = 0               N = 1               N = 2
/// . . . . . . . .     . . . . . . . .     . . X X X X X .
/// . . . . . . . .     . . . X X X . .     . . X X X X X .
/// . . . . X . . .     . . . X X X . .     . . X X X X X .
/// . . . . . . . .     . . . X X X . .     . . X X X X X .
/// . . . . . . . .     . . . . . . . .     . . X X X X X .
/// ```
///
/// From any king all 64 squares are reached after at most seven; an empty set stays empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KingFill<const N: usize>;

impl<const N: usize> Kernel<1, 1> for KingFill<N> {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [mut reached]: [V; 1]) -> [V; 1] {
        for _ in 0..N {
            reached |= spread.king(reached);
        }
        [reached]
    }
}
