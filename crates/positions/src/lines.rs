//! The lines of a text that are expected to be positions.

/// Returns an iterator over the lines of a text that are neither blank nor comments (starting with `#`), each with its number
/// and without blanks and line end.
///
/// A byte order mark is not skipped: see [`without_mark`].
///
/// ```
/// let lines: Vec<_> = setwise_positions::lines(b"# two\r\n\r\n8/8 w\r\n  8 b", 1).collect();
/// assert_eq!(lines, [(3, &b"8/8 w"[..]), (4, b"8 b")]);
/// ```
pub fn lines(text: &[u8], first_line: usize) -> Lines<'_> {
    Lines { rest: text, number: first_line }
}

/// The byte order mark of UTF-8.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns the text after its byte order mark, or all of it if it does not start with one.
///
/// Call this on a whole text in memory before reading its lines. A mark anywhere but at the start is an error.
/// [`LineChunks`](crate::LineChunks) drops the mark.
///
/// ```
/// use setwise_positions::{lines, without_mark};
///
/// let text = "\u{FEFF}8/8 w\n".as_bytes();
/// assert_eq!(lines(without_mark(text), 1).next(), Some((1, &b"8/8 w"[..])));
/// ```
#[must_use]
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// An iterator over the lines of a text, made by [`lines`].
#[derive(Debug, Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        while !self.rest.is_empty() {
            let end = memchr::memchr(b'\n', self.rest).unwrap_or(self.rest.len());
            let line = self.rest[..end].trim_ascii();
            let number = self.number;
            self.rest = self.rest.get(end + 1..).unwrap_or_default();
            self.number += 1;
            if !is_skipped(line) {
                return Some((number, line));
            }
        }
        None
    }
}

/// Returns whether a line without blanks at either end is empty or a comment.
pub(crate) fn is_skipped(line: &[u8]) -> bool {
    matches!(line, [] | [b'#', ..])
}
