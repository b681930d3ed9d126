//! Measures two revisions in turns. Each is compiled in a separate worktree, and their processes alternate.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use setwise_rounds::Measured;

/// The flags that both revisions are compiled with: each loop begins at a cache line. Otherwise a change elsewhere in the
/// program moves a loop, which may then take longer although its instructions are the same.
const ALIGNED: &str = "-Cllvm-args=-align-all-nofallthru-blocks=6";

/// The number of turns. Slow changes of the machine affect both revisions alike.
const TURNS: usize = 6;

/// Measures the questions with both revisions, turn by turn. Calls `report` with a message before each step.
pub(crate) fn measured(
    root: &Path,
    revisions: [&str; 2],
    questions: &[String],
    mut report: impl FnMut(&str),
) -> Result<Vec<[Vec<Measured>; 2]>> {
    let mut laboratories = Vec::new();
    for revision in revisions {
        report(&format!("compiling {revision}"));
        laboratories.push(laboratory(root, revision)?);
    }
    let mut turns = vec![[Vec::new(), Vec::new()]; TURNS];
    for question in questions {
        report(&format!("measuring {question}"));
        for (turn, answers) in turns.iter_mut().enumerate() {
            // The revisions take turns at being first.
            for which in [turn % 2, 1 - turn % 2] {
                answers[which].push(measured_by(&laboratories[which], question)?);
            }
        }
    }
    Ok(turns)
}

/// Compiles the laboratory of a revision under target/ and returns its path.
fn laboratory(root: &Path, revision: &str) -> Result<PathBuf> {
    let commit =
        run(Command::new("git").args(["rev-parse", "--verify", &format!("{revision}^{{commit}}")]).current_dir(root))?;
    let commit = String::from_utf8(commit)?.trim().to_string();
    let tree = root.join("target/revisions").join(&commit);
    if !tree.exists() {
        run(Command::new("git")
            .args(["worktree", "add", "--detach", "--force"])
            .arg(&tree)
            .arg(&commit)
            .current_dir(root))?;
    }
    let target = tree.join("target");
    // In older revisions the laboratory is part of another package.
    let package =
        if tree.join("lab").exists() || tree.join("benches/lab").exists() { "setwise-lab" } else { "setwise-benches" };
    let build = ["build", "--release", "--quiet", "-p", package, "--bin", "lab"];
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(build).env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", ALIGNED).current_dir(&tree);
    run(&mut cargo)?;
    Ok(target.join("release/lab"))
}

fn measured_by(laboratory: &Path, question: &str) -> Result<Measured> {
    let printed = run(Command::new(laboratory).args(["json", question]))?;
    serde_json::from_slice(&printed).context("the laboratory printed no valid JSON")
}

/// Runs a program. Returns its standard output, or an error with its standard error.
fn run(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}
