//! Tests output on a terminal. The program `script` opens a pseudo-terminal for the tests.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use setwise_testkit::skip;

use crate::START;

/// Sets the environment of an ordinary terminal, on which progress bars and colours are allowed.
fn usual_environment(command: &mut Command) -> &mut Command {
    command.env_remove("SETWISE_BACKEND").env_remove("NO_COLOR").env("TERM", "xterm").stdin(Stdio::null())
}

/// Returns whether `script` of util-linux is missing or cannot open a terminal. On other systems, `script` needs other
/// arguments.
fn terminal_is_missing() -> bool {
    let opened = Command::new("script").args(["-qec", "true", "/dev/null"]).stdin(Stdio::null()).output();
    let missing = !opened.is_ok_and(|output| output.status.success());
    if missing {
        skip::missing("script (util-linux) that opens a terminal");
    }
    missing
}

/// Runs the program in `folder` with standard output and standard error on one terminal.
fn on_a_terminal(folder: &Path, arguments: &str, variables: &[(&str, &str)]) -> Output {
    let line = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_setwise"));
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).current_dir(folder);
    usual_environment(&mut command).envs(variables.iter().copied()).output().unwrap()
}

/// Checks that no progress bar is drawn if rows go to the same terminal or if colours are not allowed. A bar that is
/// hidden only after its message is set would already have drawn one line, which would appear before the header.
#[test]
fn no_bar_is_drawn_on_a_terminal_that_the_output_shares_or_without_colours() {
    if terminal_is_missing() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.fen"), START).unwrap();
    fs::write(folder.path().join("one.set"), "0x42").unwrap();
    let cases: [(&str, &[(&str, &str)]); 3] = [
        ("positions white_knights one.fen", &[]),
        ("sets popcount one.set", &[]),
        ("positions --totals white_knights one.fen", &[("NO_COLOR", "1")]),
    ];
    for (arguments, variables) in cases {
        let mut piped = Command::new(env!("CARGO_BIN_EXE_setwise"));
        let expected = usual_environment(piped.args(arguments.split(' ')).current_dir(folder.path())).output().unwrap();
        let expected = String::from_utf8(expected.stdout).unwrap().replace('\n', "\r\n");
        let shown = on_a_terminal(folder.path(), arguments, variables);
        assert_eq!(String::from_utf8_lossy(&shown.stdout), expected, "{arguments}");
    }
    let totals = on_a_terminal(folder.path(), "positions --totals white_knights one.fen", &[]);
    let totals = String::from_utf8_lossy(&totals.stdout);
    assert!(totals.contains("0 positions") && totals.contains("feature,rows"), "a bar before the totals: {totals}");
}
