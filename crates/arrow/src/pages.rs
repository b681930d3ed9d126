//! Reads columns of sets from the pages of a Parquet file, without decoding the pages.
//!
//! In the plain encoding, a page of a required column of 64-bit words consists of the words, each with the lowest byte
//! first. Arrow stores words in memory in the same way, so a page can be used as the buffer of an array:
//!
//! ```text
//! page    | word 0 | word 1 | ... | word 8191 |
//! batch   |      4096 rows     |                   a slice of the page
//! ```
//!
//! Parquet's reader would copy every value from the page to an array, which takes about as long as reading the page.
//! This module copies words only if a batch crosses the end of a page, or if a page is not aligned for words. All other
//! columns, and sets that are stored in other ways, are left to Parquet's reader.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, UInt64Array};
use arrow_buffer::{Buffer, ScalarBuffer};
use arrow_schema::DataType;
use bytes::Bytes;
use parquet::basic::{Encoding, Type};
use parquet::column::page::{Page, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;

const WORD: usize = size_of::<u64>();

/// A reader of the words of one column in one row group.
pub(crate) struct Pages {
    reader: SerializedPageReader<SharedFile>,
    signed: bool,
    /// The words of the current page that have not been returned yet.
    rest: Buffer,
}

impl Pages {
    /// Returns a reader of the words of column `column` of a row group. `data_type` is the type of the column in Arrow.
    /// Returns `None` if the file does not store the column as plain words.
    pub(crate) fn of(
        file: &SharedFile,
        row_group: &RowGroupMetaData,
        column: usize,
        data_type: &DataType,
    ) -> Option<Result<Self>> {
        let metadata = row_group.column(column);
        let plain = metadata.encodings().any(|encoding| encoding == Encoding::PLAIN)
            && metadata.encodings().all(|encoding| matches!(encoding, Encoding::PLAIN | Encoding::RLE));
        let required = metadata.column_descr().max_def_level() == 0 && metadata.column_descr().max_rep_level() == 0;
        let words = matches!(data_type, DataType::UInt64 | DataType::Int64) && metadata.column_type() == Type::INT64;
        if !(plain && required && words) || metadata.dictionary_page_offset().is_some() || cfg!(target_endian = "big") {
            return None;
        }
        let rows = usize::try_from(row_group.num_rows()).ok()?;
        let reader = SerializedPageReader::new(Arc::new(file.clone()), metadata, rows, None);
        let signed = *data_type == DataType::Int64;
        Some(reader.map(|reader| Self { reader, signed, rest: Buffer::default() }))
    }

    /// Returns the next `rows` words as an array.
    pub(crate) fn take(&mut self, rows: usize) -> Result<ArrayRef> {
        if self.rest.is_empty() {
            self.rest = self.next_page()?;
        }
        let words = if self.rest.len() >= rows * WORD {
            self.split(rows * WORD)
        } else {
            let mut words = Vec::with_capacity(rows * WORD);
            while words.len() < rows * WORD {
                if self.rest.is_empty() {
                    self.rest = self.next_page()?;
                }
                let bytes = self.rest.len().min(rows * WORD - words.len());
                words.extend_from_slice(&self.split(bytes));
            }
            aligned(words.into())
        };
        Ok(if self.signed {
            Arc::new(Int64Array::new(ScalarBuffer::new(words, 0, rows), None))
        } else {
            Arc::new(UInt64Array::new(ScalarBuffer::new(words, 0, rows), None))
        })
    }

    fn split(&mut self, bytes: usize) -> Buffer {
        let taken = self.rest.slice_with_length(0, bytes);
        self.rest = self.rest.slice(bytes);
        taken
    }

    /// Returns the words of the next page that is not empty.
    fn next_page(&mut self) -> Result<Buffer> {
        loop {
            let (words, values) = match self.reader.get_next_page()? {
                Some(Page::DataPage { buf, num_values, encoding: Encoding::PLAIN, .. }) => (buf, num_values),
                Some(Page::DataPageV2 { buf, num_values, encoding: Encoding::PLAIN, .. }) => (buf, num_values),
                Some(_) => return Err(ParquetError::General("a page is not plain".to_string())),
                None => return Err(ParquetError::EOF("the pages have fewer rows than the row group".to_string())),
            };
            if words.len() != values as usize * WORD {
                return Err(ParquetError::General(format!("a page of {values} values has {} bytes", words.len())));
            }
            if !words.is_empty() {
                return Ok(aligned(words.into()));
            }
        }
    }
}

/// Returns the buffer, or a copy of it if its address is not aligned for words, which is rare.
fn aligned(buffer: Buffer) -> Buffer {
    if buffer.as_ptr().align_offset(WORD) == 0 { buffer } else { Buffer::from(buffer.as_slice()) }
}

/// A file from which parts are read. Only one thread may read at a time.
#[derive(Debug, Clone)]
pub(crate) struct SharedFile {
    file: Arc<File>,
    len: u64,
}

impl SharedFile {
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Self { file: Arc::new(file), len })
    }
}

impl Length for SharedFile {
    fn len(&self) -> u64 {
        self.len
    }
}

impl ChunkReader for SharedFile {
    type T = BufReader<FileFrom>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        // Only the headers of pages are read through this reader, and this capacity is enough for a header.
        const HEADER: usize = 256;
        Ok(BufReader::with_capacity(HEADER, FileFrom { file: Arc::clone(&self.file), start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        if start.checked_add(length as u64).is_none_or(|end| end > self.len) {
            return Err(ParquetError::EOF("a page is longer than the file".to_string()));
        }
        let mut bytes = Vec::with_capacity(length);
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(start))?;
        file.take(length as u64).read_to_end(&mut bytes)?;
        if bytes.len() < length {
            return Err(ParquetError::EOF("the file is truncated".to_string()));
        }
        Ok(bytes.into())
    }
}

/// Reads the bytes of a file from position `start` on.
#[derive(Debug)]
pub(crate) struct FileFrom {
    file: Arc<File>,
    start: u64,
}

impl Read for FileFrom {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(self.start))?;
        let read = file.read(buffer)?;
        self.start += read as u64;
        Ok(read)
    }
}
