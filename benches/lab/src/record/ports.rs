//! The port bounds of batch loops: the output of `cargo xtask ports`, stored next to the samples.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// The name of the file in the folder of a run.
pub(crate) const PORTS: &str = "ports.json";

/// The bounds of all loops, by one model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The version of llvm-mca, such as `14.0.6`.
    pub llvm: String,
    /// The CPU whose model was used, by LLVM's name.
    pub cpu: String,
    /// One entry per loop.
    pub loops: Vec<Bound>,
    /// Loops without a bound, each with the reason.
    pub skipped: Vec<String>,
}

/// The bound of the loop of one row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// The id of the question.
    pub question: String,
    /// The name of the row.
    pub row: String,
    /// The least number of cycles per board.
    pub cycles: f64,
    /// The number of instructions per board.
    pub instructions: f64,
    /// The busiest ports, or `dispatch` if dispatching the operations takes longer than any port is busy.
    pub busiest: String,
}

/// Returns the port bounds, or `None` if llvm-mca is not installed or this CPU is not x86-64.
///
/// # Errors
///
/// If a loop cannot be compiled or llvm-mca fails.
pub fn bounds(root: &Path) -> Result<Option<Bounds>> {
    let is_there = Command::new("llvm-mca").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there || !cfg!(target_arch = "x86_64") {
        return Ok(None);
    }
    let output = Command::new(env::var("CARGO").as_deref().unwrap_or("cargo"))
        .args(["run", "--quiet", "-p", "xtask", "--", "ports", "--json"])
        .current_dir(root)
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo xtask ports: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).context("`cargo xtask ports` printed no valid JSON").map(Some)
}
