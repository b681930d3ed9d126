//! Reads the committed expectations from a text file with one line per backend.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// The name of the kernel that counts legal moves.
pub(super) const LEGAL_MOVE_COUNT: &str = "LegalMoveCount";

/// The expectation for the batch loop of one backend and kernel.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Expectation {
    /// The name of the backend.
    pub(super) backend: String,
    /// The name of the kernel.
    pub(super) kernel: String,
    /// The register class: `xmm`, `ymm` or `zmm`.
    pub(super) width: String,
    /// The maximum number of vector operations per stored register.
    pub(super) ceiling: usize,
    /// The lanes and the spread, as written in the name of the function.
    pub(super) types: String,
}

/// Reads the file of expectations. Each line contains a backend, its register class, the limits for the attacks of
/// knights, the attacks of kings and the number of legal moves, the lanes and the spread.
pub(super) fn read(path: &Path) -> Result<Vec<Expectation>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).with_context(|| path.display().to_string())
}

fn parse(text: &str) -> Result<Vec<Expectation>> {
    let mut loops = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [backend, width, knight, king, moves, types @ ..] = words.as_slice() else {
            anyhow::bail!("{line:?}: expected backend, register, three ceilings, lanes and spread");
        };
        let kernels = [("KnightAttacks", *knight), ("KingAttacks", *king), (LEGAL_MOVE_COUNT, *moves)];
        for (kernel, ceiling) in kernels.into_iter().filter(|(_, ceiling)| *ceiling != "-") {
            loops.push(Expectation {
                backend: (*backend).to_string(),
                kernel: kernel.to_string(),
                width: (*width).to_string(),
                ceiling: ceiling.parse().with_context(|| format!("{line:?}: {ceiling:?} is not a number"))?,
                types: types.join(" "),
            });
        }
    }
    Ok(loops)
}

#[cfg(test)]
mod tests {
    use setwise::BackendId;

    use super::*;

    /// Backends of other architectures, and the scalar strategies that are off by default, have no expectations.
    #[test]
    fn every_backend_of_x86_64_has_expectations() {
        let loops = parse(include_str!("../../../asm-expectations.txt")).unwrap();
        let left_out = ["neon-prefix", "simd128-prefix", "scalar-lookup", "scalar-shift"];
        for name in BackendId::ALL.iter().map(|id| id.name()) {
            assert_ne!(loops.iter().any(|one| one.backend == name), left_out.contains(&name), "{name}");
        }
    }
}
