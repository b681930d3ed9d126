//! Terms that are looked up in a table by the square of a king, board by board.

use setwise::patterns::{NO_SHIELD, caught_area as area_of, pawn_shield_index};
use setwise::{Bitboard, Color};

/// Computes the pawn shield index of the king on the lowest square. The result is [`NO_SHIELD`] without a king or if the king
/// is on neither wing.
pub(super) fn shield_index(side: Color, _: &[Color], [kings, pawns]: [&[u64]; 2], out: &mut [u64]) {
    for ((out, &king), &pawns) in out.iter_mut().zip(kings).zip(pawns) {
        let shield = |king| pawn_shield_index(king, Bitboard(pawns), side);
        *out = Bitboard(king).first().map_or(NO_SHIELD, shield) as u64;
    }
}

/// Computes the squares on which the king on the lowest square catches a lone passed pawn: none on ranks 1 and 8, and none
/// without a king.
pub(super) fn caught_area(side: Color, to_move: &[Color], [kings]: [&[u64]; 1], out: &mut [u64]) {
    for ((out, &king), &to_move) in out.iter_mut().zip(kings).zip(to_move) {
        *out = Bitboard(king).first().map_or(0, |king| area_of(side, to_move, king).0);
    }
}
