//! The formats of files that this build reads and writes. Parquet takes long to compile and needs the feature of that name.

use std::fmt::Debug;
use std::fs::File;
use std::io::Write;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

#[cfg(feature = "parquet")]
use crate::parquet;
use crate::{Error, Format, WriteOptions, ipc};

/// Rows of a row group, batch by batch.
pub(crate) type RawBatches = Box<dyn Iterator<Item = Result<RecordBatch, Error>> + Send>;

/// The metadata of a file.
pub(crate) trait Metadata: Debug + Send + Sync {
    fn schema(&self) -> SchemaRef;

    /// Checks that this build can decompress these columns.
    fn check_compression(&self, columns: &[usize]) -> Result<(), Error>;

    /// Returns the number of row groups.
    fn row_groups(&self) -> usize;

    /// Returns the number of rows in a row group, or `None` if it is not in the metadata.
    fn rows(&self, row_group: usize) -> Option<usize>;

    /// Returns a reader of these columns.
    fn reader(&self, file: File, columns: &[usize]) -> Result<Box<dyn Groups>, Error>;
}

/// Reads some columns of the row groups of a file.
pub(crate) trait Groups: Debug + Send {
    /// Returns a row group in batches of `rows` rows.
    fn batches(&self, row_group: usize, rows: usize) -> Result<RawBatches, Error>;
}

/// Writes row groups to a file.
pub(crate) trait GroupWriter<W>: Send {
    /// Writes a row group that consists of these batches.
    fn write(&mut self, batches: &[RecordBatch]) -> Result<(), Error>;

    /// Writes the end of the file.
    fn finish(self: Box<Self>) -> Result<W, Error>;
}

impl Format {
    /// Reads the metadata of a file.
    pub(crate) fn open(self, file: File) -> Result<Box<dyn Metadata>, Error> {
        match self {
            Self::Parquet => open_parquet(&file),
            Self::Arrow => Ok(Box::new(ipc::Metadata::read(file)?)),
        }
    }

    /// Starts a file with the columns of `schema`.
    pub(crate) fn create<W: Write + Send + 'static>(
        self,
        write: W,
        schema: &SchemaRef,
        options: &WriteOptions,
    ) -> Result<Box<dyn GroupWriter<W>>, Error> {
        match self {
            Self::Parquet => create_parquet(write, schema, options),
            Self::Arrow => Ok(Box::new(ipc::Writer::new(write, schema, options)?)),
        }
    }
}

#[cfg(feature = "parquet")]
fn open_parquet(file: &File) -> Result<Box<dyn Metadata>, Error> {
    Ok(Box::new(parquet::Metadata::read(file)?))
}

#[cfg(feature = "parquet")]
fn create_parquet<W: Write + Send + 'static>(
    write: W,
    schema: &SchemaRef,
    options: &WriteOptions,
) -> Result<Box<dyn GroupWriter<W>>, Error> {
    Ok(Box::new(parquet::Writer::new(write, schema, options)?))
}

#[cfg(not(feature = "parquet"))]
fn open_parquet(_: &File) -> Result<Box<dyn Metadata>, Error> {
    Err(Error::NeedsFeature("parquet"))
}

#[cfg(not(feature = "parquet"))]
fn create_parquet<W>(_: W, _: &SchemaRef, _: &WriteOptions) -> Result<Box<dyn GroupWriter<W>>, Error> {
    Err(Error::NeedsFeature("parquet"))
}
