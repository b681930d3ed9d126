//! Marlinformat: boards of 32 bytes with absolute colours.
//!
//! ```text
//! byte  0   occupied squares, a1 = bit 0
//!       8   16 bytes: the codes of the pieces in the order of their squares, two a byte, the first in the low half:
//!           pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5, rook that may castle 6; 8 more for a black piece
//!      24   bit 7: black is to move; the other bits: en passant square, 64 for none
//!      25   halfmove clock
//!      26   fullmove number, 16 bits
//!      28   score, 16 bits, signed, positive if good for White
//!      30   result: 0 Black won, 1 draw, 2 White won
//!      31   a byte without a defined meaning
//! ```
//!
//! Numbers are little-endian. The trainer Marlinflow uses this format. The description follows the README of the crate
//! `viriformat`. Games in viriformat start with a record of this format. Reading a record and writing it again yields
//! the same bytes, except that codes after the last piece become 0.

use super::board::{Board, write_rows};
use super::labels::{is_wrong, side_to_move};
use super::reader::{BoardFormat, PackedLabels};
use super::unpack::{Record, tail};
use super::{BadRecord, LabelRow, Labels, Reason};
use crate::{Columns, Position, Rules};

/// The type that selects this format in a generic [`packed::Reader`](super::Reader).
#[derive(Debug, Clone, Copy)]
pub struct Marlinformat;

/// Reads records and appends them to columns.
pub type Reader = super::Reader<Marlinformat>;

impl BoardFormat for Marlinformat {
    type Boards = Columns;
    type Labels = Labels;

    const UNMOVED_ROOKS: bool = true;

    fn read(record: &Record, rules: Rules) -> Result<(Position, LabelRow), Reason> {
        read(record, rules)
    }

    fn words(columns: &mut Columns) -> [&mut Vec<u64>; 8] {
        columns.words()
    }

    #[inline(always)]
    fn is_wrong(tail: u64) -> u64 {
        is_wrong(tail)
    }

    #[inline(always)]
    fn append_labels(packed: &PackedLabels<'_>, _: Rules, columns: &mut Columns, labels: Option<&mut Labels>) -> bool {
        columns.side_to_move.extend(packed.tails.iter().map(|&tail| side_to_move(tail)));
        if let Some(labels) = labels {
            labels.extend_packed(packed);
        }
        true
    }
}

/// Reads one record, square by square.
///
/// # Errors
///
/// Returns the reason if the record is invalid or the rules do not accept its position.
pub fn read(record: &[u8; super::RECORD], rules: Rules) -> Result<(Position, LabelRow), Reason> {
    let Board { placement, unmoved_rooks } = Board::read(record, rules, true)?;
    let (side_to_move, row) = LabelRow::read(tail(record), unmoved_rooks)?;
    Ok((Position { placement, side_to_move }, row))
}

/// Appends a record for each position to `bytes`.
///
/// # Errors
///
/// Returns the number of the first position that the format cannot store, counted from 1, and the reason. In this case,
/// `bytes` is unchanged.
///
/// # Panics
///
/// Panics if `columns` and `labels` have different numbers of rows, or if a column has fewer elements than there are
/// rows.
pub fn write(columns: &Columns, labels: &Labels, bytes: &mut Vec<u8>) -> Result<(), BadRecord> {
    write_rows(columns, labels, bytes, record)
}

pub(super) fn record(&Position { placement, side_to_move }: &Position, row: &LabelRow) -> Result<Record, Reason> {
    let tail = row.write(side_to_move)?;
    Board { placement, unmoved_rooks: row.unmoved_rooks }.write(tail)
}
