//! Parquet and Arrow files that the program writes. `foreign.rs` has those that it reads from other programs.
#![cfg(feature = "parquet")]

use std::fs;
use std::process::Command;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int64Type, UInt8Type, UInt64Type};
use setwise_testkit::games::master_fens;

use crate::common::columnar::{games, open, rows};
use crate::common::{fails, files_in, folder_with, good, path_in, text};

/// Castling rights, the en passant square and both counters are kept as well.
#[test]
fn every_pair_of_formats_keeps_the_positions() {
    let lines = master_fens()[..80].join("\n") + "\n1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w GCkq - 7 123\n";
    let folder = folder_with(&[("games.fen", lines.as_bytes())]);
    let first = path_in(&folder, "games.fen");
    let expected = good(&["positions", "--totals", "all", &first], "");
    let formats =
        ["a.fen", "b.epd.zst", "c.csv.gz", "d.parquet", "e.arrow", "f.marlinformat", "g.viriformat", "h.bulletformat"];
    let format_of = |name: &str| name.split('.').nth(1).unwrap().to_string();
    for from in formats {
        let source = path_in(&folder, from);
        let format = format_of(from);
        good(&["convert", &first, &source, "--to", &format], "");
        let relative = format == "bulletformat";
        for to in formats {
            let copy = path_in(&folder, &format!("{from}-{to}"));
            let (from, to) = (format_of(from), format_of(to));
            let mut arguments = vec!["convert", &source, &copy, "--from", &from, "--to", &to];
            let columnar = ["parquet", "arrow"].contains(&to.as_str());
            if relative && to != "bulletformat" && !columnar {
                fails(2, &arguments, "");
                arguments.push("--white-to-move");
            }
            good(&arguments, "");
            let totals = good(&["positions", "--totals", "all", &copy, "--from", &to], "");
            if relative || to == "bulletformat" {
                let own = good(&["positions", "--totals", "all", &source, "--from", &from], "");
                let names = |totals: &str| totals.replace("own_", "white_").replace("their_", "black_");
                assert!(!relative || names(&totals) == names(&own), "{from} to {to}");
            } else {
                assert_eq!(totals, expected, "{from} to {to}");
                let fens = good(&["convert", &copy, "-", "--from", &to, "--to", "fen"], "");
                let same = if from == "epd" || to == "epd" { 4 } else { 6 };
                let fields = |text: &str| -> Vec<String> {
                    text.lines().map(|line| line.split(' ').take(same).collect::<Vec<_>>().join(" ")).collect()
                };
                assert_eq!(fields(&fens), fields(&lines), "{from} to {to}");
            }
        }
    }
}

