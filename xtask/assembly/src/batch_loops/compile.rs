//! Compiles the batch loops to assembly.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

/// Compiles `tests/downstream/batch-loops` to assembly in the way a user's crate is compiled: for this machine, or for another target
/// with its compiler. Returns the path of the listing.
///
/// # Errors
///
/// If cargo fails.
pub fn compile(root: &Path, other: Option<(&str, &Path)>) -> Result<PathBuf> {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
    let folder = folder.join("asm");
    fs::create_dir_all(&folder)?;
    let listing = folder.join(other.map_or("batch-loops.s".into(), |(target, _)| format!("batch-loops-{target}.s")));
    let emit = format!("asm={}", listing.display());
    // The v0 scheme puts the types into mangled names, and one codegen unit yields one listing. Flags from the environment are
    // removed, because the expectations were recorded without them.
    let mut cargo = Command::new("cargo");
    cargo
        .args([
            "rustc",
            "--quiet",
            "--release",
            "--offline",
            "--manifest-path",
            "tests/downstream/batch-loops/Cargo.toml",
        ])
        .args(other.iter().flat_map(|(target, _)| ["--target", target]))
        .args(["--", "--emit", &emit, "-C", "symbol-mangling-version=v0", "-C", "codegen-units=1"])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", &folder)
        .env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", "-Ctarget-feature=+simd128")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .envs(other.map(|(_, compiler)| ("RUSTC", compiler)));
    let status = cargo.status().context("cannot start cargo")?;
    ensure!(status.success(), "tests/downstream/batch-loops does not compile");
    Ok(listing)
}
