//! Kings: attacks, moves, fills, escape squares.
//!
//! Source: Chess Programming Wiki, King Pattern.

use setwise_board::Square;

use crate::{Kernel, Lanes, Spread, kernel};

kernel! {
    /// The squares that a set of kings attacks, including squares with own pieces.
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
    /// The squares that kings attack, without the squares of own pieces.
    ///
    /// Inputs: kings, own pieces. Attacks of the other side are ignored; see [`KingEscapes`].
    pub fn KingMoves(spread, kings, own) -> [moves] {
        let moves = spread.king(kings) & !own;
    }
}

/// Returns the number of squares that a king on this square attacks: 3 in a corner, 5 on an edge, otherwise 8.
/// [`KING_DEGREES`](setwise_board::KING_DEGREES) is a table of the same numbers.
#[inline]
#[must_use]
pub const fn king_degree(square: Square) -> u32 {
    let (file, rank) = (square.file().index(), square.rank().index());
    let files = 3 - matches!(file, 0 | 7) as u32;
    let ranks = 3 - matches!(rank, 0 | 7) as u32;
    files * ranks - 1
}

kernel! {
    /// The squares to which a king can go: the squares that it attacks, without the taboo.
    ///
    /// Inputs: king, taboo. The caller computes the taboo, which consists of own pieces and the squares that the other
    /// side attacks. Compute these attacks with the king removed from the board, because a slider also attacks the
    /// squares beyond the king. An empty result means that the king cannot move. It does not mean that the king is in
    /// check.
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
    pub fn KingEscapes(spread, king, taboo) -> [escapes] {
        let escapes = spread.king(king) & !taboo;
    }
}

/// The squares within `N` king steps on an empty board, including the squares of the kings. For one king, these are all
/// squares at most `N` files and `N` ranks away from it.
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
/// Any king reaches all 64 squares in at most seven steps. An empty set stays empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KingFill<const N: usize>;

impl<const N: usize> Kernel<1, 1> for KingFill<N> {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [mut reached]: [V; 1]) -> [V; 1] {
        for _ in 0..N {
            reached = spread.king_fill(reached);
        }
        [reached]
    }
}
