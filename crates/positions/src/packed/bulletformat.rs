//! Bulletformat: boards of 32 bytes as seen from the side to move.
//!
//! ```text
//! byte  0   occupied squares, a1 = bit 0; the board is flipped if black is to move
//!       8   16 bytes: the codes of the pieces in the order of their squares, two a byte, the first in the low half:
//!           pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5; 8 more for a piece of the other side
//!      24   score, 16 bits, signed, positive if good for the side to move
//!      26   result: 0 the side to move lost, 1 draw, 2 it won
//!      27   square of the own king
//!      28   square of the other king, flipped, as that side sees it
//!      29   three bytes without a defined meaning
//! ```
//!
//! Numbers are little-endian. The format is that of the trainer bullet; the description follows the crate `bulletformat`.
//!
//! The format does not say which side is to move, and it has no castling rights, no en passant square and no clocks. So
//! its boards are [`Relative`]. In a round trip nothing else is lost, except codes after the last piece, which are
//! ignored, and written as 0. Under [`Rules::Chess`] the squares of the kings must be those on the board; other rules
//! ignore them.

use setwise::Backend;

use super::append::{Append, write_rows};
use super::board::Board;
use super::piece_sets::PieceSets;
use super::unpack::{PackedBlock, Record, tail};
use super::{BadRecord, Reason, Relative, RelativeLabelRow, RelativeLabels, UnpackStrategy};
use crate::Rules;
use crate::placement::Placement;

/// Reads records and appends them to columns.
#[derive(Debug, Clone)]
pub struct Reader {
    rules: Rules,
    block: PackedBlock,
}

impl Reader {
    /// Returns a reader for the boards that `rules` accepts. It unpacks boards with the best [`UnpackStrategy`] that this
    /// CPU supports, and computes the columns of pieces on `backend`.
    #[must_use]
    pub fn new(backend: Backend, rules: Rules) -> Self {
        UnpackStrategy::best(|strategy| Self::with_strategy(strategy, backend, rules))
    }

    /// Returns a reader that unpacks boards with a given strategy, or `None` if this CPU does not support it.
    #[must_use]
    pub fn with_strategy(strategy: UnpackStrategy, backend: Backend, rules: Rules) -> Option<Self> {
        Some(Self { rules, block: PackedBlock::with_strategy(strategy, backend, PieceSets::new(rules, false))? })
    }

    /// Returns the strategy with which this reader unpacks boards.
    #[must_use]
    pub fn strategy(&self) -> UnpackStrategy {
        self.block.strategy()
    }

    /// Appends the boards of whole records, and their labels to `labels`, if given. The first record has the number
    /// `first_record`. Returns the number after the last record.
    ///
    /// Calls `bad` for each record that is not a board the rules accept, and for an incomplete one at the end. The record is
    /// skipped and reading continues.
    ///
    /// # Panics
    ///
    /// Panics if `labels` does not have as many rows as `boards`.
    pub fn append(
        &mut self,
        bytes: &[u8],
        first_record: usize,
        boards: &mut Relative,
        labels: Option<&mut RelativeLabels>,
        mut bad: impl FnMut(BadRecord),
    ) -> usize {
        Target::new(self, boards, labels).append_all(bytes, first_record, &mut bad)
    }
}

/// A reader and the columns that it appends to.
pub(super) struct Target<'a> {
    reader: &'a mut Reader,
    boards: &'a mut Relative,
    labels: Option<&'a mut RelativeLabels>,
}

impl<'a> Target<'a> {
    pub(super) fn new(
        reader: &'a mut Reader,
        boards: &'a mut Relative,
        labels: Option<&'a mut RelativeLabels>,
    ) -> Self {
        if let Some(labels) = &labels {
            assert_eq!(boards.len(), labels.len(), "columns of different lengths");
        }
        Self { reader, boards, labels }
    }
}

