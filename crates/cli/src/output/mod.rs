//! Standard output, files, and the lines written to them.

mod file;
mod lines;
mod rows;
mod table_schema;

pub(crate) use file::{Encoding, Output, write_file};
pub(crate) use lines::Lines;
pub(crate) use rows::{most_bytes_of_rows, push_fields, push_number, push_set};
pub(crate) use setwise_files::Sink;
pub(crate) use table_schema::{ColumnarOptions, TableSchema};
