//! Parquet and Arrow files.

mod common;

use common::{START, fails, folder_with, path_in};

/// The message for a program without the feature names the feature and the command that installs it.
#[cfg(not(feature = "parquet"))]
#[test]
fn without_the_feature_the_file_is_refused_with_its_name() {
    let folder = folder_with(&[("a.parquet", b"PAR1"), ("a.fen", START.as_bytes())]);
    let path = |name: &str| path_in(&folder, name);
    for (arguments, format) in [
        (&["positions", "white_king", &path("a.parquet")][..], "parquet"),
        (&["positions", "white_king", &path("a.fen"), "--from", "arrow"], "arrow"),
        (&["positions", "white_king", &path("a.fen"), "--out", &path("b.parquet")], "parquet"),
        (&["convert", &path("a.fen"), &path("b.arrow")], "arrow"),
        (&["schema"], "parquet and arrow"),
    ] {
        let error = fails(2, arguments, "");
        let expected = format!("without {format} files; install it with the feature `parquet`: cargo install");
        assert!(error.contains(&expected), "{error}");
    }
    assert_eq!(common::files_in(folder.path()), 2);
}

#[cfg(feature = "parquet")]
mod with_the_feature {
    use std::fs::{self, File};
    use std::sync::Arc;

    use arrow_array::cast::AsArray;
    use arrow_array::types::{Int16Type, Int64Type, UInt8Type, UInt64Type};
    use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt64Array};
    use arrow_schema::{DataType, Field, Schema};
    use setwise_arrow::{Extra, Format, Input, Options, Wanted, Writer};
    use setwise_testkit::games::master_fens;
    use tempfile::TempDir;

    use super::common::{files_in, good, run, text};
    use super::*;

    /// Returns a folder with a file of games, and its path.
    fn games(positions: usize) -> (TempDir, String) {
        let lines: Vec<String> = master_fens().into_iter().cycle().take(positions).collect();
        let folder = folder_with(&[("games.fen", (lines.join("\n") + "\n").as_bytes())]);
        let path = path_in(&folder, "games.fen");
        (folder, path)
    }

    fn open(file: &str) -> Input {
        let format = if file.ends_with(".arrow") { Format::Arrow } else { Format::Parquet };
        Input::open(format, File::open(file).unwrap(), &Wanted { extra: Extra::All, ..Wanted::default() }).unwrap()
    }

    /// Returns the rows of a file.
    fn rows(file: &str) -> Vec<RecordBatch> {
        let input = open(file);
        let mut reader = input.reader(File::open(file).unwrap()).unwrap();
        let mut rows = Vec::new();
        for group in 0..input.row_groups() {
            rows.extend(reader.batches(group).unwrap().map(|batch| batch.unwrap().rows));
        }
        rows
    }

    /// Writes rows to a file, as another program could.
    fn write(format: Format, file: &str, rows: &RecordBatch) {
        let mut writer = Writer::new(format, File::create(file).unwrap(), &rows.schema(), &Options::default()).unwrap();
        writer.write(rows).unwrap();
        writer.finish().unwrap();
    }

    /// Castling rights, the en passant square and both counters are kept as well.
    #[test]
    fn every_pair_of_formats_keeps_the_positions() {
        let lines = master_fens()[..80].join("\n") + "\n1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w GCkq - 7 123\n";
        let folder = folder_with(&[("games.fen", lines.as_bytes())]);
        let first = path_in(&folder, "games.fen");
        let expected = good(&["positions", "--totals", "all", &first], "");
        let formats = [
            "a.fen",
            "b.epd.zst",
            "c.csv.gz",
            "d.parquet",
            "e.arrow",
            "f.marlinformat",
            "g.viriformat",
            "h.bulletformat",
        ];
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

    /// Files of other programs may have a column of FENs instead of sets.
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

    /// A bad row is in its place, also far into a row group: nothing after the limit counts, and all before it does.
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
        fens[5] = "x";
        write(&fens);
        for (limit, skipped) in [(BAD - 1, 1), (BAD, 2)] {
            let arguments = ["positions", "white_king", &path, "--skip-bad", "--limit", &limit.to_string()];
            let (code, text, error) = run(&arguments, "");
            assert_eq!((code, text.lines().count()), (Some(0), 1 + limit));
            assert!(error.starts_with(&format!("skipped {skipped} bad record")), "{limit}: {error}");
        }
    }

    /// For each wrong file, one line gives its name and what is wrong, and nothing is written.
    #[test]
    fn errors_name_the_wrong_file() {
        let (folder, games) = games(300);
        let path = |name: &str| path_in(&folder, name);
        for (format, extension) in [(Format::Parquet, "parquet"), (Format::Arrow, "arrow")] {
            let file = path(&format!("a.{extension}"));
            good(&["convert", &games, &file, "--compression", "none"], "");
            let bytes = fs::read(&file).unwrap();
            let positions = rows(&file).remove(0);
            let refused = |reason: &str| {
                for arguments in [&["positions", "--totals", "all", &file][..], &["convert", &file, &path("out.fen")]] {
                    let error = fails(1, arguments, "");
                    assert!(error.starts_with(&format!("{file}: ")) && error.contains(reason), "{extension}: {error}");
                }
            };
            let written = |rows: &RecordBatch| write(format, &file, rows);
            for wrong in [&b""[..], b"PAR1", &bytes[..bytes.len() / 2], &bytes[..bytes.len() - 3], START.as_bytes()] {
                fs::write(&file, wrong).unwrap();
                refused("");
            }
            let mut columns = positions.columns().to_vec();
            let mut fields: Vec<Field> =
                positions.schema().fields().iter().map(|field| field.as_ref().clone()).collect();
            let batch = |fields: &[Field], columns: &[ArrayRef]| {
                RecordBatch::try_new(Arc::new(Schema::new(fields.to_vec())), columns.to_vec()).unwrap()
            };
            let without = |n: usize| {
                let keep = |m: &usize| *m != n;
                let fields: Vec<Field> = (0..fields.len()).filter(keep).map(|m| fields[m].clone()).collect();
                let columns: Vec<ArrayRef> = (0..columns.len()).filter(keep).map(|m| Arc::clone(&columns[m])).collect();
                batch(&fields, &columns)
            };
            written(&without(6));
            refused("no column 'white'");
            written(&without(8));
            refused("no column 'white_to_move'");
            // Two kings, a null, and a type that is no set.
            columns[5] = Arc::new(UInt64Array::from(vec![0xFF; positions.num_rows()]));
            written(&batch(&fields, &columns));
            refused("row group 0, row 0: ");
            fields[5] = fields[5].clone().with_nullable(true);
            columns[5] = Arc::new(UInt64Array::from(vec![None::<u64>; positions.num_rows()]));
            written(&batch(&fields, &columns));
            refused("row group 0, row 0: kings is null");
            fields[5] = Field::new("kings", DataType::Utf8, false);
            columns[5] = Arc::new(StringArray::from(vec!["k"; positions.num_rows()]));
            written(&batch(&fields, &columns));
            refused("column 'kings' has the type Utf8");
            assert!(fails(2, &["positions", "all", "-", "--from", extension], "").contains("standard input"));
        }
        assert_eq!(files_in(folder.path()), 3, "the games and two files");
    }

    /// The scores of the source are further columns, and boards by colour cannot be mixed with relative ones.
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

    #[test]
    fn a_columnar_output_is_whole_or_absent() {
        let (folder, games) = games(3000);
        let bad = path_in(&folder, "bad.fen");
        fs::write(&bad, fs::read_to_string(&games).unwrap() + "x\n").unwrap();
        for name in ["a.parquet", "a.arrow"] {
            let out = path_in(&folder, name);
            assert!(fails(1, &["convert", &bad, &out], "").contains("bad.fen:3001: "));
            let script = r#"trap "" XFSZ && ulimit -f 8 && exec "$0" positions all "$1" --out "$2""#;
            let mut limited = std::process::Command::new("sh");
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
}
