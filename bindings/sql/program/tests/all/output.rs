//! Tests that rows are written correctly to standard output and to files. Files follow the rules of `setwise --out`.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::start::{Process, answer, failed, failure, finish, folder, program, run, send, wait_for};
use tempfile::TempDir;

const QUERY: &str = "select 1 as a, 'x' as b";

/// Writes the rows of [`QUERY`] to a file. Returns the error message, or an empty text if there is no error.
fn write_to(out: &Path) -> String {
    let output = run(&["sql", QUERY, "--out", out.to_str().unwrap()]);
    if output.status.success() { String::new() } else { failed(&output).1 }
}

/// Returns the number of files in a folder.
fn files(folder: &TempDir) -> usize {
    fs::read_dir(folder).unwrap().count()
}

fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1")
}

#[test]
fn links_are_followed_devices_remain_and_read_only_files_are_kept() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("old"), "old").unwrap();
    symlink("old", path("link")).unwrap();
    assert_eq!(write_to(&path("link")), "");
    let before = fs::read(path("old")).unwrap();
    assert!(path("link").is_symlink() && is_parquet(&before));
    fs::set_permissions(path("old"), fs::Permissions::from_mode(0o440)).unwrap();
    assert!(write_to(&path("link")).contains("link: permission denied"));
    assert_eq!((fs::read(path("old")).unwrap(), files(&folder)), (before, 2));
    assert!(is_parquet(&run(&["sql", QUERY, "--out", "-"]).stdout));
    assert!(write_to(Path::new("/dev/full")).contains("/dev/full: No space left on device"));
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
}

/// Tests that a signal during a query leaves no incomplete file and no change to an existing file. The query reads from
/// a pipe that stays open, so it cannot end before the signal.
#[test]
fn a_program_that_is_ended_leaves_nothing_and_keeps_the_old_file() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(Command::new("mkfifo").arg(path("input.fen")).status().unwrap().success());
    let query = format!("select fen from read_fen('{}')", path("input.fen").display());
    for signal in ["INT", "TERM", "KILL"] {
        for (name, expected) in [("new", None), ("old", Some("old"))] {
            expected.iter().for_each(|text| fs::write(path(name), text).unwrap());
            let child = program(&["sql", &query, "--out", path(name).to_str().unwrap()]).spawn().unwrap();
            let _input = fs::OpenOptions::new().read(true).write(true).open(path("input.fen")).unwrap();
            // The output file is open but has no name yet.
            let descriptors = format!("/proc/{}/fd", child.id());
            let links =
                || fs::read_dir(&descriptors).unwrap().filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
            let is_output = |link: &Path| link.starts_with(folder.path()) && !link.ends_with("input.fen");
            wait_for(|| links().any(|link| is_output(&link)).then_some(()));
            send(signal, child.id());
            assert!(!finish(child).status.success(), "{signal}");
            assert_eq!(fs::read_to_string(path(name)).ok().as_deref(), expected);
        }
        assert_eq!(files(&folder), 2, "{signal}");
        fs::remove_file(path("old")).unwrap();
    }
}

#[test]
fn a_file_that_the_query_reads_is_not_replaced() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    symlink("games.parquet", path("link.parquet")).unwrap();
    fs::hard_link(path("games.fen"), path("same.fen")).unwrap();
    for (table, out) in [
        (format!("'{}'", path("games.parquet")), "games.parquet"),
        (format!("'{}'", path("games.parquet")), "link.parquet"),
        (format!("'{}'", path("g*.parquet")), "games.parquet"),
        (format!("(select * from '{}')", path("link.parquet")), "games.parquet"),
        (format!("read_fen('{}')", path("*games.fen")), "same.fen"),
    ] {
        let before = fs::read(path(out)).unwrap();
        let query = format!("select * from {table} as t where 1 in (select 1)");
        let (code, line) = failure(&["sql", &query, "--out", &path(out)]);
        assert_eq!(code, 1);
        assert_eq!(line, format!("setwise-engine: {} is both an input and the output\n", path(out)));
        assert!(fs::read(path(out)).unwrap() == before);
    }
}

/// Tests that commands report an error if standard output cannot be written, in every format.
#[test]
fn a_full_standard_output_is_an_error() {
    let commands = [
        &["sql", QUERY][..],
        &["sql", QUERY, "--format", "csv"],
        &["sql", QUERY, "--format", "json"],
        &["sql", "select 1 as a where false", "--format", "csv"],
        &["functions"],
        &["scheduler", "--bind", "127.0.0.1:0"],
        &["--help"],
    ];
    for arguments in commands {
        let mut full = program(arguments);
        full.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        let (code, line) = failed(&finish(full.spawn().unwrap()));
        let expected = "setwise-engine: cannot write standard output: No space left on device (os error 28)\n";
        assert_eq!((code, line.as_str()), (1, expected), "{arguments:?}");
    }
}

/// Tests that the program succeeds if its output goes to the null device, or if the reader closes the pipe early.
#[test]
fn the_null_device_and_a_reader_that_ends_are_no_errors() {
    let mut null = program(&["sql", QUERY]);
    assert!(null.stdout(Stdio::null()).status().unwrap().success());
    let folder = folder();
    let query = format!("select * from '{}'", folder.path().join("games.parquet").display());
    for format in ["table", "csv", "json"] {
        let mut child = program(&["sql", &query, "--format", format]).spawn().unwrap();
        drop(child.stdout.take());
        let mut child = Process::of(child);
        assert!(child.wait().success(), "{format}");
    }
}

#[test]
fn a_field_of_csv_has_one_value() {
    let query = "select heat(knight_attacks(parse_squares('a1'))) as heat, make_array(1, null, 3) as list, \
                 named_struct('name', 'a \"b\"', 'set', 66) as named, cast(null as int[]) as nothing, 7 as n";
    let printed = answer(&["sql", query, "--format", "csv"]);
    let lines: Vec<&str> = printed.lines().collect();
    let heat = (0..64).map(|square| if [10, 17].contains(&square) { "1" } else { "0" }).collect::<Vec<_>>().join(",");
    assert_eq!(lines[0], "heat,list,named,nothing,n");
    assert_eq!(lines[1], format!(r#""[{heat}]","[1,null,3]","{{""name"":""a \""b\"""",""set"":66}}",,7"#));
    assert_eq!(answer(&["sql", "select make_array(1) as list where false", "--format", "csv"]), "list\n");
}
