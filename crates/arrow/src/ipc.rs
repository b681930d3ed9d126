//! Reads and writes Arrow IPC files.
//!
//! A file consists of blocks and a footer. Each block is a record batch or a dictionary. The footer contains the schema
//! and the offsets of the blocks:
//!
//! ```text
//! ARROW1 | block 0 | block 1 | ... | footer | its length | ARROW1
//! ```
//!
//! The lengths in a damaged file may be arbitrary, so they must be compared with the length of the file before memory
//! is allocated. For this reason, this module itself reads the bytes of the footer and the blocks, and Arrow only
//! decodes them.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_ipc::{Block, CompressionType, root_as_footer, root_as_message};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;

use crate::error::first_line;
use crate::row_groups::{self, GroupWriter, Groups, RawBatches};
use crate::{Compression, Error, Format, WriteOptions};

/// The first and the last bytes of a file.
const MAGIC: &[u8] = b"ARROW1";

/// The largest accepted ratio between the uncompressed length of a buffer and the length of its block.
const MOST_COMPRESSED: u64 = 1 << 16;

#[derive(Debug)]
pub(crate) struct Metadata {
    schema: SchemaRef,
    record_batches: usize,
}

impl Metadata {
    pub(crate) fn read(file: File) -> Result<Self, Error> {
        let RecordBatchReader { schema, blocks, .. } = RecordBatchReader::open(file, None)?;
        Ok(Self { schema, record_batches: blocks.len() })
    }
}

impl row_groups::Metadata for Metadata {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn check_compression(&self, _: &[usize]) -> Result<(), Error> {
        Ok(())
    }

    fn row_groups(&self) -> usize {
        self.record_batches
    }

    fn rows(&self, _: usize) -> Option<usize> {
        None
    }

    fn reader(&self, file: File, columns: &[usize]) -> Result<Box<dyn Groups>, Error> {
        Ok(Box::new(RecordBatchReader::open(file, Some(columns))?))
    }
}

/// A reader of the record batches of a file.
#[derive(Debug)]
struct RecordBatchReader {
    file: File,
    len: u64,
    schema: SchemaRef,
    blocks: Vec<Block>,
    decoder: FileDecoder,
}

impl RecordBatchReader {
    /// Opens a file to read the given columns, or all columns if `columns` is `None`.
    fn open(mut file: File, columns: Option<&[usize]>) -> Result<Self, Error> {
        check_magic(&file, MAGIC, Format::Arrow, ["it does not start with ARROW1", "it does not end with ARROW1"])?;
        let len = file.seek(SeekFrom::End(0))?;
        let end = read_part(&file, len, len.checked_sub(10).ok_or_else(|| damaged("the file is truncated"))?, 10)?;
        let end = *end.first_chunk().expect("10 bytes");
        let footer_len = read_footer_length(end).map_err(|error| Error::reading(error, None))? as u64;
        let start = len.checked_sub(10 + footer_len).ok_or_else(|| damaged("the footer is longer than the file"))?;
        let footer = read_part(&file, len, start, footer_len)?;
        let footer = root_as_footer(&footer).map_err(|error| damaged(&error))?;
        let schema = footer.schema().ok_or_else(|| damaged("the footer has no schema"))?;
        if !schema.endianness().equals_to_target_endianness() {
            return Err(damaged("the file has another byte order than this machine"));
        }
        let schema = Arc::new(fb_to_schema(schema));
        let mut decoder = FileDecoder::new(Arc::clone(&schema), footer.version());
        if let Some(columns) = columns {
            decoder = decoder.with_projection(columns.to_vec());
        }
        for block in footer.dictionaries().iter().flatten() {
            let buffer = read_block(&file, len, block)?;
            decoder.read_dictionary(block, &buffer).map_err(|error| Error::reading(error, None))?;
        }
        let blocks = footer.recordBatches().iter().flatten().copied().collect();
        Ok(Self { file, len, schema, blocks, decoder })
    }
}

impl Groups for RecordBatchReader {
    /// Returns batches that share the buffers of the record batch.
    fn batches(&self, record_batch: usize, rows: usize) -> Result<RawBatches, Error> {
        let read = || {
            let block = &self.blocks[record_batch];
            let buffer = read_block(&self.file, self.len, block)?;
            check_lengths(block, &buffer)?;
            self.decoder.read_record_batch(block, &buffer).map_err(|error| Error::reading(error, None))
        };
        let batch = read().map_err(|error| error.in_row_group(record_batch))?;
        let chunks = batch.into_iter().flat_map(move |batch| {
            let len = batch.num_rows();
            (0..len).step_by(rows).map(move |start| Ok(batch.slice(start, rows.min(len - start))))
        });
        Ok(Box::new(chunks))
    }
}

/// Writes record batches to a file, on one thread.
pub(crate) struct IpcWriter<W> {
    file: FileWriter<W>,
    schema: SchemaRef,
}

