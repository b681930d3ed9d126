//! The bytes that separate the words of PGN, and the results of games.

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// White won: `1-0`.
    White,
    /// Black won: `0-1`.
    Black,
    /// A draw: `1/2-1/2`, and the shorter forms `1/2` and `0.5-0.5`.
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

    /// Returns the text that PGN prescribes for the result.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
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
    CLASSES[usize::from(byte)] & (BLANK | END) != 0
}

/// Returns whether a byte may begin a comment, a variation, a tag, a glyph or a result, or end a variation.
#[inline(always)]
pub(crate) fn may_change(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & CHANGE != 0
}

/// Returns whether a text starts with a byte order mark. Marks at the start of a line have been removed, so this mark is
/// between two texts that were joined without a line end.
pub(crate) fn has_mark(text: &[u8]) -> bool {
    text.starts_with(b"\xEF\xBB\xBF")
}

/// The number of bytes of a byte order mark.
pub(crate) const MARK: usize = 3;

/// Returns the length of the word at the start of a text.
#[inline(always)]
pub(crate) fn word_length(text: &[u8]) -> usize {
    text.iter().position(|byte| ends_word(*byte)).unwrap_or(text.len())
}

/// Returns the result at the start of a text, and its length.
#[inline(always)]
pub(crate) fn result_at(text: &[u8]) -> Option<(Outcome, usize)> {
    match text {
        [b'*', ..] => Some((Outcome::Unknown, 1)),
        [b'0' | b'1', b'-' | b'/' | b'.', ..] => {
            let is_at = |(result, _): &&(&[u8], Outcome)| {
                text.starts_with(result) && text.get(result.len()).is_none_or(|byte| ends_word(*byte))
            };
            RESULTS.iter().find(is_at).map(|(result, outcome)| (*outcome, result.len()))
        }
        _ => None,
    }
}

/// The results that must be the end of a word, or a word of their own. `*` ends the word before it.
const RESULTS: [(&[u8], Outcome); 5] = [
    (b"1-0", Outcome::White),
    (b"0-1", Outcome::Black),
    (b"1/2-1/2", Outcome::Draw),
    (b"1/2", Outcome::Draw),
    (b"0.5-0.5", Outcome::Draw),
];

/// Splits a word that ends with a result other than `*`, such as `Nf3#1-0`, before its result.
pub(crate) fn split_result(word: &[u8]) -> Option<(&[u8], Outcome)> {
    RESULTS.iter().find_map(|(result, outcome)| Some((word.strip_suffix(*result)?, *outcome)))
}

/// Returns the result that the value of a tag or of a column states, or `None` if the value is not a result. An empty
/// value and `?` stand for an unknown result.
pub(crate) fn stated_result(value: &[u8]) -> Option<Outcome> {
    match value.trim_ascii() {
        b"" | b"?" => Some(Outcome::Unknown),
        text => result_at(text).filter(|(_, length)| *length == text.len()).map(|(outcome, _)| outcome),
    }
}

const BLANK: u8 = 1;
const END: u8 = 2;
const CHANGE: u8 = 4;

/// The classes of bytes: blanks, other bytes that end a word, such as the first byte of a byte order mark, and bytes that
/// may begin something other than a move. A result may also begin inside a word, such as `Nf3#1-0`.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let (blanks, ends, changes) = (b" \t\r\n\x0B\x0C", b"{}()[];$*\xEF", b"{()[;$%*01");
    let mut n = 0;
    while n < blanks.len() {
        classes[blanks[n] as usize] = BLANK;
        n += 1;
    }
    n = 0;
    while n < ends.len() {
        classes[ends[n] as usize] = END;
        n += 1;
    }
    n = 0;
    while n < changes.len() {
        classes[changes[n] as usize] |= CHANGE;
        n += 1;
    }
    classes
};
