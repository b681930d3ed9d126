//! The names of the packed formats, and a reader that splits packed files into chunks.

use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

use super::RECORD;
use super::viriformat::{self, LONGEST_GAME};

/// A packed format, chosen by name. The format is never guessed from a file: files have no header, and several formats
/// share file extensions.
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

    /// Returns the total length of the whole records at the start of `bytes` or, in viriformat, of the whole games. An
    /// incomplete record or game at the end is not counted. To read large files in chunks, use [`RecordChunks`].
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

/// The error returned for a name that no [`Format`] has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParseFormatError(());

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two, three] = Format::ALL;
        write!(f, "a packed format is {one}, {two} or {three}")
    }
}

impl std::error::Error for ParseFormatError {}

/// Reads packed positions in chunks of whole records, or whole games in viriformat, into a buffer that can be reused.
///
/// ```
/// use setwise_positions::packed::{Format, RecordChunks};
///
/// let bytes = [0; 70];
/// let mut records = RecordChunks::new(Format::Marlinformat, &bytes[..]);
/// let mut buffer = Vec::new();
/// assert!(records.read(&mut buffer)?);
/// assert_eq!(buffer.len(), 64);
/// assert!(records.read(&mut buffer)?);
/// assert_eq!(buffer.len(), 6); // an incomplete record, for which readers report an error
/// assert!(!records.read(&mut buffer)?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct RecordChunks<R> {
    format: Format,
    source: R,
    /// The number of bytes that are read at a time.
    chunk_size: usize,
    /// The bytes after the last whole record or game. They have been read but not returned.
    rest: Vec<u8>,
}

/// The default size of a chunk in bytes. A chunk contains at least several thousand positions, and fits into a
/// second-level cache.
const CHUNK: usize = 1 << 18;

impl<R: Read> RecordChunks<R> {
    /// Creates a reader of `source`, which need not be buffered.
    pub fn new(format: Format, source: R) -> Self {
        Self::with_chunk_size(CHUNK, format, source)
    }

    /// Creates a reader of `source` that reads `bytes` bytes at a time. If `bytes` is less than one record, the size of
    /// one record is used instead.
    pub fn with_chunk_size(bytes: usize, format: Format, source: R) -> Self {
        Self { format, source, chunk_size: bytes.max(RECORD), rest: Vec::new() }
    }

    /// Replaces the content of the buffer with the next records or games. Returns `false` if there are no more bytes.
    ///
    /// No record or game is split between two chunks. If the source ends with an incomplete record or game, its bytes
    /// are returned as the last chunk.
    ///
    /// # Errors
    ///
    /// Returns the error of the source, and leaves the buffer empty. The bytes read so far are kept inside the reader
    /// for the next call. After an error such as [`WouldBlock`](io::ErrorKind::WouldBlock), the next call continues
    /// where the failed call stopped.
    ///
    /// Returns [`InvalidData`](io::ErrorKind::InvalidData) if a game has more than [`LONGEST_GAME`] moves. Such a
    /// source is not viriformat, or some of its bytes are missing.
    pub fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        buffer.clear();
        buffer.append(&mut self.rest);
        loop {
            let old = buffer.len();
            if let Err(error) = self.source.by_ref().take(self.chunk_size as u64).read_to_end(buffer) {
                self.rest.append(buffer);
                return Err(error);
            }
            let whole = self.format.whole(buffer);
            if whole != 0 {
                self.rest.extend_from_slice(&buffer[whole..]);
                buffer.truncate(whole);
                return Ok(true);
            }
            if buffer.len() == old {
                return Ok(!buffer.is_empty());
            }
            if buffer.len() > RECORD + 4 * (LONGEST_GAME + 1) {
                buffer.clear();
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a game has no end (four zero bytes)"));
            }
        }
    }
}
