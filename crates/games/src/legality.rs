//! Whether a move of one board is legal.
//!
//! A move is legal if the king is not attacked after it. This single rule covers pins, checks, moves of the king and
//! captures en passant, so nothing about the position has to be computed before the move.

use setwise::{Bitboard, Color, Square};
use setwise_positions::moves::{Board, Move, MoveKind, castled};
use setwise_positions::placement::KING;

use crate::attacks::{behind, occupied, to_square};

/// Returns whether the king of the side to move is safe after `step`, a move that the pieces can make. `step` must not
/// be castling.
#[inline(always)]
pub(crate) fn is_safe(board: &Board, step: Move) -> bool {
    let (placement, us) = (&board.position.placement, board.position.side_to_move);
    let (from, to) = (step.from().bitboard().0, step.to().bitboard().0);
    let king = placement.kinds[KING] & board.side(us);
    let king = if king & from != 0 { to } else { king };
    let captured = if step.kind() == MoveKind::EnPassant { behind(to, us) } else { to };
    let after = (occupied(placement) & !(from | captured)) | to;
    is_free(board, king, board.side(!us) & !captured, after)
}

/// Returns whether castling with the king and the rook on these squares is legal. The rook must have the right to castle.
pub(crate) fn may_castle(board: &Board, king: Square, rook: Square) -> bool {
    let us = board.position.side_to_move;
    let [king_to, rook_to] = castled(king, rook);
    let both = king.bitboard().0 | rook.bitboard().0;
    let all = occupied(&board.position.placement);
    let crossed = span(king.bitboard().0 | king_to);
    let must_be_empty = (crossed | span(rook.bitboard().0 | rook_to)) & !both;
    let safe = |square: u64, occupied: u64| is_free(board, square, board.side(!us), occupied);
    all & must_be_empty == 0
        && Bitboard(crossed).into_iter().all(|square| safe(square.bitboard().0, all))
        // In Chess960, the rook may have protected the king from another rook.
        && safe(king_to, (all & !both) | king_to | rook_to)
}

/// Returns whether none of `attackers`, which belong to the other side, attacks a square.
#[inline(always)]
fn is_free(board: &Board, square: u64, attackers: u64, occupied: u64) -> bool {
    let by: Color = !board.position.side_to_move;
    let Some(square) = Bitboard(square).first() else { return false };
    to_square(square, &board.position.placement.kinds, attackers, by, occupied) == 0
}

/// Returns all squares between the lowest and the highest square of a set, including both. On one rank, these are the
/// squares between them.
fn span(set: u64) -> u64 {
    let highest = (1 << 63) >> set.leading_zeros();
    let lowest = set & set.wrapping_neg();
    (highest | (highest - 1)) & !(lowest - 1)
}
