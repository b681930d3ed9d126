//! Many lines at once: letters are put where they belong, a byte a square, and a kernel turns bytes into bits.
//!
//! ```text
//! "r3k2r/p1ppqpb1/..."         files a to h         behind them
//!                       rank 8  r . . . k . . r     /
//!                       rank 7  p . p p q p b .     /
//! ```
//!
//! Per byte: store what it means, go on by as many squares as it fills. A stroke takes the ninth place of its rank and the rest
//! of it, so where all ranks have eight squares the strokes stand one below the other, and that is looked at once a board. No
//! branch depends on a letter.
//!
//! What is unusual (blanks before a position, more than one between fields, an error) is not told apart here: if a block has
//! such a line, all its lines are read again by [`read_line`](crate::read_line), one after the other.

use setwise::Color;

use crate::letters::{CODES, FILLS, STROKE};
use crate::line::LONGEST_LINE;

/// Boards a block: bytes and words of all together stay in the first-level cache.
pub(crate) const BOARDS: usize = 64;

/// Eight squares and a stroke, padded.
const RANK: usize = 16;
/// A board as letters, rank 8 first.
const MAILBOX: usize = 8 * RANK;
/// Where a placement ends that has filled all ranks.
const END: usize = 7 * RANK + 8;

/// More bytes than a placement and a blank have, 72, in whole words.
const WINDOW: usize = 80;

/// A block of boards as letters, and where they are read from.
#[derive(Debug, Clone)]
pub(crate) struct Mailboxes {
    /// Where each line ends, behind its newline.
    ends: [usize; BOARDS],
    mailboxes: [[u8; MAILBOX]; BOARDS],
    /// Ranks 1 to 8, a byte a file, file a lowest: what [`Planes`](crate::planes::Planes) takes.
    pub(crate) ranks: [[u64; BOARDS]; 8],
    /// Who is to move on each board.
    pub(crate) sides: [Color; BOARDS],
}

/// How far a block has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Read {
    /// Lines, line ends included.
    pub(crate) lines: usize,
    /// Their bytes.
    pub(crate) bytes: usize,
    /// How many of them are boards; `None` where some line is unusual.
    pub(crate) boards: Option<usize>,
}

impl Mailboxes {
    pub(crate) fn new() -> Self {
        Self {
            ends: [0; BOARDS],
            mailboxes: [[0; MAILBOX]; BOARDS],
            ranks: [[0; BOARDS]; 8],
            sides: [Color::White; BOARDS],
        }
    }

    /// Reads as many lines as fit.
    pub(crate) fn read(&mut self, text: &[u8]) -> Read {
        let lines = self.find_ends(text);
        let bytes = self.ends[lines - 1];
        let boards = self.read_lines(text, lines);
        Read { lines, bytes, boards }
    }

    /// Where lines end; gives their number. All at once and first: the next line's start would else wait for this line's end.
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

    /// Puts the letters of lines into mailboxes. Gives the number of boards; `None` at the first unusual line.
    fn read_lines(&mut self, text: &[u8], lines: usize) -> Option<usize> {
        let (mut start, mut boards) = (0, 0);
        for &end in &self.ends[..lines] {
            if !matches!(text[start], b'\n' | b'\r' | b'#') {
                self.sides[boards] = read_usual_line(&text[start..], end - start, &mut self.mailboxes[boards])?;
                boards += 1;
            }
            start = end;
        }
        Some(boards)
    }

    /// Moves so many boards from letters to ranks. Whether every stroke stands where it should.
    // After all lines are read: a word read where bytes have just been stored one by one would wait for each of them.
    pub(crate) fn gather(&mut self, boards: usize) -> bool {
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

/// Puts the letters of the line of so many bytes, its end included, at the start of a text into the mailbox. Gives who is to
/// move; `None` where the line is unusual.
#[inline(always)]
fn read_usual_line(text: &[u8], bytes: usize, mailbox: &mut [u8; MAILBOX]) -> Option<Color> {
    let length = put_letters(text, mailbox)?;
    let &[b' ', side, ref rest @ ..] = text.get(length..bytes)? else { return None };
    if rest.first().is_some_and(|byte| !b" \t\r\n".contains(byte)) {
        return None;
    }
    // Whose move it is cannot be foretold, so nothing branches on it.
    let (white, black) = (side == b'w', side == b'b');
    let usual = (white | black) & (bytes <= LONGEST_LINE);
    usual.then_some(Color::ALL[usize::from(black)])
}

/// Puts the letters of a placement where they belong. Gives its length; `None` if they do not end where a board ends.
///
/// Eight bytes at a time, so that the loop's end is missed by the branch predictor less often; what stands behind a blank in
/// the last eight is wiped, and a wiped byte fills nothing.
// A function of its own, so that its loop has all registers for itself.
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
        // A place beyond the board wraps; then the last place is not the end.
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

/// The first byte of a word, from the lowest, that is a blank or a control character.
#[inline(always)]
fn first_blank(word: u64) -> Option<usize> {
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    const TO_HIGH: u64 = u64::from_le_bytes([0x80 - (b' ' + 1); 8]);
    // In each byte: the high bit becomes set by what is more than a blank.
    let more = ((word & !HIGH) + TO_HIGH) | word;
    let blanks = !more & HIGH;
    (blanks != 0).then(|| blanks.trailing_zeros() as usize / 8)
}