impl<W: Write> IpcWriter<W> {
    pub(crate) fn new(write: W, schema: &SchemaRef, options: &WriteOptions) -> Result<Self, Error> {
        let options = ipc_options(options).map_err(Error::writing)?;
        let file = FileWriter::try_new_with_options(write, schema, options).map_err(Error::writing)?;
        Ok(Self { file, schema: Arc::clone(schema) })
    }
}

impl<W: Write + Send> GroupWriter<W> for IpcWriter<W> {
    fn write(&mut self, batches: &[RecordBatch]) -> Result<(), Error> {
        let rows = concat_batches(&self.schema, batches).and_then(|rows| self.file.write(&rows));
        rows.map_err(Error::writing)
    }

    fn finish(self: Box<Self>) -> Result<W, Error> {
        self.file.into_inner().map_err(Error::writing)
    }
}

/// Returns the Arrow options for writing a file.
fn ipc_options(options: &WriteOptions) -> Result<IpcWriteOptions, ArrowError> {
    match options.compression {
        Compression::None => Ok(IpcWriteOptions::default()),
        Compression::Zstd(level) => IpcWriteOptions::default()
            .try_with_compression(Some(CompressionType::ZSTD))?
            .try_with_compression_level(Some(i32::from(level))),
    }
}

fn damaged(reason: &(impl ToString + ?Sized)) -> Error {
    Error::Damaged { row_group: None, reason: first_line(&reason.to_string()) }
}

fn read_block(file: &File, len: u64, block: &Block) -> Result<Buffer, Error> {
    let number = |number: i64| u64::try_from(number).map_err(|_| damaged("a block has a negative length"));
    let (start, metadata) = (number(block.offset())?, number(block.metaDataLength().into())?);
    if metadata < 8 {
        return Err(damaged("a block has no metadata"));
    }
    let bytes = metadata.checked_add(number(block.bodyLength())?);
    read_part(file, len, start, bytes.ok_or_else(|| damaged("a block is longer than the file"))?)
}

/// Reads `bytes` bytes of a file, from byte `start` on. Returns an error if these bytes are not within the `len` bytes
/// of the file.
fn read_part(mut file: &File, len: u64, start: u64, bytes: u64) -> Result<Buffer, Error> {
    if start.checked_add(bytes).is_none_or(|end| end > len) {
        return Err(damaged("a block is longer than the file"));
    }
    let mut buffer = vec![0; usize::try_from(bytes).map_err(|_| damaged("a block is longer than memory"))?];
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut buffer)?;
    Ok(buffer.into())
}

/// Checks the uncompressed length at the start of each compressed buffer, because Arrow allocates a buffer of this
/// length before it decompresses.
fn check_lengths(block: &Block, bytes: &Buffer) -> Result<(), Error> {
    let metadata = usize::try_from(block.metaDataLength()).map_err(|_| damaged("a block has no metadata"))?;
    let (metadata, body) = bytes.split_at(metadata);
    // In old versions of the format, there is no marker before the length of the metadata.
    let message = root_as_message(&metadata[if metadata.starts_with(&[0xFF; 4]) { 8 } else { 4 }..]);
    let message = message.map_err(|error| damaged(&error))?;
    let Some(batch) = message.header_as_record_batch() else { return Ok(()) };
    if batch.compression().is_none() {
        return Ok(());
    }
    for buffer in batch.buffers().iter().flatten() {
        let start = usize::try_from(buffer.offset()).map_err(|_| damaged("a buffer starts before its block"))?;
        let Some(length) = body.get(start..).and_then(<[u8]>::first_chunk) else { continue };
        // -1 means that the buffer is not compressed.
        let length = u64::try_from(i64::from_le_bytes(*length)).unwrap_or(0);
        if length > (body.len() as u64).saturating_mul(MOST_COMPRESSED) {
            return Err(damaged("a compressed buffer is too long"));
        }
    }
    Ok(())
}

/// Checks the magic bytes at both ends of a file. `at_start` and `at_end` are the messages for wrong bytes at the start
/// and at the end.
pub(crate) fn check_magic(
    mut file: &File,
    magic: &[u8],
    format: Format,
    [at_start, at_end]: [&'static str; 2],
) -> Result<(), Error> {
    let len = file.seek(SeekFrom::End(0))?;
    if len == 0 {
        return Err(Error::Foreign(format, "it is empty"));
    }
    let mut bytes = vec![0; magic.len()];
    for (place, reason) in [(SeekFrom::Start(0), at_start), (SeekFrom::End(-(magic.len() as i64)), at_end)] {
        if len < magic.len() as u64 {
            return Err(Error::Foreign(format, reason));
        }
        file.seek(place)?;
        file.read_exact(&mut bytes)?;
        if bytes != magic {
            return Err(Error::Foreign(format, reason));
        }
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(())
}
