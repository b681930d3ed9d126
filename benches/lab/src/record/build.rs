//! Describes the measured build by its commit, compiler and flags.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// The commit, the compiler, its flags and the profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Build {
    pub(crate) commit: String,
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
        let rustc = std::env::var("RUSTC");
        let verbose = output(Command::new(rustc.as_deref().unwrap_or("rustc")).arg("-vV").current_dir(root))?;
        let field = |key: &str| {
            let line = verbose.lines().find_map(|line| line.strip_prefix(key));
            line.map(|value| value.trim().to_string()).with_context(|| format!("the output of rustc -vV has no {key}"))
        };
        Ok(Self {
            commit: output(Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root))?.trim().to_string(),
            rustc: field("release:")?,
            llvm: field("LLVM version:")?,
            host: field("host:")?,
            flags: env!("SETWISE_COMPILED_WITH").to_string(),
            profile: if cfg!(debug_assertions) { "dev".to_string() } else { "release".to_string() },
        })
    }

    /// Returns the first eight digits of the commit's hash.
    pub(crate) fn short(&self) -> &str {
        self.commit.get(..8).unwrap_or(&self.commit)
    }
}

/// Returns an error if files in the working tree differ from the commit. Changes in `results` are ignored, because a run
/// writes its files there.
pub(crate) fn ensure_clean(root: &Path) -> Result<()> {
    let status = ["status", "--porcelain", "--", ".", ":!results"];
    let changes = output(Command::new("git").args(status).current_dir(root))?;
    ensure!(
        changes.trim().is_empty(),
        "commit or stash your changes first, so that others can repeat the measurement:\n{changes}"
    );
    Ok(())
}

/// Runs a program. Returns its standard output, or an error with its standard error.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}
