//! Files that are damaged, or have what another format cannot hold.

use std::fs;

use crate::common::{START, fails, files_in, folder_with, good, path_in};

/// Text has no redundancy of its own: a digit of a FEN that became another digit may still be a position. So compressed
/// text has a checksum. The first bytes are those of the header, in which some changes mean nothing.
#[test]
fn every_change_in_compressed_text_is_found() {
    let folder = folder_with(&[("games.fen", format!("{START}\n").repeat(20).as_bytes())]);
    for name in ["a.fen.zst", "a.fen.gz"] {
        let file = path_in(&folder, name);
        good(&["convert", &path_in(&folder, "games.fen"), &file], "");
        let whole = fs::read(&file).unwrap();
        for at in 10..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&file, bytes).unwrap();
            let error = fails(1, &["convert", &file, &path_in(&folder, "b.fen")], "");
            assert!(error.starts_with(&file), "byte {at}: {error}");
        }
    }
    assert_eq!(files_in(folder.path()), 3, "nothing is written");
}

/// For some damage, the libraries that read the files panic. The user sees one line all the same.
#[cfg(feature = "parquet")]
#[test]
fn damage_in_columns_is_one_line() {
    let folder = folder_with(&[("games.fen", START.as_bytes())]);
    for name in ["a.arrow", "a.parquet"] {
        let file = path_in(&folder, name);
        good(&["convert", &path_in(&folder, "games.fen"), &file, "--compression", "none"], "");
        let whole = fs::read(&file).unwrap();
        // The metadata is at the end.
        for at in (0..whole.len()).rev().step_by(5).take(150) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x80;
            fs::write(&file, bytes).unwrap();
            let (code, _, error) = crate::common::run(&["positions", "--totals", "white_king", &file], "");
            let damaged = code == Some(1) && error.lines().count() == 1 && error.starts_with(&file);
            assert!(damaged || (code == Some(0) && error.is_empty()), "byte {at}: {error}");
        }
    }
}

/// A set of rooks may be empty, but a result of 3 has no meaning.
#[cfg(feature = "parquet")]
#[test]
fn a_row_that_a_format_cannot_hold_is_named() {
    use std::fs::File;
    use std::sync::Arc;

    use arrow_array::{ArrayRef, RecordBatch, UInt8Array};
    use arrow_schema::{DataType, Field, Schema};
    use setwise_arrow::{Format, Input, ReadOptions, WriteOptions, Writer};

    let folder = folder_with(&[("games.fen", format!("{START}\n").repeat(25).as_bytes())]);
    let path = |name: &str| path_in(&folder, name);
    good(&["convert", &path("games.fen"), &path("a.parquet")], "");
    let open = || File::open(path("a.parquet")).unwrap();
    let mut reader = Input::open(Format::Parquet, open(), &ReadOptions::default()).unwrap().reader(open()).unwrap();
    let rows = reader.batches(0).unwrap().next().unwrap().unwrap().rows;
    let mut fields = rows.schema().fields().to_vec();
    fields.push(Arc::new(Field::new("result", DataType::UInt8, false)));
    let schema = Arc::new(Schema::new(fields));
    let results: ArrayRef = Arc::new((0..25).map(|row| Some(if row == 17 { 3 } else { 1 })).collect::<UInt8Array>());
    let rows = RecordBatch::try_new(Arc::clone(&schema), [rows.columns(), &[results]].concat()).unwrap();
    let options = WriteOptions { rows_per_group: 10.try_into().unwrap(), ..WriteOptions::default() };
    let mut writer = Writer::new(Format::Parquet, File::create(path("b.parquet")).unwrap(), &schema, &options).unwrap();
    writer.write(&rows).unwrap();
    writer.finish().unwrap();
    for format in ["marlinformat", "bulletformat", "viriformat"] {
        let error = fails(1, &["convert", &path("b.parquet"), &path("out"), "--to", format], "");
        let expected =
            format!("b.parquet: row group 1, row 7: {format} cannot hold the position: the result is 3, not 0, 1 or 2");
        assert!(error.ends_with(&expected), "{error}");
    }
    assert_eq!(files_in(folder.path()), 3, "nothing is written");
}
