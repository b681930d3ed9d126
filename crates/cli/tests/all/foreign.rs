//! Tests Parquet and Arrow files that other programs wrote, and damaged files.

use std::fs;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int8Array, Int32Array, RecordBatch, StringArray, UInt64Array};
use setwise_arrow::Format;

use crate::columnar::{rows, write};
use crate::packed::{DRAWN, PACKED};
use crate::{START, fails, files_in, games, good, path_in, run};

/// The columnar formats with their extensions.
const FORMATS: [(Format, &str); 2] = [(Format::Parquet, "parquet"), (Format::Arrow, "arrow")];

/// Returns the positions without their labels, but with `column`. If there is already a column with this name, `column`
/// replaces it.
fn with_column(positions: &RecordBatch, name: &str, column: ArrayRef) -> RecordBatch {
    let schema = positions.schema();
    let all = schema.fields().iter().map(|field| field.name().as_str()).zip(positions.columns().iter().cloned());
    let others = all.take(9).filter(|(other, _)| *other != name);
    RecordBatch::try_from_iter(others.chain([(name, column)])).unwrap()
}

/// Checks that a number that does not fit the type of its label is an error if the output has the label.
/// `round_trips.rs` checks that integers of other types are read if they fit.
#[test]
fn labels_that_do_not_fit_are_refused_where_the_output_holds_them() {
    let (folder, games) = games(10);
    let path = |name: &str| path_in(&folder, name);
    for (format, extension) in FORMATS {
        let (file, packed, out) = (path(&format!("a.{extension}")), path("packed"), path("out"));
        good(&["convert", &games, &file], "");
        let positions = rows(&file).remove(0);
        let write = |name: &str, column: ArrayRef| write(format, &file, &with_column(&positions, name, column));

        write("score", Arc::new(Int32Array::from_iter_values((0..10).map(|n| n * 5000))));
        let cases = [
            ("marlinformat", true),
            ("bulletformat", true),
            ("viriformat", true),
            ("parquet", true),
            ("arrow", true),
            ("fen", false),
            ("csv", true),
        ];
        let check = |expected: &str| {
            for (to, holds) in cases {
                let packed = PACKED.contains(&to);
                let options = if packed { &["--result", "draw"][..] } else { &[] };
                let arguments = [&["convert", &file, &out, "--to", to], options].concat();
                if holds {
                    assert_eq!(fails(1, &arguments, ""), format!("{file}: {expected}"), "to {to}");
                } else {
                    good(&arguments, "");
                    fs::remove_file(&out).unwrap();
                }
            }
        };
        check("row group 0, row 7: score is 35000, expected -32768 to 32767");
        let (code, _, error) =
            run(&["convert", &file, &packed, "--to", "bulletformat", "--skip-bad", "--result", "draw"], "");
        assert_eq!((code, fs::read(&packed).unwrap().len()), (Some(0), 7 * 32), "{error}");
        assert!(error.starts_with("skipped 3 bad records, the first: "), "{error}");
        write("score", Arc::new(Float64Array::from(vec![0.5; 10])));
        check("column 'score' has the type Float64, expected Int16 or another integer");
        for result in [-1, 3] {
            write("result", Arc::new(Int8Array::from(vec![result; 10])));
            let error = fails(1, &["convert", &file, &out, "--to", "marlinformat", "--score", "0"], "");
            let expected = format!("row group 0, row 0: result is {result}, expected 0 to 2");
            assert!(error.ends_with(&expected), "{error}");
        }
    }
    assert_eq!(files_in(folder.path()), 4, "the games, two files and packed boards");
}

/// Checks that a label column with a wrong type is an error only if the output holds the label. Rows of features hold
/// only the labels that are part of the text of a position.
#[test]
fn a_column_that_the_output_holds_must_have_its_type() {
    let (folder, games) = games(10);
    let path = |name: &str| path_in(&folder, name);
    for (format, extension) in FORMATS {
        let (file, out) = (path(&format!("a.{extension}")), path("out"));
        good(&["convert", &games, &file], "");
        let positions = rows(&file).remove(0);
        for (name, expected, refused, read) in [
            ("result", "UInt8 or another integer", "bulletformat", "fen"),
            ("halfmove_clock", "UInt32 or another integer", "epd", "bulletformat"),
            ("fullmove_number", "UInt32 or another integer", "fen", "bulletformat"),
            ("en_passant", "UInt8 or another integer", "epd", "bulletformat"),
            ("unmoved_rooks", "UInt64 or Int64", "epd", "bulletformat"),
            ("extra", "UInt32 or another integer", "bulletformat", "fen"),
        ] {
            let column = Arc::new(StringArray::from(vec!["1"; 10]));
            write(format, &file, &with_column(&positions, name, column));
            let expected = format!("{file}: column '{name}' has the type Utf8, expected {expected}");
            for to in [refused, "viriformat", "parquet"] {
                assert_eq!(fails(1, &["convert", &file, &out, "--to", to], ""), expected);
            }
            let options = if read == "fen" { &[][..] } else { &DRAWN };
            good(&[&["convert", &file, &out, "--to", read], options].concat(), "");
            fs::remove_file(&out).unwrap();
            for arguments in [&["--totals"][..], &["--heat"], &["--no-positions"]] {
                good(&[&["positions", "white_king", &file], arguments].concat(), "");
            }
            let rows = ["positions", "white_king", &file];
            if ["en_passant", "unmoved_rooks"].contains(&name) {
                assert_eq!(fails(1, &rows, ""), expected);
            } else {
                good(&rows, "");
            }
            assert_eq!(fails(1, &[&rows[..], &["--out", &out, "--to", "arrow"]].concat(), ""), expected);
        }
    }
}

