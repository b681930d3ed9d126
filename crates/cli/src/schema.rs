//! `setwise schema`: prints the columns of columnar files.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use setwise_positions::COLUMNS;

use crate::args::{Schema, SchemaFormat};
use crate::columnar;
use crate::standard_output::stdout;

/// A column in a file of positions.
#[derive(Debug, Serialize)]
struct Column {
    name: &'static str,
    #[serde(rename = "type")]
    column_type: String,
    /// Which files have the column.
    files: String,
    meaning: &'static str,
}

pub(crate) fn run(args: &Schema) -> Result<()> {
    columnar::check("schema")?;
    let columns = COLUMNS.map(|setwise_positions::Column { name, column_type, found, meaning }| Column {
        name,
        column_type: column_type.to_string(),
        files: found.to_string(),
        meaning,
    });
    let mut out = stdout()?.lock();
    match args.format {
        SchemaFormat::Json => writeln!(out, "{}", serde_json::to_string_pretty(&columns)?)?,
        SchemaFormat::Text => {
            for Column { name, column_type, files, meaning } in columns {
                writeln!(out, "{name:16} {column_type:8} {files:9} {meaning}")?;
            }
        }
    }
    Ok(())
}
