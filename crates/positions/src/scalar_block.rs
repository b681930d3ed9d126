//! Reads a block of lines without special instructions. The code of each letter is stored in the byte of its square. A
//! kernel then turns the bytes of all boards into bitboards.
//!
//! ```text
//! "r3k2r/p1ppqpb1/..."         files a to h         after them
//!                       rank 8  r . . . k . . r     /
//!                       rank 7  p . p p q p b .     /
//! ```
//!
//! For each byte of a placement, a loop stores the code of the byte and then advances by the number of squares that the
//! byte fills. A slash fills the ninth byte of its rank and the padding after that byte. All ranks have eight squares
//! if the ninth byte of every rank except the last is a slash, and the placement ends after the last square. This is
//! checked once per board, so no branch depends on a letter.
//!
//! A line is unusual if it contains an error, starts with a blank, has more than `LONGEST_LINE` bytes including its
//! line end, or has anything but one space between the placement and the side to move. If a block contains an unusual
//! line, [`read_line`](crate::read_line) reads all lines of the block again, one by one.

use setwise::{Backend, Color};

use crate::block_reader::{BOARDS, BlockOutcome, BlockReader, fast_side, letters};
use crate::piece_sets::PieceSetsOfRanks;
use crate::placement::{CODES, FILLS, STROKE};

/// The number of bytes of a rank: eight squares, a slash and padding.
const RANK: usize = 16;
/// The number of bytes of a mailbox, which stores a board as one code per square, rank 8 first.
const MAILBOX: usize = 8 * RANK;
/// The index of the mailbox byte after the last square, at which a complete placement ends.
const END: usize = 7 * RANK + 8;

/// The number of bytes searched for the end of a placement. A placement and the blank after it have at most 72 bytes.
/// The window is eight bytes longer.
const WINDOW: usize = 80;

/// A block of boards as mailboxes, and the ends of their lines.
#[derive(Debug, Clone)]
pub(crate) struct ScalarBlock {
    /// The end of each line: the index after its newline.
    ends: [usize; BOARDS],
    mailboxes: [[u8; MAILBOX]; BOARDS],
    /// Ranks 1 to 8, one byte per file, with file a lowest: the inputs of [`PieceSetsOfRanks`].
    ranks: [[u64; BOARDS]; 8],
    /// The number of letters and digits of each placement.
    letters: [u64; BOARDS],
    /// The side to move on each board.
    sides: [Color; BOARDS],
}

impl ScalarBlock {
    pub(crate) fn new() -> Self {
        Self {
            ends: [0; BOARDS],
            mailboxes: [[0; MAILBOX]; BOARDS],
            ranks: [[0; BOARDS]; 8],
            letters: [0; BOARDS],
            sides: [Color::White; BOARDS],
        }
    }

    /// Finds the ends of at most [`BOARDS`] lines and returns the number of these lines. All ends are found before the
    /// first line is read. Otherwise each line would have to wait until the end of the previous line has been found.
    fn find_ends(&mut self, text: &[u8]) -> usize {
        let mut lines = 0;
        for (end, newline) in self.ends.iter_mut().zip(memchr::memchr_iter(b'\n', text)) {
            *end = newline + 1;
            lines += 1;
        }
        if lines < BOARDS && !text.ends_with(b"\n") {
            self.ends[lines] = text.len();
            lines += 1;
        }
        lines
    }

    /// Reads the lines into the mailboxes. Returns the number of boards, or `None` if a line is unusual.
    fn read_lines(&mut self, text: &[u8], lines: usize) -> Option<usize> {
        let (mut start, mut boards) = (0, 0);
        for &end in &self.ends[..lines] {
            if !matches!(text[start], b'\n' | b'\r' | b'#') {
                let (side, bytes) = read_usual_line(&text[start..], end - start, &mut self.mailboxes[boards])?;
                (self.sides[boards], self.letters[boards]) = (side, letters(bytes));
                boards += 1;
            }
            start = end;
        }
        Some(boards)
    }

    /// Copies the codes of the first `boards` boards from the mailboxes to `ranks`. Returns whether, on each of these
    /// boards, the ninth byte of every rank except the last is a slash.
    // Loading a word waits until all its bytes have been stored. This function is therefore called after all lines have
    // been read, not after each line.
    fn gather(&mut self, boards: usize) -> bool {
        let mut wrong = 0;
        for (n, mailbox) in self.mailboxes[..boards].iter().enumerate() {
            let words: &[[u8; 8]; 2 * 8] = mailbox.as_chunks().0.try_into().expect("two words a rank");
            for rank in 0..8 {
                self.ranks[7 - rank][n] = u64::from_le_bytes(words[2 * rank]);
                let stroke = if rank < 7 { STROKE } else { 0 };
                wrong |= u64::from_le_bytes(words[2 * rank + 1]) ^ u64::from(stroke);
            }
        }
        wrong == 0
    }
}

