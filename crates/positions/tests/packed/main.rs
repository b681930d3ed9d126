//! Compares the readers and writers of packed positions with the crates that define the formats. Also tests invalid records of
//! every kind.
//!
//! The positions come from the embedded games.

mod games;
mod oracle;
mod wrong;

use std::io::Read;

use setwise::Color;
use setwise_positions::packed::bulletformat::{self, Bulletformat};
use setwise_positions::packed::marlinformat::{self, Marlinformat};
use setwise_positions::packed::{
    Format, Labels, NO_RESULT, RECORD, RecordChunks, Relative, RelativeLabelRow, RelativeLabels, viriformat,
};
use setwise_positions::placement::Placement;
use setwise_positions::{Columns, Reader, Rules};

use oracle::{read, real};

#[test]
fn marlinformat_is_read_in_every_way_and_written() {
    let (columns, labels, [bytes, _]) = real();
    for (n, record) in bytes.as_chunks().0.iter().enumerate() {
        assert_eq!(marlinformat::read(record, Rules::Chess).ok(), columns.get(n).zip(labels.get(n)));
    }
    assert!(read::<Marlinformat>(&bytes, Rules::Chess) == (vec![], columns.clone(), labels.clone()));
    let mut written = Vec::new();
    marlinformat::write(&columns, &labels, &mut written).unwrap();
    assert!(written == bytes);
}

#[test]
fn bulletformat_is_read_in_every_way_and_written() {
    let (absolute, labels, [_, bytes]) = real();
    let (boards, labels) = (Relative::from_absolute(&absolute), RelativeLabels::from_absolute(&absolute, &labels));
    for (n, record) in bytes.as_chunks().0.iter().enumerate() {
        assert_eq!(bulletformat::read(record, Rules::Chess).ok(), boards.get(n).zip(labels.get(n)), "record {n}");
    }
    assert!(read::<Bulletformat>(&bytes, Rules::Chess) == (vec![], boards.clone(), labels.clone()));
    let mut written = Vec::new();
    bulletformat::write(&boards, &labels, &mut written).unwrap();
    assert!(written == bytes);
    // The extra bytes must be written and read, too.
    let mut other = labels.clone();
    other.extra[0] = [1, 2, 3];
    written.clear();
    bulletformat::write(&boards, &other, &mut written).unwrap();
    assert_eq!(written[29..32], [1, 2, 3]);
    assert!(read::<Bulletformat>(&written, Rules::Chess).2 == other);
}

/// Positions must not change if they are stored as games without moves or as relative boards.
#[test]
fn games_without_moves_and_relative_boards_lose_no_placement() {
    let (columns, labels, _) = real();
    let (mut read, mut read_labels, mut bytes) = (Columns::default(), Labels::default(), Vec::new());
    viriformat::write(&columns, &labels, &mut bytes).unwrap();
    viriformat::Reader::new(Rules::Chess).append(&bytes, 1, &mut read, Some(&mut read_labels), |bad| panic!("{bad}"));
    assert!(read == columns && read_labels == labels);
    let boards = Relative::from_absolute(&columns);
    // Together with the sides to move, the relative boards must yield the positions again.
    for n in 0..boards.len() {
        let Placement { kinds, sides: [own, their] } = boards.get(n).unwrap();
        let placement = match columns.side_to_move[n] {
            Color::White => Placement { kinds, sides: [own, their] },
            Color::Black => {
                Placement { kinds: kinds.map(u64::swap_bytes), sides: [their.swap_bytes(), own.swap_bytes()] }
            }
        };
        assert_eq!(Some(placement), columns.get(n).map(|position| position.placement));
    }
}

#[test]
fn a_file_is_read_in_pieces_of_any_size() {
    let (_, _, [bytes, _]) = real();
    let bytes = &bytes[..bytes.len().min(100 * RECORD) - 1];
    for chunk in [1, 31, 32, 33, 100, 1000, 1 << 20] {
        let mut records = RecordChunks::with_chunk_size(chunk, Format::Marlinformat, SevenBytes(bytes));
        let (mut buffer, mut all, mut last) = (Vec::new(), Vec::new(), 0);
        while records.read(&mut buffer).unwrap() {
            assert_eq!(last % RECORD, 0, "only the last chunk is incomplete");
            all.extend_from_slice(&buffer);
            last = buffer.len();
        }
        assert!(all == bytes && buffer.is_empty() && last == RECORD - 1, "{chunk}");
    }
}

/// A source that returns at most seven bytes at a time.
struct SevenBytes<'a>(&'a [u8]);

impl Read for SevenBytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let some = buffer.len().min(7);
        self.0.read(&mut buffer[..some])
    }
}

#[test]
fn a_relative_score_is_that_of_the_side_to_move() {
    let mut columns = Columns::default();
    let text = b"8/8/4k3/8/8/4K3/8/8 w\n8/8/4k3/8/8/4K3/8/8 b\n8/8/4k3/8/8/4K3/8/8 b";
    Reader::new(setwise::auto(), Rules::Chess).append(text, 1, &mut columns, |bad| panic!("{bad}"));
    let mut labels = Labels::unknown(3);
    labels.score = vec![30, 30, i16::MIN];
    labels.result = vec![2, 2, NO_RESULT];
    let relative = RelativeLabels::from_absolute(&columns, &labels);
    let row = |score, result| Some(RelativeLabelRow { score, result, extra: [0; 3] });
    assert_eq!([relative.get(0), relative.get(1)], [row(30, 2), row(-30, 0)]);
    assert_eq!([relative.get(2), relative.get(3)], [row(i16::MAX, NO_RESULT), None]);
}
