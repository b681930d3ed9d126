//! Viriformat: games, each a board and its moves.
//!
//! ```text
//! 32 bytes   the start position, a record of marlinformat
//!  4 bytes   a move, and the score of the position in which it was made (16 bits, signed, positive if good for White)
//!  ...
//!  4 bytes   zero
//! ```
//!
//! [`Move`] describes the 16 bits of a move. The engine Viridithas uses this format. The
//! description follows the README of the crate `viriformat`.
//!
//! Each move of a game yields one position: the position before the move, with the score stored next to the move. All
//! positions of a game get the result and the extra byte from the record of the start position. The position after the
//! last move has no score and is dropped, as in the crate `viriformat`. A game without moves yields its start position,
//! with the score in the start record.
//!
//! Moves are not checked against the rules of chess, so a knight may move like a bishop. A move that cannot be made at
//! all is an error, and no position of its game is read.

use std::iter;

use super::board::write_rows;
use super::{BadRecord, LabelRow, Labels, RECORD, Reason, marlinformat};
use crate::columns::assert_same_length;
use crate::moves::{Board, Move};
use crate::{Columns, RightsRow, Rules};

/// The largest number of moves in a game, counting the moves of both sides. No game of chess can be that long.
pub const LONGEST_GAME: usize = 1 << 16;

/// The four bytes that end a game, after its last move.
const END: [u8; 4] = [0; 4];

/// Reads games and appends their positions to columns.
#[derive(Debug, Clone)]
pub struct Reader {
    rules: Rules,
}

impl Reader {
    /// Returns a reader for games whose positions `rules` accepts.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// Appends the positions of whole games to `columns`, and the labels of these positions to `labels` if given. The
    /// first game has the number `first_game`. Returns the number of the next game after `bytes`.
    ///
    /// Calls `bad` for each game with an error, and for an incomplete game at the end. The whole game is skipped and
    /// reading continues.
    ///
    /// # Panics
    ///
    /// Panics if `labels` and `columns` have different numbers of rows.
    pub fn append(
        &mut self,
        bytes: &[u8],
        first_game: usize,
        columns: &mut Columns,
        mut labels: Option<&mut Labels>,
        mut bad: impl FnMut(BadRecord),
    ) -> usize {
        assert_same_length(columns, labels.as_deref());
        let (mut number, mut whole) = (first_game, 0);
        for game in games(bytes) {
            let old = columns.len();
            if let Err(reason) = append_game(game, self.rules, columns, &mut labels) {
                columns.truncate(old);
                if let Some(labels) = &mut labels {
                    labels.truncate(old);
                }
                bad(BadRecord { record: number, reason });
            }
            (number, whole) = (number + 1, whole + game.len());
        }
        let incomplete = bytes.len() - whole;
        if incomplete != 0 {
            let reason = if incomplete < RECORD { Reason::Truncated(incomplete) } else { Reason::NoEnd };
            bad(BadRecord { record: number, reason });
            number += 1;
        }
        number
    }
}

/// Returns an iterator over the whole games at the start of `bytes`.
pub fn games(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    iter::from_fn(move || {
        let moves = rest.get(RECORD..)?.as_chunks().0;
        let end = moves.iter().take(LONGEST_GAME + 1).position(|step| *step == END)?;
        let (game, after) = rest.split_at(RECORD + (end + 1) * END.len());
        rest = after;
        Some(game)
    })
}

/// Appends the positions of a whole game. If an error is returned, some of the positions may have been appended.
fn append_game(
    game: &[u8],
    rules: Rules,
    columns: &mut Columns,
    labels: &mut Option<&mut Labels>,
) -> Result<(), Reason> {
    let (start, rest) = game.split_first_chunk().expect("a whole game starts with a board");
    let (position, row) = marlinformat::read(start, rules)?;
    let LabelRow { halfmove_clock, fullmove_number, en_passant, unmoved_rooks, .. } = row;
    let rights = RightsRow { unmoved_rooks, en_passant };
    let mut board = Board { position, rights, halfmove_clock, fullmove_number };
    let mut append = |board: &Board, score: i16| {
        columns.push(&board.position);
        if let Some(labels) = labels {
            let &Board { rights: RightsRow { unmoved_rooks, en_passant }, halfmove_clock, fullmove_number, .. } = board;
            labels.push(&LabelRow { score, halfmove_clock, fullmove_number, en_passant, unmoved_rooks, ..row });
        }
    };
    let (_, moves) = rest.as_chunks::<4>().0.split_last().expect("a whole game has an end");
    if moves.is_empty() {
        append(&board, row.score);
    }
    for (number, &[move_0, move_1, score_0, score_1]) in (1..).zip(moves) {
        append(&board, i16::from_le_bytes([score_0, score_1]));
        let step = Move(u16::from_le_bytes([move_0, move_1]));
        board.make(step, rules).map_err(|fault| Reason::Move { number, fault })?;
    }
    Ok(())
}

/// Appends each position to `bytes` as a game without moves. Reading these games returns the same positions and labels.
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
    write_rows(columns, labels, bytes, |position, row| {
        let mut game = [0; RECORD + END.len()];
        game[..RECORD].copy_from_slice(&marlinformat::record(position, row)?);
        Ok(game)
    })
}
