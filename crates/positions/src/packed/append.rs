//! Reads records of 32 bytes: blocks first, and the records of a block with an error one by one.

use super::unpack::Record;
use super::{BadRecord, Reason};
use crate::block::BOARDS;

/// A reader of records with the columns that it appends to.
pub(super) trait Append {
    /// Appends the boards of a block if none of them is wrong. Returns whether it has appended them.
    fn append_block(&mut self, records: &[Record]) -> bool;

    /// Appends the board of a record, which is read with care.
    fn append_record(&mut self, record: &Record) -> Result<(), Reason>;

    /// Appends all records and calls `bad` for each that is wrong. The first record has the number `first_record`. Returns the
    /// number of the next record.
    #[inline(always)]
    fn append_all(&mut self, bytes: &[u8], first_record: usize, bad: &mut impl FnMut(BadRecord)) -> usize {
        let (records, incomplete) = bytes.as_chunks();
        let mut number = first_record;
        for block in records.chunks(BOARDS) {
            if !self.append_block(block) {
                self.append_with_care(block, number, bad);
            }
            number += block.len();
        }
        if !incomplete.is_empty() {
            bad(BadRecord { record: number, reason: Reason::Truncated(incomplete.len()) });
            number += 1;
        }
        number
    }

    /// Appends the records of a block one by one.
    #[cold]
    fn append_with_care(&mut self, block: &[Record], first_record: usize, bad: &mut impl FnMut(BadRecord)) {
        for (record, bytes) in (first_record..).zip(block) {
            if let Err(reason) = self.append_record(bytes) {
                bad(BadRecord { record, reason });
            }
        }
    }
}

/// Writes rows to the end of a buffer. If a row cannot be written, the buffer is left as it was.
pub(super) fn write_rows<const BYTES: usize>(
    rows: usize,
    bytes: &mut Vec<u8>,
    row: impl Fn(usize) -> Result<[u8; BYTES], Reason>,
) -> Result<(), BadRecord> {
    let old = bytes.len();
    bytes.reserve(BYTES * rows);
    for n in 0..rows {
        match row(n) {
            Ok(record) => bytes.extend_from_slice(&record),
            Err(reason) => {
                bytes.truncate(old);
                return Err(BadRecord { record: n + 1, reason });
            }
        }
    }
    Ok(())
}
