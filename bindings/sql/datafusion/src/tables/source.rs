//! A format of files, as the table functions read it.

use std::fmt;
use std::io::Read;

use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::SchemaRef;

/// A format of files.
pub(super) trait Source: fmt::Debug + Send + Sync {
    /// Returns all columns.
    fn schema(&self) -> SchemaRef;

    /// Returns whether the files are text.
    fn is_text(&self) -> bool;

    /// Reads a file and passes its rows on in batches, with the wanted columns only, until `each` returns `false`.
    fn read(
        &self,
        file: Box<dyn Read>,
        wanted: &[usize],
        strict: bool,
        each: &mut dyn FnMut(RecordBatch) -> bool,
    ) -> Result<(), String>;
}

/// Returns a batch of columns. Without columns, as for `count(*)`, it keeps the number of rows.
pub(super) fn rows_of(schema: SchemaRef, columns: Vec<ArrayRef>, rows: usize) -> Result<RecordBatch, String> {
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(schema, columns, &options).map_err(|error| error.to_string())
}
