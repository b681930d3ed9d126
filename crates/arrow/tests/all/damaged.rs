//! Files that cannot be read, and rows that are not positions, must be reported as errors of one line.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt64Type};
use arrow_array::{Array, ArrayRef, Int32Array, RecordBatch, StringArray, UInt8Array, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use setwise_arrow::{ColumnSelection, Compression, Error, Format, ReadOptions, SCHEMA_KEY, Source, WriteOptions};
use setwise_positions::Rules;

use crate::files::{options, read_file, rows, write};
use crate::{check_row, formats, master_positions, read, words};

fn error(format: Format, path: &Path) -> String {
    let message = read_file(format, path, &ReadOptions::default()).unwrap_err().to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

/// Returns the error message for a file with these bytes.
fn error_of(format: Format, bytes: &[u8]) -> String {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    error(format, file.path())
}

#[test]
fn files_of_another_kind_are_named() {
    for format in formats() {
        assert_eq!(error_of(format, b""), format!("not {format}: it is empty"));
        let magic = if format == Format::Parquet { "PAR1" } else { "ARROW1" };
        for text in [&b"8/8 w"[..], b"x", b"8/8/4k3/8/8/4K3/4N3/8 b - -\n"] {
            assert_eq!(error_of(format, text), format!("not {format}: it does not start with {magic}"));
        }
        let (_folder, path) = write(format, &[master_positions().1], &WriteOptions::default());
        let bytes = fs::read(path).unwrap();
        for len in [magic.len(), 100, bytes.len() / 2, bytes.len() - 1] {
            let truncated = error_of(format, &bytes[..len]);
            let named = truncated == format!("not {format}: it does not end with {magic}");
            assert!(named || len == magic.len(), "{len}: {truncated}");
        }
    }
    if !cfg!(feature = "parquet") {
        let file = File::open(tempfile::NamedTempFile::new().unwrap().path()).unwrap();
        let error = setwise_arrow::Input::open(Format::Parquet, file, &ReadOptions::default()).unwrap_err();
        assert!(matches!(error, Error::NeedsFeature("parquet")));
    }
}

#[test]
fn a_column_of_another_type_is_named_with_both_types() {
    let (_, batch) = master_positions();
    for (column, name, expected) in [(2, "bishops", "UInt64 or Int64"), (8, "white_to_move", "Boolean")] {
        let mut columns = batch.columns().to_vec();
        columns[column] = Arc::new(Int32Array::from(vec![0; batch.num_rows()]));
        let fields: Vec<Field> = batch
            .schema()
            .fields()
            .iter()
            .zip(&columns)
            .map(|(field, column)| Field::new(field.name(), column.data_type().clone(), true))
            .collect();
        let other = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap();
        for format in formats() {
            let (_folder, path) = write(format, std::slice::from_ref(&other), &WriteOptions::default());
            assert_eq!(error(format, &path), format!("column '{name}' has the type Int32, expected {expected}"));
        }
    }
}

/// The test changes the compression method in the metadata of a file. The method follows the name of the column, and is
/// stored as twice its number (zigzag encoding).
#[test]
fn a_method_of_compression_that_is_not_read_is_named() {
    if cfg!(feature = "parquet") {
        let options = WriteOptions { compression: Compression::None, ..WriteOptions::default() };
        let (_folder, path) = write(Format::Parquet, &[master_positions().1], &options);
        let bytes = fs::read(&path).unwrap();
        for (number, method) in [(4, "brotli"), (3, "lzo")] {
            let name = b"\x06queens\x15";
            let place = bytes.windows(name.len()).rposition(|bytes| bytes == name).unwrap() + name.len();
            let mut changed = bytes.clone();
            assert_eq!(std::mem::replace(&mut changed[place], 2 * number), 0);
            fs::write(&path, changed).unwrap();
            let expected = "expected zstd, snappy, lz4, gzip or no compression";
            assert_eq!(
                error(Format::Parquet, &path),
                format!("column 'queens' is compressed with {method}, {expected}")
            );
        }
    }
}

/// Names and types come from the file and may contain line feeds, but an error message must be one line.
#[test]
fn line_feeds_in_names_are_not_printed() {
    let schema_error = |name: &str, metadata: &[(&str, &str)]| {
        let metadata = metadata.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let schema = Schema::new_with_metadata(vec![Field::new(name, DataType::UInt64, false)], metadata);
        let mut bytes = Vec::new();
        arrow_ipc::writer::FileWriter::try_new(&mut bytes, &schema).unwrap().finish().unwrap();
        error_of(Format::Arrow, &bytes)
    };
    assert_eq!(schema_error("a\nb", &[]), "no column 'pawns'; the columns are a b");
    let expected = "version 2 3 of the columns, expected 2; read it with a later release";
    assert_eq!(schema_error("a", &[(SCHEMA_KEY, "2\n3")]), expected);
}

/// Nulls, squares with several pieces, pieces without a side, sides without a piece, and positions that the rules do
/// not accept must be errors. Each error must contain the row and the row group.
#[test]
fn rows_that_are_not_positions_are_errors_or_skipped() {
    let good = "8/8/4k3/8/8/4K3/4N3/8 b - -";
    let null = None;
    for (bad, rules, reason) in [
        (null, Rules::AnyPieces, "pawns is null"),
        (Some("8/8/4k3/8/8/8/4N3/8 b"), Rules::Chess, "white has 0 kings, not 1"),
        (Some("8/8/4k3/8/8/3KK3/4N3/8 b"), Rules::Chess, "white has 2 kings, not 1"),
        (Some("4k2P/8/8/8/8/8/8/8 b"), Rules::AnyKings, "white has a pawn on rank 8"),
    ] {
        let mut fens = [Some(good); 100];
        fens[57] = bad;
        fens[58] = bad;
        let batch = read(&fens, Rules::AnyPieces);
        check_bad_rows(&batch, rules, reason);
    }
    let batch = read(&[Some(good); 100], Rules::Chess);
    for (column, bits, reason) in [
        (0, 1 << 12, "e2 has several pieces"),
        (2, 1 << 12, "e2 has several pieces"),
        (3, 1 << 12, "e2 has several pieces"),
        (4, 1 << 12, "e2 has several pieces"),
        (5, 1 << 12, "e2 has several pieces"),
        (4, 1 << 20, "e3 has several pieces"),
        (7, 1 << 12, "e2 has several pieces"),
        (3, 1 << 5, "f1 has a piece without a side, or a side without a piece"),
        (6, 1 << 6, "g1 has a piece without a side, or a side without a piece"),
    ] {
        let mut columns = batch.columns().to_vec();
        let changed = columns[column].as_primitive::<UInt64Type>().values().iter().enumerate();
        let changed = changed.map(|(row, word)| if matches!(row, 57 | 58) { word | bits } else { *word });
        columns[column] = Arc::new(changed.collect::<UInt64Array>());
        check_bad_rows(&RecordBatch::try_new(batch.schema(), columns).unwrap(), Rules::AnyPieces, reason);
    }
}

/// Writes 100 rows in row groups of 25 rows. Checks that row 57 is reported as an error, and that `skip_bad` skips rows
/// 57 and 58.
fn check_bad_rows(batch: &RecordBatch, rules: Rules, reason: &str) {
    for format in formats() {
        let (_folder, path) = write(format, std::slice::from_ref(batch), &options(25, Compression::Zstd(1)));
        let read_options = ReadOptions { rules, rows_per_batch: 4, ..ReadOptions::default() };
        let error = read_file(format, &path, &read_options).unwrap_err().to_string();
        assert_eq!(error, format!("row group 2, row 7: {reason}"));
        let (_, batches) = read_file(format, &path, &ReadOptions { skip_bad: true, ..read_options }).unwrap();
        let skipped: Vec<_> = batches.iter().flat_map(|batch| &batch.skipped).collect();
        assert_eq!(skipped.iter().map(|(row, _)| *row).collect::<Vec<_>>(), [7, 8]);
        assert!(skipped.iter().all(|(_, bad)| bad.to_string() == reason));
        assert_eq!(batches.iter().map(|batch| batch.rows.num_rows()).sum::<usize>(), 98);
        assert!(batches.iter().all(|batch| words(&batch.rows, "knights").iter().all(|knights| *knights == 1 << 12)));
    }
}

#[test]
fn bad_text_is_skipped_along_with_its_other_columns() {
    let (fens, _) = master_positions();
    let mut lines: Vec<Option<&str>> = fens[..100].iter().map(|fen| Some(fen.as_str())).collect();
    (lines[30], lines[31]) = (None, Some("# comment"));
    let text: ArrayRef = Arc::new(StringArray::from(lines));
    let numbers: ArrayRef = Arc::new(UInt8Array::from_iter_values(0..100));
    let file = RecordBatch::try_from_iter([("fen", text), ("n", numbers)]).unwrap();
    for format in formats() {
        let (_folder, path) = write(format, std::slice::from_ref(&file), &options(25, Compression::None));
        let source = Source::Fen("fen".to_string());
        let read_options =
            ReadOptions { source, others: ColumnSelection::All, rows_per_batch: 10, ..ReadOptions::default() };
        assert_eq!(read_file(format, &path, &read_options).unwrap_err().to_string(), "row group 1, row 5: null");
        let back = rows(format, &path, &ReadOptions { skip_bad: true, ..read_options });
        assert_eq!(back.num_rows(), 98);
        for row in 0..98 {
            let number = back["n"].as_primitive::<UInt8Type>().value(row);
            check_row(&back, row, &fens[usize::from(number)]);
        }
    }
}

/// The property of the fuzz target `columns`.
#[cfg(feature = "parquet")]
#[path = "../../../../tests/fuzz/properties/columns.rs"]
mod columns;

/// The property must hold for readable and for unreadable files. Pseudo-random bytes determine how files are changed:
/// after few changes, most files are still readable, and after many changes, none is.
#[cfg(feature = "parquet")]
#[test]
fn columns_are_read_as_documented_or_named() {
    let mut sets = setwise_testkit::random::Sets::seeded(31);
    for round in 0..150 {
        let mut bytes: Vec<u8> = (0..20).flat_map(|_| sets.dense().to_le_bytes()).collect();
        bytes[3] = [0, 1, 2, 3, 15][round % 5];
        let whole = 4 + 4 * usize::from(bytes[3]);
        bytes.truncate(whole + if round % 2 == 0 { 0 } else { round % 50 });
        columns::check(&bytes);
    }
}
