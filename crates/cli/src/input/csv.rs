//! Reads the records of a file of comma-separated values, and its column of FENs.

use std::io::{self, Chain, Read};

use anyhow::{Context, Result, anyhow};
use csv::{ByteRecord, Reader, ReaderBuilder, Terminator};
use setwise_games::decode;

use crate::chunk::Data;

/// The default name of the column.
const FEN: &str = "fen";

/// The number of bytes of FENs at which a chunk ends.
const CHUNK: usize = 1 << 18;

/// The largest number of bytes that are read for one record. Without this limit, a quote that is never closed would
/// fill the memory.
const LONGEST_RECORD: usize = 1 << 20;

/// Reads the records of a file.
pub(super) struct Records<R: Read> {
    /// The name of the file in error messages.
    name: String,
    /// The reader ends records only at line feeds, and accepts any number of fields. If it also ended records at
    /// carriage returns, a line feed after a carriage return would be counted only with the next record. The line
    /// numbers would then be too small.
    reader: Reader<Chain<Bounded<R>, &'static [u8]>>,
    /// The number of columns.
    columns: usize,
    record: ByteRecord,
    /// The number of the line at which the last record began, and whether that record was [`END`].
    last: (u64, bool),
}

/// Reads the FENs of a file in chunks.
pub(super) struct CsvChunks<R: Read> {
    records: Records<R>,
    /// The index of the column with the FENs. It is 0 if the file has no lines.
    fen: usize,
    /// The number of the line at which the next chunk begins. The first chunk begins with the header.
    line: u64,
}

/// Text that is read after the end of the file: a line feed, and a last record that consists of a quote and a line
/// feed. If a quote in the file is not closed, the quote in this text closes it. The reader then does not find this
/// last record, which shows that a quote in the file is not closed.
const END: &[u8] = b"\n\"\n";

/// The largest number of bad records in a chunk.
const MOST_BAD: usize = 1 << 12;

impl<R: Read> CsvChunks<R> {
    /// Reads the first line of a file, which contains the names of its columns. The FENs are in the column that
    /// `column` names, or in the column `fen`, in lower or upper case. A column with one of the names in `refused`, in
    /// lower or upper case, is an error. `name` is the name of the file in error messages. A file without lines has no
    /// positions, and needs no columns.
    pub(super) fn new(source: R, column: Option<&str>, refused: &[&str], name: &str) -> Result<Self> {
        let (records, header) = Records::new(source, name)?;
        let Some(header) = header else { return Ok(Self { records, fen: 0, line: 1 }) };
        let is_wanted = |field: &String| match column {
            Some(column) => field == column,
            None => field.eq_ignore_ascii_case(FEN),
        };
        let missing = || no_column(name, column.unwrap_or(FEN), &header, "--column");
        let fen = header.iter().position(is_wanted).ok_or_else(missing)?;
        let is_refused = |field: &&String| refused.iter().any(|refused| field.eq_ignore_ascii_case(refused));
        if let Some(label) = header.iter().find(is_refused) {
            return Err(anyhow!("{name}:1: the column '{label}' is a label, and labels in csv files are not read"));
        }
        Ok(Self { records, fen, line: 1 })
    }

    /// Returns the next records, or `None` if there are no more.
    pub(super) fn next(&mut self) -> Result<Option<Data>> {
        let (mut text, mut starts, mut bad) = (Vec::with_capacity(CHUNK), Vec::new(), Vec::new());
        while text.len() < CHUNK && bad.len() < MOST_BAD {
            let Some(line) = self.records.read()? else { break };
            let start = (line - self.line) as usize;
            match self.text_of_fen() {
                Ok(fen) => {
                    text.extend_from_slice(fen);
                    text.push(b'\n');
                    starts.push(start);
                }
                Err(reason) => bad.push((start, reason)),
            }
        }
        let end = self.records.reader.position().line();
        let lines = (end - self.line) as usize;
        self.line = end;
        let is_empty = starts.is_empty() && bad.is_empty();
        Ok((!is_empty).then_some(Data::Csv { text, starts, bad, lines }))
    }

    /// Returns the FEN in the record, or the reason why the record is bad.
    fn text_of_fen(&self) -> Result<&[u8], String> {
        let field = &self.records.fields()?[self.fen];
        match field.trim_ascii() {
            // The FENs are later read as lines of text. An empty line or a comment would then be skipped, and a field
            // with a line feed would become several lines.
            [] => Err("the field of the FEN is empty".to_string()),
            [b'#', ..] => Err("the field of the FEN is a comment".to_string()),
            _ if field.contains(&b'\n') => Err("the field of the FEN has a line feed, expected one line".to_string()),
            _ => Ok(field),
        }
    }
}

/// Returns the error for a column that does not exist. `option` names a column.
pub(super) fn no_column(name: &str, wanted: &str, header: &[String], option: &str) -> anyhow::Error {
    anyhow!("{name}:1: no column '{wanted}'; columns are {}; {option} names one of them", header.join(", "))
}

impl<R: Read> Records<R> {
    /// Reads the first line of a file, and returns the names of its columns, or `None` if all lines are blank.
    pub(super) fn new(source: R, name: &str) -> Result<(Self, Option<Vec<String>>)> {
        let source = Bounded { source, left: LONGEST_RECORD }.chain(END);
        let mut builder = ReaderBuilder::new();
        let reader = builder.has_headers(false).flexible(true).terminator(Terminator::Any(b'\n')).from_reader(source);
        let name = name.to_string();
        let mut records = Self { name, reader, columns: 0, record: ByteRecord::new(), last: (1, false) };
        if records.read()?.is_none() {
            return Ok((records, None));
        }
        records.columns = records.record.len();
        let names = records.record.iter().map(|name| decode(name.trim_ascii()).into_owned());
        let header = names.collect();
        Ok((records, Some(header)))
    }

    /// Returns the fields of the record, or the reason why the record is bad.
    pub(super) fn fields(&self) -> Result<&ByteRecord, String> {
        let Self { columns, record, .. } = self;
        if record.len() == *columns {
            Ok(record)
        } else {
            Err(format!("the record has {} fields, the first line has {columns}", record.len()))
        }
    }

    /// Reads the next record that is not a blank line. Returns the number of its first line, or `None` if there are no
    /// more.
    pub(super) fn read(&mut self) -> Result<Option<u64>> {
        let name = &self.name;
        loop {
            let first = self.reader.position().line();
            self.reader.get_mut().get_mut().0.left = LONGEST_RECORD;
            let read = self.reader.read_byte_record(&mut self.record);
            if read.is_err() && self.reader.get_ref().get_ref().0.left == 0 {
                return Err(anyhow!(
                    "{name}:{first}: the record has more than {LONGEST_RECORD} bytes; is a quote not closed?"
                ));
            }
            if !read.with_context(|| name.clone())? {
                let (line, is_end) = self.last;
                return if is_end { Ok(None) } else { Err(anyhow!("{name}:{line}: a quote is not closed")) };
            }
            let after = self.reader.position().line();
            let line = after - 1 - memchr::memchr_iter(b'\n', self.record.as_slice()).count() as u64;
            self.last = (line, self.record.len() == 1 && self.record[0] == *b"\n");
            if self.record.len() > 1 || !self.record[0].trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
    }
}

/// A source that fails after `left` more bytes. `left` is reset before each record.
struct Bounded<R> {
    source: R,
    left: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other("the record is too long"));
        }
        let bytes = self.source.read(buffer)?;
        self.left = self.left.saturating_sub(bytes);
        Ok(bytes)
    }
}
