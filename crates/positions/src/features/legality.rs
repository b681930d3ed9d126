//! Kernels of features about checks, pins and legal moves of knights. They may be computed for either side, whichever is
//! to move. The tests of `setwise-ir` prove these kernels for all boards.

use setwise::patterns::{self, KingAndAttackers, KnightMoveCount, check_mask};
use setwise::{Color, Kernel, Lanes, Spread, kernel};

/// The other side's pieces that attack a king, the empty squares between the king and the sliders among them, and the
/// pinned pieces.
///
/// Inputs: own king; the other side's pawns, knights, bishops and queens, rooks and queens; own pieces; the other side's
/// pieces.
#[derive(Debug, Clone, Copy)]
pub struct ChecksAndPins {
    /// The side of the king.
    pub side: Color,
}

impl Kernel<7, 3> for ChecksAndPins {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 7]) -> [V; 3] {
        let [king, pawns, knights, diagonal, straight, own, their] = input;
        let pieces = KingAndAttackers { king, pawns, knights, diagonal, straight, own, their };
        let checks = patterns::ChecksAndPins::new(spread, self.side, pieces);
        [checks.checkers, checks.between, checks.all_pinned()]
    }
}

kernel! {
    /// The squares on which a move other than a move of the king ends every check. Inputs: the first two results of
    /// [`ChecksAndPins`].
    pub fn CheckMask(_spread, checkers, between) -> [mask] {
        let mask = check_mask(checkers, between);
    }
}

kernel! {
    /// The squares to which knights that are not pinned can move. Inputs: knights, own pieces, pinned pieces, the squares
    /// of [`CheckMask`].
    pub fn LegalKnightMoves(spread, knights, own, pinned, mask) -> [moves] {
        let moves = spread.knight(knights & !pinned) & (mask & !own);
    }
}

kernel! {
    /// The number of moves to the squares of [`LegalKnightMoves`], summed over the knights. The inputs are the same.
    pub fn LegalKnightMoveCount(spread, knights, own, pinned, mask) -> [count: number(336)] {
        let [count] = KnightMoveCount.eval(spread, [knights & !pinned, own | !mask]);
    }
}
