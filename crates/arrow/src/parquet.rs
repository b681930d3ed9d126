//! Reads and writes Parquet files.

use std::fs::File;
use std::io::{self, Write};
use std::iter;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, ArrowWriter, compute_leaves,
};
use parquet::basic::{Compression as Codec, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use crate::error::first_line;
use crate::ipc::check_magic;
use crate::pages::{Pages, SharedFile};
use crate::row_groups::{self, GroupWriter, Groups, RawBatches};
use crate::{COLUMNS, Compression, Error, Format, WriteOptions};

#[derive(Debug, Clone)]
pub(crate) struct Metadata(ArrowReaderMetadata);

impl Metadata {
    pub(crate) fn read(file: &File) -> Result<Self, Error> {
        check_magic(file, b"PAR1", Format::Parquet, ["it does not start with PAR1", "it does not end with PAR1"])?;
        let metadata = ArrowReaderMetadata::load(file, ArrowReaderOptions::new());
        metadata.map(Self).map_err(|error| reading(error, None))
    }

    /// Returns a reader of the pages of a column, or `None` if the file does not store the column as plain words.
    fn pages(
        &self,
        file: &SharedFile,
        row_group: usize,
        column: usize,
        data_type: &DataType,
    ) -> Option<Result<Pages, ParquetError>> {
        // Parquet splits a column of structs into one column for each field, so the columns after it have different
        // indices in Parquet and in Arrow.
        let schema = self.0.parquet_schema();
        let column = (0..schema.num_columns()).find(|&leaf| schema.get_column_root_idx(leaf) == column)?;
        Pages::of(file, self.0.metadata().row_group(row_group), column, data_type)
    }
}

impl row_groups::Metadata for Metadata {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.0.schema())
    }

    fn check_compression(&self, columns: &[usize]) -> Result<(), Error> {
        for group in self.0.metadata().row_groups() {
            for (leaf, chunk) in group.columns().iter().enumerate() {
                let root = self.0.parquet_schema().get_column_root_idx(leaf);
                let method = chunk.compression();
                if matches!(method, Codec::BROTLI(_) | Codec::LZO) && columns.contains(&root) {
                    let name = self.0.schema().field(root).name().clone();
                    let method = method.to_string().split('(').next().unwrap_or_default().to_ascii_lowercase();
                    return Err(Error::Compression { name, method });
                }
            }
        }
        Ok(())
    }

    fn row_groups(&self) -> usize {
        self.0.metadata().num_row_groups()
    }

    fn rows(&self, row_group: usize) -> Option<usize> {
        Some(usize::try_from(self.0.metadata().row_group(row_group).num_rows()).unwrap_or(0))
    }

    fn reader(&self, file: File, columns: &[usize]) -> Result<Box<dyn Groups>, Error> {
        Ok(Box::new(RowGroupReader { metadata: self.clone(), file: SharedFile::new(file)?, columns: columns.to_vec() }))
    }
}

#[derive(Debug)]
struct RowGroupReader {
    metadata: Metadata,
    file: SharedFile,
    columns: Vec<usize>,
}

impl Groups for RowGroupReader {
    fn batches(&self, row_group: usize, rows: usize) -> Result<RawBatches, Error> {
        let Self { metadata, file, columns } = self;
        let failed = move |error| reading(error, Some(row_group));
        let schema = metadata.0.schema().project(columns).map_err(|error| Error::reading(error, Some(row_group)))?;
        let schema = Arc::new(schema);
        let mut pages = Vec::new();
        for (&column, field) in columns.iter().zip(schema.fields()) {
            pages.push(metadata.pages(file, row_group, column, field.data_type()).transpose().map_err(failed)?);
        }
        let others = columns.iter().zip(&pages).filter(|(_, pages)| pages.is_none()).map(|(column, _)| *column);
        let mut others = ParquetRecordBatchReaderBuilder::new_with_metadata(file.clone(), metadata.0.clone())
            .with_row_groups(vec![row_group])
            .with_projection(ProjectionMask::roots(metadata.0.parquet_schema(), others))
            .with_batch_size(rows)
            .build()
            .map_err(failed)?;
        Ok(Box::new(iter::from_fn(move || {
            let others = others.next()?.map_err(|error| Error::reading(error, Some(row_group)));
            Some(others.and_then(|others| {
                let mut decoded = others.columns().iter().cloned();
                let column = |pages: &mut Option<Pages>| match pages {
                    Some(pages) => pages.take(others.num_rows()),
                    None => Ok(decoded.next().expect("a column that is not read by pages is decoded")),
                };
                let arrays: Result<Vec<ArrayRef>, _> = pages.iter_mut().map(column).collect();
                let batch = RecordBatch::try_new(Arc::clone(&schema), arrays.map_err(failed)?);
                batch.map_err(|error| Error::reading(error, Some(row_group)))
            }))
        })))
    }
}

fn reading(error: ParquetError, row_group: Option<usize>) -> Error {
    match io_error(error) {
        Ok(error) => Error::Io(error),
        Err(error) => Error::Damaged { row_group, reason: first_line(&error) },
    }
}

fn writing(error: ParquetError) -> Error {
    match io_error(error) {
        Ok(error) => Error::Io(error),
        Err(error) => Error::Refused(first_line(&error)),
    }
}

