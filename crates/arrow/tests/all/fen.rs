//! Tests arrays of FEN text.

use arrow_array::{
    Array, ArrayRef, Int32Array, LargeStringArray, RecordBatch, StringArray, StringViewArray, StructArray,
};
use setwise_arrow::{BadRow, BadRows, Error, FenReader, Layout};
use setwise_positions::{Columns, Reason, Rules};
use setwise_testkit::games::master_fens;
use setwise_testkit::random::Sets;

use crate::{check_row, words};

const GOOD: &str = "8/8/4k3/8/8/4K3/4N3/8 b - -";

fn reader() -> FenReader {
    FenReader::new(setwise::auto(), Rules::Chess)
}

/// Returns arrays of these rows: one of each text type, and for each text type a slice of a longer array.
fn arrays(fens: &[Option<&str>]) -> Vec<ArrayRef> {
    let longer: Vec<Option<&str>> =
        [Some("x"), None, Some(GOOD)].iter().chain(fens).copied().chain([Some("y")]).collect();
    let all = |fens: &[Option<&str>]| -> [ArrayRef; 3] {
        [
            std::sync::Arc::new(fens.iter().copied().collect::<StringArray>()),
            std::sync::Arc::new(fens.iter().copied().collect::<LargeStringArray>()),
            std::sync::Arc::new(fens.iter().copied().collect::<StringViewArray>()),
        ]
    };
    all(fens).into_iter().chain(all(&longer).map(|array| array.slice(3, fens.len()))).collect()
}

#[test]
fn every_type_of_text_gives_the_positions_of_its_rows() {
    let fens = master_fens();
    let lines: Vec<Option<&str>> = fens.iter().map(|fen| Some(fen.as_str())).collect();
    for array in arrays(&lines) {
        let positions = RecordBatch::from(reader().read(&array, BadRows::Error, &[]).unwrap());
        assert_eq!(positions.num_rows(), fens.len());
        assert!(positions.columns().iter().all(|column| column.null_count() == 0));
        fens.iter().enumerate().for_each(|(row, line)| check_row(&positions, row, line));
    }
}

/// Rows that are not positions must become null, wherever they are in a chunk, and all other rows must keep their
/// places.
#[test]
fn bad_rows_and_null_rows_are_null_and_the_others_keep_their_places() {
    let fens = master_fens();
    let bad =
        [None, Some(""), Some("  "), Some("# text"), Some("8/8 w"), Some("a\nb"), Some("8/8/4k3/8/8/4K3/8/8 w\n")];
    for bad in bad {
        for places in
            [vec![0], vec![63, 64], vec![255, 256, 511], vec![599], (0..600).collect(), (1..600).step_by(2).collect()]
        {
            let line = |n: usize| if places.contains(&n) { bad } else { Some(fens[n].as_str()) };
            let lines: Vec<Option<&str>> = (0..600).map(line).collect();
            for array in arrays(&lines) {
                let positions = RecordBatch::from(reader().read(&array, BadRows::Null, &[]).unwrap());
                assert_eq!(positions.num_rows(), 600, "{bad:?}");
                for (row, line) in fens[..600].iter().enumerate() {
                    let null = places.contains(&row);
                    assert!(positions.columns().iter().all(|column| column.is_null(row) == null), "{bad:?}, {row}");
                    if null {
                        assert!(Layout::Absolute.sets().iter().all(|name| words(&positions, name)[row] == 0));
                    } else {
                        check_row(&positions, row, line);
                    }
                }
            }
        }
    }
}

