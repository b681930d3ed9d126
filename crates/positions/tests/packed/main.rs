//! Compares the readers and writers of packed positions with loops over squares, and with the crates that define the
//! formats. Also tests invalid records of every kind.
//!
//! The positions come from the embedded games, or from the file of FEN lines that the environment variable
//! `SETWISE_POSITIONS` names. A relative path is relative to `crates/positions`. For example:
//! `SETWISE_POSITIONS=positions.fen cargo test --release -p setwise-positions --test packed`.

mod games;
mod oracle;
mod wrong;

use std::io::Read;

use setwise::Color;
use setwise_positions::packed::bulletformat::{self, Bulletformat};
use setwise_positions::packed::marlinformat::{self, Marlinformat};
use setwise_positions::packed::{
    Format, LabelRow, Labels, NO_RESULT, RECORD, RecordChunks, Relative, RelativeLabelRow, RelativeLabels, viriformat,
};
use setwise_positions::placement::Placement;
use setwise_positions::{Columns, Position, Reader, Rules};

use oracle::{Plain, fens, read, viri_board};

/// Returns the real positions, their records in marlinformat, and their records in bulletformat.
fn real() -> (Vec<Plain>, Vec<u8>, Vec<u8>) {
    let plain: Vec<Plain> = fens().iter().enumerate().map(|(n, fen)| Plain::new(fen, n)).collect();
    let absolute = plain.iter().flat_map(Plain::marlinformat).collect();
    let relative = plain.iter().flat_map(Plain::bulletformat).collect();
    (plain, absolute, relative)
}

/// Returns the expected position and its labels, computed by a loop over squares.
fn expected(plain: &Plain) -> (Position, LabelRow) {
    let mut placement = Placement::default();
    for (square, piece) in plain.squares.iter().enumerate() {
        if let Some((kind, side)) = piece {
            placement.kinds[usize::from(*kind)] |= 1 << square;
            placement.sides[side.index()] |= 1 << square;
        }
    }
    (Position { placement, side_to_move: plain.side_to_move }, plain.labels)
}

/// Returns the expected positions and labels as columns.
fn positions(plain: &[Plain]) -> (Columns, Labels) {
    let rows = plain.iter().map(expected);
    (rows.clone().map(|(position, _)| position).collect(), rows.map(|(_, row)| row).collect())
}

#[test]
fn marlinformat_is_read_in_every_way_and_written() {
    let (plain, bytes, _) = real();
    let (first, first_labels) = positions(&plain);
    for (record, plain) in bytes.as_chunks().0.iter().zip(&plain) {
        assert_eq!(marlinformat::read(record, Rules::Chess), Ok(expected(plain)));
    }
    let (bad, columns, labels) = read::<Marlinformat>(&bytes, Rules::Chess);
    assert_eq!(bad, []);
    assert!(columns == first && labels == first_labels);
    let mut written = Vec::new();
    marlinformat::write(&first, &first_labels, &mut written).unwrap();
    assert!(written == bytes);
}

#[test]
fn bulletformat_is_read_in_every_way_and_written() {
    let (plain, _, bytes) = real();
    let (absolute, labels) = positions(&plain);
    let (first, first_labels) = (Relative::from_absolute(&absolute), RelativeLabels::from_absolute(&absolute, &labels));
    for (n, record) in bytes.as_chunks().0.iter().enumerate() {
        let expected = (first.get(n).unwrap(), first_labels.get(n).unwrap());
        assert_eq!(bulletformat::read(record, Rules::Chess), Ok(expected), "record {n}");
    }
    let (bad, boards, labels) = read::<Bulletformat>(&bytes, Rules::Chess);
    assert_eq!(bad, []);
    assert!(boards == first && labels == first_labels);
    let mut written = Vec::new();
    bulletformat::write(&first, &first_labels, &mut written).unwrap();
    assert!(written == bytes);
    // The extra bytes must be written and read, too.
    let mut other = first_labels.clone();
    other.extra[0] = [1, 2, 3];
    written.clear();
    bulletformat::write(&first, &other, &mut written).unwrap();
    assert_eq!(written[29..32], [1, 2, 3]);
    assert!(read::<Bulletformat>(&written, Rules::Chess).2 == other);
}

/// Tests that the oracle and the crates that define the formats write the same records.
#[test]
fn the_crates_viriformat_and_bulletformat_write_the_same_records() {
    for (n, fen) in fens().iter().enumerate() {
        let plain = Plain::new(fen, n);
        let LabelRow { score, result, extra, .. } = plain.labels;
        let board = viri_board(fen);
        assert_eq!(board.to_marlinformat(score, result, extra).as_bytes(), plain.marlinformat(), "{fen}");
        // The crate `bulletformat` parses the position from text, and negates the score if Black is to move. The lowest
        // score has no opposite, so it is not compared.
        let result = ["0.0", "0.5", "1.0"][usize::from(result)];
        let line = format!("{fen} | {} | {result}", score.max(-i16::MAX));
        let record: ::bulletformat::ChessBoard = line.parse().unwrap();
        if score != i16::MIN {
            assert_eq!(bytes_of(&record), plain.bulletformat(), "{fen}");
        }
    }
}

fn bytes_of(record: &::bulletformat::ChessBoard) -> [u8; RECORD] {
    let mut bytes = [0; RECORD];
    bytes[..8].copy_from_slice(&record.occ.to_le_bytes());
    bytes[8..24].copy_from_slice(&record.pcs);
    bytes[24..26].copy_from_slice(&record.score.to_le_bytes());
    bytes[26..29].copy_from_slice(&[record.result, record.ksq, record.opp_ksq]);
    bytes[29..].copy_from_slice(&record.extra);
    bytes
}

/// Positions must not change in a round trip from text to each format and back.
#[test]
fn round_trips_from_text_lose_no_placement() {
    let text = fens().join("\n");
    let mut columns = Columns::default();
    Reader::new(setwise::auto(), Rules::Chess).append(text.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    let mut labels = Labels::unknown(columns.len());
    labels.result.fill(1);
    let (mut read, mut read_labels, mut bytes) = (Columns::default(), Labels::default(), Vec::new());

    marlinformat::write(&columns, &labels, &mut bytes).unwrap();
    let mut reader = marlinformat::Reader::new(setwise::auto(), Rules::Chess);
    reader.append(&bytes, 1, &mut read, Some(&mut read_labels), |bad| panic!("{bad}"));
    assert!(read == columns && read_labels == labels);

    (bytes, read, read_labels) = Default::default();
    viriformat::write(&columns, &labels, &mut bytes).unwrap();
    viriformat::Reader::new(Rules::Chess).append(&bytes, 1, &mut read, Some(&mut read_labels), |bad| panic!("{bad}"));
    assert!(read == columns && read_labels == labels);

    let relative = Relative::from_absolute(&columns);
    bytes.clear();
    bulletformat::write(&relative, &RelativeLabels::from_absolute(&columns, &labels), &mut bytes).unwrap();
    let mut boards = Relative::default();
    let mut reader = bulletformat::Reader::new(setwise::auto(), Rules::Chess);
    reader.append(&bytes, 1, &mut boards, None, |bad| panic!("{bad}"));
    assert!(boards == relative);
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
    let (_, bytes, _) = real();
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