/// Returns the I/O error inside a Parquet error, or the Parquet error itself if it contains none.
fn io_error(error: ParquetError) -> Result<io::Error, ParquetError> {
    match error {
        ParquetError::External(error) => error.downcast().map(|error| *error).map_err(ParquetError::External),
        other => Err(other),
    }
}

/// Writes row groups to a file. The columns of a row group are encoded on up to `threads` threads.
pub(crate) struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<Inner<W>>,
    row_groups: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    threads: usize,
}

impl<W: Write + Send> ParquetWriter<W> {
    pub(crate) fn new(write: W, schema: &SchemaRef, options: &WriteOptions) -> Result<Self, Error> {
        let writer = ArrowWriter::try_new(Inner(Some(write)), Arc::clone(schema), Some(properties(schema, options)?));
        let (file, row_groups) = writer.and_then(ArrowWriter::into_serialized_writer).map_err(writing)?;
        Ok(Self { file, row_groups, schema: Arc::clone(schema), threads: options.threads.get() })
    }
}

impl<W: Write + Send> GroupWriter<W> for ParquetWriter<W> {
    fn write(&mut self, batches: &[RecordBatch]) -> Result<(), Error> {
        let group = self.file.flushed_row_groups().len();
        let writers = self.row_groups.create_column_writers(group).map_err(writing)?;
        let chunks = encode(writers, &self.schema, batches, self.threads).map_err(writing)?;
        let mut group = self.file.next_row_group().map_err(writing)?;
        for chunk in chunks {
            chunk.append_to_row_group(&mut group).map_err(writing)?;
        }
        group.close().map_err(writing)?;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<W, Error> {
        self.file.finish().map_err(writing)?;
        Ok(self.file.inner_mut().0.take().expect("the writer is taken only here"))
    }
}

/// The inner writer, until it is taken. `SerializedFileWriter::into_inner` would return it too, but converts I/O errors to
/// text.
struct Inner<W>(Option<W>);

impl<W: Write> Write for Inner<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.as_mut().map_or(Ok(0), |write| write.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Encodes and compresses the columns of batches. Each thread takes the next column until none is left. If a thread
/// cannot be started, the remaining threads encode its share.
fn encode(
    writers: Vec<ArrowColumnWriter>,
    schema: &Schema,
    batches: &[RecordBatch],
    threads: usize,
) -> Result<Vec<ArrowColumnChunk>, ParquetError> {
    let mut chunks: Vec<_> = writers.iter().map(|_| None).collect();
    let threads = threads.min(writers.len());
    let columns = Mutex::new(writers.into_iter().zip(schema.fields()).zip(&mut chunks).enumerate());
    let next = || columns.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some((n, ((writer, field), chunk))) = next() {
            *chunk = Some(encode_column(writer, field, batches.iter().map(|batch| batch.column(n))));
        }
    };
    thread::scope(|scope| {
        let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
        (1..threads).take_while(start).for_each(drop);
        work();
    });
    drop(columns);
    chunks.into_iter().map(|chunk| chunk.expect("every column was taken by a thread")).collect()
}

fn encode_column<'a>(
    mut writer: ArrowColumnWriter,
    field: &Field,
    arrays: impl Iterator<Item = &'a ArrayRef>,
) -> Result<ArrowColumnChunk, ParquetError> {
    for array in arrays {
        for leaf in compute_leaves(field, array)? {
            writer.write(&leaf)?;
        }
    }
    writer.close()
}

/// The number of rows in a page. A batch of the default size has as many rows as a page, so it need not be assembled
/// from several pages.
const PAGE: usize = 1 << 13;

/// Returns the options for writing the columns. For columns of sets, the smallest and the largest value are not stored,
/// because it is meaningless to compare sets as numbers.
///
/// Columns of sets that belong to positions have no dictionary, so that their pages consist of plain words (see
/// `pages.rs`). Features that are sets have a dictionary if the file is compressed. Many boards have the same value of
/// a feature, so the dictionary avoids storing repeated words. Building the dictionary takes no longer than compressing
/// these words with zstd.
fn properties(schema: &SchemaRef, options: &WriteOptions) -> Result<WriterProperties, Error> {
    let codec = match options.compression {
        Compression::None => Codec::UNCOMPRESSED,
        Compression::Zstd(level) => Codec::ZSTD(ZstdLevel::try_new(i32::from(level)).map_err(writing)?),
    };
    let mut properties = WriterProperties::builder()
        .set_compression(codec)
        .set_created_by(concat!("setwise ", env!("CARGO_PKG_VERSION")).to_string())
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_data_page_row_count_limit(PAGE)
        .set_write_batch_size(PAGE);
    for field in schema.fields().iter().filter(|field| matches!(field.data_type(), DataType::UInt64 | DataType::Int64))
    {
        let column = ColumnPath::from(field.name().as_str());
        let is_feature = COLUMNS.iter().all(|column| column.name != field.name());
        properties = properties
            .set_column_dictionary_enabled(column.clone(), is_feature && options.compression != Compression::None)
            .set_column_statistics_enabled(column, EnabledStatistics::None);
    }
    Ok(properties.build())
}
