//! Prints rows as a table, CSV or JSON, or writes them to a Parquet file.

use std::io::{Write, stdout};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use arrow::array::{ArrayRef, RecordBatch, StringArray};
use arrow::csv::WriterBuilder;
use arrow::datatypes::{DataType, Field, FieldRef, Schema};
use arrow::error::ArrowError;
use arrow::json::writer::{EncoderOptions, LineDelimitedWriter, make_encoder};
use arrow::util::pretty::pretty_format_batches_with_schema;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;
use futures::TryStreamExt;
use setwise_files::Sink;

use crate::args::Format;
use crate::failure::Failure;

/// Prints rows to standard output as they arrive. A table is printed at the end, because the widths of the table's
/// columns depend on all rows. Returns the number of rows.
pub(crate) async fn print(mut rows: SendableRecordBatchStream, format: Format) -> Result<usize> {
    let schema = rows.schema();
    let (mut count, mut kept) = (0, Vec::new());
    while let Some(batch) = rows.try_next().await? {
        match format {
            Format::Csv => say(&csv(&batch, count == 0)?)?,
            Format::Json => say(&json(&batch)?)?,
            Format::Table => kept.push(batch.clone()),
        }
        count += batch.num_rows();
    }
    match format {
        _ if schema.fields().is_empty() => {}
        Format::Csv if count == 0 => say(&csv(&RecordBatch::new_empty(schema), true)?)?,
        Format::Table => say(format!("{}\n", pretty_format_batches_with_schema(schema, &kept)?).as_bytes())?,
        Format::Csv | Format::Json => {}
    }
    Ok(count)
}

/// Writes a text to standard output and flushes it, so that every write error is returned.
pub(crate) fn say(text: &[u8]) -> Result<()> {
    let mut out = stdout().lock();
    Ok(out.write_all(text).and_then(|()| out.flush()).map_err(Failure::Output)?)
}

fn csv(rows: &RecordBatch, header: bool) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    WriterBuilder::new().with_header(header).build(&mut text).write(&flat(rows)?)?;
    Ok(text)
}

fn json(rows: &RecordBatch) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    LineDelimitedWriter::new(&mut text).write(rows)?;
    Ok(text)
}

/// Converts lists and structs in rows to JSON texts, because a field of CSV is a single value.
fn flat(rows: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let (mut fields, mut columns): (Vec<FieldRef>, Vec<ArrayRef>) = (Vec::new(), Vec::new());
    for (field, column) in rows.schema_ref().fields().iter().zip(rows.columns()) {
        let nested = field.data_type().is_nested();
        columns.push(if nested { Arc::new(json_texts(field, column)?) } else { Arc::clone(column) });
        fields.push(if nested { Arc::new(Field::new(field.name(), DataType::Utf8, true)) } else { Arc::clone(field) });
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

fn json_texts(field: &FieldRef, column: &ArrayRef) -> Result<StringArray, ArrowError> {
    let options = EncoderOptions::default().with_explicit_nulls(true);
    let mut encoder = make_encoder(field, column, &options)?;
    let text = |n: usize| {
        let mut text = Vec::new();
        encoder.encode(n, &mut text);
        column.is_valid(n).then(|| String::from_utf8_lossy(&text).into_owned())
    };
    Ok((0..column.len()).map(text).collect())
}

/// Writes rows to a Parquet file, or to standard output if `path` is `-`. If writing fails, no incomplete file remains.
/// Returns the number of rows.
pub(crate) async fn write(mut rows: SendableRecordBatchStream, path: &Path) -> Result<usize> {
    let named = || path.display().to_string();
    let file = Sink::create(path).with_context(named)?;
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?)).build();
    let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(properties)).with_context(named)?;
    let mut count = 0;
    while let Some(batch) = rows.try_next().await? {
        count += batch.num_rows();
        writer.write(&batch).with_context(named)?;
    }
    writer.into_inner().with_context(named)?.finish().with_context(named)?;
    Ok(count)
}
