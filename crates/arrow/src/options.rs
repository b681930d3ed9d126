//! The formats of files, and the options for reading and writing files.

use std::fmt;
use std::num::NonZeroUsize;

use setwise_positions::Rules;

/// The columns from which positions are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The columns of sets, in either layout.
    Sets,
    /// A column of FEN text with this name.
    Fen(String),
    /// No columns, because the rows are not positions. Only the other columns are returned.
    None,
}

/// The columns that are returned after the columns of positions, such as labels or features.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnSelection {
    /// No other columns.
    None,
    /// All other columns, in the order of the file.
    All,
    /// The columns with these names, which must exist, in the order of the file.
    Named(Vec<String>),
    /// The columns of [`COLUMNS`](crate::COLUMNS) with these names, if the file has them. The columns are in the order
    /// of the file, and have the types listed in [`COLUMNS`](crate::COLUMNS). Numbers of all integer types, and sets of
    /// type `Int64`, are converted to the listed type. Their names may have another case, as in `Score`. A column of
    /// another type is an error. A row with a number that does not fit into the listed type is treated like a row that is
    /// not a position.
    ///
    /// If positions are read from text and the file has no column `unmoved_rooks`, `en_passant`, `halfmove_clock` or
    /// `fullmove_number`, this column is read from the text. These columns come last, in this order. If the names include
    /// `score` or `result`, a text with the operation `ce` or `c9` is not a position, because these labels are not read.
    Listed(Vec<&'static str>),
}

/// The columns to read from a file, and the rows that count as positions.
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// The columns from which positions are read.
    pub source: Source,
    /// The other columns to return.
    pub others: ColumnSelection,
    /// The rules that positions must satisfy.
    pub rules: Rules,
    /// Whether rows that are not positions are skipped. If `false`, the first such row is an error.
    pub skip_bad: bool,
    /// The largest number of rows in a batch.
    pub rows_per_batch: usize,
}

impl Default for ReadOptions {
    /// Returns options that read positions from sets, by the rules of chess, without other columns. A row that is not a
    /// position is an error. Batches have 8192 rows, so that the sets of a batch fit into a second-level cache.
    fn default() -> Self {
        Self {
            source: Source::Sets,
            others: ColumnSelection::None,
            rules: Rules::Chess,
            skip_bad: false,
            rows_per_batch: 8192,
        }
    }
}

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Parquet, with the extension `.parquet`. Needs the Cargo feature `parquet`.
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

/// The compression of a file to write. More methods can be read than written: Zstandard and LZ4, and in Parquet files
/// also Snappy and gzip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compression {
    /// No compression. Files are larger, and are read at the speed of memory.
    None,
    /// Zstandard with a level from 1 to 22.
    Zstd(u8),
}

/// Options for writing a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteOptions {
    /// The compression of columns.
    pub compression: Compression,
    /// The number of rows in each row group (Parquet) or record batch (Arrow) except the last. A writer keeps up to
    /// this number of rows in memory.
    pub rows_per_group: NonZeroUsize,
    /// The number of threads that encode the columns of a row group of a Parquet file.
    pub threads: NonZeroUsize,
    /// Whether sets are stored as `Int64`, with the same bits, for programs that cannot read unsigned words.
    pub signed: bool,
}

impl Default for WriteOptions {
    /// Returns options with Zstandard of level 1, row groups of 131,072 rows, one thread, and unsigned words.
    fn default() -> Self {
        const ROWS: NonZeroUsize = NonZeroUsize::new(1 << 17).expect("not 0");
        Self { compression: Compression::Zstd(1), rows_per_group: ROWS, threads: NonZeroUsize::MIN, signed: false }
    }
}
