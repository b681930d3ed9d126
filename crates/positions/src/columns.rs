//! Positions as columns, one word a board.

use setwise::Color;

use crate::line::{LONGEST_LINE, read_short};
use crate::placement::Placement;
use crate::{BadLine, Kings, Position, read_line};

/// Positions as columns: board `i` is element `i` of each; a1 = bit 0. Used again after [`clear`](Self::clear), they allocate
/// nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names of pieces say what they are")]
pub struct Columns {
    pub pawns: Vec<u64>,
    pub knights: Vec<u64>,
    pub bishops: Vec<u64>,
    pub rooks: Vec<u64>,
    pub queens: Vec<u64>,
    pub kings: Vec<u64>,
    pub white: Vec<u64>,
    pub black: Vec<u64>,
    pub side_to_move: Vec<Color>,
}

impl Columns {
    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.side_to_move.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.side_to_move.is_empty()
    }

    /// Takes all positions out and keeps the room.
    pub fn clear(&mut self) {
        self.words().into_iter().for_each(Vec::clear);
        self.side_to_move.clear();
    }

    /// Makes room for so many positions more.
    pub fn reserve(&mut self, positions: usize) {
        self.words().into_iter().for_each(|column| column.reserve(positions));
        self.side_to_move.reserve(positions);
    }

    /// Adds a position.
    #[inline(always)]
    pub fn push(&mut self, position: &Position) {
        let Placement { kinds, sides } = position.placement;
        for (column, word) in self.words().into_iter().zip(kinds.into_iter().chain(sides)) {
            column.push(word);
        }
        self.side_to_move.push(position.side_to_move);
    }

    /// Position `n`; `None` past the last.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<Position> {
        let side_to_move = *self.side_to_move.get(n)?;
        let kinds =
            [&self.pawns, &self.knights, &self.bishops, &self.rooks, &self.queens, &self.kings].map(|kind| kind[n]);
        Some(Position { placement: Placement { kinds, sides: [self.white[n], self.black[n]] }, side_to_move })
    }

    /// Appends every position of a text of lines, the first of which has the number `first_line`. Gives the number of the line
    /// behind the last.
    ///
    /// `bad` hears of each line that is no position; such a line leaves the columns as they were, and the next one is read.
    pub fn append(&mut self, text: &[u8], first_line: usize, kings: Kings, mut bad: impl FnMut(BadLine)) -> usize {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        // Asked once of the whole text: lines of a text without any need not be asked.
        let has_nul = memchr::memchr(0, text).is_some();
        let (mut rest, mut number) = (text, first_line);
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = rest[..end].trim_ascii();
            if !line.is_empty() && line[0] != b'#' {
                let careful = has_nul || line.len() > LONGEST_LINE;
                let position = if careful { read_line(line, kings) } else { read_short(line, kings) };
                match position {
                    Ok(position) => self.push(&position),
                    Err(reason) => bad(BadLine { line: number, reason }),
                }
            }
            rest = rest.get(end + 1..).unwrap_or_default();
            number += 1;
        }
        number
    }

    fn words(&mut self) -> [&mut Vec<u64>; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }
}
