//! Forwards tasks to the laboratory, which is a separate program, compiled with optimisation.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Runs the laboratory with these arguments. It prints its own errors.
pub(crate) fn run(root: &Path, task: &str, arguments: &[String]) -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--release", "--quiet", "-p", "setwise-lab", "--bin", "lab", "--", task])
        .args(arguments)
        .current_dir(root)
        .status()
        .context("cannot start cargo")?;
    ensure!(status.success(), "{task} failed");
    Ok(())
}
