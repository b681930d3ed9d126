//! Reads records of 32 bytes: blocks first, and the records of a block with an error one by one.

use super::unpack::Record;
use super::{BadRecord, Reason};
use crate::block_reader::BOARDS;

/// A reader of records with the columns that it appends to.
pub(super) trait Append {
    /// Appends the boards of a block if none of them is wrong. Returns whether it has appended them.
    fn append_block(&mut self, records: &[Record]) -> bool;

    /// Appends the board of a record. This is slower than a block and reports precise errors.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::{
        LabelRow, Labels, Relative, RelativeLabelRow, RelativeLabels, UnpackStrategy, bulletformat, marlinformat,
    };
    use crate::{Columns, Rules, read_line};

    const FENS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b",
        "8/8/4k3/8/8/4K3/8/8 w",
        "4k3/8/8/8/8/8/8/R3K2R b",
    ];

    /// A reader that panics if a record must be read on its own. The positions would be the same, but reading takes longer.
    struct Fast<A>(A);

    impl<A: Append> Append for Fast<A> {
        fn append_block(&mut self, records: &[Record]) -> bool {
            self.0.append_block(records)
        }

        fn append_record(&mut self, _: &Record) -> Result<(), Reason> {
            panic!("a block of valid records is read record by record")
        }
    }

    #[test]
    fn right_records_are_read_in_blocks() {
        let (mut columns, mut labels) = (Columns::default(), Labels::default());
        for (n, fen) in (0..=255).zip(FENS.iter().cycle()).take(3 * BOARDS + 1) {
            columns.push(&read_line(fen.as_bytes(), Rules::Chess).unwrap());
            let unmoved_rooks = columns.rooks[usize::from(n)] & 0x8100_0000_0000_0081;
            labels.push(&LabelRow {
                score: -(i16::from(n)),
                result: n % 3,
                halfmove_clock: n,
                fullmove_number: u16::from(n) << 8,
                en_passant: n % 65,
                unmoved_rooks,
                extra: n,
            });
        }
        let boards = Relative::from_absolute(&columns);
        let mut relative_labels = RelativeLabels::from_absolute(&columns, &labels);
        relative_labels.clear();
        for n in (0..=255).take(columns.len()) {
            relative_labels.push(&RelativeLabelRow { score: i16::from(n) - 99, result: n % 3, extra: [n, 1, !n] });
        }
        let (mut absolute, mut relative) = (Vec::new(), Vec::new());
        marlinformat::write(&columns, &labels, &mut absolute).unwrap();
        bulletformat::write(&boards, &relative_labels, &mut relative).unwrap();
        let backend = setwise::auto();
        for (strategy, rules) in UnpackStrategy::ready().flat_map(|strategy| Rules::ALL.map(|rules| (strategy, rules)))
        {
            let (mut read, mut read_labels) = (Columns::default(), Labels::default());
            let mut reader = marlinformat::Reader::with_strategy(strategy, backend, rules).unwrap();
            let target = marlinformat::Target::new(&mut reader, &mut read, Some(&mut read_labels));
            Fast(target).append_all(&absolute, 1, &mut |bad| panic!("{bad}"));
            assert!(read == columns && read_labels == labels, "{strategy} under {rules:?}");

            let (mut read, mut read_labels) = (Relative::default(), RelativeLabels::default());
            let mut reader = bulletformat::Reader::with_strategy(strategy, backend, rules).unwrap();
            let target = bulletformat::Target::new(&mut reader, &mut read, Some(&mut read_labels));
            Fast(target).append_all(&relative, 1, &mut |bad| panic!("{bad}"));
            assert!(read == boards && read_labels == relative_labels, "{strategy} under {rules:?}");
        }
    }
}
