//! Kernels of features of the side to move: check, checkmate and stalemate. The number of its legal moves is a kernel of
//! the library.
//!
//! The side to move differs from board to board, so these kernels read it from a column: 0 if White is to move, and any
//! other word if Black is to move.

use setwise::kernel;
use setwise::patterns::{ChecksAndPins, KingAndAttackers, SideToMove, single_lanes};

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
        let in_check = !ChecksAndPins::new(spread, side, pieces).checkers.empty_lanes() & 1;
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
