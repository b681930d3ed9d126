//! Tests that `docs/columns.md` lists all columns. Also tests labels whose types differ from the listed types, as other
//! programs may write them.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, Float64Array, Int8Array, Int32Array, Int64Array, RecordBatch, StringArray, UInt16Array,
    UInt64Array,
};
use setwise_arrow::{COLUMNS, Column, ColumnSelection, Error, ReadOptions, SCHEMA_VERSION, Source, WriteOptions};

use crate::files::{read_file, rows, with_columns, write};
use crate::{formats, master_positions};

fn listed(names: &[&'static str]) -> ReadOptions {
    ReadOptions { others: ColumnSelection::Listed(names.to_vec()), ..ReadOptions::default() }
}

/// Returns eight positions with the columns in `more`, and with a column of FEN text.
fn positions(more: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let (fens, batch) = master_positions();
    let fens = Arc::new(StringArray::from(fens[..8].to_vec())) as ArrayRef;
    with_columns(&batch.slice(0, 8), more.into_iter().chain([("line", fens)]).collect())
}

#[test]
fn integers_of_every_type_are_read_as_the_type_that_is_listed() {
    let batch = positions(vec![
        ("score", Arc::new((0..8).map(|n| (n != 2).then_some(-4096 * n)).collect::<Int64Array>())),
        ("result", Arc::new(Int8Array::from(vec![0, 1, 2, 0, 1, 2, 0, 2]))),
        ("fullmove_number", Arc::new(UInt64Array::from_iter_values(65528..65536))),
        ("unmoved_rooks", Arc::new(Int64Array::from_iter_values(-8..0))),
        ("other", Arc::new(Float64Array::from(vec![0.5; 8]))),
    ]);
    let names = ["score", "result", "en_passant", "fullmove_number", "unmoved_rooks"];
    for format in formats() {
        let (_folder, path) = write(format, &[batch.slice(0, 5), batch.slice(5, 3)], &WriteOptions::default());
        for source in [Source::Sets, Source::Fen("line".to_string())] {
            let is_text = source != Source::Sets;
            let back = rows(format, &path, &ReadOptions { source, rows_per_batch: 3, ..listed(&names) });
            assert!(back.columns()[..9] == batch.columns()[..9]);
            let added: Vec<String> = back.schema().fields()[9..].iter().map(|field| field.name().clone()).collect();
            // The file has no column of en passant squares, but its text does.
            let of_text: &[&str] = if is_text { &["en_passant"] } else { &[] };
            assert_eq!(added, [&["score", "result", "fullmove_number", "unmoved_rooks"], of_text].concat());
            let score = back["score"].as_primitive::<Int16Type>();
            assert!(score.is_null(2) && score.value(7) == -28672 && score.null_count() == 1);
            assert_eq!(back["result"].as_primitive::<UInt8Type>().values()[..], [0, 1, 2, 0, 1, 2, 0, 2]);
            assert_eq!(back["fullmove_number"].as_primitive::<UInt32Type>().value(7), 65535);
            assert_eq!(back["unmoved_rooks"].as_primitive::<UInt64Type>().value(0), !7);
        }
    }
}

/// Checks that a label is read even if its name has another case. A column with the exact name takes precedence.
#[test]
fn names_of_labels_may_have_another_case() {
    let numbers = |first| Arc::new(Int64Array::from_iter_values(first..first + 8)) as ArrayRef;
    let batch = positions(vec![
        ("SCORE", numbers(1)),
        ("HalfMove_Clock", numbers(20)),
        ("Fullmove_Number", numbers(30)),
        ("fullmove_number", numbers(40)),
    ]);
    let names = ["score", "result", "halfmove_clock", "fullmove_number"];
    for format in formats() {
        let (_folder, path) = write(format, std::slice::from_ref(&batch), &WriteOptions::default());
        for source in [Source::Sets, Source::Fen("line".to_string())] {
            let back = rows(format, &path, &ReadOptions { source, ..listed(&names) });
            assert_eq!(back["score"].as_primitive::<Int16Type>().value(0), 1);
            let counter = |name: &str| back[name].as_primitive::<UInt32Type>().value(0);
            assert_eq!([counter("halfmove_clock"), counter("fullmove_number")], [20, 40]);
        }
    }
}

/// Labels that a column of FENs has are read from it, unless the file has a column for them.
#[test]
fn rights_and_counters_are_read_from_a_column_of_fens() {
    let board = "4k3/8/8/3pP3/8/8/8/R3K3";
    let fens = [format!("{board} w Q d6 7 33"), format!("{board} b - - 300"), format!("{board} w - -; fmvn 70000;")];
    let fens = Arc::new(StringArray::from(fens.to_vec())) as ArrayRef;
    let bad = Arc::new(StringArray::from(vec![format!("{board} w - - zzz")])) as ArrayRef;
    let names = ["unmoved_rooks", "en_passant", "halfmove_clock", "fullmove_number"];
    let options = ReadOptions { source: Source::Fen("line".to_string()), ..listed(&names) };
    for format in formats() {
        let batch = RecordBatch::try_from_iter([("line", Arc::clone(&fens))]).unwrap();
        let (_folder, path) = write(format, std::slice::from_ref(&batch), &WriteOptions::default());
        let back = rows(format, &path, &options);
        assert_eq!(back["unmoved_rooks"].as_primitive::<UInt64Type>().values()[..], [1, 0, 0]);
        assert_eq!(back["en_passant"].as_primitive::<UInt8Type>().values()[..], [43, 64, 64]);
        assert_eq!(back["halfmove_clock"].as_primitive::<UInt32Type>().values()[..], [7, 300, 0]);
        assert_eq!(back["fullmove_number"].as_primitive::<UInt32Type>().values()[..], [33, 1, 70000]);
        let batch = RecordBatch::try_from_iter([("line", Arc::clone(&bad))]).unwrap();
        let (_folder, path) = write(format, std::slice::from_ref(&batch), &WriteOptions::default());
        let error = read_file(format, &path, &options).unwrap_err().to_string();
        assert_eq!(error, "row group 0, row 0: unexpected text after the fields: 'zzz'");
    }
}

#[test]
fn a_number_that_does_not_fit_is_a_bad_row() {
    let cases: [(&str, ArrayRef, &str); 4] = [
        ("score", Arc::new(Int32Array::from(vec![0, 0, 0, 32768, 0, 0, -32769, 0])), "32768, expected -32768 to 32767"),
        ("result", Arc::new(Int8Array::from(vec![0, 0, 0, -1, 0, 0, 3, 0])), "-1, expected 0 to 2"),
        ("en_passant", Arc::new(UInt16Array::from(vec![0, 0, 0, 256, 0, 0, 9999, 0])), "256, expected 0 to 255"),
        (
            "extra",
            Arc::new(UInt64Array::from(vec![0, 0, 0, !0, 0, 0, !0, 0])),
            "18446744073709551615, expected 0 to 4294967295",
        ),
    ];
    for (name, column, message) in cases {
        // Neither the sets nor the text of row 5 is a position.
        let mut batch = positions(vec![(name, column)]);
        let mut columns = batch.columns().to_vec();
        columns[5] = Arc::new(
            batch["kings"]
                .as_primitive::<UInt64Type>()
                .values()
                .iter()
                .enumerate()
                .map(|(n, set)| if n == 5 { 0 } else { *set })
                .collect::<UInt64Array>(),
        );
        let lines = batch["line"].as_string::<i32>().iter().enumerate();
        columns[10] = Arc::new(lines.map(|(n, line)| if n == 5 { Some("x") } else { line }).collect::<StringArray>());
        batch = RecordBatch::try_new(batch.schema(), columns).unwrap();
        for format in formats() {
            let (_folder, path) = write(format, std::slice::from_ref(&batch), &WriteOptions::default());
            for source in [Source::Sets, Source::Fen("line".to_string())] {
                let options = ReadOptions { source, ..listed(&[name]) };
                let error = read_file(format, &path, &options).unwrap_err().to_string();
                assert_eq!(error, format!("row group 0, row 3: {name} is {message}"));
                let (_, batches) = read_file(format, &path, &ReadOptions { skip_bad: true, ..options }).unwrap();
                let skipped: Vec<usize> = batches[0].skipped.iter().map(|(row, _)| *row).collect();
                assert_eq!(skipped, [3, 5, 6], "{format}, {name}");
                let kept = [0, 1, 2, 4, 7].map(|row| batch["pawns"].as_primitive::<UInt64Type>().value(row));
                assert_eq!(batches[0].rows["pawns"].as_primitive::<UInt64Type>().values()[..], kept);
                assert_eq!(batches[0].rows.num_columns(), 10);
            }
        }
    }
}

#[test]
fn another_type_is_named_with_the_one_that_is_listed() {
    let cases: [(&str, ArrayRef, &str); 4] = [
        ("score", Arc::new(Float64Array::from(vec![1.0; 8])), "Float64, expected Int16 or another integer"),
        ("result", Arc::new(StringArray::from(vec!["1-0"; 8])), "Utf8, expected UInt8 or another integer"),
        ("fullmove_number", Arc::new(StringArray::from(vec!["1"; 8])), "Utf8, expected UInt32 or another integer"),
        ("unmoved_rooks", Arc::new(Int32Array::from(vec![0; 8])), "Int32, expected UInt64 or Int64"),
    ];
    for (name, column, types) in cases {
        let found = column.data_type().clone();
        let batch = positions(vec![(name, column)]);
        for format in formats() {
            let (_folder, path) = write(format, std::slice::from_ref(&batch), &WriteOptions::default());
            let error = read_file(format, &path, &listed(&["extra", name])).unwrap_err();
            assert!(matches!(&error, Error::Type { found: wrong, .. } if *wrong == found));
            assert_eq!(error.to_string(), format!("column '{name}' has the type {types}"));
            // A column that is not requested may have any type.
            assert_eq!(rows(format, &path, &listed(&["extra"])).num_columns(), 9);
            let all = rows(format, &path, &ReadOptions { others: ColumnSelection::All, ..ReadOptions::default() });
            assert_eq!(*all[name].data_type(), found, "the file's own type, if it is requested as it is");
        }
    }
}

/// The page that explains the columns.
const PAGE: &str = include_str!("../../../../docs/columns.md");

/// Returns the table of columns in the form used on the page.
fn table() -> String {
    let mut table = String::new();
    for Column { name, column_type, found, meaning } in COLUMNS {
        table += &format!("| `{name}` | {column_type} | {found} | {meaning} |\n");
    }
    table
}

#[test]
fn the_page_lists_the_columns() {
    assert!(PAGE.contains(&table()), "the table in docs/columns.md must be:\n\n{}", table());
    assert!(PAGE.contains(&format!("`setwise.schema`, the version of these columns, now {SCHEMA_VERSION}")));
}
