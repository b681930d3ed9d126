//! The operations that the program needs for columnar formats. The module `columnar` implements these operations, or
//! reports that the program was built without columnar formats.

use std::num::NonZeroUsize;

use anyhow::Result;
use indicatif::ProgressBar;
use setwise::Backend;
use setwise_expressions::Type;
use setwise_files::Sink;
use setwise_games::Detail;
use setwise_positions::{ColumnType, Layout};

use crate::args::{Columnar, Reading};
use crate::batch::Batch;
use crate::chunk::Chunks;
use crate::formats::Format;

/// Reads and writes columnar formats.
pub(crate) struct Tables {
    /// Opens a file to find out which columns it has. Checks its sets, and those of the given labels that it has. If the
    /// options name a column of FENs, or if the file has no sets, FENs are read instead.
    pub(crate) inspect: fn(Format, &str, &Reading, &[&'static str]) -> Result<TableFile>,
    /// Reads the positions of such a file.
    pub(crate) open: fn(Format, &str, &Reading, &[&'static str], &ProgressBar) -> Result<Chunks>,
    /// Reads games from the column of moves that the options name, with the tags among the details.
    pub(crate) open_games: fn(Format, &str, &Reading, &[Detail], &ProgressBar) -> Result<Chunks>,
    pub(crate) create: Create,
}

/// A function that starts a file with the columns of a schema. The columns are encoded on up to the given number of
/// threads.
type Create = fn(Format, Sink, &TableSchema, &Columnar, NonZeroUsize) -> Result<Box<dyn TableWriter>>;

/// What is known about a file with positions before its rows are read.
pub(crate) struct TableFile {
    pub(crate) layout: Layout,
    /// The labels that are read from the file.
    pub(crate) labels: Vec<&'static str>,
    /// The name of the column of FENs, if positions are read from one.
    pub(crate) fens: Option<String>,
}

/// The column of a feature or an expression: its type, its values, and whether each value is unknown. The last list is
/// empty if all values are known.
pub(crate) type ValueColumn = (Type, Vec<u64>, Vec<bool>);

pub(crate) trait TableWriter {
    /// Writes the positions of a batch, their labels and the values of each feature.
    fn write(&mut self, batch: Batch, values: Vec<ValueColumn>) -> Result<()>;

    fn finish(self: Box<Self>) -> Result<Sink>;
}

/// The columns of a file to write.
#[derive(Debug, Clone, Default)]
#[allow(dead_code, reason = "only a program with columnar formats reads all fields")]
pub(crate) struct TableSchema {
    /// The layout of the positions, or `None` if positions are not written. Positions and their labels are the first
    /// columns.
    pub(crate) positions: Option<Layout>,
    pub(crate) labels: Vec<&'static str>,
    /// What else is written about the positions of games.
    pub(crate) details: Vec<Detail>,
    /// Whether each row is a game. If so, the columns are the labels, the details and the moves.
    pub(crate) moves: bool,
    /// The name of each feature, the type of its column, and whether the column may have nulls.
    pub(crate) features: Vec<(String, ColumnType, bool)>,
    /// The backend that lists the squares of features that are sets, or `None` if these features are written as sets.
    pub(crate) lists: Option<Backend>,
}
