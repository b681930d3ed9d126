//! The names of the packed formats.

use std::fmt;
use std::str::FromStr;

use super::{RECORD, viriformat};

/// A packed format. It is chosen by name, never guessed from a file: the files have no header, and their extensions are shared
/// by several formats.
///
/// ```
/// use setwise_positions::packed::Format;
///
/// assert_eq!("bulletformat".parse(), Ok(Format::Bulletformat));
/// assert_eq!(Format::Viriformat.to_string(), "viriformat");
/// assert!("binpack".parse::<Format>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Boards of 32 bytes with absolute colours: see [`marlinformat`](super::marlinformat).
    Marlinformat,
    /// Boards of 32 bytes as seen from the side to move: see [`bulletformat`](super::bulletformat).
    Bulletformat,
    /// Games, each a board and its moves: see [`viriformat`].
    Viriformat,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Marlinformat, Self::Bulletformat, Self::Viriformat];

    /// Returns the name in lower case, such as `marlinformat`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Marlinformat => "marlinformat",
            Self::Bulletformat => "bulletformat",
            Self::Viriformat => "viriformat",
        }
    }

    /// Returns the number of bytes at the start of `bytes` that are whole records, in viriformat whole games. What follows them
    /// is less than one record or game. To read large files in chunks, use [`RecordChunks`](super::RecordChunks).
    #[must_use]
    pub fn whole(self, bytes: &[u8]) -> usize {
        match self {
            Self::Marlinformat | Self::Bulletformat => bytes.len() / RECORD * RECORD,
            Self::Viriformat => viriformat::games(bytes).map(<[u8]>::len).sum(),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(name: &str) -> Result<Self, ParseFormatError> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(ParseFormatError(()))
    }
}

/// The error of parsing the name of a [`Format`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParseFormatError(());

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two, three] = Format::ALL;
        write!(f, "a packed format is {one}, {two} or {three}")
    }
}

impl std::error::Error for ParseFormatError {}
