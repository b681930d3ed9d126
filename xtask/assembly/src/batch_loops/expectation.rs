//! The committed expectations: a text file with one line per backend.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// The expectations for all loops.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Expectations {
    /// The compiler with which the ceilings were recorded, such as `rustc 1.95.0`.
    pub(super) rustc: String,
    /// One entry per backend and kernel.
    pub(super) loops: Vec<Expectation>,
}

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
    /// Lanes and spread, as in the name of the function.
    pub(super) types: String,
}

impl Expectations {
    /// Reads the file: `rustc VERSION`, then lines of backend, register, ceilings for knight and king, lanes and spread.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let rustc = lines.next().context("expected a line with the compiler, such as `rustc 1.95.0`")?.to_string();
        ensure!(rustc.starts_with("rustc "), "expected the compiler in the first line, found {rustc:?}");
        let mut loops = Vec::new();
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [backend, width, knight, king, types @ ..] = words.as_slice() else {
                anyhow::bail!("{line:?}: expected backend, register, two ceilings, lanes and spread");
            };
            let kernels = [("KnightAttacks", *knight), ("KingAttacks", *king)];
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
        Ok(Self { rustc, loops })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_a_loop_for_each_kernel() {
        let read = Expectations::parse("# comment\nrustc 1.95.0\navx2-prefix ymm 16 9 FourBoards, Prefix\n").unwrap();
        assert_eq!(read.rustc, "rustc 1.95.0");
        assert_eq!(read.loops.len(), 2);
        assert_eq!(read.loops[1].types, "FourBoards, Prefix");
        assert_eq!((read.loops[1].ceiling, read.loops[0].width.as_str()), (9, "ymm"));
        for wrong in ["", "avx2-prefix ymm 16 9 A, B", "rustc 1\navx2-prefix ymm", "rustc 1\na ymm x 9 A, B"] {
            assert!(Expectations::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
