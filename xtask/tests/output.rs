//! Checks how the tasks end if their output cannot be written, or if an argument is not UTF-8. The programs of the
//! benchmarks, of the laboratory and of the prover end in the same way, because they share the module
//! `setwise_files::ending`.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output};

/// Tasks that print to standard output.
const PRINTING: [&[&str]; 3] = [&["ci", "--list"], &["--help"], &["gen-tables", "--help"]];

fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments);
    command
}

fn code_and_error(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_closed_pipe_ends_a_task_quietly() {
    for arguments in PRINTING {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = xtask(arguments).stdout(writer).output().unwrap();
        assert_eq!(code_and_error(&output), (Some(0), String::new()), "{arguments:?}");
    }
}

#[test]
fn a_full_output_is_an_error_of_one_line() {
    for arguments in PRINTING {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (code, error) = code_and_error(&xtask(arguments).stdout(full).output().unwrap());
        assert!(error.starts_with("error: cannot write standard output: No space left on device"), "{error}");
        assert_eq!((code, error.lines().count()), (Some(2), 1), "{arguments:?}");
    }
}

#[test]
fn an_argument_that_is_not_utf_8_is_an_error_in_the_usage() {
    let output = xtask(&["ci"]).arg(OsStr::from_bytes(b"f\xFFmt")).output().unwrap();
    let (code, error) = code_and_error(&output);
    assert!(code == Some(2) && error.starts_with("error: invalid UTF-8"), "{error}");
}