/// Sets are words, numbers are bytes, and the values are those of the rows of text.
#[test]
fn features_are_columns_after_the_positions() {
    let (folder, games) = games(3000);
    let features = ["white_knight_moves", "black_knight_move_count", "white_shield_index"];
    let text_rows = good(&[&["positions"], &features[..], &[&games]].concat(), "");
    let text_values: Vec<Vec<u64>> = (1..4)
        .map(|n| {
            let value = |row: &str| {
                let value = row.split(',').nth(n).unwrap();
                value
                    .strip_prefix("0x")
                    .map_or_else(|| value.parse().unwrap(), |set| u64::from_str_radix(set, 16).unwrap())
            };
            text_rows.lines().skip(1).map(value).collect()
        })
        .collect();
    for (name, options) in [
        ("a.parquet", &[][..]),
        ("a.arrow", &["--threads", "1"]),
        ("b.parquet", &["--row-group", "700", "--compression", "none", "--threads", "3"]),
        ("b.arrow", &["--row-group", "700", "--compression", "none", "--signed"]),
        ("c.parquet", &["--signed"]),
    ] {
        let out = path_in(&folder, name);
        good(&[&["positions"], &features[..], &[&games, "--out", &out], options].concat(), "");
        let signed = options.contains(&"--signed");
        assert_eq!(open(&out).row_groups(), if options.contains(&"700") { 5 } else { 1 }, "{name}");
        let mut values = vec![Vec::new(); 3];
        for rows in rows(&out) {
            let column = |name: &str| rows.column_by_name(name).unwrap();
            let sets = column(features[0]);
            if signed {
                values[0].extend(sets.as_primitive::<Int64Type>().values().iter().map(|set| *set as u64));
            } else {
                values[0].extend_from_slice(sets.as_primitive::<UInt64Type>().values());
            }
            for n in [1, 2] {
                let numbers = column(features[n]).as_primitive::<UInt8Type>();
                values[n].extend(numbers.values().iter().map(|number| u64::from(*number)));
            }
        }
        assert_eq!(values, text_values, "{name}");
        // The file is input again, whatever its row groups and the number of threads.
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

/// Row groups are decoded on several threads and arrive in order, also if they are larger than what is decoded ahead.
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

/// The scores of the source are labels, and boards by colour cannot be mixed with relative ones.
#[test]
fn relative_boards_have_their_own_columns() {
    let (folder, games) = games(300);
    let path = |name: &str| path_in(&folder, name);
    good(&["convert", &games, &path("a.parquet")], "");
    good(&["convert", &games, &path("b"), "--to", "bulletformat"], "");
    let mut boards = fs::read(path("b")).unwrap();
    boards[32 * 17 + 24..32 * 17 + 27].copy_from_slice(&[0x39, 0xFF, 2]);
    fs::write(path("b"), &boards).unwrap();
    for name in ["b.parquet", "b.arrow"] {
        good(&["convert", &path("b"), &path(name), "--from", "bulletformat"], "");
        let rows = rows(&path(name)).remove(0);
        let names: Vec<String> = rows.schema().fields().iter().map(|field| field.name().clone()).collect();
        assert_eq!(names[6..], ["own", "their", "score", "result", "extra"]);
        let score = rows.column_by_name("score").unwrap().as_primitive::<Int16Type>().value(17);
        let result = rows.column_by_name("result").unwrap().as_primitive::<UInt8Type>().value(17);
        assert_eq!((score, result), (-199, 2));
        let again = path("again");
        good(&["convert", &path(name), &again, "--to", "bulletformat"], "");
        assert!(fs::read(&again).unwrap() == boards, "{name}");
        assert!(fails(2, &["positions", "white_king", &path(name)], "").contains("which side that was is lost"));
        let mixed = ["positions", "--totals", "all", &path("a.parquet"), &path(name)];
        let error = fails(2, &mixed, "");
        assert!(error.contains("one has boards by colour, the other as seen from the side to move"), "{error}");
        good(&[&mixed[..], &["--white-to-move"]].concat(), "");
    }
}

/// Extra bytes survive a conversion to columns and back. A number that needs more bytes than a board has is an error.
#[test]
fn extra_bytes_are_kept_or_refused() {
    let (folder, games) = games(20);
    let path = |name: &str| path_in(&folder, name);
    let convert = |from: &str, format: &str, to: &str| {
        good(&["convert", &path(from), &path(to), "--from", format, "--to", to.rsplit('.').next().unwrap()], "");
    };
    for (format, size) in [("marlinformat", 32), ("viriformat", 36)] {
        let first = format!("first.{format}");
        good(&["convert", &games, &path(&first), "--to", format], "");
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
fn a_columnar_output_is_whole_or_absent() {
    let (folder, games) = games(3000);
    let bad = path_in(&folder, "bad.fen");
    fs::write(&bad, fs::read_to_string(&games).unwrap() + "x\n").unwrap();
    for name in ["a.parquet", "a.arrow"] {
        let out = path_in(&folder, name);
        assert!(fails(1, &["convert", &bad, &out], "").contains("bad.fen:3001: "));
        let script = r#"trap "" XFSZ && ulimit -f 8 && exec "$0" positions all "$1" --out "$2""#;
        let mut limited = Command::new("sh");
        limited.args(["-c", script, env!("CARGO_BIN_EXE_setwise"), &games, &out]).env_remove("SETWISE_BACKEND");
        let output = limited.output().unwrap();
        let error = text(&output.stderr);
        assert!(error.starts_with(&format!("error: cannot write {out}: ")), "{error}");
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        let full = ["convert", &games, "/dev/full", "--to", name.split_once('.').unwrap().1];
        assert!(fails(2, &full, "").starts_with("error: cannot write /dev/full: No space left on device"));
    }
    assert_eq!(files_in(folder.path()), 2, "nothing else is left");
    for option in [&["--signed"][..], &["--row-group", "9"], &["--compression", "none"]] {
        let error = fails(2, &[&["positions", "white_king", &games], option].concat(), "");
        assert!(error.contains("are for .parquet and .arrow output"), "{error}");
    }
    let totals = ["positions", "--totals", "all", &games, "--out", &path_in(&folder, "t.parquet")];
    assert!(fails(2, &totals, "").contains("totals and heat maps are written as csv"));
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
