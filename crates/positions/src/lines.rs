//! The lines of a text that should be positions.

/// Returns the lines of a text that are neither blank nor comments (`#` first), with their numbers, trimmed of blanks and line
/// ends.
///
/// A byte order mark is text like any other: see [`without_mark`].
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
/// For the whole of a text in memory, before its lines are read: a mark belongs to the start of a text, and anywhere else it
/// is an error. [`Text`](crate::Text) drops the mark of what it reads.
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
#[must_use = "an iterator gives nothing until it is asked"]
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
            if !line.is_empty() && line[0] != b'#' {
                return Some((number, line));
            }
        }
        None
    }
}
