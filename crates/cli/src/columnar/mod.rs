//! Parquet and Arrow files. `no_columnar.rs` stands in for this module in a program without the feature `parquet`.

mod read;
mod rows;
mod write;

use anyhow::{Result, anyhow};
use setwise_positions::COLUMNS;

use crate::formats::Format;
use crate::schema::Column;
use crate::usage::usage;

pub(crate) use crate::input::ColumnarPlan as Plan;
pub(crate) use read::{Reader, inspect};
pub(crate) use rows::Rows;
pub(crate) use setwise_arrow::hide_panics_that_become_errors;
pub(crate) use write::{Table, Writer};

/// Whether the program reads and writes columnar files.
pub(crate) const IS_AVAILABLE: bool = true;

/// Returns the columns of positions.
pub(crate) fn columns() -> Result<Vec<Column>> {
    let column = |column: &setwise_positions::Column| Column {
        name: column.name,
        kind: column.column_type.to_string(),
        files: column.found.to_string(),
        meaning: column.meaning,
    };
    Ok(COLUMNS.iter().map(column).collect())
}

/// Returns the format as the library names it.
fn library_format(name: &str, format: Format) -> Result<setwise_arrow::Format> {
    match format {
        Format::Parquet => Ok(setwise_arrow::Format::Parquet),
        Format::Arrow => Ok(setwise_arrow::Format::Arrow),
        _ => Err(usage(format!("{name}: {format} has no columns of sets"))),
    }
}

/// Adds the name of the file to an error.
fn named(name: &str, error: &setwise_arrow::Error) -> anyhow::Error {
    anyhow!("{name}: {error}")
}
