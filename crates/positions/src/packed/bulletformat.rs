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
//! Numbers are little-endian. The trainer bullet uses this format. The description follows the crate `bulletformat`.
//!
//! The format does not store the colour of the side to move, so its boards are [`Relative`]. It has no castling rights,
//! no en passant square and no clocks. Codes after the last piece are ignored when a record is read, and written as 0.
//! Under [`Rules::Chess`], the stored king squares must be the squares of the kings on the board. Under other rules,
//! they are ignored. When a record is written, its king squares are computed from the board.

use super::board::{Board, write_rows};
use super::reader::{BoardFormat, PackedLabels};
use super::unpack::{Record, tail};
use super::{BadRecord, Reason, Relative, RelativeLabelRow, RelativeLabels};
use crate::Rules;
use crate::placement::Placement;

/// The type that selects this format in a generic [`packed::Reader`](super::Reader).
#[derive(Debug, Clone, Copy)]
pub struct Bulletformat;

/// Reads records and appends them to columns.
pub type Reader = super::Reader<Bulletformat>;

impl BoardFormat for Bulletformat {
    type Boards = Relative;
    type Labels = RelativeLabels;

    const UNMOVED_ROOKS: bool = false;

    fn read(record: &Record, rules: Rules) -> Result<(Placement, RelativeLabelRow), Reason> {
        read(record, rules)
    }

    fn words(boards: &mut Relative) -> [&mut Vec<u64>; 8] {
        boards.words()
    }

    /// Checks only the result of the game. The king squares are checked together with the boards, and all other labels
    /// are always valid.
    #[inline(always)]
    fn is_wrong(tail: u64) -> u64 {
        ((tail >> 16 & 0xFF) + (0xFF - 2)) & 0x100
    }

    #[inline(always)]
    fn append_labels(
        packed: &PackedLabels<'_>,
        rules: Rules,
        boards: &mut Relative,
        labels: Option<&mut RelativeLabels>,
    ) -> bool {
        if rules.one_king() && are_kings_elsewhere(boards, packed.tails) {
            return false;
        }
        if let Some(labels) = labels {
            packed.tails.iter().for_each(|&tail| labels.push(&label_row(tail)));
        }
        true
    }
}

/// Returns whether, on any of the last `tails.len()` boards, a king is not on the square that `tails` stores for it.
/// Each side must have exactly one king on each of these boards.
#[inline(always)]
fn are_kings_elsewhere(boards: &Relative, tails: &[u64]) -> bool {
    let old = boards.len() - tails.len();
    let [kings, own, their] = [&boards.kings, &boards.own, &boards.their].map(|column| &column[old..][..tails.len()]);
    let mut wrong = 0;
    for (n, &tail) in tails.iter().enumerate() {
        let (own_king, their_king) = (tail >> 24 & 0xFF, tail >> 32 & 0xFF);
        // The shifts below use the lowest six bits of each stored square, so the two highest bits must be 0.
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

/// Reads one record, square by square. In the returned placement, the first side is the side to move.
///
/// # Errors
///
/// Returns the reason if the record is invalid or the rules do not accept its board.
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

/// Returns the square of each side's first king, as that side sees it. A missing king is returned as 64 for the side to
/// move and as 120 for the other side.
fn king_squares(&Placement { kinds: [.., kings], sides: [own, their] }: &Placement) -> [u8; 2] {
    const FLIP: u8 = 56;
    let first = |set: u64| set.trailing_zeros().to_le_bytes()[0];
    [first(kings & own), first(kings & their) ^ FLIP]
}

/// Appends a record for each board to `bytes`.
///
/// # Errors
///
/// Returns the number of the first board that the format cannot store, counted from 1, and the reason. In this case,
/// `bytes` is unchanged.
///
/// # Panics
///
/// Panics if `boards` and `labels` have different numbers of rows, or if a column has fewer elements than there are
/// rows.
pub fn write(boards: &Relative, labels: &RelativeLabels, bytes: &mut Vec<u8>) -> Result<(), BadRecord> {
    write_rows(boards, labels, bytes, record)
}

fn record(placement: &Placement, row: &RelativeLabelRow) -> Result<Record, Reason> {
    let &RelativeLabelRow { score, result, extra: [a, b, c] } = row;
    if result > 2 {
        return Err(Reason::Result(result));
    }
    let ([score_0, score_1], [own_king, their_king]) = (score.to_le_bytes(), king_squares(placement));
    let tail = [score_0, score_1, result, own_king, their_king, a, b, c];
    Board { placement: *placement, unmoved_rooks: 0 }.write(tail)
}
