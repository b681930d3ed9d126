//! Reads and writes Parquet and Arrow files. The libraries for these formats take a long time to compile, so the
//! program contains them only with the feature `parquet`.

#[cfg(feature = "parquet")]
mod games;
#[cfg(feature = "parquet")]
mod read;
#[cfg(feature = "parquet")]
mod rows;
#[cfg(feature = "parquet")]
mod write;

use anyhow::Result;

use crate::failure::usage;
use crate::formats::Format;
use crate::tables::Tables;

#[cfg(feature = "parquet")]
static TABLES: Option<Tables> =
    Some(Tables { inspect: read::inspect, open: read::open, open_games: games::open, create: write::create });

#[cfg(not(feature = "parquet"))]
static TABLES: Option<Tables> = None;

/// Returns the reader and writer of a columnar format. Returns an error with `name`, the name of the file, if the
/// program does not support the format.
pub(crate) fn find(name: &str, format: Format) -> Result<&'static Tables> {
    TABLES.as_ref().ok_or_else(|| missing(name, &format.to_string()))
}

/// Checks that the program supports columnar formats. `name` is the command that needs them.
pub(crate) fn check(name: &str) -> Result<()> {
    TABLES.as_ref().map(|_| ()).ok_or_else(|| missing(name, "parquet and arrow"))
}

fn missing(name: &str, format: &str) -> anyhow::Error {
    usage(format!(
        "{name}: this program is built without {format} files; install it with the feature `parquet`: \
         cargo install --path crates/cli --features parquet"
    ))
}
