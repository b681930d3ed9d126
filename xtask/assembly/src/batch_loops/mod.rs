//! Compiles the batch loops of `tests/downstream/batch-loops`, compares them with expectations, and computes lower
//! bounds on their times from a model of a CPU.
//!
//! `cargo xtask asm` checks the assembly of the batch loops, for each backend in `asm-expectations.txt`.
//!
//! Every function that a batch loop calls must be inlined. If one `#[inline(always)]` is missing, every test still
//! passes, but the backend is many times slower. This task therefore compiles a separate crate
//! (`tests/downstream/batch-loops`) and finds its innermost loops that store to a column. It compares these loops with
//! the committed expectations. A loop must contain no call, and must use registers of the expected width. It must not
//! execute more vector operations per stored register than recorded. There must be only one such loop for each backend
//! and kernel: if the compiler vectorises vector code again, a second loop appears. Loops for long batches, which
//! prefetch, are counted separately.
//!
//! The number of operations and the number of loops depend on the compiler. The expectations were recorded with the
//! compiler in `rust-toolchain.toml`, and the task fails with any other compiler.

mod expectation;
mod loops;
mod mca;
mod ports;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::{Dialect, Function, functions};

use expectation::{Expectation, LEGAL_MOVE_COUNT};
use loops::{Loop, innermost_loops};
pub use ports::{Bound, Bounds};
use setwise_files::ending::print_line;

/// The feature of `tests/downstream/batch-loops` with the loop that counts legal moves. Compiling this loop takes longer
/// than compiling all other loops, so [`check`] enables the feature only if an expectation is for this loop.
const LEGAL_MOVES: &str = "legal-moves";

/// Compiles the loops and compares each with its expectation. All differences are printed before the task fails. If
/// this machine is not x86-64, prints that the check is skipped.
///
/// # Errors
///
/// Returns an error if the expectations cannot be read, if `rustc` is not the compiler in `rust-toolchain.toml`, if the
/// loops cannot be compiled, or if a loop differs from its expectation.
pub fn check(root: &Path) -> Result<()> {
    let expectations = expectation::read(&root.join("xtask/asm-expectations.txt"))?;
    if !cfg!(target_arch = "x86_64") {
        print_line(format_args!(
            "skipped: asm: the expectations are for x86-64, this machine is {}",
            env::consts::ARCH
        ))?;
        return Ok(());
    }
    ensure_pinned_compiler(root)?;
    let counts_moves = expectations.iter().any(|expectation| expectation.kernel == LEGAL_MOVE_COUNT);
    let listing = compile_with(root, None, counts_moves.then_some(LEGAL_MOVES))?;
    let functions = functions(&fs::read_to_string(listing)?, Dialect::X86);
    let mut failed = 0;
    for expectation in &expectations {
        let verdict = compare(expectation, &functions);
        failed += usize::from(verdict.is_err());
        let (mark, verdict) = verdict.map_or_else(|wrong| ("FAILED", wrong), |right| ("ok", right));
        print_line(format_args!("{mark:6} {:22} {:14} {verdict}", expectation.backend, expectation.kernel))?;
    }
    ensure!(failed == 0, "{failed} batch loops differ from the expectations");
    Ok(())
}

/// Checks whether the loops can be modelled.
///
/// # Errors
///
/// Returns an error if llvm-mca is missing, fails or has no model of `cpu`, or if this machine is not x86-64.
pub fn can_bound(cpu: &str) -> Result<()> {
    ensure!(cfg!(target_arch = "x86_64"), "the loops are those of x86-64, this machine is {}", env::consts::ARCH);
    mca::analysed("nop\n", cpu).map(drop)
}

/// Returns the lower bound on the time of each batch loop, computed with llvm-mca's model of a CPU.
///
/// # Errors
///
/// Returns an error if [`can_bound`] returns one, if llvm-mca fails, or if the loops cannot be compiled.
pub fn bounds(root: &Path, cpu: &str) -> Result<Bounds> {
    can_bound(cpu)?;
    let expectations = expectation::read(&root.join("xtask/asm-expectations.txt"))?;
    let functions = functions(&fs::read_to_string(compile_with(root, None, Some(LEGAL_MOVES))?)?, Dialect::X86);
    Bounds::of(&functions, &expectations, cpu)
}

