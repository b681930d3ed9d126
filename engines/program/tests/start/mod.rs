//! Starts the program and waits for events. A process that a test starts ends with the test, by its id.
#![allow(dead_code, reason = "each test uses some of these")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use setwise_testkit::games::master_fens;
use tempfile::TempDir;

/// Ends a test that hangs. No verdict depends on it: what a test waits for takes seconds, on a busy machine perhaps a minute.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until `event` returns a value.
///
/// # Panics
///
/// Panics if it never does.
pub(crate) fn wait_for<T>(mut event: impl FnMut() -> Option<T>) -> T {
    let step = Duration::from_millis(20);
    for _ in 0..PATIENCE.as_millis() / step.as_millis() {
        if let Some(value) = event() {
            return value;
        }
        thread::sleep(step);
    }
    panic!("the event did not happen in time")
}

/// Returns the program with arguments, without a terminal.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise-engine"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A process that is killed when the test ends.
pub(crate) struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only if the process has ended and was waited for.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    /// Starts the program and returns the first line that it prints.
    pub(crate) fn start(arguments: &[&str]) -> (Self, String) {
        let mut child = program(arguments).spawn().unwrap();
        let stdout = child.stdout.take().unwrap();
        let process = Self(child);
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            let _ = BufReader::new(stdout).read_line(&mut line);
            let _ = sender.send(line);
        });
        let line = receiver.recv_timeout(PATIENCE).expect("a line when the process is ready");
        (process, line.trim_end().to_string())
    }

    /// Ends the process at once, as a crash does.
    pub(crate) fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    finish(program(arguments).spawn().unwrap())
}

/// Waits for a process to end by itself.
pub(crate) fn finish(child: Child) -> Output {
    let mut guard = Process(child);
    let (stdout, stderr) = (guard.0.stdout.take(), guard.0.stderr.take());
    let read = |pipe: Option<Box<dyn std::io::Read + Send>>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.unwrap().read_to_end(&mut bytes);
            bytes
        })
    };
    let stdout = read(stdout.map(|pipe| Box::new(pipe) as _));
    let stderr = read(stderr.map(|pipe| Box::new(pipe) as _));
    let status = wait_for(|| guard.0.try_wait().unwrap());
    Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

/// Returns the standard output of a run that has to succeed.
pub(crate) fn answer(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the exit code and the one line on standard error of a run that has to fail.
pub(crate) fn failure(arguments: &[&str]) -> (i32, String) {
    let output = run(arguments);
    failed(&output)
}

pub(crate) fn failed(output: &Output) -> (i32, String) {
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "it succeeded");
    assert_eq!(line.lines().count(), 1, "{line}");
    (output.status.code().unwrap(), line)
}

/// Returns a folder with positions of games as `games.fen` and `games.parquet`, and with `openings.csv`.
pub(crate) fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let fens = master_fens();
    fs::write(path("games.fen"), fens.join("\n")).unwrap();
    fs::write(path("openings.csv"), OPENINGS).unwrap();
    let query = format!("select row_number() over () as id, * from read_fen('{}')", path("games.fen"));
    answer(&["sql", &query, "--out", &path("games.parquet")]);
    assert!(Path::new(&path("games.parquet")).exists());
    folder
}

/// The sets of pawns after some first moves.
const OPENINGS: &str = "name,pawns
start,71776119061282560
kings pawn,71776119329713920
";
