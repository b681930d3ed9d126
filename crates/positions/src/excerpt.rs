//! The beginning of a text, for error messages.

use std::fmt;

/// At most the first 24 bytes of a text, for error messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excerpt {
    bytes: [u8; Self::MOST],
    /// The number of bytes of the text, which may be more than those that are stored.
    length: usize,
}

impl Excerpt {
    const MOST: usize = 24;

    pub(crate) fn of(text: &[u8]) -> Self {
        let mut bytes = [0; Self::MOST];
        bytes.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
        Self { bytes, length: text.len() }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stored = &self.bytes[..self.length.min(Self::MOST)];
        let dots = if self.length > Self::MOST { "..." } else { "" };
        write!(f, "'{}{dots}'", stored.escape_ascii())
    }
}