/// Compiles `tests/downstream/batch-loops` to assembly. The crate is compiled as a user's crate is, outside the
/// workspace, but in one codegen unit. `other` contains another target and the compiler for that target. If `other` is
/// `None`, the target is this machine. Returns the path of the listing.
///
/// # Errors
///
/// Returns an error if cargo fails.
pub fn compile(root: &Path, other: Option<(&str, &Path)>) -> Result<PathBuf> {
    compile_with(root, other, None)
}

/// Does the same as [`compile`], with a feature of the crate. Every feature has a separate listing, because cargo does not
/// write a listing again if it has compiled the crate with the same features before.
fn compile_with(root: &Path, other: Option<(&str, &Path)>, feature: Option<&str>) -> Result<PathBuf> {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
    let folder = folder.join("asm");
    fs::create_dir_all(&folder)?;
    let mut name = "batch-loops".to_string();
    for part in feature.into_iter().chain(other.map(|(target, _)| target)) {
        name = format!("{name}-{part}");
    }
    let listing = folder.join(format!("{name}.s"));
    let emit = format!("asm={}", listing.display());
    // The v0 scheme puts the types into mangled names, and one codegen unit yields one listing. Flags from the
    // environment are removed, because the expectations were recorded without them.
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
        .args(feature.iter().flat_map(|feature| ["--features", feature]))
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

/// Compares the loops of one backend and kernel with the expectation. Returns a description of the loops, or the
/// difference as the error.
fn compare(expectation: &Expectation, functions: &[Function]) -> Result<String, String> {
    let Expectation { types, kernel, .. } = expectation;
    let own: Vec<&Function> = functions.iter().filter(|function| function.is_of(types, kernel)).collect();
    let loops: Vec<Loop> = own.iter().flat_map(|function| innermost_loops(function)).collect();
    let of_columns: Vec<&Loop> = loops.iter().filter(|body| body.stores() > 0).collect();
    if of_columns.is_empty() {
        // This happens if operations are not inlined.
        return Err(format!("no loop stores a vector register ({} functions, {} loops)", own.len(), loops.len()));
    }
    let mut found = Vec::new();
    let long = of_columns.iter().filter(|body| body.is_for_long_batches()).count();
    for body in of_columns {
        if let Some(call) = body.call() {
            return Err(format!("the loop calls {call}"));
        }
        let (width, operations, stores) = (body.width(), body.operations(), body.stores());
        found.push(format!("{width}, {operations} operations for {stores} stores"));
        if width != expectation.width {
            return Err(format!("the widest register is {width}, expected {}", expectation.width));
        }
        if operations > expectation.ceiling * stores {
            return Err(format!(
                "{operations} operations for {stores} stores, expected at most {} per store",
                expectation.ceiling
            ));
        }
    }
    if long.max(found.len() - long) > 1 {
        return Err(format!("{} loops, expected one: {}", found.len(), found.join("; ")));
    }
    Ok(found.join("; "))
}

/// Returns an error if `rustc` is not the compiler of `rust-toolchain.toml`. An environment variable or a command-line
/// argument may override that file, and a `rustc` that was not installed by rustup ignores the file.
fn ensure_pinned_compiler(root: &Path) -> Result<()> {
    let file = root.join("rust-toolchain.toml");
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let pinned =
        text.lines().find_map(|line| line.strip_prefix("channel = ")).context("rust-toolchain.toml has no channel")?;
    let output = Command::new("rustc").arg("--version").output().context("cannot start rustc")?;
    let version = String::from_utf8_lossy(&output.stdout);
    let pinned = format!("rustc {}", pinned.trim_matches('"'));
    let is_pinned = version.split_whitespace().take(2).eq(pinned.split(' '));
    ensure!(
        is_pinned,
        "the expectations are those of {pinned} in rust-toolchain.toml, this compiler is {}",
        version.trim()
    );
    Ok(())
}
