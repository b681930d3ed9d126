//! A block of lines: what all ways of reading have in common.
//!
//! A way reads the usual lines of a block without saying what is wrong with the others. If it cannot read all of them, the
//! reader reads the block again, line by line.

use std::fmt::Debug;

use setwise::{Backends, Color};

use crate::line::LONGEST_LINE;

/// The number of boards in a block. The bytes and words of all of them fit into the first-level cache.
pub(crate) const BOARDS: usize = 64;

/// A way of reading blocks, with the space it needs for one.
pub(crate) trait Block: Debug + Send + Sync {
    /// Reads lines until the block is full or the text ends. The text is not empty.
    fn read(&mut self, text: &[u8]) -> Read;

    /// Writes the boards that were read: pawns, knights, bishops, rooks, queens, kings; white, black. The last column gets a
    /// word for each board that is 0 if each side has one king. Returns `false` if a board turns out to be wrong, and then
    /// the columns have no meaning. The columns have as many elements as there are boards.
    fn write(&mut self, backend: Backends, columns: [&mut [u64]; 9]) -> bool;

    /// Returns the side to move on each board, followed by others if the block is not full.
    fn sides(&self) -> &[Color; BOARDS];
}

/// What a block has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Read {
    /// The number of lines.
    pub(crate) lines: usize,
    /// The number of bytes in these lines, line ends included.
    pub(crate) bytes: usize,
    /// The number of boards among the lines, or `None` if some line is unusual.
    pub(crate) boards: Option<usize>,
}

/// Returns the side to move in a line whose placement has `placement` bytes, or `None` if the line is unusual. The line
/// includes its line end.
#[inline(always)]
pub(crate) fn usual_side(line: &[u8], placement: usize) -> Option<Color> {
    let &[b' ', side, ref rest @ ..] = line.get(placement..)? else { return None };
    if rest.first().is_some_and(|byte| !b" \t\r\n".contains(byte)) {
        return None;
    }
    // The side to move cannot be predicted, so nothing branches on it.
    let (white, black) = (side == b'w', side == b'b');
    let usual = (white | black) & (line.len() <= LONGEST_LINE);
    usual.then_some(Color::ALL[usize::from(black)])
}
