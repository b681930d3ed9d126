//! The bytes that separate the words of PGN, and the results of games.

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// White won: `1-0`.
    White,
    /// Black won: `0-1`.
    Black,
    /// A draw: `1/2-1/2`.
    Draw,
    /// The game has not ended, or its result is not known: `*`.
    Unknown,
}

impl Outcome {
    /// Returns the number that stands for the result in files: 0 if Black won, 1 for a draw, 2 if White won. Returns
    /// `None` if the result is not known.
    #[must_use]
    pub fn label(self) -> Option<u8> {
        match self {
            Self::Black => Some(0),
            Self::Draw => Some(1),
            Self::White => Some(2),
            Self::Unknown => None,
        }
    }
}

/// Returns whether a byte is a blank or ends a line.
#[inline(always)]
pub(crate) fn is_blank(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & BLANK != 0
}

/// Returns whether a byte ends a word of the moves: a blank, or the first byte of something else.
#[inline(always)]
pub(crate) fn ends_word(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & (BLANK | MARK) != 0
}

/// Returns whether a byte may begin a comment, a variation, a tag, a glyph or a result, or end a variation.
#[inline(always)]
pub(crate) fn may_change(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & CHANGE != 0
}

/// Returns the length of the word at the start of a text.
#[inline(always)]
pub(crate) fn word_length(text: &[u8]) -> usize {
    text.iter().position(|byte| ends_word(*byte)).unwrap_or(text.len())
}

/// Returns the result at the start of a text, and its length.
#[inline(always)]
pub(crate) fn result_at(text: &[u8]) -> Option<(Outcome, usize)> {
    const RESULTS: [(&[u8], Outcome); 4] =
        [(b"1-0", Outcome::White), (b"0-1", Outcome::Black), (b"1/2-1/2", Outcome::Draw), (b"*", Outcome::Unknown)];
    if !matches!(text, [b'0' | b'1' | b'*', ..]) {
        return None;
    }
    let is_at = |result: &&(&[u8], Outcome)| {
        text.starts_with(result.0) && text.get(result.0.len()).is_none_or(|b| ends_word(*b))
    };
    RESULTS.iter().find(is_at).map(|(text, outcome)| (*outcome, text.len()))
}

const BLANK: u8 = 1;
const MARK: u8 = 2;
const CHANGE: u8 = 4;

/// The classes of bytes: blanks, marks that end a word, and bytes that may begin something other than a move.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let (blanks, marks, changes) = (b" \t\r\n\x0B\x0C", b"{}()[];$", b"{()[;$%*01");
    let mut n = 0;
    while n < blanks.len() {
        classes[blanks[n] as usize] = BLANK;
        n += 1;
    }
    n = 0;
    while n < marks.len() {
        classes[marks[n] as usize] = MARK;
        n += 1;
    }
    n = 0;
    while n < changes.len() {
        classes[changes[n] as usize] |= CHANGE;
        n += 1;
    }
    classes
};
