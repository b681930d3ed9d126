//! The interface of all strategies for reading a block of lines.
//!
//! A strategy detects invalid lines, but does not find the reasons. If the strategy cannot read all lines of a block,
//! the reader reads the block again, line by line.

use std::fmt::Debug;

use setwise::{Backend, Color};

use crate::LONGEST_LINE;

/// The largest number of boards in a block. The bytes and words of all these boards fit into the first-level cache.
pub(crate) const BOARDS: usize = 64;

/// A strategy for reading blocks, with the space that it needs for one block.
pub(crate) trait BlockReader: Debug + Send + Sync {
    /// Reads lines until the block is full or the text ends. The text must not be empty.
    fn read(&mut self, text: &[u8]) -> BlockOutcome;

    /// Writes the boards that were read to columns: pawns, knights, bishops, rooks, queens, kings; white, black. The
    /// last column receives a word for each board. This word is 0 if each side has exactly one king. Each column must
    /// have one element per board. Returns `false` if a board is invalid. In this case, the contents of the columns
    /// have no meaning.
    fn write(&mut self, backend: Backend, columns: [&mut [u64]; 9]) -> bool;

    /// Returns the side to move on each board. If the block is not full, the elements after the last board have no meaning.
    fn sides(&self) -> &[Color; BOARDS];
}

/// The result of reading a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BlockOutcome {
    /// The number of lines.
    pub(crate) lines: usize,
    /// The number of bytes in these lines, line ends included.
    pub(crate) bytes: usize,
    /// The number of boards among the lines, or `None` if the lines must be read again, one by one.
    pub(crate) boards: Option<usize>,
}

/// Returns the side to move of a line, or `None` if the line is unusual. The line includes its line end, and its
/// placement has `placement` bytes.
#[inline(always)]
pub(crate) fn usual_side(line: &[u8], placement: usize) -> Option<Color> {
    let &[b' ', side, ref rest @ ..] = line.get(placement..)? else { return None };
    if rest.first().is_some_and(|byte| !b" \t\r\n".contains(byte)) {
        return None;
    }
    // The side to move cannot be predicted, so no branch depends on it.
    let (white, black) = (side == b'w', side == b'b');
    let usual = (white | black) & (line.len() <= LONGEST_LINE);
    usual.then_some(Color::ALL[usize::from(black)])
}
