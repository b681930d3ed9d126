//! The interface of all strategies for reading a block of lines.
//!
//! A strategy detects that a block contains an invalid line, but not which line or why. If the strategy cannot read all
//! lines of a block, the reader reads the block again, line by line, and reports the errors.

use std::fmt::Debug;

use setwise::{Backend, Color};

use crate::LONGEST_LINE;

/// The largest number of boards in a block. The buffers for a block of this size fit into the first-level cache.
pub(crate) const BOARDS: usize = 64;

/// Reads one block of lines after another with one strategy, and holds the buffers for a block.
pub(crate) trait BlockReader: Debug + Send + Sync {
    /// Reads lines until the block is full or the text ends. The text must not be empty.
    fn read(&mut self, text: &[u8]) -> BlockOutcome;

    /// Writes the boards of the block to the columns, in this order: pawns, knights, bishops, rooks, queens, kings,
    /// white, black. For each board, the ninth column receives a word that is 0 if each side has exactly one king.
    /// Each column must have one element per board. Returns `false` if a board is invalid; the contents of the columns
    /// are then unspecified.
    fn write(&mut self, backend: Backend, columns: [&mut [u64]; 9]) -> bool;

    /// Returns the side to move on each board. If the block is not full, the elements after the last board are
    /// unspecified.
    fn sides(&self) -> &[Color; BOARDS];
}

/// Says how much of the text a block covers, and whether its boards were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BlockOutcome {
    /// The number of lines in the block.
    pub(crate) lines: usize,
    /// The number of bytes in these lines, line ends included.
    pub(crate) bytes: usize,
    /// The number of boards read from these lines, or `None` if the lines must be read again, one by one.
    pub(crate) boards: Option<usize>,
}

/// Returns the number of letters and digits in a placement of eight ranks with this number of bytes.
#[inline(always)]
pub(crate) fn letters(placement: usize) -> u64 {
    const SLASHES: usize = 7;
    placement.wrapping_sub(SLASHES) as u64
}

/// Returns the side to move of a line whose placement has `placement` bytes. `line` includes its line end. Returns
/// `None` if the placement is not followed by a space and the field `w` or `b`, or if `line` is longer than
/// [`LONGEST_LINE`].
#[inline(always)]
pub(crate) fn fast_side(line: &[u8], placement: usize) -> Option<Color> {
    let &[b' ', side, ref rest @ ..] = line.get(placement..)? else { return None };
    if rest.first().is_some_and(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
        return None;
    }
    // The CPU cannot predict the side to move, so no branch depends on it.
    let (white, black) = (side == b'w', side == b'b');
    let usual = (white | black) & (line.len() <= LONGEST_LINE);
    usual.then_some(Color::ALL[usize::from(black)])
}