/// Checks that a column of FENs is read if a file has no columns of sets.
#[test]
fn a_column_of_fens_is_read_too() {
    let fens = ["8/8/4k3/8/8/4K3/8/8 w - - 0 1", "x", "8/8/4k3/8/8/4K3/4N3/8 b - - 0 1"];
    let column = |fens: &[&str]| Arc::new(StringArray::from(fens.to_vec())) as ArrayRef;
    let rows = RecordBatch::try_from_iter([("Fen", column(&fens)), ("other", column(&["8/8", "a", "b"]))]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (format, name) in [(Format::Parquet, "a.parquet"), (Format::Arrow, "a.arrow")] {
        let path = path_in(&folder, name);
        write(format, &path, &rows);
        let error = fails(1, &["positions", "--totals", "white_knights", &path], "");
        let expected = format!("{path}: row group 0, row 1: 'x' is neither a piece nor a number from 1 to 8");
        assert_eq!(error, expected);
        let (code, kings, error) = run(&["positions", "--skip-bad", "black_king", &path], "");
        assert_eq!((code, kings.lines().count()), (Some(0), 3));
        assert_eq!(error, format!("skipped 1 bad record, the first: {expected}\n"));
        let error = fails(1, &["positions", "--totals", "white_knights", "--column", "other", &path], "");
        assert!(error.contains("row group 0, row 0: the placement has 2 ranks"), "{error}");
        let error = fails(1, &["positions", "--totals", "white_knights", "--column", "none", &path], "");
        assert!(error.ends_with("no column 'none'; the columns are Fen, other"), "{error}");
        assert_eq!(good(&["positions", "--limit", "1", "white_king", &path], "").lines().count(), 2);
    }
}

/// Checks that a bad row far into a row group is ignored if `--limit` is reached before it. Otherwise it must be an
/// error or, with `--skip-bad`, be reported as skipped.
#[test]
fn a_bad_row_counts_only_before_the_limit() {
    const BAD: usize = 9000;
    let mut fens = vec!["8/8/4k3/8/8/4K3/8/8 w"; 10_000];
    fens[BAD] = "x";
    let folder = tempfile::tempdir().unwrap();
    let path = path_in(&folder, "a.parquet");
    let write = |fens: &[&str]| {
        let column = Arc::new(StringArray::from(fens.to_vec())) as ArrayRef;
        write(Format::Parquet, &path, &RecordBatch::try_from_iter([("fen", column)]).unwrap());
    };
    write(&fens);
    for (limit, code) in [(BAD, 0), (BAD + 1, 1)] {
        let (got, text, error) = run(&["positions", "white_king", &path, "--limit", &limit.to_string()], "");
        assert_eq!((got, text.lines().count()), (Some(code), 1 + BAD), "{error}");
        assert_eq!(error.contains("row group 0, row 9000: "), code == 1, "{error}");
    }
}

/// Checks that each invalid file is reported in one line with the name of the file and the reason, and that nothing is
/// written.
#[test]
fn errors_name_the_wrong_file() {
    let (folder, games) = games(300);
    let path = |name: &str| path_in(&folder, name);
    for (format, extension) in FORMATS {
        let file = path(&format!("a.{extension}"));
        good(&["convert", &games, &file, "--compression", "none"], "");
        let bytes = fs::read(&file).unwrap();
        let refused = |reason: &str| {
            for arguments in [&["positions", "--totals", "all", &file][..], &["convert", &file, &path("out.fen")]] {
                let error = fails(1, arguments, "");
                assert!(error.starts_with(&format!("{file}: ")) && error.contains(reason), "{extension}: {error}");
            }
        };
        let positions = rows(&file).remove(0);
        for wrong in [&b""[..], b"PAR1", &bytes[..bytes.len() / 2], &bytes[..bytes.len() - 3], START.as_bytes()] {
            fs::write(&file, wrong).unwrap();
            refused("");
        }
        write(format, &file, &positions.project(&[0, 1, 2, 3, 4, 5, 7, 8]).unwrap());
        refused("no column 'white'");
        // A side has more than one king.
        let kings: ArrayRef = Arc::new(UInt64Array::from(vec![0xFF; positions.num_rows()]));
        write(format, &file, &with_column(&positions, "kings", kings));
        refused("row group 0, row 0: ");
    }
    assert_eq!(files_in(folder.path()), 3, "the games and two files");
}

/// Checks that damage to a file is either not noticed or reported in one line, even if the library that reads the file
/// panics.
#[test]
fn damage_in_columns_is_one_line() {
    let (folder, games) = games(1);
    for name in ["a.arrow", "a.parquet"] {
        let file = path_in(&folder, name);
        good(&["convert", &games, &file, "--compression", "none"], "");
        let whole = fs::read(&file).unwrap();
        // Damages bytes near the end of the file, because the metadata is there.
        for at in (0..whole.len()).rev().step_by(5).take(150) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x80;
            fs::write(&file, bytes).unwrap();
            let (code, _, error) = run(&["positions", "--totals", "white_king", &file], "");
            let damaged = code == Some(1) && error.lines().count() == 1 && error.starts_with(&file);
            assert!(damaged || (code == Some(0) && error.is_empty()), "byte {at}: {error}");
        }
    }
}