impl BlockReader for ScalarBlock {
    fn read(&mut self, text: &[u8]) -> BlockOutcome {
        let lines = self.find_ends(text);
        let bytes = self.ends[lines - 1];
        let boards = if has_odd_bytes(&text[..bytes]) { None } else { self.read_lines(text, lines) };
        BlockOutcome { lines, bytes, boards }
    }

    fn write(&mut self, backend: Backend, columns: [&mut [u64]; 9]) -> bool {
        let boards = columns[0].len();
        if !self.gather(boards) {
            return false;
        }
        let mut wrong = [0; BOARDS];
        let [a, b, c, d, e, f, g, h, wrong_kings] = columns;
        let [i, j, k, l, m, n, o, p] = self.ranks.each_ref().map(|rank| &rank[..boards]);
        let input = [i, j, k, l, m, n, o, p, &self.letters[..boards]];
        backend.map(PieceSetsOfRanks, input, [a, b, c, d, e, f, g, h, wrong_kings, &mut wrong[..boards]]);
        wrong.iter().all(|&word| word == 0)
    }

    fn sides(&self) -> &[Color; BOARDS] {
        &self.sides
    }
}

/// Returns whether `lines` contains a NUL byte, or a carriage return that is not at the end of a line. `lines` must
/// consist of whole lines.
fn has_odd_bytes(lines: &[u8]) -> bool {
    let odd = |at: usize| lines[at] == 0 || lines.get(at + 1).is_some_and(|next| *next != b'\n');
    memchr::memchr2_iter(0, b'\r', lines).any(odd)
}

/// Reads the first line of a text into the mailbox. The line has `bytes` bytes, including its line end. Returns the
/// side to move and the number of bytes of the placement, or `None` if the line is unusual.
#[inline(always)]
fn read_usual_line(text: &[u8], bytes: usize, mailbox: &mut [u8; MAILBOX]) -> Option<(Color, usize)> {
    let placement = put_letters(text, mailbox)?;
    Some((fast_side(&text[..bytes], placement)?, placement))
}

/// Stores the code of each letter of a placement in the byte of its square. Returns the number of bytes of the
/// placement. Returns `None` if the first [`WINDOW`] bytes have no blank, or if the letters before the blank do not
/// fill exactly the first [`END`] bytes of the mailbox.
///
/// The loop takes eight bytes at a time, so the CPU mispredicts the end of the loop less often. In the last eight
/// bytes, the blank and the bytes after it are replaced by 0, which fills no square.
// This function is not inlined, so that all registers are available to the loop.
#[inline(never)]
fn put_letters(text: &[u8], mailbox: &mut [u8; MAILBOX]) -> Option<usize> {
    let mut padded = [0; WINDOW];
    let window = text.first_chunk::<WINDOW>().unwrap_or_else(|| {
        padded[..text.len()].copy_from_slice(text);
        &padded
    });
    *mailbox = [0; MAILBOX];
    let mut place = 0;
    let mut put = |byte: u8| {
        // An index beyond the mailbox wraps around. This does no harm, because `place` is then greater than `END`, so
        // the function returns `None`.
        mailbox[place % MAILBOX] = CODES[usize::from(byte)];
        place += usize::from(FILLS[usize::from(byte)]);
    };
    for (n, eight) in window.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*eight);
        if let Some(blank) = first_blank(word) {
            let before = word & ((1 << (8 * blank)) - 1);
            before.to_le_bytes().into_iter().for_each(put);
            return (place == END).then_some(8 * n + blank);
        }
        eight.iter().for_each(|&byte| put(byte));
    }
    None
}

/// Returns the index of the first blank or control character in a word, from the lowest byte up. Returns `None` if all
/// bytes are greater than a blank.
#[inline(always)]
fn first_blank(word: u64) -> Option<usize> {
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    const TO_HIGH: u64 = u64::from_le_bytes([0x80 - (b' ' + 1); 8]);
    // The high bit of a byte of `more` is 1 if the same byte of `word` is greater than a blank.
    let more = ((word & !HIGH) + TO_HIGH) | word;
    let blanks = !more & HIGH;
    (blanks != 0).then(|| blanks.trailing_zeros() as usize / 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LONGEST_LINE;

    fn boards(line: &str) -> Option<usize> {
        ScalarBlock::new().read(line.as_bytes()).boards
    }

    #[test]
    fn a_line_is_usual_up_to_the_longest() {
        let line = |bytes: usize| format!("{:<1$}\n", "8/8/4k3/8/8/4K3/8/8 w", bytes - 1);
        for bytes in [24, 71, 72, 79, 80, 81, LONGEST_LINE] {
            assert_eq!(boards(&line(bytes)), Some(1), "{bytes} bytes");
        }
        assert_eq!(boards(&line(LONGEST_LINE + 1)), None, "a line with one byte more is unusual");
    }
}
