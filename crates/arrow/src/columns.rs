//! The columns of positions as an Arrow schema.

use std::collections::HashMap;

use arrow_schema::{DataType, Field, Schema};
use setwise_positions::{COLUMNS, Column, ColumnType, In, Layout};

/// The version of the list of columns. It increases when the meaning or the type of a column changes, not when a column
/// is added.
pub const SCHEMA_VERSION: u32 = 2;

/// The metadata key for [`SCHEMA_VERSION`].
pub const SCHEMA_KEY: &str = "setwise.schema";

/// The metadata key for the version of this crate.
pub const VERSION_KEY: &str = "setwise.version";

/// Returns the Arrow field of a column. Only scores and results may be null.
#[must_use]
pub fn field(column: &Column) -> Field {
    let nullable = matches!(column.name, "score" | "result");
    Field::new(column.name, data_type(column.column_type), nullable)
}

/// Returns the Arrow type of a column.
#[must_use]
pub fn data_type(column_type: ColumnType) -> DataType {
    match column_type {
        ColumnType::Boolean => DataType::Boolean,
        ColumnType::Int16 => DataType::Int16,
        ColumnType::Int64 => DataType::Int64,
        ColumnType::UInt8 => DataType::UInt8,
        ColumnType::UInt16 => DataType::UInt16,
        ColumnType::UInt32 => DataType::UInt32,
        ColumnType::UInt64 => DataType::UInt64,
        ColumnType::Utf8 => DataType::Utf8,
    }
}

/// Returns the schema of positions in a layout: the columns that all files of this layout have, and the metadata. No
/// column is nullable.
#[must_use]
pub fn schema(layout: Layout) -> Schema {
    let has = |column: &&Column| column.found == In::All || column.found == In::Layout(layout);
    Schema::new_with_metadata(COLUMNS.iter().filter(has).map(field).collect::<Vec<_>>(), metadata())
}

/// Returns the metadata of every file: the version of this crate and [`SCHEMA_VERSION`].
#[must_use]
pub fn metadata() -> HashMap<String, String> {
    let version = (VERSION_KEY.to_string(), env!("CARGO_PKG_VERSION").to_string());
    HashMap::from([version, (SCHEMA_KEY.to_string(), SCHEMA_VERSION.to_string())])
}
