//! What is looked up square by square: a king stands on one square, and a table knows the rest.

use setwise::patterns::{NO_SHIELD, caught_area as area_of, pawn_shield_index};
use setwise::{Bitboard, Color};

/// Computes the pawn shield of the lowest king; [`NO_SHIELD`] without a king, as for a king on neither wing.
pub(super) fn shield_index(side: Color, _: &[Color], [kings, pawns]: [&[u64]; 2], out: &mut [u64]) {
    for ((out, &king), &pawns) in out.iter_mut().zip(kings).zip(pawns) {
        let shield = |king| pawn_shield_index(king, Bitboard(pawns), side);
        *out = Bitboard(king).first().map_or(NO_SHIELD, shield) as u64;
    }
}

/// Computes where the lowest king catches a lone passed pawn: nowhere on ranks 1 and 8, and nowhere without a king.
pub(super) fn caught_area(side: Color, to_move: &[Color], [kings]: [&[u64]; 1], out: &mut [u64]) {
    for ((out, &king), &to_move) in out.iter_mut().zip(kings).zip(to_move) {
        *out = Bitboard(king).first().map_or(0, |king| area_of(side, to_move, king).0);
    }
}
