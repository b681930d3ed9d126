//! Recognises files that are not text by their first bytes.

use std::fmt;
use std::io;

/// The error for a source that is not text in UTF-8, such as a compressed file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NotText {
    /// What the source is, as a phrase that follows "the source is".
    what: &'static str,
    /// What to do with the source.
    advice: &'static str,
}

/// The number of first bytes that show whether a source is text.
pub(crate) const LONGEST_MAGIC: usize = 8;

const DECOMPRESS_BZIP2: &str = "decompress it first, for example with bzip2 -dc";
const DECOMPRESS_XZ: &str = "decompress it first, for example with xz -dc";
const EXTRACT: &str = "extract its files first";
const COLUMNAR: &str = "columns are read by other functions and formats than text";
const RECODE: &str = "convert it first, for example with iconv -f UTF-16 -t UTF-8";

/// The first bytes of formats that are not text. If one sequence begins with another, the longer comes first.
const FORMATS: [(&[u8], NotText); 17] = [
    (b"\x1F\x8B\x08", is("compressed with gzip", "decompress it first, for example with gzip -dc")),
    (b"\x28\xB5\x2F\xFD", is("compressed with zstd", "decompress it first, for example with zstd -dc")),
    // Some parallel compressors, such as pzstd, start a file with this skippable frame.
    (b"\x50\x2A\x4D\x18", is("compressed with zstd", "decompress it first, for example with zstd -dc")),
    (b"\x04\x22\x4D\x18", is("compressed with lz4", "decompress it first, for example with lz4 -dc")),
    (b"\xFD7zXZ\0", is("compressed with xz", DECOMPRESS_XZ)),
    (b"\x5D\0\0\x80\0", is("compressed with lzma", DECOMPRESS_XZ)),
    (b"\x1F\x9D", is("compressed with compress", "decompress it first, for example with gzip -dc")),
    (b"PK\x03\x04", is("a ZIP archive", "extract its files first, for example with unzip -p")),
    (b"PK\x05\x06", is("a ZIP archive", "it is empty")),
    (b"7z\xBC\xAF\x27\x1C", is("a 7z archive", EXTRACT)),
    (b"Rar!\x1A\x07", is("a RAR archive", EXTRACT)),
    (b"PAR1", is("a Parquet file", COLUMNAR)),
    (b"ARROW1", is("an Arrow file", COLUMNAR)),
    (b"\xFF\xFE\0\0", is("encoded in UTF-32", "convert it first, for example with iconv -f UTF-32 -t UTF-8")),
    (b"\0\0\xFE\xFF", is("encoded in UTF-32", "convert it first, for example with iconv -f UTF-32 -t UTF-8")),
    (b"\xFF\xFE", is("encoded in UTF-16", RECODE)),
    (b"\xFE\xFF", is("encoded in UTF-16", RECODE)),
];

const fn is(what: &'static str, advice: &'static str) -> NotText {
    NotText { what, advice }
}

impl NotText {
    /// Returns the error for a text that starts with these bytes, or `None` if they can be the start of a text.
    pub(crate) fn of(start: &[u8]) -> Option<Self> {
        match *start {
            // The digit after "BZh" is the size of a block.
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(is("compressed with bzip2", DECOMPRESS_BZIP2)),
            // Two characters of ASCII in UTF-16, without a mark.
            [a, 0, b, 0, ..] | [0, a, 0, b, ..] if a != 0 && b != 0 => Some(is("encoded in UTF-16", RECODE)),
            _ => FORMATS.iter().find(|(magic, _)| start.starts_with(magic)).map(|(_, error)| *error),
        }
    }

    /// Returns what the source is, such as `compressed with bzip2`.
    #[must_use]
    pub fn what(self) -> &'static str {
        self.what
    }
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, expected text in UTF-8; {}", self.what, self.advice)
    }
}

impl std::error::Error for NotText {}

impl From<NotText> for io::Error {
    /// Returns an error of the kind `InvalidData`.
    fn from(error: NotText) -> Self {
        Self::new(io::ErrorKind::InvalidData, error)
    }
}
