//! The column of FENs in a file of comma-separated values.

use std::io::{self, Chain, Read};

use anyhow::{Context, Result, anyhow};
use csv::{ByteRecord, Reader, ReaderBuilder, Terminator};

use super::Data;

/// The default name of the column.
const FEN: &str = "fen";

/// The number of bytes of FENs in a piece.
const PIECE: usize = 1 << 18;

/// The largest number of bytes that are read for one record. A quote that is never closed would otherwise fill the memory.
const LONGEST_RECORD: usize = 1 << 20;

/// Reads the records of a file.
pub(super) struct Records<R: Read> {
    /// Ends records at line feeds only and accepts any number of fields, because the reader of the library counts lines too late
    /// if carriage returns end records too, or if it skips blank lines.
    reader: Reader<Chain<Bounded<R>, &'static [u8]>>,
    /// The number of columns, and the index of the one with the FENs.
    columns: usize,
    fen: usize,
    record: ByteRecord,
    /// The number of the line at which the next piece begins. The first one begins with the header.
    line: u64,
}

impl<R: Read> Records<R> {
    /// Returns the records of a file whose first line has the names of columns. Without `column`, the FENs are in the column
    /// `fen`, in lower or upper case. `name` is the name of the file, for errors.
    pub(super) fn new(source: R, column: Option<&str>, name: &str) -> Result<Self> {
        // With a line feed at its end, the last record is like all others.
        let source = Bounded { source, left: LONGEST_RECORD }.chain(&b"\n"[..]);
        let mut builder = ReaderBuilder::new();
        let reader = builder.has_headers(false).flexible(true).terminator(Terminator::Any(b'\n')).from_reader(source);
        let mut records = Self { reader, columns: 0, fen: 0, record: ByteRecord::new(), line: 1 };
        records.read(name)?;
        let header: Vec<&[u8]> = records.record.iter().map(<[u8]>::trim_ascii).collect();
        let is_wanted = |field: &&[u8]| match column {
            Some(column) => *field == column.as_bytes(),
            None => field.eq_ignore_ascii_case(FEN.as_bytes()),
        };
        let fen = header.iter().position(is_wanted).ok_or_else(|| {
            let names: Vec<_> = header.iter().map(|name| String::from_utf8_lossy(name)).collect();
            let wanted = column.unwrap_or(FEN);
            anyhow!("{name}:1: no column '{wanted}'; columns are {}; --column names one of them", names.join(", "))
        })?;
        (records.columns, records.fen) = (header.len(), fen);
        Ok(records)
    }

    /// Returns the next records, or `None` if there are no more. `name` is the name of the file, for errors.
    pub(super) fn next(&mut self, name: &str) -> Result<Option<Data>> {
        let (mut text, mut starts) = (Vec::with_capacity(PIECE), Vec::new());
        while text.len() < PIECE {
            let Some(line) = self.read(name)? else { break };
            let Self { columns, fen, record, .. } = self;
            if record.len() != *columns {
                let fields = record.len();
                return Err(anyhow!("{name}:{line}: the record has {fields} fields, the first line has {columns}"));
            }
            let field = &record[*fen];
            if matches!(field.trim_ascii_start().first(), None | Some(b'#')) {
                // As a line, this field would be skipped. A rank without squares makes it an error.
                text.push(b'/');
            }
            // A line end inside quotes is a blank like any other.
            text.extend(field.iter().map(|&byte| if byte == b'\n' { b' ' } else { byte }));
            text.push(b'\n');
            starts.push((line - self.line) as usize);
        }
        let end = self.reader.position().line();
        let lines = (end - self.line) as usize;
        self.line = end;
        Ok((!starts.is_empty()).then_some(Data::Records { text, starts, lines }))
    }

    /// Reads the next record that is not a blank line. Returns the number of its first line, or `None` if there are no more.
    fn read(&mut self, name: &str) -> Result<Option<u64>> {
        loop {
            self.reader.get_mut().get_mut().0.left = LONGEST_RECORD;
            if !self.reader.read_byte_record(&mut self.record).with_context(|| name.to_string())? {
                return Ok(None);
            }
            if self.record.len() > 1 || !self.record[0].trim_ascii().is_empty() {
                let after = self.reader.position().line();
                return Ok(Some(after - 1 - memchr::memchr_iter(b'\n', self.record.as_slice()).count() as u64));
            }
        }
    }
}

/// A source of which at most `left` bytes can be read before `left` is set again.
struct Bounded<R> {
    source: R,
    left: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let reason = format!("a record has more than {LONGEST_RECORD} bytes; is a quote not closed?");
            return Err(io::Error::other(reason));
        }
        let bytes = self.source.read(buffer)?;
        self.left = self.left.saturating_sub(bytes);
        Ok(bytes)
    }
}
