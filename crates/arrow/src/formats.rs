//! Opens and creates files in the formats that this build supports. Parquet is supported only with the Cargo feature
//! `parquet`, because the library for Parquet takes a long time to compile.

use std::fs::File;
use std::io::Write;

use arrow_schema::SchemaRef;

#[cfg(feature = "parquet")]
use crate::parquet;
use crate::row_groups::{GroupWriter, Metadata};
use crate::{Error, Format, WriteOptions, ipc};

impl Format {
    pub(crate) fn open(self, file: File) -> Result<Box<dyn Metadata>, Error> {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet => Ok(Box::new(parquet::Metadata::read(&file)?)),
            #[cfg(not(feature = "parquet"))]
            Self::Parquet => Err(Error::NeedsFeature("parquet")),
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
            #[cfg(feature = "parquet")]
            Self::Parquet => Ok(Box::new(parquet::ParquetWriter::new(write, schema, options)?)),
            #[cfg(not(feature = "parquet"))]
            Self::Parquet => Err(Error::NeedsFeature("parquet")),
            Self::Arrow => Ok(Box::new(ipc::IpcWriter::new(write, schema, options)?)),
        }
    }
}
