//! Positions as lines of FEN, EPD or comma-separated values.

use setwise_positions::Position;
use setwise_positions::packed::LabelRow;

use crate::fen::{COUNTERS, is_counter, push_position};
use crate::rows::quote;

/// The number of leading fields that a FEN and an EPD have in common.
const FIELDS: usize = 4;

/// A text format in which positions are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    /// Six fields.
    Fen,
    /// Four fields, and the operations, if the line has any.
    Epd,
    /// A FEN, in the only column.
    Csv,
}

impl Lines {
    /// Returns the header line of the file, or an empty text if the format has none.
    pub(crate) fn header(self) -> &'static str {
        if self == Self::Csv { "fen\n" } else { "" }
    }

    pub(crate) fn push_position(self, out: &mut Vec<u8>, position: &Position, row: &LabelRow) {
        push_position(out, position, row);
        let counters = format!(" {} {}\n", row.halfmove_clock, row.fullmove_number);
        out.extend_from_slice(if self == Self::Epd { b"\n" } else { counters.as_bytes() });
    }

    /// Appends a position that is given as a line of FEN or EPD.
    ///
    /// A missing field becomes `-`. Missing counters become `0 1`, except in EPD. In EPD, the text after the fourth
    /// field is kept. If this text begins with two counters, all of it is dropped.
    pub(crate) fn push(self, out: &mut Vec<u8>, line: &[u8]) {
        let start = out.len();
        let mut rest = line;
        for n in 0..FIELDS {
            let (field, after) = split(rest);
            out.extend_from_slice(if field.is_empty() { b"-" } else { field });
            if n + 1 < FIELDS {
                out.push(b' ');
            }
            rest = after;
        }
        let (clock, after) = split(rest);
        let (number, _) = split(after);
        let has_counters = is_counter(clock) && is_counter(number);
        match self {
            Self::Fen | Self::Csv => {
                for counter in if has_counters { [clock, number] } else { COUNTERS } {
                    out.push(b' ');
                    out.extend_from_slice(counter);
                }
            }
            Self::Epd if has_counters || rest.is_empty() => {}
            Self::Epd => {
                out.push(b' ');
                out.extend_from_slice(rest);
            }
        }
        if self == Self::Csv {
            quote(out, start);
        }
        out.push(b'\n');
    }
}

/// Splits a text after its first field. Whitespace before the next field is dropped. The text must not begin with
/// whitespace.
fn split(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let (field, rest) = text.split_at(end);
    (field, rest.trim_ascii_start())
}
