//! Tests the selection of positions, and the destination of results: `--where`, `--limit` and `--out`.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::{START, command, fails, files_in, folder_with, games, good, path_in, run, shell, text};

/// Returns the first `limit` rows in which no value is 0.
fn kept<'a>(rows: &'a str, limit: usize) -> Vec<&'a str> {
    let is_zero = |value: &&str| value.trim_start_matches("0x").trim_start_matches('0').is_empty();
    let has_all = |row: &&'a str| !row.split(',').skip(1).any(|value| is_zero(&value));
    rows.lines().skip(1).filter(has_all).take(limit).collect()
}

/// Checks that the output has exactly the rows of the positions that meet all conditions, with one thread and with
/// several.
#[test]
fn conditions_keep_the_positions_that_meet_all_of_them() {
    let (folder, games) = games(7000);
    let all = good(&["positions", "white_knight_captures", "black_knight_move_count", &games], "");
    let condition = ["--where", "white_knight_captures", "--where", "black_knight_move_count > 0"];
    for (threads, limit) in
        [("1", None), ("3", None), ("1", Some(1234)), ("3", Some(1234)), ("3", Some(0)), ("2", Some(1))]
    {
        let expected = kept(&all, limit.unwrap_or(usize::MAX));
        assert_eq!(expected.len(), limit.unwrap_or(expected.len()), "there are enough positions");
        let limit = limit.map(|limit| limit.to_string());
        let limit: Vec<&str> = limit.iter().flat_map(|limit| ["--limit", limit]).collect();
        let options = [&condition[..], &["--threads", threads], &limit].concat();
        let some = |before: &[&str]| good(&[before, &[&games], &options].concat(), "");
        let rows = some(&["positions", "white_knight_captures", "black_knight_move_count"]);
        assert!(rows.lines().skip(1).eq(expected.iter().copied()), "{options:?}: {} rows", rows.lines().count());
        // Totals and heat maps must be computed from the same positions.
        let kept_file = path_in(&folder, "kept.fen");
        good(&[&["convert", &games, &kept_file], &options[..]].concat(), "");
        let converted = fs::read_to_string(&kept_file).unwrap();
        assert_eq!(converted.lines().count(), expected.len());
        for form in ["--totals", "--heat"] {
            let (_, sums, _) = run(&[&["positions", form, "all", &games], &options[..]].concat(), "");
            let (_, of_kept, _) = run(&["positions", form, "all", &kept_file], "");
            assert!(sums == of_kept, "{form} {options:?}");
        }
    }
}

/// Checks that input after the last wanted position is ignored, wherever chunks end.
#[test]
fn nothing_after_the_limit_counts() {
    let king = "8/8/4k3/8/8/4K3/8/8 w - -\n";
    let knight = "8/8/4k3/8/8/4K3/8/1N6 w - -\n";
    let lines = format!("{king}{knight}{king}x\n{knight}{knight}");
    let rows = |options: &[&str]| run(&[&["positions", "white_knights", "-"], options].concat(), &lines);
    for (options, expected) in
        [(&["--limit", "3"][..], 3), (&["--limit", "1", "--where", "white_knights"], 1), (&["--limit", "0"], 0)]
    {
        let (code, text, error) = rows(options);
        assert_eq!((code, text.lines().count(), error.as_str()), (Some(0), 1 + expected, ""), "{options:?}");
        let options = [options, &["--totals"]].concat();
        assert_eq!((rows(&options).0, rows(&options).2.as_str()), (Some(0), ""), "{options:?}");
    }
    for options in [&["--limit", "4"][..], &["--limit", "2", "--where", "white_knights"]] {
        assert_eq!(
            (rows(options).0, rows(options).2.as_str()),
            (Some(1), "-:4:1: 'x' is neither a piece nor a number from 1 to 8\n")
        );
        let (code, text, error) = rows(&[options, &["--skip-bad"]].concat());
        assert_eq!((code, text.lines().count()), (Some(0), if options.len() == 2 { 5 } else { 3 }));
        assert!(error.starts_with("skipped 1 bad line, the first: -:4:"), "{error}");
    }
    // The end of the file is damaged, and must not be read if the limit is reached before it.
    let (folder, games) = games(7000);
    let packed = crate::zstd_of(&fs::read_to_string(&games).unwrap());
    let cut = path_in(&folder, "cut.fen.zst");
    fs::write(&cut, &packed[..packed.len() - 10]).unwrap();
    for threads in ["1", "3"] {
        let limited = |limit| run(&["positions", "white_king", "--limit", limit, "--threads", threads, &cut], "");
        assert_eq!(limited("100").0, Some(0));
        assert_eq!(limited("100").1.lines().count(), 101);
        assert_eq!(limited("7000").0, Some(1));
    }
}

#[test]
fn an_output_file_has_what_standard_output_would_have() {
    let (folder, games) = games(7000);
    for options in [&["white_knights"][..], &["--totals", "all"], &["--heat", "white_knights"]] {
        let expected = good(&[&["positions"], options, &[&games]].concat(), "");
        for name in ["a.csv", "a.csv.zst", "a.csv.gz"] {
            let out = path_in(&folder, name);
            assert_eq!(good(&[&["positions"], options, &[&games, "--out", &out]].concat(), ""), "");
            let bytes = fs::read(&out).unwrap();
            let content = match name {
                "a.csv" => bytes,
                "a.csv.zst" => zstd::decode_all(&bytes[..]).unwrap(),
                _ => std::io::read_to_string(flate2::read::GzDecoder::new(&bytes[..])).unwrap().into_bytes(),
            };
            assert!(text(&content) == expected, "{options:?} {name}");
        }
    }
    assert_eq!(
        good(&["positions", "white_king", &games, "--out", "-", "--to", "csv"], ""),
        good(&["positions", "white_king", &games], "")
    );
}

