//! Kernels of features about checks, pins, legal moves of knights and the end of a game. The tests of `setwise-ir` prove
//! the kernels that may be computed for either side, whichever is to move.
//!
//! Check, checkmate and stalemate are features of the side to move. The side to move differs from board to board, so the
//! kernels of these features read it from a column: 0 if White is to move, and any other word if Black is to move.

use setwise::patterns::{self, KingAndAttackers, KnightMoveCount, SideToMove, check_mask, single_lanes};
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

kernel! {
    /// 1 if a king of the side to move is attacked, otherwise 0. Inputs: the pieces of each kind, all white pieces, all
    /// black pieces, the side to move.
    pub(super) fn InCheck(
        spread, pawns, knights, bishops, rooks, queens, kings, white, black, black_to_move
    ) -> [in_check: number(1)] {
        let side = SideToMove::new(black_to_move);
        let (own, their) = (side.choose(white, black), side.choose(black, white));
        let pieces = KingAndAttackers {
            king: kings & own,
            pawns: pawns & their,
            knights: knights & their,
            diagonal: (bishops | queens) & their,
            straight: (rooks | queens) & their,
            own,
            their,
        };
        let in_check = !patterns::ChecksAndPins::new(spread, side, pieces).checkers.empty_lanes() & 1;
    }
}

kernel! {
    /// 1 if the only king of the side to move is in check and the side has no legal move, otherwise 0. Inputs: kings, all
    /// white pieces, all black pieces, the side to move, the result of [`InCheck`], the number of legal moves.
    pub(super) fn Checkmate(_spread, kings, white, black, black_to_move, in_check, moves) -> [checkmate: number(1)] {
        let king = kings & SideToMove::new(black_to_move).choose(white, black);
        let checkmate = in_check & moves.empty_lanes() & single_lanes(king);
    }
}

kernel! {
    /// 1 if the only king of the side to move is not in check and the side has no legal move, otherwise 0. The inputs are
    /// those of [`Checkmate`].
    pub(super) fn Stalemate(_spread, kings, white, black, black_to_move, in_check, moves) -> [stalemate: number(1)] {
        let king = kings & SideToMove::new(black_to_move).choose(white, black);
        let stalemate = (in_check ^ 1) & moves.empty_lanes() & single_lanes(king);
    }
}
