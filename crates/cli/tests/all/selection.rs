//! Tests the selection of positions, and the destination of results: `--where`, `--limit` and `--out`.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// Checks that an output file which is also an input is refused, even under another path or through a link.
#[cfg(unix)]
#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = folder_with(&[("a.fen", START.as_bytes())]);
    let path = |name: &str| path_in(&folder, name);
    std::os::unix::fs::symlink("a.fen", path("link.fen")).unwrap();
    fs::hard_link(path("a.fen"), path("hard.fen")).unwrap();
    fs::create_dir(path("inner")).unwrap();
    for out in ["a.fen", "link.fen", "hard.fen", "inner/../a.fen"] {
        let out = path(out);
        let error = fails(2, &["convert", &path("a.fen"), &out], "");
        assert_eq!(error, format!("error: {out} is both an input and the output"));
        fails(2, &["convert", &path("[a].fen"), &out], "");
        fails(2, &["positions", "white_king", &path("a.fen"), "--out", &out, "--to", "csv"], "");
        let stdin = fs::File::open(path("a.fen")).unwrap();
        assert_eq!(command().args(["convert", "-", &out]).stdin(stdin).output().unwrap().status.code(), Some(2));
    }
    assert_eq!(fs::read_to_string(path("a.fen")).unwrap(), START);
    assert!(folder.path().join("link.fen").is_symlink());
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
    let mut child = command()
        .args(["positions", "all", &games, "-", "--out", &out])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Writes input until the program has written output. The wait is bounded by an amount of input, because a bound on
    // the time would depend on the load of the machine.
    let mut input = child.stdin.take().unwrap();
    let lines = fs::read(&games).unwrap();
    let taken = Arc::new(AtomicUsize::new(0));
    let writer = std::thread::spawn({
        let taken = Arc::clone(&taken);
        move || {
            while input.write_all(&lines).is_ok() {
                taken.fetch_add(lines.len(), Ordering::Relaxed);
            }
        }
    });
    let folder_of = |link: fs::DirEntry| Some(fs::read_link(link.path()).ok()?.parent()?.to_path_buf());
    let open = format!("/proc/{}/fd", child.id());
    let has_output = || {
        let links = fs::read_dir(&open).unwrap().flatten();
        let mut large = links.filter(|link| fs::metadata(link.path()).is_ok_and(|data| data.len() > 1 << 22));
        large.any(|link| folder_of(link).is_some_and(|open| open == folder.path()))
    };
    while !has_output() {
        assert!(taken.load(Ordering::Relaxed) < 1 << 30 && child.try_wait().unwrap().is_none(), "nothing is written");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
    assert_eq!(files_in(folder.path()), 1, "only the input is left");
}
