//! Tests unusual conditions: pipes, links, full disks, too little memory, and unusually long or odd input.

use std::fs;
use std::io::Write;
use std::process::{Command, Output};

use crate::{START, command, fails, folder_with, games, good, path_in, shell, text, zstd_of};

/// Writes a module of more than a kilobyte to `out`.
#[cfg(target_os = "linux")]
fn write_to(out: &std::path::Path) -> Output {
    command().args(["gen", "leaper", "camel", "--out"]).arg(out).output().unwrap()
}

/// Checks that a pipe is opened only once if it comes after a file in the arguments. If the program opened and closed
/// the pipe before reading it, the writer of the pipe would be gone.
#[cfg(unix)]
#[test]
fn a_named_pipe_is_read_behind_a_file() {
    let (folder, file) = games(20_000);
    let pipe = path_in(&folder, "b.fen");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::write(pipe, format!("{START}\n").repeat(20_000))
    });
    assert_eq!(good(&["positions", "white_king", &file, &pipe], "").lines().count(), 40_001);
    writer.join().unwrap().unwrap();
}

/// Checks that output is written through a link to standard output, which is a pipe without a path, and through a link
/// to a missing file. A link to itself is an error. All links must remain.
#[cfg(target_os = "linux")]
#[test]
fn links_are_written_through() {
    let folder = tempfile::tempdir().unwrap();
    let [out, later, itself] = ["out", "later", "itself.rs"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink("/proc/self/fd/1", &out).unwrap();
    std::os::unix::fs::symlink("camel.rs", &later).unwrap();
    std::os::unix::fs::symlink("itself.rs", &itself).unwrap();
    assert!(write_to(&itself).status.code() == Some(2) && itself.is_symlink());
    let to_pipe = write_to(&out);
    assert!(to_pipe.status.success() && out.is_symlink());
    let to_file = write_to(&later);
    assert!(to_file.status.success() && later.is_symlink());
    let behind_the_command = |text: &str| text.split_once('\n').unwrap().1.to_string();
    let made = fs::read_to_string(folder.path().join("camel.rs")).unwrap();
    assert_eq!(behind_the_command(text(&to_pipe.stdout)), behind_the_command(&made));
    assert!(made.contains("camel_attacks_setwise"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "nothing else is left");
}

/// Checks that the program works with fewer threads if there is too little memory. A limit on address space simulates a
/// machine without memory for a thousand threads, or even for a second thread.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_find_no_memory_are_done_without() {
    let (_folder, file) = games(40_000);
    let totals = |threads| ["positions", "--totals", "white_king", &file, "--threads", threads];
    let expected = good(&totals("1"), "");
    for kilobytes in ["600000", "200000", "100000"] {
        let output = shell(&format!("ulimit -v {kilobytes}"), &totals("1024")).output().unwrap();
        assert!(output.status.success(), "{kilobytes}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), expected, "{kilobytes}");
    }
}

/// Checks that the exit code is 2 if standard output is on a full disk. The exit code is the same if an output file
/// cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error() {
    let columnar: &[&str] =
        if cfg!(feature = "parquet") { &["convert - - --to parquet", "convert - - --to arrow"] } else { &[] };
    let plain = ["positions white_king -", "positions --totals all -", "convert - - --to epd", "backends", "--help"];
    for arguments in plain.iter().chain(columnar) {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = command()
            .args(arguments.split(' '))
            .stdin(std::process::Stdio::piped())
            .stdout(full)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(START.as_bytes());
        let output = child.wait_with_output().unwrap();
        let error = text(&output.stderr);
        assert!(
            error.starts_with("error: cannot write standard output: No space left on device"),
            "{arguments}: {error}"
        );
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{arguments}");
    }
}

/// Checks that a closed standard output is an error, unless nothing is written to it. A null device is no error, even one
/// that is open for reading and writing, as the runtime of Rust opens it in place of a closed output.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_an_error() {
    let folder = folder_with(&[("a.fen", format!("{START}\n").as_bytes())]);
    let (fen, out) = (path_in(&folder, "a.fen"), path_in(&folder, "out.epd"));
    let start = |redirected: &str, arguments: &str| {
        let program = env!("CARGO_BIN_EXE_setwise");
        let output = Command::new("sh")
            .args(["-c", &format!("exec {program} {arguments} {redirected}")])
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), text(&output.stderr).to_string())
    };
    let closed = "error: cannot write standard output: it is closed\n";
    for arguments in ["list", "--help", "schema", "backends", &format!("positions white_king {fen}")] {
        assert_eq!(start(">&-", arguments), (Some(2), closed.to_string()), "{arguments}");
        for redirected in [">/dev/null", "1<>/dev/null"] {
            assert_eq!(start(redirected, arguments), (Some(0), String::new()), "{arguments} {redirected}");
        }
    }
    assert_eq!(start(">&-", &format!("convert {fen} {out}")), (Some(0), String::new()));
    assert!(fs::read_to_string(&out).unwrap().starts_with("rnbqkbnr/"));
}

/// Checks that a compressed file is read if it begins with a skippable frame. Some parallel compressors store
/// the length of the next frame there.
#[test]
fn a_compressed_file_may_begin_with_a_frame_to_pass_over() {
    let packed = zstd_of(&format!("{START}\n"));
    let length = u32::try_from(packed.len()).unwrap().to_le_bytes();
    for magic in [0x50, 0x5F] {
        let first = [&[magic, 0x2A, 0x4D, 0x18, 4, 0, 0, 0], &length[..]].concat();
        assert_eq!(good(&["positions", "white_king", "-"], [first, packed.clone()].concat()).lines().count(), 2);
    }
}

/// Checks that a comment counts as one line, even if it is so long that it is read in several parts.
#[test]
fn lines_behind_an_endless_comment_have_their_numbers() {
    let long = format!("# one\n#{}\nwrong\n", "x".repeat(600_000));
    for (name, feature) in [("sets", "popcount"), ("positions", "white_king")] {
        let error = fails(1, &[name, feature, "-"], &long);
        assert!(error.starts_with("-:3:1: "), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"\xFF");
    for before in [&[][..], &["gen"], &["positions"], &["positions", "white_king"], &["show", "knight_attacks"]] {
        let output = command().args(before).arg(odd).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.starts_with("error: "), "{before:?}: {error}");
    }
}
