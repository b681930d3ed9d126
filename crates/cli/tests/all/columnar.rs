//! Tests Parquet and Arrow files that the program writes. `foreign.rs` tests files that other programs wrote.

use std::fs::{self, File};

use arrow_array::RecordBatch;
use setwise_arrow::{ColumnSelection, Features, Format, Input, Layout, ReadOptions, WriteOptions, Writer, signed};

use crate::packed::DRAWN;
use crate::{fails, files_in, games, good, path_in};

pub(crate) fn open(file: &str) -> Input {
    let format = if file.ends_with(".arrow") { Format::Arrow } else { Format::Parquet };
    Input::open(
        format,
        File::open(file).unwrap(),
        &ReadOptions { others: ColumnSelection::All, ..ReadOptions::default() },
    )
    .unwrap()
}

pub(crate) fn rows(file: &str) -> Vec<RecordBatch> {
    let input = open(file);
    let mut reader = input.reader(File::open(file).unwrap()).unwrap();
    let mut rows = Vec::new();
    for group in 0..input.row_groups() {
        rows.extend(reader.batches(group).unwrap().map(|batch| batch.unwrap().rows));
    }
    rows
}

/// Writes rows to a file, as another program could.
pub(crate) fn write(format: Format, file: &str, rows: &RecordBatch) {
    let mut writer =
        Writer::new(format, File::create(file).unwrap(), &rows.schema(), &WriteOptions::default()).unwrap();
    writer.write(rows).unwrap();
    writer.finish().unwrap();
}

/// Checks that the columns of features have the values that are computed from the positions in the same file. If the
/// program reads the file again, it must print the same rows as for the original text.
#[test]
fn features_are_columns_after_the_positions() {
    let (folder, games) = games(3000);
    let features = ["white_knight_moves", "black_knight_move_count", "white_shield_index"];
    let text_rows = good(&[&["positions"], &features[..], &[&games]].concat(), "");
    let mut evaluator = Features::by_name(setwise::auto(), Layout::Absolute, features).unwrap();
    for (name, options) in [
        ("a.parquet", &[][..]),
        ("a.arrow", &["--threads", "1"]),
        ("b.parquet", &["--row-group", "700", "--compression", "none", "--threads", "3"]),
        ("b.arrow", &["--row-group", "700", "--compression", "none", "--signed"]),
        ("c.parquet", &["--signed"]),
    ] {
        let out = path_in(&folder, name);
        good(&[&["positions"], &features[..], &[&games, "--out", &out], options].concat(), "");
        assert_eq!(open(&out).row_groups(), if options.contains(&"700") { 5 } else { 1 }, "{name}");
        for rows in rows(&out) {
            let values = evaluator.columns(&rows).unwrap();
            let values = if options.contains(&"--signed") { signed(&values) } else { values };
            for feature in features {
                assert_eq!(rows.column_by_name(feature), values.column_by_name(feature), "{name}: {feature}");
            }
        }
        // Reads the file again, on one thread and on several.
        for threads in ["1", "3"] {
            let again = good(&[&["positions"], &features[..], &[&out, "--threads", threads]].concat(), "");
            assert!(again == text_rows, "{name}, {threads} threads");
        }
    }
    for extension in ["parquet", "arrow"] {
        let bytes = |name: &str| fs::metadata(path_in(&folder, &format!("{name}.{extension}"))).unwrap().len();
        assert!(bytes("b") > 2 * bytes("a"), "columns are compressed unless --compression is none");
    }
    let only = path_in(&folder, "only.parquet");
    good(&["positions", "white_king", &games, "--no-positions", "--out", &only], "");
    let error = fails(1, &["positions", "white_king", &only], "");
    assert!(error.ends_with("no column 'pawns'; the columns are white_king"), "{error}");
}

/// Checks that conditions and limits select the same rows from columnar files as from text. The rows must be in the
/// same order, even if several threads decode the row groups.
#[test]
fn conditions_and_limits_select_the_same_rows_from_every_format() {
    let (folder, games) = games(20_000);
    for name in ["a.parquet", "a.arrow"] {
        let file = path_in(&folder, name);
        good(&["convert", &games, &file, "--row-group", "6000"], "");
        for options in
            [&["--threads", "3"][..], &["--where", "white_knight_captures", "--limit", "777", "--threads", "2"]]
        {
            let of = |file: &str| good(&[&["positions", "white_king", file], options].concat(), "");
            assert!(of(&file) == of(&games), "{name} {options:?}");
            let totals = |file: &str| good(&[&["positions", "--totals", "all", file], options].concat(), "");
            assert_eq!(totals(&file), totals(&games), "{name} {options:?}");
        }
    }
}

