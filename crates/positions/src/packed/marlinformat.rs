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
//! Numbers are little-endian. The format is that of the engine Marlinflow; the description follows the README of the crate
//! `viriformat`, whose games start with such a board. Nothing is lost in a round trip, except codes after the last piece, which no
//! board has: they are ignored, and written as 0.

use setwise::Backend;

use super::append::{Append, write_rows};
use super::board::Board;
use super::labels::{is_wrong, side_to_move};
use super::piece_sets::PieceSets;
use super::unpack::{PackedBlock, Record, tail};
use super::{BadRecord, LabelRow, Labels, Reason, UnpackStrategy};
use crate::{Columns, Position, Rules};

/// Reads records and appends them to columns.
///
/// ```
/// use setwise_positions::packed::{Labels, marlinformat};
/// use setwise_positions::{Columns, Rules};
///
/// let mut start = Vec::new();
/// start.extend(0xFFFF_0000_0000_FFFF_u64.to_le_bytes());
/// start.extend([0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9E, 0xCA, 0xAD, 0xE9]);
/// start.extend([64, 0, 1, 0, 30, 0, 2, 0]); // white to move; move 1; 0.30 pawns; White won
///
/// let mut reader = marlinformat::Reader::new(setwise::auto(), Rules::Chess);
/// let (mut columns, mut labels) = (Columns::default(), Labels::default());
/// let next = reader.append(&start, 1, &mut columns, Some(&mut labels), |bad| panic!("{bad}"));
/// assert_eq!((columns.knights[0], labels.score[0], next), (0x4200_0000_0000_0042, 30, 2));
/// assert_eq!(labels.unmoved_rooks[0], 0x8100_0000_0000_0081);
///
/// let mut written = Vec::new();
/// marlinformat::write(&columns, &labels, &mut written)?;
/// assert_eq!(written, start);
/// # Ok::<(), setwise_positions::packed::BadRecord>(())
/// ```
#[derive(Debug, Clone)]
pub struct Reader {
    rules: Rules,
    block: PackedBlock,
}

impl Reader {
    /// Returns a reader for the positions that `rules` accepts. It unpacks boards with the best [`UnpackStrategy`] that
    /// this CPU supports, and computes the columns of pieces on `backend`.
    #[must_use]
    pub fn new(backend: Backend, rules: Rules) -> Self {
        UnpackStrategy::best(|strategy| Self::with_strategy(strategy, backend, rules))
    }

    /// Returns a reader that unpacks boards with a given strategy, or `None` if this CPU does not support it.
    #[must_use]
    pub fn with_strategy(strategy: UnpackStrategy, backend: Backend, rules: Rules) -> Option<Self> {
        Some(Self { rules, block: PackedBlock::with_strategy(strategy, backend, PieceSets::new(rules, true))? })
    }

    /// Returns the strategy with which this reader unpacks boards.
    #[must_use]
    pub fn strategy(&self) -> UnpackStrategy {
        self.block.strategy()
    }

    /// Appends the positions of whole records, and their labels to `labels`, if given. The first record has the number
    /// `first_record`. Returns the number after the last record.
    ///
    /// Calls `bad` for each record that is not a position the rules accept, and for an incomplete one at the end. The record is
    /// skipped and reading continues.
    ///
    /// # Panics
    ///
    /// Panics if `labels` does not have as many rows as `columns`.
    pub fn append(
        &mut self,
        bytes: &[u8],
        first_record: usize,
        columns: &mut Columns,
        labels: Option<&mut Labels>,
        mut bad: impl FnMut(BadRecord),
    ) -> usize {
        Target::new(self, columns, labels).append_all(bytes, first_record, &mut bad)
    }
}

/// A reader and the columns that it appends to.
pub(super) struct Target<'a> {
    reader: &'a mut Reader,
    columns: &'a mut Columns,
    labels: Option<&'a mut Labels>,
}

impl<'a> Target<'a> {
    pub(super) fn new(reader: &'a mut Reader, columns: &'a mut Columns, labels: Option<&'a mut Labels>) -> Self {
        if let Some(labels) = &labels {
            assert_eq!(columns.len(), labels.len(), "columns of different lengths");
        }
        Self { reader, columns, labels }
    }
}

impl Append for Target<'_> {
    #[inline(always)]
    fn append_block(&mut self, records: &[Record]) -> bool {
        let Some(packed) = self.reader.block.append(records, self.columns.words(), is_wrong) else { return false };
        self.columns.side_to_move.extend(packed.tails.iter().map(|&tail| side_to_move(tail)));
        if let Some(labels) = &mut self.labels {
            labels.extend_packed(&packed);
        }
        true
    }

    fn append_record(&mut self, record: &Record) -> Result<(), Reason> {
        let (position, row) = read(record, self.reader.rules)?;
        self.columns.push(&position);
        if let Some(labels) = &mut self.labels {
            labels.push(&row);
        }
        Ok(())
    }
}

/// Reads one record, square by square.
///
/// # Errors
///
/// Returns the reason if the record is not a position that the rules accept.
pub fn read(record: &[u8; super::RECORD], rules: Rules) -> Result<(Position, LabelRow), Reason> {
    let Board { placement, unmoved_rooks } = Board::read(record, rules, true)?;
    let (side_to_move, row) = LabelRow::read(tail(record), unmoved_rooks)?;
    Ok((Position { placement, side_to_move }, row))
}

/// Appends a record for each position to `bytes`.
///
/// # Errors
///
/// Returns the first position that a record cannot hold, counted from 1. `bytes` is left as it was.
///
/// # Panics
///
/// Panics if the columns do not have the same length.
pub fn write(columns: &Columns, labels: &Labels, bytes: &mut Vec<u8>) -> Result<(), BadRecord> {
    assert_eq!(columns.len(), labels.len(), "columns of different lengths");
    write_rows(columns.len(), bytes, |n| row(columns, labels, n))
}

/// Returns the record of position `n`, counted from 0.
pub(super) fn row(columns: &Columns, labels: &Labels, n: usize) -> Result<Record, Reason> {
    let position = columns.get(n).expect("the position exists");
    let row = labels.get(n).expect("the columns have the same length");
    record(&position, &row)
}

/// Returns the record of a position.
fn record(&Position { placement, side_to_move }: &Position, row: &LabelRow) -> Result<Record, Reason> {
    let tail = row.write(side_to_move)?;
    Board { placement, unmoved_rooks: row.unmoved_rooks }.write(tail)
}
