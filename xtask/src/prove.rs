//! `cargo xtask prove`: proves the compiled batch loops for all boards.
//!
//! The loops of `tests/downstream/batch-loops` are compiled for every target that an installed compiler supports. The prover then reads
//! the listings. It is a separate program, because it depends on generated tables. No CPU has to execute the loops.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use setwise_assembly::batch_loops::compile;

use crate::ci::NO_SKIP;

/// The architectures whose listings the prover reads, each with a target.
const TARGETS: [(&str, &str); 3] =
    [("x86_64", "x86_64-unknown-linux-gnu"), ("aarch64", "aarch64-unknown-linux-gnu"), ("wasm32", "wasm32-wasip1")];

/// Compiles the loops, and runs the prover on the listings.
pub(crate) fn run(root: &Path) -> Result<()> {
    let (mut listings, mut skipped) = (Vec::new(), Vec::new());
    for (architecture, target) in TARGETS {
        let listing = if architecture == env::consts::ARCH {
            compile(root, None)?
        } else if let Some(compiler) = compiler(root, target) {
            compile(root, Some((target, &compiler)))?
        } else {
            println!("skipped: {architecture}: no compiler for {target}: rustup target add {target}");
            skipped.push(target);
            continue;
        };
        listings.push(format!("{architecture}={}", listing.display()));
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "-p", "setwise-prover", "--bin", "prover", "--"])
        .args(&listings)
        .current_dir(root)
        .status()
        .context("cannot start cargo")?;
    ensure!(status.success(), "not all loops could be proved");
    ensure!(skipped.is_empty() || env::var_os(NO_SKIP).is_none(), "no compiler for {}", skipped.join(", "));
    Ok(())
}

/// Returns the first compiler that supports a target: rustup's, or that of `scripts/cross-toolchain.sh`.
fn compiler(root: &Path, target: &str) -> Option<PathBuf> {
    let cross = env::var_os("SETWISE_CROSS").map_or_else(|| root.join("target/cross"), PathBuf::from);
    let has_target = |compiler: &PathBuf| {
        let output = Command::new(compiler).args(["--print", "sysroot"]).output();
        let sysroot = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
        sysroot.is_ok_and(|sysroot| Path::new(&sysroot).join("lib/rustlib").join(target).is_dir())
    };
    [PathBuf::from("rustc"), cross.join("bin/rustc")].into_iter().find(has_target)
}
