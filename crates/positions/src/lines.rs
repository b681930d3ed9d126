//! The lines of a text that should be positions.

/// The lines of a text that are neither blank nor comments (`#` first), with their numbers, trimmed of blanks and line ends.
/// A byte order mark at the start is passed over.
///
/// ```
/// let lines: Vec<_> = setwise_positions::lines(b"# two\r\n\r\n8/8 w\r\n  8 b", 1).collect();
/// assert_eq!(lines, [(3, &b"8/8 w"[..]), (4, b"8 b")]);
/// ```
pub fn lines(text: &[u8], first_line: usize) -> Lines<'_> {
    Lines::within(without_mark(text), first_line)
}

/// The text behind its byte order mark, if it has one.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}

/// See [`lines`].
#[derive(Debug, Clone)]
#[must_use = "an iterator gives nothing until it is asked"]
pub struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    /// The lines of a part of a text, which has no mark to pass over.
    pub(crate) fn within(text: &'a [u8], first_line: usize) -> Self {
        Self { rest: text, number: first_line }
    }
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
