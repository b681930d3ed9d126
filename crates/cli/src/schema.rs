//! `setwise schema`: prints the columns of columnar files.

use std::io::{Write, stdout};

use anyhow::Result;
use serde::Serialize;

use crate::args::{Schema, SchemaFormat};
use crate::columnar;

/// A column of positions.
#[derive(Debug, Serialize)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// The files that have it.
    pub(crate) files: String,
    pub(crate) meaning: &'static str,
}

/// Runs `setwise schema`.
pub(crate) fn run(args: &Schema) -> Result<()> {
    let columns = columnar::columns()?;
    let mut out = stdout().lock();
    match args.format {
        SchemaFormat::Json => writeln!(out, "{}", serde_json::to_string_pretty(&columns)?)?,
        SchemaFormat::Text => {
            for Column { name, kind, files, meaning } in columns {
                writeln!(out, "{name:16} {kind:8} {files:9} {meaning}")?;
            }
        }
    }
    Ok(())
}
