//! The interface of all file formats: the metadata of a file, and the readers and writers of its row groups.

use std::fmt::Debug;
use std::fs::File;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::Error;

/// An iterator over the rows of a row group, batch by batch.
pub(crate) type RawBatches = Box<dyn Iterator<Item = Result<RecordBatch, Error>> + Send>;

pub(crate) trait Metadata: Debug + Send + Sync {
    fn schema(&self) -> SchemaRef;

    /// Checks that this build can decompress these columns.
    fn check_compression(&self, columns: &[usize]) -> Result<(), Error>;

    fn row_groups(&self) -> usize;

    /// Returns the number of rows in a row group, or `None` if the metadata does not contain this number.
    fn rows(&self, row_group: usize) -> Option<usize>;

    /// Returns a reader of these columns.
    fn reader(&self, file: File, columns: &[usize]) -> Result<Box<dyn Groups>, Error>;
}

/// Reads some columns of the row groups of a file.
pub(crate) trait Groups: Debug + Send {
    /// Returns an iterator over a row group, in batches of at most `rows` rows.
    fn batches(&self, row_group: usize, rows: usize) -> Result<RawBatches, Error>;
}

/// Writes row groups to a file.
pub(crate) trait GroupWriter<W>: Send {
    /// Writes a row group that consists of these batches.
    fn write(&mut self, batches: &[RecordBatch]) -> Result<(), Error>;

    fn finish(self: Box<Self>) -> Result<W, Error>;
}
