//! How a file is read.

use arrow_array::RecordBatch;
use setwise_positions::Rules;

use crate::BadRow;

/// The columns from which positions are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The columns of sets, in either layout.
    Sets,
    /// A column of FEN text with this name.
    Fen(String),
}

/// The columns that are returned after those of the positions: labels, features or any others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnSelection {
    /// None.
    None,
    /// All others, in the order of the file.
    All,
    /// The columns with these names, which must exist, in the order of the file.
    Named(Vec<String>),
    /// The columns of [`COLUMNS`](crate::COLUMNS) with these names, as far as the file has them, in the order of the
    /// file and with the types that are listed there. Integers of all types are read. A column of another type is an
    /// error, and a row with a number that does not fit is bad.
    Listed(Vec<&'static str>),
}

/// What is read from a file, and which rows are positions.
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// The columns of the positions.
    pub source: Source,
    /// The other columns.
    pub others: ColumnSelection,
    /// The rules that positions must satisfy.
    pub rules: Rules,
    /// Whether rows that are not positions are skipped. Otherwise the first one is an error.
    pub skip_bad: bool,
    /// The largest number of rows in a batch.
    pub rows_per_batch: usize,
}

impl Default for ReadOptions {
    /// Positions as sets, without other columns, by the rules of chess; a bad row is an error; batches of 8192 rows, whose sets
    /// fit into a second-level cache.
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

/// Rows of a row group.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The positions, with the columns of [`Input::schema`](crate::Input::schema). None of the columns of positions has nulls.
    pub rows: RecordBatch,
    /// The rows that were skipped, counted from 0 within the row group, with the reasons.
    pub skipped: Vec<(usize, BadRow)>,
}
