//! Parquet and Arrow files.

mod read;
mod rows;
mod write;

use std::num::NonZeroUsize;

use anyhow::Result;
use setwise_files::Sink;

use crate::args::{Columnar, Reading};
use crate::formats::Format;
use crate::tables::{TableFile, TableFormat, TableSchema, TableWriter};

/// The formats of this module.
pub(crate) static FORMATS: [(Format, &dyn TableFormat); 2] =
    [(Format::Parquet, &setwise_arrow::Format::Parquet), (Format::Arrow, &setwise_arrow::Format::Arrow)];

impl TableFormat for setwise_arrow::Format {
    fn open(&self, name: &str, reading: &Reading, labels: &[&'static str]) -> Result<Box<dyn TableFile>> {
        Ok(Box::new(read::OpenFile::open(*self, name, reading, labels)?))
    }

    fn create(
        &self,
        sink: Sink,
        schema: &TableSchema,
        options: &Columnar,
        threads: NonZeroUsize,
    ) -> Result<Box<dyn TableWriter>> {
        Ok(Box::new(write::Writer::new(*self, sink, schema, options, threads)?))
    }
}