impl Append for Target<'_> {
    #[inline(always)]
    fn append_block(&mut self, records: &[Record]) -> bool {
        let old = self.boards.len();
        let Some(packed) = self.reader.block.append(records, self.boards.words(), is_wrong) else { return false };
        if self.reader.rules.one_king() && are_kings_elsewhere(self.boards, old, packed.tails) {
            self.boards.truncate(old);
            return false;
        }
        if let Some(labels) = &mut self.labels {
            packed.tails.iter().for_each(|&tail| labels.push(&label_row(tail)));
        }
        true
    }

    fn append_record(&mut self, record: &Record) -> Result<(), Reason> {
        let (board, row) = read(record, self.reader.rules)?;
        self.boards.push(&board);
        if let Some(labels) = &mut self.labels {
            labels.push(&row);
        }
        Ok(())
    }
}

/// Returns a word that is 0 if the result is right.
#[inline(always)]
fn is_wrong(tail: u64) -> u64 {
    ((tail >> 16 & 0xFF) + (0xFF - 2)) & 0x100
}

/// Returns whether a king of the boards from `old` on is not on the square that is stored for it. Each side has one king.
#[inline(always)]
fn are_kings_elsewhere(boards: &Relative, old: usize, tails: &[u64]) -> bool {
    let [kings, own, their] = [&boards.kings, &boards.own, &boards.their].map(|column| &column[old..][..tails.len()]);
    let mut wrong = 0;
    for (n, &tail) in tails.iter().enumerate() {
        let (own_king, their_king) = (tail >> 24 & 0xFF, tail >> 32 & 0xFF);
        // A shift by a byte uses its lowest six bits, and the others must be 0.
        wrong |= (own_king | their_king) & 0xC0;
        wrong |= (kings[n] & own[n]) ^ (1 << (own_king & 63));
        wrong |= (kings[n] & their[n]) ^ (1_u64 << (their_king & 63)).swap_bytes();
    }
    wrong != 0
}

/// Returns the labels of a record from its last eight bytes.
#[inline(always)]
fn label_row(tail: u64) -> RelativeLabelRow {
    let [score_0, score_1, result, _, _, extra @ ..] = tail.to_le_bytes();
    RelativeLabelRow { score: i16::from_le_bytes([score_0, score_1]), result, extra }
}

/// Reads one record, square by square. The sides of the placement are the own and the other side.
///
/// # Errors
///
/// Returns the reason if the record is not a board that the rules accept.
pub fn read(record: &[u8; super::RECORD], rules: Rules) -> Result<(Placement, RelativeLabelRow), Reason> {
    let Board { placement, .. } = Board::read(record, rules, false)?;
    let row = label_row(tail(record));
    if row.result > 2 {
        return Err(Reason::Result(row.result));
    }
    if rules.one_king() && [record[27], record[28]] != king_squares(&placement) {
        return Err(Reason::KingSquares);
    }
    Ok((placement, row))
}

/// Returns the squares of the first king of each side, as that side sees it; 64 and 120 if there is none.
fn king_squares(&Placement { kinds: [.., kings], sides: [own, their] }: &Placement) -> [u8; 2] {
    const FLIP: u8 = 56;
    let first = |set: u64| set.trailing_zeros().to_le_bytes()[0];
    [first(kings & own), first(kings & their) ^ FLIP]
}

/// Appends a record for each board to `bytes`.
///
/// # Errors
///
/// Returns the first board that a record cannot hold, counted from 1. `bytes` is left as it was.
///
/// # Panics
///
/// Panics if the columns do not have the same length.
pub fn write(boards: &Relative, labels: &RelativeLabels, bytes: &mut Vec<u8>) -> Result<(), BadRecord> {
    assert_eq!(boards.len(), labels.len(), "columns of different lengths");
    write_rows(boards.len(), bytes, |n| {
        let placement = boards.get(n).expect("the board exists");
        let RelativeLabelRow { score, result, extra: [a, b, c] } =
            labels.get(n).expect("the columns have the same length");
        if result > 2 {
            return Err(Reason::Result(result));
        }
        let ([score_0, score_1], [own_king, their_king]) = (score.to_le_bytes(), king_squares(&placement));
        let tail = [score_0, score_1, result, own_king, their_king, a, b, c];
        Board { placement, unmoved_rooks: 0 }.write(tail)
    })
}
