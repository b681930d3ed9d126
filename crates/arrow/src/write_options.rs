//! The formats of files, and how they are written.

use std::fmt;
use std::num::NonZeroUsize;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Parquet, with the extension `.parquet`. It needs the feature `parquet`.
    Parquet,
    /// An Arrow IPC file, with the extension `.arrow`; also called Feather version 2.
    Arrow,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Parquet => "a Parquet file",
            Self::Arrow => "an Arrow file",
        })
    }
}

/// The compression of a file to write. All usual ones can be read: none, Zstandard, LZ4 and, in Parquet, Snappy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compression {
    /// No compression: larger files, which are read at the speed of memory.
    None,
    /// Zstandard with a level from 1 to 22.
    Zstd(u8),
}

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteOptions {
    /// The compression of columns.
    pub compression: Compression,
    /// The number of rows in each row group (Parquet) or record batch (Arrow) except the last. A writer keeps as many rows in
    /// memory.
    pub rows_per_group: NonZeroUsize,
    /// The number of threads that encode the columns of a row group of a Parquet file.
    pub threads: NonZeroUsize,
    /// Whether sets are stored as `Int64`, with the same bits, for programs that cannot read unsigned words.
    pub signed: bool,
}

impl Default for WriteOptions {
    /// Zstandard of level 1, row groups of 131,072 rows, one thread, unsigned words.
    fn default() -> Self {
        const ROWS: NonZeroUsize = NonZeroUsize::new(1 << 17).expect("not 0");
        Self { compression: Compression::Zstd(1), rows_per_group: ROWS, threads: NonZeroUsize::MIN, signed: false }
    }
}