/// Checks the columns of relative boards. `round_trips.rs` checks their labels. Boards by colour can be read together with
/// relative boards only with `--white-to-move`.
#[test]
fn relative_boards_have_their_own_columns() {
    let (folder, games) = games(300);
    let path = |name: &str| path_in(&folder, name);
    good(&["convert", &games, &path("a.parquet")], "");
    good(&[&["convert", &games, &path("b"), "--to", "bulletformat"], &DRAWN[..]].concat(), "");
    for name in ["b.parquet", "b.arrow"] {
        good(&["convert", &path("b"), &path(name), "--from", "bulletformat"], "");
        let rows = rows(&path(name)).remove(0);
        let names: Vec<String> = rows.schema().fields().iter().map(|field| field.name().clone()).collect();
        assert_eq!(names[6..], ["own", "their", "score", "result", "extra"]);
        assert!(fails(2, &["positions", "white_king", &path(name)], "").contains("which side that was is lost"));
        let mixed = ["positions", "--totals", "all", &path("a.parquet"), &path(name)];
        let error = fails(2, &mixed, "");
        assert!(error.contains("one has boards by colour, the other as seen from the side to move"), "{error}");
        good(&[&mixed[..], &["--white-to-move"]].concat(), "");
    }
}

/// Checks that extra bytes survive a conversion to columns and back. A number that does not fit into the extra bytes of
/// a format must be an error.
#[test]
fn extra_bytes_are_kept_or_refused() {
    let (folder, games) = games(20);
    let path = |name: &str| path_in(&folder, name);
    let convert = |from: &str, format: &str, to: &str| {
        good(&["convert", &path(from), &path(to), "--from", format, "--to", to.rsplit('.').next().unwrap()], "");
    };
    for (format, size) in [("marlinformat", 32), ("viriformat", 36)] {
        let first = format!("first.{format}");
        good(&[&["convert", &games, &path(&first), "--to", format], &DRAWN[..]].concat(), "");
        let mut boards = fs::read(path(&first)).unwrap();
        (0..).zip(boards.chunks_mut(size)).for_each(|(n, board)| board[31] = n * 13);
        fs::write(path(&first), &boards).unwrap();
        for columns in ["a.parquet", "a.arrow"] {
            let again = format!("again.{format}");
            convert(&first, format, columns);
            convert(columns, columns.rsplit('.').next().unwrap(), &again);
            assert!(fs::read(path(&again)).unwrap() == boards, "{format}, {columns}");
        }
        convert(&first, format, "a.bulletformat");
        let mut boards = fs::read(path("a.bulletformat")).unwrap();
        assert!((0..).zip(boards.chunks(32)).all(|(n, board)| board[29..] == [n * 13, 0, 0]), "{format}");
        boards[3 * 32 + 30] = 1;
        fs::write(path("a.bulletformat"), boards).unwrap();
        convert("a.bulletformat", "bulletformat", "b.parquet");
        for (from, name, place) in
            [("bulletformat", "a.bulletformat", "record 4"), ("parquet", "b.parquet", "row group 0, row 3")]
        {
            let out = path("out");
            let error =
                fails(1, &["convert", &path(name), &out, "--from", from, "--to", format, "--white-to-move"], "");
            let expected = format!("{format} cannot hold the position: the extra bytes are 295, expected 0 to 255");
            assert_eq!(error, format!("{}: {place}: {expected}", path(name)));
        }
    }
}

#[test]
fn a_feature_named_twice_is_refused_for_columns() {
    let (folder, games) = games(10);
    for name in ["a.parquet", "a.arrow"] {
        let out = path_in(&folder, name);
        for features in [&["white_king", "white_king"][..], &["black_king", "all"]] {
            let error = fails(2, &[&["positions"], features, &[&games, "--out", &out]].concat(), "");
            let expected = format!("two columns are named '{}', expected different names", features[0]);
            assert_eq!(error, format!("error: cannot write {out}: {expected}"));
        }
    }
    assert_eq!(files_in(folder.path()), 1);
}

#[test]
fn the_schema_lists_the_columns() {
    let list = good(&["schema"], "");
    assert!(list.starts_with("pawns            uint64   all       all pawns\n"), "{list}");
    let json: serde_json::Value = serde_json::from_str(&good(&["schema", "--format", "json"], "")).unwrap();
    assert_eq!(json.as_array().unwrap().len(), list.lines().count());
    assert_eq!(json[8]["name"], "white_to_move");
    assert_eq!(json[8]["type"], "boolean");
}

/// Compares the types of columns in a file with the types that the help and the guide name.
#[test]
fn values_have_the_types_that_the_help_names() {
    let (folder, games) = games(20);
    let file = path_in(&folder, "values.parquet");
    let features = ["white_forks", "white_knight_move_count", "in_check", "legal_move_count"];
    let expressions = ["--expr", "s=white & pawns", "--expr", "t=white_to_move", "--expr", "n=count(pawns)"];
    good(&[&["positions"], &features[..], &[&games], &expressions[..], &["--out", &file]].concat(), "");
    let rows = rows(&file).remove(0);
    let types = features.iter().chain(&["s", "t", "n"]).map(|name| {
        let field = rows.schema().field_with_name(name).unwrap().clone();
        field.data_type().to_string()
    });
    let expected = ["UInt64", "UInt8", "Boolean", "UInt16", "UInt64", "Boolean", "Int64"];
    assert_eq!(types.collect::<Vec<_>>(), expected);
    let (help, guide) = (good(&["schema", "--help"], ""), include_str!("../../../../docs/files.md"));
    for name in expected {
        assert!(help.contains(name) && guide.contains(&format!("`{}`", name.to_lowercase())), "{name}");
    }
}
