//! The columns of a columnar output, and how it is written.

use std::num::NonZeroUsize;

use crate::layout::Layout;

/// The columns of a columnar file.
#[allow(dead_code, reason = "only programs with the feature `parquet` read it")]
#[derive(Debug, Clone)]
pub(crate) struct TableSchema {
    pub(crate) layout: Layout,
    /// Whether the positions and their labels come first.
    pub(crate) positions: bool,
    /// The names of the labels.
    pub(crate) labels: Vec<&'static str>,
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
