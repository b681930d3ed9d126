//! Viriformat: games, each a board and its moves.
//!
//! ```text
//! 32 bytes   the start position, a record of marlinformat
//!  4 bytes   a move, and the score of the position in which it was made (16 bits, signed, positive if good for White)
//!  ...
//!  4 bytes   zero
//!
//! a move, 16 bits    bits 0 to 5   from     bits 12 and 13   promotion: knight 0, bishop 1, rook 2, queen 3
//!                    bits 6 to 11  to       bits 14 and 15   en passant 1, castling 2, promotion 3, otherwise 0
//! ```
//!
//! The king castles by moving to the square of its rook. The format is that of the engine Viridithas; the description follows the
//! README of the crate `viriformat`.
//!
//! A game consists of its positions before each move, each with the score of that move, and with the result and the
//! extra byte of the start position. The position after the last move has no score and is dropped, as in the crate
//! `viriformat`. A game without moves consists of its start position, with its score.
//!
//! Moves are made, but not checked against the rules of chess: a knight may move like a bishop. A move that cannot be
//! made at all is an error, and then none of the positions of the game are read.

use std::iter;

use super::board::write_rows;
use super::moves::Game;
use super::{BadRecord, Labels, RECORD, Reason, marlinformat};
use crate::columns::assert_same_length;
use crate::{Columns, Rules};

/// The largest number of moves in a game, counting the moves of both sides. No game of chess can be that long.
pub const LONGEST_GAME: usize = 1 << 16;

/// The bytes after the last move.
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

    /// Appends the positions of whole games, and their labels to `labels`, if given. The first game has the number
    /// `first_game`. Returns the number after the last game.
    ///
    /// Calls `bad` for each game with an error, and for an incomplete game at the end. The whole game is skipped and
    /// reading continues.
    ///
    /// # Panics
    ///
    /// Panics if `labels` does not have as many rows as `columns`.
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

/// Returns the whole games at the start of `bytes`, one after the other.
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

/// Appends the positions of a whole game. After an error, some of them have been appended.
fn append_game(
    game: &[u8],
    rules: Rules,
    columns: &mut Columns,
    labels: &mut Option<&mut Labels>,
) -> Result<(), Reason> {
    let (start, rest) = game.split_first_chunk().expect("a whole game starts with a board");
    let (position, row) = marlinformat::read(start, rules)?;
    let mut state = Game { position, labels: row };
    let mut append = |state: &Game| {
        columns.push(&state.position);
        if let Some(labels) = labels {
            labels.push(&state.labels);
        }
    };
    let (_, moves) = rest.as_chunks::<4>().0.split_last().expect("a whole game has an end");
    if moves.is_empty() {
        append(&state);
    }
    for (number, &[move_0, move_1, score_0, score_1]) in (1..).zip(moves) {
        state.labels.score = i16::from_le_bytes([score_0, score_1]);
        append(&state);
        let code = u16::from_le_bytes([move_0, move_1]);
        state.make(code, rules).map_err(|fault| Reason::Move { number, fault })?;
    }
    Ok(())
}

/// Appends a game without moves for each position to `bytes`. Reading these games returns the same positions with their
/// scores.
///
/// # Errors
///
/// Returns the first position that a game cannot hold, counted from 1. `bytes` is then unchanged.
///
/// # Panics
///
/// Panics if the columns do not have the same length.
pub fn write(columns: &Columns, labels: &Labels, bytes: &mut Vec<u8>) -> Result<(), BadRecord> {
    write_rows(columns, labels, bytes, |position, row| {
        let mut game = [0; RECORD + END.len()];
        game[..RECORD].copy_from_slice(&marlinformat::record(position, row)?);
        Ok(game)
    })
}
