//! Positions as lines of FEN, EPD or comma-separated values.

use setwise_positions::packed::LabelRow;
use setwise_positions::{Position, RightsRow, Tail, fen};

use crate::formats::Format;
use crate::rows::{placement_of, push_number};

/// Appends the first four fields of a FEN.
pub(crate) fn push_fen(out: &mut Vec<u8>, position: &Position, row: &LabelRow) {
    let &LabelRow { unmoved_rooks, en_passant, .. } = row;
    fen::push_position(out, position, &RightsRow { unmoved_rooks, en_passant });
}

/// Appends a position without a line end: six fields or, in EPD, four fields and the counters as operations.
/// `has_counters` says whether its source has counters.
pub(crate) fn push_position(
    out: &mut Vec<u8>,
    format: Format,
    position: &Position,
    row: &LabelRow,
    has_counters: bool,
) {
    push_fen(out, position, row);
    let counters = [row.halfmove_clock, row.fullmove_number];
    if format != Format::Epd {
        counters.iter().for_each(|counter| {
            out.push(b' ');
            push_number(out, u64::from(*counter));
        });
    } else if has_counters {
        counters.iter().zip(Tail::COUNTERS).for_each(|(counter, opcode)| {
            out.extend_from_slice(format!(" {opcode} {counter};").as_bytes());
        });
    }
}

/// Appends a position that is given as a line of FEN or EPD without errors.
///
/// A missing field becomes `-`. In EPD, counters become operations. In the other formats, missing counters become `0 1`,
/// and operations are left out.
pub(crate) fn push_line(out: &mut Vec<u8>, format: Format, line: &[u8]) {
    let Ok(tail) = Tail::read(line) else { unreachable!("bad lines are dropped before they are written") };
    out.extend_from_slice(placement_of(line));
    for field in [tail.side_to_move, tail.castling, tail.en_passant] {
        out.push(b' ');
        out.extend_from_slice(if field.is_empty() { b"-" } else { field });
    }
    let counters = [tail.halfmove_clock, tail.fullmove_number];
    if format != Format::Epd {
        for (counter, missing) in counters.into_iter().zip([b"0", b"1"]) {
            out.push(b' ');
            out.extend_from_slice(if counter.is_empty() { missing } else { counter });
        }
        return;
    }
    for (counter, opcode) in counters.into_iter().zip(Tail::COUNTERS) {
        if !counter.is_empty() && !tail.has(opcode) {
            out.extend_from_slice(&[b" ", opcode.as_bytes(), b" ", counter, b";"].concat());
        }
    }
    if !tail.operations.is_empty() {
        out.push(b' ');
        out.extend_from_slice(tail.operations);
    }
}
