//! `cargo xtask package`: packs what is published and compiles each package from what was packed alone.
//!
//! `cargo package` offers the packages of a workspace to one another by a registry under its target folder, and takes what
//! comes from a registry for unchangeable: as long as path, name and version stay, neither what it unpacked once (into
//! cargo's home) nor what it compiled of it is ever looked at again. Between two releases only the text changes, so the
//! program of today would be compiled with the library of last week. In a folder that never was before, all is new.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The members of the workspace that are not published.
const EXCLUDED: [&str; 3] = ["setwise-testkit", "setwise-benches", "xtask"];

/// Packs and compiles what the workspace `root` publishes, in a folder that is gone afterwards.
pub(crate) fn check(root: &Path) -> Result<()> {
    let target = root.join("target");
    fs::create_dir_all(&target).with_context(|| format!("cannot make {}", target.display()))?;
    let folder = tempfile::Builder::new().prefix("package-").tempdir_in(&target)?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["package", "--quiet", "--workspace", "--target-dir"]).arg(folder.path()).current_dir(root);
    for package in EXCLUDED {
        command.args(["--exclude", package]);
    }
    let status = command.status().context("cannot run cargo package")?;
    ensure!(status.success(), "cargo package failed");
    println!("what is published was packed, and compiles from what was packed");
    Ok(())
}
