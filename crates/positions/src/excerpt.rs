//! The beginning of a text, for error messages.

use std::fmt;

/// At most the first 24 bytes of a part of a line, for error messages, and the place of the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excerpt {
    bytes: [u8; Self::MOST],
    /// The number of bytes of the part, which may be more than those that are stored.
    length: usize,
    /// The number of bytes from the start of the part to the end of the line.
    pub(crate) bytes_left: usize,
}

impl Excerpt {
    const MOST: usize = 24;

    /// Returns the excerpt of a text that reaches to the end of its line.
    pub(crate) fn of(text: &[u8]) -> Self {
        Self::of_part(text, text)
    }

    /// Returns the excerpt of `part`, which is a part of `line`. If `line` is only a part of a line, it must reach to the
    /// end of that line.
    #[cold]
    #[inline(never)]
    pub(crate) fn of_part(part: &[u8], line: &[u8]) -> Self {
        let mut bytes = [0; Self::MOST];
        bytes.iter_mut().zip(part).for_each(|(to, from)| *to = *from);
        let bytes_left = line.as_ptr_range().end.addr().saturating_sub(part.as_ptr().addr());
        Self { bytes, length: part.len(), bytes_left }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stored = &self.bytes[..self.length.min(Self::MOST)];
        let dots = if self.length > Self::MOST { "..." } else { "" };
        write!(f, "'{}{dots}'", stored.escape_ascii())
    }
}
