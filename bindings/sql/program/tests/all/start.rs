//! Starts the program and waits for events. A [`Process`] is killed when its test ends.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use setwise_testkit::games::master_fens;
use tempfile::TempDir;

/// The time after which a hanging test fails. Events take seconds, or perhaps a minute on a busy machine, so only a
/// hanging test reaches this limit.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until `event` returns a value.
///
/// # Panics
///
/// Panics if `event` has not returned a value after [`PATIENCE`].
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

/// Returns a command that runs the program with these arguments and without a terminal.
pub(crate) fn program(arguments: &[&str]) -> Command {
    // If the tests run in the background, the shell makes them ignore Ctrl-C. Without `--default-signal`, the program
    // would inherit this and ignore Ctrl-C too.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_setwise-engine")]);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A process that is killed when the test ends.
pub(crate) struct Process {
    child: Child,
    /// The text that the process has written to standard error. It is collected only if [`Process::start`] started the
    /// process. Otherwise it stays empty.
    messages: Arc<Mutex<String>>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // Errors are ignored, because the process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Wraps a process that has already been started.
    pub(crate) fn of(child: Child) -> Self {
        Self { child, messages: Arc::default() }
    }

    /// Starts the program, and returns the process and the first line that it prints.
    pub(crate) fn start(arguments: &[&str]) -> (Self, String) {
        let mut child = program(arguments).spawn().unwrap();
        let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let process = Self::of(child);
        let messages = Arc::clone(&process.messages);
        thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                *messages.lock().unwrap() += &(line + "\n");
            }
        });
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            let _ = BufReader::new(stdout).read_line(&mut line);
            let _ = sender.send(line);
        });
        let line = receiver.recv_timeout(PATIENCE).expect("a line when the process is ready");
        (process, line.trim_end().to_string())
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the process has written a line with this text to standard error, and returns the line.
    pub(crate) fn wait_for_message(&self, text: &str) -> String {
        wait_for(|| self.messages.lock().unwrap().lines().find(|line| line.contains(text)).map(str::to_string))
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        wait_for(|| self.child.try_wait().unwrap())
    }

    /// Kills the process without warning, as a crash would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Sends a signal, such as INT, to a process.
pub(crate) fn send(signal: &str, process: u32) {
    let sent = Command::new("sh").args(["-c", "kill -\"$0\" \"$1\"", signal, &process.to_string()]).status().unwrap();
    assert!(sent.success(), "{signal} to {process}");
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    finish(program(arguments).spawn().unwrap())
}

/// Waits until a process has ended, and returns its output. Kills the process and panics if it does not end in time.
pub(crate) fn finish(child: Child) -> Output {
    let (id, (sender, receiver)) = (child.id(), mpsc::channel());
    thread::spawn(move || sender.send(child.wait_with_output()));
    let output = receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        send("KILL", id);
        panic!("the process did not end in time")
    });
    output.unwrap()
}

/// Runs the program, which must succeed. Returns the standard output.
pub(crate) fn answer(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, which must fail. Returns the exit code and the line on standard error.
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

/// Returns a folder that contains positions of games, as `games.fen` and `games.parquet`, and `openings.csv`.
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

/// Returns a folder with a table in four files, which a cluster reads in four tasks.
pub(crate) fn parts() -> TempDir {
    let (source, folder) = (folder(), TempDir::new().unwrap());
    for part in 0..4 {
        let games = source.path().join("games.parquet").display().to_string();
        let query = format!("select id, knights, kings, white from '{games}' where id <= 1000 and id % 4 = {part}");
        answer(&["sql", &query, "--out", &folder.path().join(format!("{part}.parquet")).display().to_string()]);
    }
    folder
}

/// The table of openings. Each row has the name of an opening, and the set of pawns after its first moves.
const OPENINGS: &str = "name,pawns
start,71776119061282560
kings pawn,71776119329713920
";
