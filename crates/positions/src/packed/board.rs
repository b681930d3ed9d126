//! Reads and writes one packed board square by square, so that errors can be described. `reader.rs` reads blocks of
//! boards.

use setwise::Bitboard;
use setwise::masks::PAWN_RANKS;

use super::piece_sets::MOST_PIECES;
use super::unpack::{Record, codes, occupied};
use super::{BadRecord, RECORD, Reason};
use crate::Rules;
use crate::columns::{Rows, assert_same_length};
use crate::placement::{KING, Placement, ROOK};

/// The code of a rook that may castle.
const UNMOVED_ROOK: u8 = 6;
/// In a code, the bit that marks a piece of the second side: Black, or the other side in formats with relative boards.
const SECOND: u8 = 8;

/// The pieces of a record and, if the format stores castling rights, the rooks that may castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    /// In formats with absolute colours, the sides are White and Black. In other formats, they are the side to move and
    /// the other side.
    pub(super) placement: Placement,
    pub(super) unmoved_rooks: u64,
}

impl Board {
    /// Reads the board of a record. `has_unmoved` is whether the format has a code for unmoved rooks.
    pub(super) fn read(record: &Record, rules: Rules, has_unmoved: bool) -> Result<Self, Reason> {
        let squares = Bitboard(occupied(record));
        let pieces = squares.0.count_ones();
        if pieces > MOST_PIECES {
            return Err(Reason::Pieces(pieces));
        }
        let mut board = Self { placement: Placement::default(), unmoved_rooks: 0 };
        for (n, square) in squares.into_iter().enumerate() {
            let code = codes(record)[n / 2] >> (4 * (n % 2)) & 0xF;
            let bit = 1 << square.index();
            let kind = match code & !SECOND {
                UNMOVED_ROOK if has_unmoved => {
                    board.unmoved_rooks |= bit;
                    ROOK
                }
                kind if usize::from(kind) <= KING => usize::from(kind),
                _ => return Err(Reason::Code { square, code }),
            };
            board.placement.kinds[kind] |= bit;
            board.placement.sides[usize::from(code & SECOND != 0)] |= bit;
        }
        check(&board.placement, rules)?;
        Ok(board)
    }

    /// Returns the record of this board. `tail` is the last eight bytes of the record.
    pub(super) fn write(&self, tail: [u8; 8]) -> Result<Record, Reason> {
        let Placement { kinds, sides: [first, second] } = self.placement;
        let all = kinds.into_iter().fold(first | second, |all, kind| all | kind);
        if all.count_ones() > MOST_PIECES {
            return Err(Reason::Pieces(all.count_ones()));
        }
        let stray = self.unmoved_rooks & !kinds[ROOK];
        let mut record = [0; RECORD];
        record[..8].copy_from_slice(&all.to_le_bytes());
        record[24..].copy_from_slice(&tail);
        for (n, square) in Bitboard(all | stray).into_iter().enumerate() {
            let bit = 1 << square.index();
            let mut kinds = (0..).zip(kinds).filter(|(_, kind)| kind & bit != 0).map(|(number, _)| number);
            let (Some(kind), None) = (kinds.next(), kinds.next()) else { return Err(Reason::Sets(square)) };
            if (first & bit != 0) == (second & bit != 0) || stray & bit != 0 {
                return Err(Reason::Sets(square));
            }
            let kind = if self.unmoved_rooks & bit != 0 { UNMOVED_ROOK } else { kind };
            let code = if second & bit != 0 { kind | SECOND } else { kind };
            record[8 + n / 2] |= code << (4 * (n % 2));
        }
        Ok(record)
    }
}

/// Checks the kings and the pawns.
fn check(placement: &Placement, rules: Rules) -> Result<(), Reason> {
    let [pawns, .., kings] = placement.kinds;
    let kings = placement.sides.map(|side| (kings & side).count_ones());
    if rules.one_king() && kings != [1, 1] {
        return Err(Reason::Kings(kings));
    }
    match Bitboard(pawns & !PAWN_RANKS).into_iter().next() {
        Some(square) if rules.pawn_ranks() => Err(Reason::Pawn(square)),
        _ => Ok(()),
    }
}

/// Appends a record for each row to `bytes`. If a row cannot be written, returns its number, counted from 1, and the
/// reason, and leaves `bytes` unchanged.
pub(super) fn write_rows<B: Rows, L: Rows, const BYTES: usize>(
    boards: &B,
    labels: &L,
    bytes: &mut Vec<u8>,
    record: impl Fn(&B::Row, &L::Row) -> Result<[u8; BYTES], Reason>,
) -> Result<(), BadRecord> {
    assert_same_length(boards, Some(labels));
    let old = bytes.len();
    bytes.reserve(BYTES * boards.len());
    let rows = (0..boards.len()).filter_map(|n| boards.get(n).zip(labels.get(n)));
    for (n, (board, row)) in (1..).zip(rows) {
        match record(&board, &row) {
            Ok(record) => bytes.extend_from_slice(&record),
            Err(reason) => {
                bytes.truncate(old);
                return Err(BadRecord { record: n, reason });
            }
        }
    }
    Ok(())
}
