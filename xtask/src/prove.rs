//! `cargo xtask prove`: proves the compiled batch loops for all boards.
//!
//! The loops of `downstream/batch-loops` are compiled for every target that is installed. The prover, a program of its own
//! since it depends on generated tables, then reads the listings. No CPU needs to execute them.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::asm::compile;

/// The architectures whose listings the prover reads, each with a target.
const TARGETS: [(&str, &str); 3] =
    [("x86_64", "x86_64-unknown-linux-gnu"), ("aarch64", "aarch64-unknown-linux-gnu"), ("wasm32", "wasm32-wasip1")];

/// Compiles the loops, and runs the prover on the listings.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut listings = Vec::new();
    for (architecture, target) in TARGETS {
        let is_here = architecture == env::consts::ARCH;
        if !is_here && !is_installed(target)? {
            println!("skipped: {architecture}: no compiler for {target}: rustup target add {target}");
            continue;
        }
        let listing = compile(root, (!is_here).then_some(target))?;
        listings.push(format!("{architecture}={}", listing.display()));
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "-p", "setwise-prover", "--bin", "prover", "--"])
        .args(&listings)
        .current_dir(root)
        .status()
        .context("cannot start cargo")?;
    ensure!(status.success(), "prove failed");
    Ok(())
}

/// Returns whether the compiler has the standard library of a target.
fn is_installed(target: &str) -> Result<bool> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().context("cannot start rustc")?;
    let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_string();
    Ok(Path::new(&sysroot).join("lib/rustlib").join(target).is_dir())
}
