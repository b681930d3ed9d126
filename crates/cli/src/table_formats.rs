//! The formats of columns that the program contains.

use std::fmt;

use anyhow::Result;

#[cfg(feature = "parquet")]
use crate::columnar::FORMATS;
use crate::failure::usage;
use crate::formats::Format;
use crate::tables::TableFormat;

#[cfg(not(feature = "parquet"))]
static FORMATS: [(Format, &dyn TableFormat); 0] = [];

/// Returns a format of columns. `name` is the file that needs it, for the error if the program does not contain the format.
pub(crate) fn find(name: &str, format: Format) -> Result<&'static dyn TableFormat> {
    let found = FORMATS.iter().find(|(entry, _)| *entry == format);
    found.map(|(_, table)| *table).ok_or_else(|| missing(name, &format))
}

/// Checks that the program contains formats of columns. `name` is the command that needs them.
pub(crate) fn check(name: &str) -> Result<()> {
    if FORMATS.is_empty() { Err(missing(name, &"parquet and arrow")) } else { Ok(()) }
}

fn missing(name: &str, format: &dyn fmt::Display) -> anyhow::Error {
    usage(format!(
        "{name}: this program is built without {format} files; install it with the feature `parquet`: \
         cargo install --path crates/cli --features parquet"
    ))
}
