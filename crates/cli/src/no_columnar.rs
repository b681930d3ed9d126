//! Stands in for `columnar` in a program without the feature `parquet`: every use of a columnar file is an error that names the
//! feature.

use std::convert::Infallible;

use anyhow::Result;
use indicatif::ProgressBar;
use setwise_files::Sink;

use crate::batch::Batch;
use crate::decode::Needs;
use crate::formats::Format;
use crate::layout::Layout;
use crate::schema::Column;
use crate::tables::{ColumnarOptions, TableSchema};
use crate::usage::usage;

pub(crate) use crate::input::ColumnarPlan as Plan;

/// Whether the program reads and writes columnar files.
pub(crate) const IS_AVAILABLE: bool = false;

/// Returns the error for what only a program with the feature can do.
fn missing<T>(name: &str, format: impl std::fmt::Display) -> Result<T> {
    Err(usage(format!(
        "{name}: this program is built without {format} files; install it with the feature `parquet`: \
         cargo install --path crates/cli --features parquet"
    )))
}

/// Does nothing: only columnar files have such panics.
pub(crate) fn hide_panics_that_become_errors() {}

/// Returns the error for a list of columns.
pub(crate) fn columns() -> Result<Vec<Column>> {
    missing("schema", "parquet and arrow")
}

/// Returns the error for a file that is to be read.
pub(crate) fn inspect(name: &str, format: Format, _: &Plan) -> Result<(Layout, Vec<&'static str>)> {
    missing(name, format)
}

/// A reader, which cannot exist.
pub(crate) struct Reader(Infallible);

impl Reader {
    pub(crate) fn open(name: &str, format: Format, _: &Plan, _: &ProgressBar) -> Result<Self> {
        missing(name, format)
    }

    pub(crate) fn next(&mut self, _: &str) -> Result<Option<Rows>> {
        match self.0 {}
    }
}

/// Rows of a file, which cannot exist.
pub(crate) struct Rows(Infallible);

impl Rows {
    pub(crate) fn len(&self) -> usize {
        match self.0 {}
    }

    pub(crate) fn bytes(&self) -> usize {
        match self.0 {}
    }

    pub(crate) fn decode(&self, _: Needs, _: &mut Batch) {
        match self.0 {}
    }

    pub(crate) fn place(&self, _: usize) -> String {
        match self.0 {}
    }
}

/// Rows to write, which cannot exist.
pub(crate) struct Table(Infallible);

impl Table {
    pub(crate) fn new(_: &TableSchema, _: &mut Batch, _: Vec<Vec<u64>>) -> Self {
        unreachable!("no columnar file is written")
    }
}

/// A writer, which cannot exist.
pub(crate) struct Writer(Infallible);

impl Writer {
    pub(crate) fn new(name: &str, format: Format, _: Sink, _: &TableSchema, _: &ColumnarOptions) -> Result<Self> {
        missing(name, format)
    }

    pub(crate) fn write(&mut self, _: &Table) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn finish(self) -> Result<Sink> {
        match self.0 {}
    }
}
