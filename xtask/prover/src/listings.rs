//! Listings of the batch loops in `tests/downstream/batch-loops`, compiled for every target that an installed compiler supports.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use setwise_assembly::Dialect;
use setwise_assembly::batch_loops::compile;

/// A listing of the batch loops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The dialect of its assembly.
    pub dialect: Dialect,
    /// The path of the file.
    pub path: PathBuf,
}

/// The dialects, each with a target.
const TARGETS: [(Dialect, &str); 3] = [
    (Dialect::X86, "x86_64-unknown-linux-gnu"),
    (Dialect::Arm, "aarch64-unknown-linux-gnu"),
    (Dialect::Wasm, "wasm32-wasip1"),
];

/// Compiles the loops. Returns the listings, and the targets for which there is no compiler, which have none.
///
/// # Errors
///
/// If the loops do not compile.
pub fn compiled(root: &Path) -> Result<(Vec<Listing>, Vec<&'static str>)> {
    let (mut listings, mut missing) = (Vec::new(), Vec::new());
    for (dialect, target) in TARGETS {
        if dialect.to_string() == env::consts::ARCH {
            listings.push(Listing { dialect, path: compile(root, None)? });
        } else if let Some(compiler) = compiler(root, target) {
            listings.push(Listing { dialect, path: compile(root, Some((target, &compiler)))? });
        } else {
            missing.push(target);
        }
    }
    Ok((listings, missing))
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
