//! What the program needs of formats of columns. Their libraries take long to compile, so only a program with the feature `parquet`
//! contains them: `table_formats` finds a format, or says that it is missing.

use std::num::NonZeroUsize;

use anyhow::Result;
use indicatif::ProgressBar;
use setwise_files::Sink;
use setwise_positions::Layout;

use crate::args::{Columnar, Reading};
use crate::batch::{Batch, Needs};

/// A format of columns.
pub(crate) trait TableFormat: Sync {
    /// Opens a file to read its sets, or its FENs if it has no sets, and these labels, if it has them.
    fn open(&self, name: &str, reading: &Reading, labels: &[&'static str]) -> Result<Box<dyn TableFile>>;

    /// Starts a file with these columns, which are encoded on up to `threads` threads.
    fn create(
        &self,
        sink: Sink,
        schema: &TableSchema,
        options: &Columnar,
        threads: NonZeroUsize,
    ) -> Result<Box<dyn TableWriter>>;
}

/// An open file of which no rows have been read.
pub(crate) trait TableFile {
    fn layout(&self) -> Layout;

    /// Returns the labels that are read from the file.
    fn labels(&self) -> Vec<&'static str>;

    /// Starts up to `threads` threads that decode the rows. Reading advances the progress bar.
    fn rows(self: Box<Self>, threads: NonZeroUsize, bar: &ProgressBar) -> Result<Box<dyn TableReader>>;
}

/// Reads the rows of a file, in order.
pub(crate) trait TableReader {
    /// Returns the next rows, or `None` at the end of the file.
    fn next(&mut self) -> Result<Option<Box<dyn Rows>>>;
}

/// Decoded rows of a file.
pub(crate) trait Rows: Send {
    /// Returns the number of rows.
    fn len(&self) -> usize;

    /// Returns the number of bytes in memory.
    fn bytes(&self) -> usize;

    /// Returns the place of row `n` of these in the file.
    fn place(&self, n: usize) -> String;

    /// Adds the positions to a batch.
    fn decode(&self, needs: Needs, batch: &mut Batch);
}

/// Writes rows to a file.
pub(crate) trait TableWriter {
    /// Writes the positions of a batch, their labels and the values of each feature.
    fn write(&mut self, batch: Batch, values: Vec<Vec<u64>>) -> Result<()>;

    /// Writes the end of the file.
    fn finish(self: Box<Self>) -> Result<Sink>;
}

/// The columns of a file to write.
#[derive(Debug, Clone)]
pub(crate) struct TableSchema {
    /// The layout of the positions, which come first with their labels, or `None` if they are not written.
    pub(crate) positions: Option<Layout>,
    /// The names of the labels.
    pub(crate) labels: Vec<&'static str>,
    /// The name of each feature, and whether it is a number.
    pub(crate) features: Vec<(String, bool)>,
}
