//! Positions as lines of FEN, EPD or comma-separated values.

use setwise_positions::packed::LabelRow;
use setwise_positions::{Position, Tail};

use crate::fen::push_position;
use crate::rows::{placement_of, push_number, quote};

/// A text format in which positions are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    /// Six fields.
    Fen,
    /// Four fields, and the operations, which include the counters.
    Epd,
    /// A FEN, in the first column.
    Csv,
}

/// The opcodes of the operations that are counters in EPD.
const COUNTERS: [&str; 2] = ["hmvc", "fmvn"];

impl Lines {
    /// Returns the header line of a file with these labels, or an empty text if the format has none.
    pub(crate) fn header(self, labels: &[&str]) -> String {
        if self == Self::Csv { format!("{}\n", [&["fen"], labels].concat().join(",")) } else { String::new() }
    }

    /// Appends a position without a line end. `has_counters` says whether its source has counters.
    pub(crate) fn push_position(self, out: &mut Vec<u8>, position: &Position, row: &LabelRow, has_counters: bool) {
        push_position(out, position, row);
        let counters = [row.halfmove_clock, row.fullmove_number];
        match self {
            Self::Fen | Self::Csv => counters.iter().for_each(|counter| {
                out.push(b' ');
                push_number(out, u64::from(*counter));
            }),
            Self::Epd if has_counters => {
                counters.iter().zip(COUNTERS).for_each(|(counter, opcode)| {
                    out.extend_from_slice(format!(" {opcode} {counter};").as_bytes());
                });
            }
            Self::Epd => {}
        }
    }

    /// Appends a position that is given as a line of FEN or EPD without errors.
    ///
    /// A missing field becomes `-`. In FEN, missing counters become `0 1`, and operations are left out. In EPD, counters
    /// become operations.
    pub(crate) fn push(self, out: &mut Vec<u8>, line: &[u8]) {
        let start = out.len();
        let Ok(tail) = Tail::read(line) else { unreachable!("bad lines are dropped before they are written") };
        out.extend_from_slice(placement_of(line));
        for field in [tail.side_to_move, tail.castling, tail.en_passant] {
            out.push(b' ');
            out.extend_from_slice(if field.is_empty() { b"-" } else { field });
        }
        let counters = [tail.halfmove_clock, tail.fullmove_number];
        match self {
            Self::Fen | Self::Csv => {
                for (counter, missing) in counters.into_iter().zip([b"0", b"1"]) {
                    out.push(b' ');
                    out.extend_from_slice(if counter.is_empty() { missing } else { counter });
                }
            }
            Self::Epd => {
                for (counter, opcode) in counters.into_iter().zip(COUNTERS) {
                    if !counter.is_empty() && !tail.has(opcode) {
                        out.extend_from_slice(&[b" ", opcode.as_bytes(), b" ", counter, b";"].concat());
                    }
                }
                if !tail.operations.is_empty() {
                    out.push(b' ');
                    out.extend_from_slice(tail.operations);
                }
            }
        }
        if self == Self::Csv {
            quote(out, start);
        }
    }
}
