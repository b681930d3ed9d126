//! Instruction counts with callgrind, which are kept and compared with a committed baseline.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use setwise::BackendId;
use setwise_files::write_whole;

use crate::record::Build;

/// The version of the runner, which must equal that of the library.
const RUNNER: &str = "0.20.0";

/// The path of the baseline in the workspace.
const BASELINE: &str = "benches/lab/counts-baseline.json";

/// The allowed ratio of instructions to the baseline.
const ALLOWED: f64 = 1.02;

/// Counts for one compiler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The version of the compiler.
    pub rustc: String,
    /// Instructions per pass over 2,048 boards, by pattern and backend.
    pub instructions: BTreeMap<String, u64>,
    /// Backends that are not measured, each with the reason.
    pub skipped: Vec<String>,
}

/// Counts the instructions of every pass, with a runner that is installed into target/ if it is missing.
///
/// # Errors
///
/// If valgrind is missing, or something cannot be compiled or run.
pub fn take(root: &Path, build: &Build) -> Result<Counts> {
    let valgrind = Command::new("valgrind").arg("--version").output();
    ensure!(
        valgrind.is_ok_and(|output| output.status.success()),
        "valgrind is not installed: on Debian and Ubuntu `apt-get install valgrind`, on Fedora `dnf install valgrind`"
    );
    let runner = runner(root)?;
    let run = ["bench", "--quiet", "-p", "setwise-lab", "--features", "counts", "--bench", "counts"];
    let output = Command::new(cargo())
        .args(run)
        .env("GUNGRAUN_RUNNER", runner)
        .env("GUNGRAUN_COLOR", "never")
        .current_dir(root)
        .output()
        .context("cannot start cargo")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    let instructions = read(&printed)?;
    let skipped = BackendId::ALL.iter().filter_map(|id| reason_to_skip(*id)).collect();
    let instructions = instructions.into_iter().filter(|(row, _)| is_counted_here(row)).collect();
    Ok(Counts { rustc: build.rustc.clone(), instructions, skipped })
}

/// Returns whether the backend of a row can be counted on this machine.
fn is_counted_here(row: &str) -> bool {
    BackendId::ALL.iter().any(|id| row.ends_with(&format!("/{id}")) && reason_to_skip(*id).is_none())
}

/// Returns why a backend is not counted: it cannot run, or valgrind cannot emulate it. A fallback is never counted instead.
fn reason_to_skip(id: BackendId) -> Option<String> {
    if id.needs().contains("avx512") {
        return Some(format!("{id}: AVX-512 is not emulated by valgrind"));
    }
    id.detect().err().map(|reason| reason.to_string().split(';').next().unwrap_or_default().to_string())
}

/// Reads the rows from the runner's output: a line that names the pass, then a line with its instructions.
fn read(printed: &str) -> Result<BTreeMap<String, u64>> {
    let (mut rows, mut row) = (BTreeMap::new(), None);
    for line in printed.lines() {
        if let Some((_, pass)) = line.split_once("::patterns::") {
            let mut words = pass.split([' ', ':']);
            row = words
                .next()
                .zip(words.next())
                .map(|(pattern, backend)| format!("{pattern}/{}", backend.replace('_', "-")));
        } else if let Some(counts) = line.trim().strip_prefix("Instructions:") {
            let count = counts.trim().split('|').next().unwrap_or_default();
            let count = count.trim().parse().with_context(|| format!("expected a number of instructions: {line}"))?;
            rows.insert(row.take().with_context(|| format!("instructions without a pass: {line}"))?, count);
        }
    }
    ensure!(!rows.is_empty(), "the runner printed no instructions:\n{printed}");
    Ok(rows)
}

/// Returns the path of the runner, after installing it into target/ if it is missing.
fn runner(root: &Path) -> Result<PathBuf> {
    let folder = root.join("target/gungraun");
    let program = folder.join("bin/gungraun-runner");
    if program.exists() {
        return Ok(program);
    }
    eprintln!("installing gungraun-runner {RUNNER} into target/; this takes a few minutes, once");
    let install = ["install", "--locked", "--quiet", "gungraun-runner", "--version", RUNNER, "--root"];
    let status = Command::new(cargo()).args(install).arg(&folder).status().context("cannot start cargo")?;
    ensure!(status.success(), "gungraun-runner {RUNNER} cannot be installed");
    Ok(program)
}

fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_string())
}

