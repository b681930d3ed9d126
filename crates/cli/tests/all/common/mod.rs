//! Runs the program as its users do.

#[cfg(feature = "parquet")]
pub(crate) mod columnar;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The root of the repository, in which the program runs.
pub(crate) const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the command of the program, in the root of the repository and without input.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise"));
    command.env_remove("SETWISE_BACKEND").current_dir(REPOSITORY).stdin(Stdio::null());
    command
}

/// Runs the program with this input.
pub(crate) fn setwise(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child =
        command().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // A program that stops early does not read all of its input.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Returns the exit code and both outputs.
pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = setwise(arguments, input);
    (status.code(), text(&stdout).to_string(), text(&stderr).to_string())
}

/// Returns standard output of a run that must succeed and leave standard error empty.
pub(crate) fn good(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let (code, stdout, stderr) = run(arguments, input);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    stdout
}

/// Returns standard error of a run that must fail with this code. It is one line, or clap's message, which ends with a hint.
pub(crate) fn fails(code: i32, arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let (got, _, error) = run(arguments, input);
    assert_eq!(got, Some(code), "{arguments:?}: {error}");
    assert!(error.lines().count() == 1 || error.ends_with("try '--help'.\n"), "{arguments:?}: {error}");
    error.trim_end().to_string()
}

/// Returns a new folder with these files.
pub(crate) fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

/// Returns the path of a file in a folder.
pub(crate) fn path_in(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// Returns the number of files in a folder, hidden ones included.
pub(crate) fn files_in(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

pub(crate) fn zstd_of(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 3).unwrap()
}
