//! Arrow IPC files.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, FileReaderBuilder};

use crate::{Error, Format};

/// A reader of the record batches of a file.
pub(crate) type Reader = FileReader<File>;

/// The first and the last bytes of a file.
const MAGIC: &[u8] = b"ARROW1";

/// Opens a file to read some columns, or all of them.
pub(crate) fn open(file: File, columns: Option<Vec<usize>>) -> Result<Reader, Error> {
    check_magic(&file, MAGIC, Format::Arrow, ["it does not start with ARROW1", "it does not end with ARROW1"])?;
    let mut builder = FileReaderBuilder::new();
    if let Some(columns) = columns {
        builder = builder.with_projection(columns);
    }
    builder.build(file).map_err(|error| Error::reading(error, None))
}

/// Returns the rows of a record batch in pieces, which share its buffers.
pub(crate) fn batches(
    reader: &mut Reader,
    record_batch: usize,
    rows: usize,
) -> Result<impl Iterator<Item = Result<RecordBatch, Error>>, Error> {
    let damaged = |error| Error::reading(error, Some(record_batch));
    reader.set_index(record_batch).map_err(damaged)?;
    let batch = reader.next().transpose().map_err(damaged)?;
    let pieces = batch.into_iter().flat_map(move |batch| {
        let len = batch.num_rows();
        (0..len).step_by(rows).map(move |start| Ok(batch.slice(start, rows.min(len - start))))
    });
    Ok(pieces)
}

/// Checks the bytes at both ends of a file: `[at_start, at_end]` say what is wrong if they differ.
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
