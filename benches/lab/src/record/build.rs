//! Describes the measured build by its commit, compiler and flags. Also measures builds with other flags, and builds of
//! other revisions.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use setwise_rounds::Measured;

/// The commit, the compiler, its flags and the profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Build {
    pub(crate) commit: String,
    /// Whether files in the working tree, outside the folder `results`, differed from the commit.
    pub(crate) dirty: bool,
    /// The version of the compiler, such as `1.95.0`.
    pub(crate) rustc: String,
    pub(crate) llvm: String,
    /// The default target of the compiler.
    pub(crate) host: String,
    /// The compiler flags from the environment and cargo's configuration; empty in a default build.
    pub(crate) flags: String,
    pub(crate) profile: String,
}

impl Build {
    /// Describes the build of this program. The commit and the version of the compiler are read at run time and not at
    /// compile time.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let of = |program: &str, arguments: &[&str]| output(Command::new(program).args(arguments).current_dir(root));
        let verbose = of(env::var("RUSTC").as_deref().unwrap_or("rustc"), &["-vV"])?;
        let field = |key: &str| {
            let line = verbose.lines().find_map(|line| line.strip_prefix(key));
            line.map(|value| value.trim().to_string()).with_context(|| format!("the output of rustc -vV has no {key}"))
        };
        Ok(Self {
            commit: of("git", &["rev-parse", "HEAD"])?.trim().to_string(),
            // Changes in `results` are ignored, because a run writes its files there.
            dirty: !of("git", &["status", "--porcelain", "--", ".", ":!results"])?.trim().is_empty(),
            rustc: field("release:")?,
            llvm: field("LLVM version:")?,
            host: field("host:")?,
            flags: env!("SETWISE_COMPILED_WITH").to_string(),
            profile: if cfg!(debug_assertions) { "dev".to_string() } else { "release".to_string() },
        })
    }

    /// Returns the first eight digits of the commit's hash, with the suffix `-dirty` if files differed from the commit.
    pub(crate) fn short(&self) -> String {
        let dirty = if self.dirty { "-dirty" } else { "" };
        format!("{}{dirty}", self.commit.get(..8).unwrap_or(&self.commit))
    }
}

/// Measures one question in a program that is compiled with other flags, in a separate target folder.
pub(crate) fn with_flags(root: &Path, name: &str, flags: &str, question: &str) -> Result<Measured> {
    // Measures with the program of `cargo bench`, because it compiles much faster than the laboratory.
    let run = ["bench", "--quiet", "-p", "setwise-benches", "--bench", "ranking", "--", "--json", question];
    let target = root.join("target").join(format!("flags-{name}"));
    let printed = output(cargo(root, &target, flags).args(run))?;
    let mut measured: Measured = serde_json::from_str(&printed).context("`cargo bench` printed no valid JSON")?;
    measured.id = format!("{}-{name}", measured.id);
    measured.title = format!("{}, compiled for {name}", measured.title);
    measured.reason = format!("the same with RUSTFLAGS='{flags}'");
    Ok(measured)
}

/// The flags with which both revisions are compiled. They align to a cache line each block of code that is entered only
/// by jumps. Otherwise a change elsewhere in the program could move a loop to another address. The loop might then take
/// longer although its instructions are the same.
const ALIGNED: &str = "-Cllvm-args=-align-all-nofallthru-blocks=6";

/// The number of turns. Both revisions are measured in each turn, so a slow change of the machine's speed affects both
/// alike.
const TURNS: usize = 6;

/// Measures the questions with both revisions, turn by turn. Calls `report` with a message before each step.
pub(crate) fn revisions(
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
            // Each revision is first in every other turn.
            for which in [turn % 2, 1 - turn % 2] {
                answers[which].push(measured_by(&laboratories[which], question)?);
            }
        }
    }
    Ok(turns)
}

/// Compiles the laboratory of a revision under target/ and returns its path.
fn laboratory(root: &Path, revision: &str) -> Result<PathBuf> {
    let commit = output(
        Command::new("git").args(["rev-parse", "--verify", &format!("{revision}^{{commit}}")]).current_dir(root),
    )?;
    let commit = commit.trim();
    let tree = root.join("target/revisions").join(commit);
    if !tree.exists() {
        let add = ["worktree", "add", "--detach", "--force"];
        output(Command::new("git").args(add).arg(&tree).arg(commit).current_dir(root))?;
    }
    let target = tree.join("target");
    let build = ["build", "--release", "--quiet", "-p", "setwise-lab", "--bin", "lab"];
    output(cargo(&tree, &target, ALIGNED).args(build))?;
    Ok(target.join("release/lab"))
}

fn measured_by(laboratory: &Path, question: &str) -> Result<Measured> {
    let printed = output(Command::new(laboratory).args(["json", question]))?;
    serde_json::from_str(&printed).context("the laboratory printed no valid JSON")
}

/// Returns a command that runs cargo in a folder, with the given target folder and compiler flags.
fn cargo(folder: &Path, target: &Path, flags: &str) -> Command {
    let mut cargo = Command::new(env::var("CARGO").as_deref().unwrap_or("cargo"));
    cargo.env("CARGO_TARGET_DIR", target).env("RUSTFLAGS", flags).current_dir(folder);
    cargo
}

/// Runs a program. Returns its standard output, or an error with its standard error.
fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}
