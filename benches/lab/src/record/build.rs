//! The build that is measured: commit, compiler and flags.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use setwise_rounds::Measured;

/// The commit, the compiler and its flags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Build {
    /// The full name of the commit.
    pub(crate) commit: String,
    /// Whether files differed from the commit.
    pub(crate) dirty: bool,
    /// The version of the compiler, such as `1.95.0`.
    pub(crate) rustc: String,
    /// The version of its LLVM.
    pub(crate) llvm: String,
    /// The default target of the compiler.
    pub(crate) host: String,
    /// The compiler flags from the environment and cargo's configuration; empty in a default build.
    pub(crate) flags: String,
    /// The cargo profile.
    pub(crate) profile: String,
}

impl Build {
    /// Returns the build of this program, with the version of the compiler that is found now.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let verbose = output(root, env::var("RUSTC").as_deref().unwrap_or("rustc"), &["-vV"])?;
        let field = |key: &str| {
            let line = verbose.lines().find_map(|line| line.strip_prefix(key));
            line.map(|value| value.trim().to_string()).with_context(|| format!("the output of rustc -vV has no {key}"))
        };
        Ok(Self {
            commit: output(root, "git", &["rev-parse", "HEAD"])?.trim().to_string(),
            // The files that a run writes do not count as differences.
            dirty: !output(root, "git", &["status", "--porcelain", "--", ".", ":!results"])?.trim().is_empty(),
            rustc: field("release:")?,
            llvm: field("LLVM version:")?,
            host: field("host:")?,
            flags: env!("SETWISE_COMPILED_WITH").to_string(),
            profile: if cfg!(debug_assertions) { "dev".to_string() } else { "release".to_string() },
        })
    }

    /// Returns the first eight digits of the commit, with the suffix `-dirty` if files differed.
    pub(crate) fn short(&self) -> String {
        let dirty = if self.dirty { "-dirty" } else { "" };
        format!("{}{dirty}", self.commit.get(..8).unwrap_or(&self.commit))
    }
}

/// Measures one question in a program that is compiled with other flags, in a separate target folder.
pub(crate) fn with_flags(root: &Path, name: &str, flags: &str, question: &str) -> Result<Measured> {
    // The target of `cargo bench` compiles much faster than the laboratory.
    let run = ["bench", "--quiet", "-p", "setwise-benches", "--bench", "ranking", "--", "--json", question];
    let output = Command::new(env::var("CARGO").as_deref().unwrap_or("cargo"))
        .args(run)
        .env("RUSTFLAGS", flags)
        .env("CARGO_TARGET_DIR", root.join("target").join(format!("flags-{name}")))
        .current_dir(root)
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "with {flags}: {}", String::from_utf8_lossy(&output.stderr));
    let mut measured: Measured =
        serde_json::from_slice(&output.stdout).context("`cargo bench` printed no valid JSON")?;
    measured.id = format!("{}-{name}", measured.id);
    measured.title = format!("{}, compiled for {name}", measured.title);
    measured.reason = format!("the same with RUSTFLAGS='{flags}'");
    Ok(measured)
}

fn output(root: &Path, program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .output()
        .with_context(|| format!("cannot start {program}"))?;
    ensure!(output.status.success(), "{program} {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}
