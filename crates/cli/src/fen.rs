//! Writes positions with their labels as FENs.

use setwise_positions::packed::LabelRow;
use setwise_positions::{Position, RightsRow, fen};

/// Appends the first four fields of a FEN.
pub(crate) fn push_position(out: &mut Vec<u8>, position: &Position, row: &LabelRow) {
    let &LabelRow { unmoved_rooks, en_passant, .. } = row;
    fen::push_position(out, position, &RightsRow { unmoved_rooks, en_passant });
}