#[test]
fn an_error_names_the_first_bad_row_and_the_reason() {
    for (text, expected) in [
        ("", BadRow::Empty),
        (" \t", BadRow::Empty),
        ("#", BadRow::Comment),
        (" # text", BadRow::Comment),
        ("8/8/4k3/8/8/4K3/8/8 w\n", BadRow::LineFeed),
        ("\n", BadRow::LineFeed),
        ("8/8/4k3/8/8/4K3/8/8 w\n8/8/4k3/8/8/4K3/8/8 w", BadRow::LineFeed),
        ("8/8/4k3/8/8/4K3/8/8", BadRow::Bad(Reason::NoSide)),
        ("8/8/4k3/8/8/4K3/8 w", BadRow::Bad(Reason::Ranks(7))),
        ("8/8/4k3/8/8/4K3/8/8 w\0", BadRow::Bad(Reason::Nul)),
        ("\u{FEFF}8/8/4k3/8/8/4K3/8/8 w", BadRow::Bad(Reason::Letter(0xEF))),
    ] {
        for row in [0, 70, 299] {
            let mut lines = vec![Some(GOOD); 300];
            lines[row] = Some(text);
            lines[299] = if row == 299 { Some(text) } else { Some("bad as well") };
            for array in arrays(&lines) {
                let error = reader().read(&array, BadRows::Error, &[]).unwrap_err();
                let Error::Row { row_group: None, row: found, reason } = error else { panic!("{text:?}: {error}") };
                assert_eq!((found, reason), (row, expected), "{text:?}");
            }
        }
    }
    let error = reader().read(&StringArray::from(vec![GOOD, ""]), BadRows::Error, &[]).unwrap_err();
    assert_eq!(error.to_string(), "row 1: an empty text");
}

/// Null rows and bad rows must be reported in the order of rows. With `BadRows::Error`, null rows must not be errors.
#[test]
fn null_rows_and_bad_rows_are_reported_in_order() {
    let lines = [None, Some(GOOD), Some("bad"), None, None, Some("8 w"), Some(GOOD)];
    for (lines, more) in [(&lines[..], None), (&[&lines[..], &[Some("#")]].concat()[..], Some((7, BadRow::Comment)))] {
        for array in arrays(lines) {
            let (mut columns, mut bad) = (Columns::default(), Vec::new());
            reader().append(&array, "fen", &mut columns, None, |row, reason| bad.push((row, reason))).unwrap();
            let letter = BadRow::Bad(Reason::Letter(b'a'));
            let expected = [
                (0, BadRow::Null),
                (2, letter),
                (3, BadRow::Null),
                (4, BadRow::Null),
                (5, BadRow::Bad(Reason::Ranks(1))),
            ];
            assert_eq!(bad, expected.into_iter().chain(more).collect::<Vec<_>>());
            assert_eq!((columns.len(), columns.knights), (2, vec![1 << 12; 2]));
        }
    }
    let nulls = StructArray::from(RecordBatch::try_from_iter([("a", arrays(&[None, None]).remove(0))]).unwrap());
    let read = reader().read(nulls.column(0), BadRows::Error, &[]).unwrap();
    assert_eq!((read.len(), read.column(0).null_count()), (2, 2));
}

/// The reader of arrays and `read_line` must agree on randomly changed rows.
#[test]
fn rows_that_were_tampered_with_are_read_like_single_lines() {
    const BYTES: &[u8] = b"\n\r\t #/8917pPkKqwbx-";
    let (fens, mut sets) = (master_fens(), Sets::seeded(8));
    let mut below = |n: usize| (sets.dense() % n as u64) as usize;
    for _ in 0..40 {
        let mut rows: Vec<String> = (0..below(700)).map(|_| fens[below(fens.len())].clone()).collect();
        for _ in 0..below(12).min(rows.len()) {
            let row = below(rows.len());
            let at = below(rows[row].len() + 1);
            let byte = char::from(BYTES[below(BYTES.len())]);
            if below(2) == 0 {
                rows[row].insert(at, byte);
            } else {
                rows[row].truncate(at);
            }
        }
        let array = StringArray::from(rows.clone());
        let (mut columns, mut bad) = (Columns::default(), Vec::new());
        reader().append(&array, "fen", &mut columns, None, |row, _| bad.push(row)).unwrap();
        let (mut expected, mut expected_bad) = (Columns::default(), Vec::new());
        for (row, text) in rows.iter().enumerate() {
            let comment = text.trim_ascii().is_empty() || text.trim_ascii().starts_with('#') || text.contains('\n');
            match setwise_positions::read_line(text.as_bytes(), Rules::Chess) {
                Ok(position) if !comment => expected.push(&position),
                _ => expected_bad.push(row),
            }
        }
        assert_eq!(bad, expected_bad);
        assert!(columns == expected);
    }
}

#[test]
fn an_array_of_numbers_is_an_error() {
    let error = reader().read(&Int32Array::from(vec![1]), BadRows::Null, &[]).unwrap_err();
    assert_eq!(error.to_string(), "column 'fen' has the type Int32, expected Utf8, LargeUtf8 or Utf8View");
}
