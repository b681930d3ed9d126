//! Rows as a table, CSV, JSON, or a Parquet file.

use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use arrow::array::RecordBatch;
use arrow::csv::WriterBuilder;
use arrow::datatypes::SchemaRef;
use arrow::json::LineDelimitedWriter;
use arrow::util::pretty::pretty_format_batches_with_schema;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;
use futures::TryStreamExt;
use tempfile::{Builder, NamedTempFile};

use crate::args::Format;

/// Prints rows to standard output as they arrive. A table is printed at the end, because the widths of its columns depend on all
/// rows. Returns the number of rows.
pub(crate) async fn print(mut rows: SendableRecordBatchStream, format: Format) -> Result<usize> {
    let schema = rows.schema();
    let (mut count, mut kept) = (0, Vec::new());
    let mut sink = Sink::new(format);
    while let Some(batch) = rows.try_next().await? {
        count += batch.num_rows();
        match &mut sink {
            Sink::Csv(writer) => writer.write(&batch)?,
            Sink::Json(writer) => writer.write(&batch)?,
            Sink::Table => kept.push(batch),
        }
    }
    match sink {
        Sink::Csv(mut writer) if count == 0 => writer.write(&RecordBatch::new_empty(schema))?,
        Sink::Csv(_) => {}
        Sink::Json(mut writer) => writer.finish()?,
        Sink::Table => table(schema, &kept)?,
    }
    Ok(count)
}

enum Sink {
    Csv(Box<arrow::csv::Writer<io::BufWriter<io::Stdout>>>),
    Json(LineDelimitedWriter<io::BufWriter<io::Stdout>>),
    Table,
}

impl Sink {
    fn new(format: Format) -> Self {
        let out = io::BufWriter::new(io::stdout());
        match format {
            Format::Csv => Self::Csv(Box::new(WriterBuilder::new().with_header(true).build(out))),
            Format::Json => Self::Json(LineDelimitedWriter::new(out)),
            Format::Table => Self::Table,
        }
    }
}

fn table(schema: SchemaRef, rows: &[RecordBatch]) -> Result<()> {
    if schema.fields().is_empty() {
        return Ok(());
    }
    Ok(writeln!(io::stdout(), "{}", pretty_format_batches_with_schema(schema, rows)?)?)
}

/// Writes rows to a Parquet file, which is complete or absent. Returns the number of rows.
pub(crate) async fn write(mut rows: SendableRecordBatchStream, path: &Path) -> Result<usize> {
    let named = || path.display().to_string();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The error of a file without its final name would show the other name.
    std::fs::metadata(folder).with_context(named)?;
    let file = new_file(folder).with_context(named)?;
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?)).build();
    let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(properties)).with_context(named)?;
    let mut count = 0;
    while let Some(batch) = rows.try_next().await? {
        count += batch.num_rows();
        writer.write(&batch).with_context(named)?;
    }
    let file = writer.into_inner().with_context(named)?;
    file.persist(path).map_err(|error| anyhow!(error.error).context(named()))?;
    Ok(count)
}

/// Returns a file without its final name, which anyone may read as far as the system's mask allows.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)
}
