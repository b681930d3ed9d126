//! The columns of a columnar output, and how it is written.

use std::io::{self, Stdout, Write};
use std::num::NonZeroUsize;

use setwise_files::WholeFile;

use crate::layout::Layout;

/// The columns of a columnar file.
#[allow(dead_code, reason = "only programs with the feature `parquet` read it")]
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    pub(crate) layout: Layout,
    /// Whether the positions and their further columns come first.
    pub(crate) positions: bool,
    /// The names of the further columns.
    pub(crate) further: Vec<&'static str>,
    /// The name of each feature, and whether it is a number.
    pub(crate) features: Vec<(String, bool)>,
}

/// How a columnar file is written.
#[allow(dead_code, reason = "only programs with the feature `parquet` read it")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct ColumnarOptions {
    /// Whether sets are written as signed words.
    pub(crate) signed: bool,
    /// The number of rows in a row group.
    pub(crate) row_group: NonZeroUsize,
    /// Whether columns are compressed by zstd.
    pub(crate) compress: bool,
    pub(crate) threads: NonZeroUsize,
}

/// Where the bytes of a columnar file go.
pub(crate) enum Sink {
    Stdout(Stdout),
    File(WholeFile),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}