/// Checks that an output which is also an input, or another output, is refused, even under another path or through a
/// link. A device may be both.
#[cfg(unix)]
#[test]
fn an_output_that_is_an_input_or_another_output_is_refused() {
    let folder = folder_with(&[("a.fen", START.as_bytes()), ("a.txt", b"0x42\n")]);
    let path = |name: &str| path_in(&folder, name);
    for (name, target) in [("link.fen", "a.fen"), ("link.txt", "a.txt"), ("link to new", "new")] {
        std::os::unix::fs::symlink(target, path(name)).unwrap();
    }
    fs::hard_link(path("a.fen"), path("hard.fen")).unwrap();
    fs::create_dir(path("inner")).unwrap();
    let (fen, pattern, sets) = (path("a.fen"), path("[a].fen"), path("a.txt"));
    let heat = ["positions", "--heat", "white_king"];
    for (input, before, option, outputs) in [
        (&fen, &["convert"][..], None, &["a.fen", "link.fen", "hard.fen", "inner/../a.fen"][..]),
        (&pattern, &["convert"], None, &["a.fen", "link.fen"]),
        (&fen, &["positions", "white_king", "--to", "csv"], Some("--out"), &["a.fen", "hard.fen"]),
        (&fen, &heat, Some("--svg"), &["a.fen", "hard.fen"]),
        (&sets, &["sets", "--heat", "king_attacks"], Some("--svg"), &["a.txt", "link.txt"]),
    ] {
        for out in outputs.iter().map(|name| path(name)) {
            let command_of = |input| [before, &[input], option.as_slice(), &[&*out]].concat();
            assert_eq!(fails(2, &command_of(input), ""), format!("error: {out} is both an input and the output"));
            if input != &pattern {
                let stdin = fs::File::open(input).unwrap();
                let from_stdin = command().args(command_of("-")).stdin(stdin).output().unwrap();
                assert_eq!(from_stdin.status.code(), Some(2), "{out}");
            }
        }
    }
    let heat = [&heat[..], &[&fen, "--to", "csv"]].concat();
    for (out, svg) in [("new", "./new"), ("new", "link to new")] {
        let outputs = [path(out), format!("{}/{svg}", folder.path().display())];
        let error = fails(2, &[&heat[..], &["--out", &outputs[0], "--svg", &outputs[1]]].concat(), "");
        assert!(error.ends_with("are the same output file"), "{error}");
    }
    good(&[&heat[..], &["--out", "/dev/null", "--svg", "/dev/null"]].concat(), "");
    assert_eq!(fs::read_to_string(&fen).unwrap(), START);
    assert_eq!(files_in(folder.path()), 7, "no file is added");
    good(&["sets", "--heat", "king_attacks", &sets, "--svg", &path("b.svg")], "");
}

/// Checks that a bad line or a limit on the size of files leaves the old file, or no file if there was none.
#[cfg(unix)]
#[test]
fn an_output_file_is_whole_or_absent() {
    let (folder, games) = games(7000);
    let bad = path_in(&folder, "bad.fen");
    fs::write(&bad, fs::read_to_string(&games).unwrap() + "x\n").unwrap();
    let (old, new) = (path_in(&folder, "old.csv"), path_in(&folder, "new.csv"));
    fs::write(&old, "old").unwrap();
    let more: &[&str] = if cfg!(feature = "parquet") { &["parquet", "arrow"] } else { &[] };
    let others =
        ["csv.zst", "csv.gz"].iter().chain(more).map(|extension| path_in(&folder, &format!("new.{extension}")));
    for out in &others.chain([old.clone(), new]).collect::<Vec<_>>() {
        assert!(fails(1, &["positions", "white_king", &bad, "--out", out], "").contains("bad.fen:7001:1: "));
        assert!(fails(1, &["convert", &bad, out], "").contains("bad.fen:7001:1: "));
        for limited in [&["positions", "all", &games][..], &["gen", "leaper", "camel"]] {
            let limited = [limited, &["--out", out]].concat();
            let output = shell(r#"trap "" XFSZ && ulimit -f 1"#, &limited).output().unwrap();
            let error = text(&output.stderr);
            assert!(error.starts_with(&format!("error: cannot write {out}: ")), "{error}");
            assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        }
    }
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    assert_eq!(files_in(folder.path()), 3, "nothing else is left");
    for out in ["there/is/none.csv", "/dev/null/none.csv"] {
        assert!(
            fails(2, &["positions", "all", &games, "--out", out], "")
                .starts_with(&format!("error: cannot write {out}: "))
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let (_folder, games) = games(7000);
    let more: &[&str] = if cfg!(feature = "parquet") { &["parquet", "arrow"] } else { &[] };
    for format in ["fen", "csv"].iter().chain(more) {
        let error = fails(2, &["convert", &games, "/dev/full", "--to", format], "");
        assert!(error.starts_with("error: cannot write /dev/full: No space left on device"), "{error}");
    }
}

/// Checks that even a killed program leaves no file, because the output file has no name until it is complete.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_program_leaves_no_file() {
    let (folder, games) = games(7000);
    let out = path_in(&folder, "out.csv");
    let arguments = ["convert", "-", &out, "--threads", "1"];
    let mut child = command().args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    // Most of the input has been taken and written when the last line is accepted, because few chunks are in flight.
    let (mut input, lines) = (child.stdin.take().unwrap(), fs::read(&games).unwrap());
    (0..8).for_each(|_| input.write_all(&lines).unwrap());
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(files_in(folder.path()), 1, "only the input is left");
}
