//! Tasks of the laboratory, forwarded: it is a program of its own, compiled for speed.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Runs the laboratory with these arguments; its own errors are told by itself.
pub(crate) fn run(root: &Path, task: &str, arguments: &[String]) -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--release", "--quiet", "-p", "setwise-benches", "--bin", "lab", "--", task])
        .args(arguments)
        .current_dir(root)
        .status()
        .context("cannot start cargo")?;
    ensure!(status.success(), "{task} failed");
    Ok(())
}
