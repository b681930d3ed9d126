//! Games that are rows of a table or lines of UCI.

use setwise_positions::column;

use crate::bytes::is_blank;
use crate::chunks::GameChunk;
use crate::details::decode;

impl GameChunk {
    /// Appends a game that is a row of a table: its tags and its moves. The moves may be in several parts, such as one
    /// text for each move. `number` is the number of the game, and `line` the number of its line or row, for
    /// [`BadGame`](crate::BadGame).
    ///
    /// The moves are the text of one game in PGN, with a line for each part. The text may lack tags and a result. If it
    /// has no result, the tag `Result` is used instead. The tags `FEN` and `Variant` have the same meaning as in PGN. A
    /// semicolon between moves separates them, as in `e2e4;e7e5`. It begins a comment only if it follows a blank and a
    /// later line continues the game.
    ///
    /// ```
    /// use setwise_games::{GameChunk, Plies, Reader, Selection};
    ///
    /// let mut chunk = GameChunk::default();
    /// chunk.push_row(1, 2, [("Result", "1-0")], [&b"e2e4"[..], b"e7e5"]);
    /// chunk.push_row(2, 3, [("FEN", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")], [&b"1. O-O-O Ke7 2. Rd7+"[..]]);
    /// let mut plies = Plies::default();
    /// Reader::new(Selection::default()).append(&chunk, &mut plies, |bad| panic!("{bad}"));
    /// assert_eq!(plies.game, [1, 1, 1, 2, 2, 2, 2]);
    /// assert_eq!(plies.labels.result, [2, 2, 2, 3, 3, 3, 3]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the chunk has games from a text.
    pub fn push_row<'a>(
        &mut self,
        number: usize,
        line: usize,
        tags: impl IntoIterator<Item = (&'a str, &'a str)>,
        moves: impl IntoIterator<Item = &'a [u8]>,
    ) {
        assert_eq!(self.starts.len(), self.rows.len(), "the chunk has games from a text");
        self.starts.push(self.text.len());
        self.rows.push((number, line));
        for (name, value) in tags {
            self.text.extend_from_slice(format!("[{name} \"").as_bytes());
            for byte in value.bytes() {
                self.text.extend(matches!(byte, b'"' | b'\\').then_some(b'\\'));
                self.text.push(byte);
            }
            self.text.extend_from_slice(b"\"] ");
        }
        for part in moves {
            self.text.extend_from_slice(part);
            self.text.push(b'\n');
        }
    }

    /// Appends a game that is a line of UCI: moves from the start position, or `position fen FEN moves ...`. The words
    /// `position`, `startpos` and `moves` may be missing if there is no FEN. `number` and `line` are as in
    /// [`push_row`](Self::push_row). The columns of errors are those of `text`.
    ///
    /// ```
    /// use setwise_games::{GameChunk, Plies, Reader, Selection};
    ///
    /// let mut chunk = GameChunk::default();
    /// chunk.push_uci(1, 1, b"e2e4 e7e5 g1f3");
    /// chunk.push_uci(2, 2, b"position startpos moves d2d4");
    /// chunk.push_uci(3, 3, b"position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q e8e7");
    /// let mut plies = Plies::default();
    /// Reader::new(Selection::default()).append(&chunk, &mut plies, |bad| panic!("{bad}"));
    /// assert_eq!(plies.game, [1, 1, 1, 1, 2, 2, 3, 3, 3]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the chunk has games from a text.
    pub fn push_uci(&mut self, number: usize, line: usize, text: &[u8]) {
        let (word, after) = first_word(text);
        let rest = if word == b"position" { after } else { text };
        let (word, after) = first_word(rest);
        let start = self.text.len();
        let (fen, parts) = match word {
            b"fen" => {
                let (fen, moves) = before_moves(after);
                (Some(fen), vec![moves])
            }
            b"startpos" => {
                let (others, moves) = before_moves(after);
                (None, if others.is_empty() { vec![moves] } else { vec![others, moves] })
            }
            b"moves" => (None, vec![after]),
            _ => (None, vec![rest]),
        };
        let decoded = fen.map(decode);
        self.push_row(number, line, decoded.iter().map(|fen| ("FEN", &**fen)), parts.iter().copied());
        let column_of = |part: &[u8]| column(text, part.as_ptr().addr() - text.as_ptr().addr());
        self.columns.extend(fen.map(|fen| (start + "[FEN \"".len(), column_of(fen))));
        let mut at = self.text.len();
        for part in parts.iter().rev() {
            at -= part.len() + 1;
            self.columns.push((at, column_of(part)));
        }
    }

    /// Returns whether the games are rows. Such games need no result.
    pub(crate) fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }
}

/// Splits a text after its first word.
fn first_word(text: &[u8]) -> (&[u8], &[u8]) {
    let text = text.trim_ascii_start();
    text.split_at(text.iter().position(|byte| is_blank(*byte)).unwrap_or(text.len()))
}

/// Splits a text at its first word `moves`, which belongs to neither part.
fn before_moves(text: &[u8]) -> (&[u8], &[u8]) {
    let mut rest = text;
    loop {
        let (word, after) = first_word(rest);
        match word {
            b"" => return (text.trim_ascii(), word),
            b"moves" => return (text[..text.len() - after.len() - word.len()].trim_ascii(), after),
            _ => rest = after,
        }
    }
}
