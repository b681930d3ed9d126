//! Collects rows until a row group is full, and writes the row groups to files.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::Write;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Field, Schema};

use crate::row_groups::GroupWriter;
use crate::words::{signed, signed_schema};
use crate::{Error, Format, WriteOptions, metadata};

/// Writes rows to a file. The rows may come in batches of any size.
///
/// A file is complete only after [`finish`](Self::finish). To leave no incomplete file after an error, write to a file
/// with another name and rename it afterwards.
///
/// ```
/// use setwise_arrow::{Format, Layout, WriteOptions, Writer};
///
/// let rows = setwise_arrow::batch(setwise_positions::Columns::default());
/// let mut writer = Writer::new(Format::Arrow, Vec::new(), &rows.schema(), &WriteOptions::default())?;
/// writer.write(&rows)?;
/// let file = writer.finish()?;
/// assert!(file.starts_with(b"ARROW1"));
/// # Ok::<(), setwise_arrow::Error>(())
/// ```
pub struct Writer<W> {
    writer: Box<dyn GroupWriter<W>>,
    /// The columns that rows must have.
    columns: Vec<Arc<Field>>,
    /// The rows of the row group that is not full yet.
    pending: Vec<RecordBatch>,
    rows: usize,
    options: WriteOptions,
}

impl<W: Write + Send + 'static> Writer<W> {
    /// Starts a file with the columns of `schema`. The metadata of `schema` and the entries of [`metadata`] are written
    /// to the file.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if `write` returns an error. Returns [`Error::NeedsFeature`] if this build cannot write
    /// the format. Returns [`Error::Refused`] if the compression level does not exist, or if two columns have the same
    /// name.
    pub fn new(format: Format, write: W, schema: &Schema, options: &WriteOptions) -> Result<Self, Error> {
        if let Some(name) = named_twice(schema) {
            return Err(Error::Refused(format!("two columns are named '{name}', expected different names")));
        }
        let all: HashMap<String, String> = schema.metadata().clone().into_iter().chain(metadata()).collect();
        let stored = Arc::new(schema.clone().with_metadata(all));
        let stored = if options.signed { signed_schema(&stored) } else { stored };
        let writer = format.create(write, &stored, options)?;
        let columns = schema.fields().iter().cloned().collect();
        Ok(Self { writer, columns, pending: Vec::new(), rows: 0, options: *options })
    }

    /// Adds rows to the file. The rows are kept in memory until a row group is full.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OtherColumns`] if the rows do not have the columns of the file. Returns [`Error::Refused`] if a
    /// column that is not nullable has a null. Returns [`Error::Io`] if the inner writer returns an error.
    pub fn write(&mut self, rows: &RecordBatch) -> Result<(), Error> {
        self.check(rows)?;
        let rows = if self.options.signed { signed(rows) } else { rows.clone() };
        let mut start = 0;
        while start < rows.num_rows() {
            let len = (self.options.rows_per_group.get() - self.rows).min(rows.num_rows() - start);
            self.pending.push(rows.slice(start, len));
            self.rows += len;
            start += len;
            if self.rows == self.options.rows_per_group.get() {
                self.write_group()?;
            }
        }
        Ok(())
    }

    /// Writes the remaining rows and the end of the file, and returns the inner writer.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the inner writer returns an error.
    pub fn finish(mut self) -> Result<W, Error> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.writer.finish()
    }

    /// Checks that rows have the columns of the file, and that columns that are not nullable have no nulls.
    fn check(&self, rows: &RecordBatch) -> Result<(), Error> {
        let schema = rows.schema();
        let same = |(a, b): (&Arc<Field>, &Arc<Field>)| a.name() == b.name() && a.data_type() == b.data_type();
        let same = self.columns.len() == schema.fields().len() && self.columns.iter().zip(schema.fields()).all(same);
        if !same {
            let names = |fields: &[Arc<Field>]| {
                fields.iter().map(|field| format!("{} ({})", field.name(), field.data_type())).collect()
            };
            return Err(Error::OtherColumns { expected: names(&self.columns), found: names(schema.fields()) });
        }
        for (field, column) in self.columns.iter().zip(rows.columns()) {
            if !field.is_nullable() && column.null_count() > 0 {
                return Err(Error::Refused(format!("column '{}' has nulls, but the file allows none", field.name())));
            }
        }
        Ok(())
    }

    /// Writes the pending rows as a row group.
    fn write_group(&mut self) -> Result<(), Error> {
        self.writer.write(&self.pending)?;
        self.pending.clear();
        self.rows = 0;
        Ok(())
    }
}

/// Returns the first name that an earlier column already has, or `None` if all names differ.
fn named_twice(schema: &Schema) -> Option<&str> {
    let mut seen = HashSet::new();
    schema.fields().iter().map(|field| field.name().as_str()).find(|name| !seen.insert(*name))
}

impl<W> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("columns", &self.columns).field("options", &self.options).finish_non_exhaustive()
    }
}
