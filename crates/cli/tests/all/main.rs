//! Runs the program `setwise` as its users do. All tests are in one program, because each further program would be
//! compiled and linked separately.

mod as_squares;
#[cfg(feature = "parquet")]
mod columnar;
mod explain;
mod expressions;
#[cfg(feature = "parquet")]
mod foreign;
mod formats;
mod game_tables;
mod generate;
mod guide;
mod heat;
mod json;
mod labels;
#[cfg(all(feature = "parquet", target_os = "linux"))]
mod limited;
mod listed;
mod moves;
mod odd_files;
mod packed;
mod pgn;
mod program;
mod reported;
mod rights;
#[cfg(feature = "parquet")]
mod round_trips;
mod selection;
mod sets;
mod squares;
#[cfg(unix)]
mod terminal;
mod text_sources;
mod usage;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use setwise_testkit::games::master_fens;
use tempfile::TempDir;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The root of the repository, in which the program runs.
const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the command of the program, in the root of the repository and without input.
fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise"));
    command.env_remove("SETWISE_BACKEND").current_dir(REPOSITORY).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Runs the program with this input. Returns the exit code, standard output and standard error.
fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> (Option<i32>, String, String) {
    let mut child =
        command().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // A program that stops early does not read all of its input.
        let _ = stdin.write_all(&input);
    });
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    (status.code(), text(&stdout).to_string(), text(&stderr).to_string())
}

/// Returns the text on standard output of a run that must succeed and print nothing to standard error.
fn good(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let (code, stdout, stderr) = run(arguments, input);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    stdout
}

/// Returns the text on standard error of a run that must fail with this exit code. The text must be one line, one line
/// followed by the marked text of an expression, or a message of clap, which ends with a hint.
fn fails(code: i32, arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let (got, output, error) = run(arguments, input);
    assert_eq!(got, Some(code), "{arguments:?}: {error}");
    assert!(code != 2 || output.is_empty(), "{arguments:?}: {output}");
    let is_marked = || error.lines().count() == 3 && error.lines().skip(1).all(|line| line.starts_with("| "));
    let is_short = error.lines().count() == 1 || is_marked() || error.ends_with("try '--help'.\n");
    assert!(is_short, "{arguments:?}: {error}");
    error.trim_end().to_string()
}

/// Returns the command of a shell that executes `before`, which may set a limit, and is then replaced by the program.
fn shell(before: &str, arguments: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!(r#"{before} && exec "$0" "$@""#), env!("CARGO_BIN_EXE_setwise")]).args(arguments);
    shell.env_remove("SETWISE_BACKEND");
    shell
}

fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

/// Returns a folder that contains a file of positions of master games, and the path of the file.
fn games(positions: usize) -> (TempDir, String) {
    let lines: Vec<String> = master_fens().into_iter().cycle().take(positions).collect();
    let folder = folder_with(&[("games.fen", (lines.join("\n") + "\n").as_bytes())]);
    let path = path_in(&folder, "games.fen");
    (folder, path)
}

fn path_in(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// Returns the number of files in a folder, including hidden files.
fn files_in(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

fn zstd_of(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 3).unwrap()
}