impl Counts {
    /// Writes counts.json into a run that has none. Existing counts are not replaced.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or the run has other counts.
    pub fn keep(&self, run: &Path) -> Result<()> {
        let (path, text) = (run.join("counts.json"), serde_json::to_string_pretty(self)? + "\n");
        if path.exists() {
            ensure!(fs::read_to_string(&path)? == text, "{} has other counts, which are not replaced", path.display());
            return Ok(());
        }
        write_whole(&path, &text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Writes these counts as the baseline.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn bless(&self, root: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        write_whole(&root.join(BASELINE), &text).with_context(|| format!("cannot write {BASELINE}"))
    }

    /// Compares the counts with the committed baseline. Returns a sentence: the counts are within two per cent of it, or the
    /// comparison is skipped because the baseline is of another compiler.
    ///
    /// # Errors
    ///
    /// If a row has more instructions, or is missing although its backend can be counted here, or if the baseline cannot be read.
    pub fn judge(&self, root: &Path) -> Result<String> {
        let bytes = fs::read(root.join(BASELINE))
            .with_context(|| format!("cannot read {BASELINE}: `counts --bless` writes it"))?;
        let baseline: Self = serde_json::from_slice(&bytes).context(BASELINE)?;
        if baseline.rustc != self.rustc {
            return Ok(format!("skipped: the baseline is for rustc {}, this is {}", baseline.rustc, self.rustc));
        }
        let regressions = self.regressions(&baseline);
        if !regressions.is_empty() {
            bail!("more than 2 % more instructions than {BASELINE}, or not counted:\n{}", regressions.join("\n"));
        }
        let common = self.instructions.keys().filter(|row| baseline.instructions.contains_key(*row)).count();
        Ok(format!("{common} rows within 2 % of {BASELINE}"))
    }

    /// Returns the rows with more instructions than allowed, and those that are missing although they can be counted here.
    fn regressions(&self, baseline: &Self) -> Vec<String> {
        let worse = |(row, &before): (&String, &u64)| match self.instructions.get(row) {
            Some(&now) => (now as f64 > ALLOWED * before as f64).then(|| format!("{row}: {now}, before {before}")),
            None => is_counted_here(row).then(|| format!("{row}: not counted, before {before}")),
        };
        baseline.instructions.iter().filter_map(worse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "counts::patterns::knights avx2_prefix:(set_up_knights(\"avx2-prefix\"))\n  Instructions:      12345|N/A   (***)\n  \
        L1 Hits:  5|N/A\ncounts::patterns::kings scalar_prefix:(set_up_kings(\"scalar-prefix\"))\n  Instructions:  999|1000 (-0.1%)\n";

    #[test]
    fn rows_are_read_and_a_text_without_any_is_an_error() {
        let rows = read(PRINTED).unwrap();
        assert_eq!(
            rows.into_iter().collect::<Vec<_>>(),
            [("kings/scalar-prefix".to_string(), 999), ("knights/avx2-prefix".to_string(), 12345)]
        );
        assert!(read("nothing").is_err());
    }

    #[test]
    fn more_than_two_in_a_hundred_is_a_regression() {
        let counts = |now: u64| Counts {
            rustc: "1".into(),
            instructions: [("knights/a".to_string(), now), ("knights/new".to_string(), 5)].into(),
            skipped: vec![],
        };
        assert_eq!(counts(1020).regressions(&counts(1000)), Vec::<String>::new());
        assert_eq!(counts(1021).regressions(&counts(1000)), ["knights/a: 1021, before 1000"]);
    }

    /// Without this, a renamed row would no longer be compared.
    #[test]
    fn a_row_that_is_gone_is_a_regression_unless_its_backend_cannot_be_counted() {
        let counts = |rows: &[&str]| Counts {
            rustc: "1".into(),
            instructions: rows.iter().map(|row| (row.to_string(), 7)).collect(),
            skipped: vec![],
        };
        let baseline = counts(&["knights/scalar-prefix", "kings/scalar-prefix", "kings/avx512-prefix"]);
        let now = counts(&["knights/scalar-prefix"]);
        assert_eq!(now.regressions(&baseline), ["kings/scalar-prefix: not counted, before 7"]);
    }

    #[test]
    fn kept_counts_are_not_replaced() {
        let run = tempfile::tempdir().unwrap();
        let counts = |rustc: &str| Counts { rustc: rustc.into(), instructions: BTreeMap::new(), skipped: vec![] };
        counts("1").keep(run.path()).unwrap();
        counts("1").keep(run.path()).unwrap();
        let error = counts("2").keep(run.path()).unwrap_err().to_string();
        assert!(error.ends_with("counts.json has other counts, which are not replaced"), "{error}");
    }

    #[test]
    fn avx512_is_never_counted() {
        assert!(reason_to_skip(BackendId::Avx512Prefix).unwrap().contains("not emulated"));
        assert_eq!(reason_to_skip(BackendId::ScalarPrefix), None);
    }
}
