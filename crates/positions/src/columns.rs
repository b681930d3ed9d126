//! Positions as columns, one word a board.

use setwise::Color;

use crate::block::{BOARDS, Block, Read};
use crate::lines::{Lines, without_mark};
use crate::placement::Placement;
use crate::planes::Planes;
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
        let mut rest = without_mark(text);
        // Asked once of the whole text: lines of a text without any need not be asked.
        let odd = has_odd_bytes(rest);
        let mut number = first_line;
        let mut block = Block::new();
        while !rest.is_empty() {
            let Read { lines, bytes, boards } = block.read(rest);
            let (read, behind) = rest.split_at(bytes);
            let usual = boards.is_some_and(|boards| !odd && self.append_block(&mut block, boards, kings));
            if !usual {
                self.append_lines(read, number, kings, &mut bad);
            }
            rest = behind;
            number += lines;
        }
        number
    }

    /// Appends the boards of a block, if nothing is wrong with any of them. Whether that is so.
    fn append_block(&mut self, block: &mut Block, boards: usize, kings: Kings) -> bool {
        if !block.gather(boards) {
            return false;
        }
        let old = self.len();
        self.words().into_iter().for_each(|column| column.resize(old + boards, 0));
        let (mut wrong_byte, mut wrong_kings) = ([0; BOARDS], [0; BOARDS]);
        let ranks = block.ranks.each_ref().map(|rank| &rank[..boards]);
        let [a, b, c, d, e, f, g, h] = self.words().map(|column| &mut column[old..]);
        let output = [a, b, c, d, e, f, g, h, &mut wrong_byte[..boards], &mut wrong_kings[..boards]];
        setwise::auto().map(Planes, ranks, output);
        let wrong = wrong_byte.iter().any(|&word| word != 0)
            || kings == Kings::One && wrong_kings.iter().any(|&word| word != 0);
        if wrong {
            self.words().into_iter().for_each(|column| column.truncate(old));
        } else {
            self.side_to_move.extend_from_slice(&block.sides[..boards]);
        }
        !wrong
    }

    /// Appends lines one by one, each read with care.
    #[cold]
    fn append_lines(&mut self, text: &[u8], first_line: usize, kings: Kings, bad: &mut impl FnMut(BadLine)) {
        for (line, bytes) in Lines::within(text, first_line) {
            match read_line(bytes, kings) {
                Ok(position) => self.push(&position),
                Err(reason) => bad(BadLine { line, reason }),
            }
        }
    }

    fn words(&mut self) -> [&mut Vec<u64>; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }
}

/// Whether a text has a NUL byte, or a carriage return that does not stand at the end of a line.
fn has_odd_bytes(text: &[u8]) -> bool {
    let odd = |at: usize| text[at] == 0 || text.get(at + 1).is_some_and(|next| *next != b'\n');
    memchr::memchr2_iter(0, b'\r', text).any(odd)
}
