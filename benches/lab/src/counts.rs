//! Counts instructions with callgrind, and compares the counts with a committed baseline.

use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use setwise::BackendId;

use crate::record::{Build, read as read_json, write_json};

/// The version of `gungraun-runner`, which must equal the version of the library `gungraun`.
const RUNNER: &str = "0.20.0";

/// The path of the baseline in the workspace.
const BASELINE: &str = "benches/lab/counts-baseline.json";

/// The largest allowed ratio of a count to its baseline, or of the baseline to the count.
const ALLOWED: f64 = 1.02;

/// The counts for one compiler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    /// The version of the compiler.
    pub(crate) rustc: String,
    /// Instructions per pass over 2,048 boards, by pattern and backend.
    pub(crate) instructions: BTreeMap<String, u64>,
    /// Backends that are not measured, each with the reason.
    pub(crate) skipped: Vec<String>,
}

/// Counts the instructions of every pass.
pub(crate) fn take(root: &Path, build: &Build) -> Result<Counts> {
    ensure!(
        version("valgrind").is_some(),
        "valgrind is not installed: on Debian and Ubuntu `apt-get install valgrind`, on Fedora `dnf install valgrind`"
    );
    ensure!(
        version("gungraun-runner").is_some_and(|version| version == format!("gungraun-runner {RUNNER}")),
        "gungraun-runner {RUNNER} is not installed: `cargo install --locked gungraun-runner --version {RUNNER}`"
    );
    // The command names no package, so Cargo selects the same features as for `cargo bench`, and reuses the crates that
    // `cargo bench` has compiled.
    let run = ["bench", "--quiet", "--features", "setwise-benches/counts", "--bench", "counts"];
    let output = Command::new(env::var("CARGO").as_deref().unwrap_or("cargo"))
        .args(run)
        .env("GUNGRAUN_COLOR", "never")
        .current_dir(root)
        .output()
        .context("cannot start cargo")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    let mut instructions = read(&printed)?;
    instructions.retain(|row, _| is_counted_here(row));
    let skipped = BackendId::ALL.iter().filter_map(|id| reason_to_skip(*id)).collect();
    Ok(Counts { rustc: build.rustc.clone(), instructions, skipped })
}

/// Returns whether the backend that a row names can be counted on this machine.
fn is_counted_here(row: &str) -> bool {
    BackendId::ALL.iter().any(|id| row.ends_with(&format!("/{id}")) && reason_to_skip(*id).is_none())
}

/// Returns the reason why a backend is not counted: it cannot run here, or valgrind cannot emulate it. Returns `None`
/// if the backend is counted.
fn reason_to_skip(id: BackendId) -> Option<String> {
    if id.needs().contains("avx512") {
        return Some(format!("{id}: AVX-512 is not emulated by valgrind"));
    }
    id.detect().err().map(|reason| reason.to_string().split(';').next().unwrap_or_default().to_string())
}

/// Reads the rows from the runner's output. A line with the name of a pass precedes the line with the number of its
/// instructions.
fn read(printed: &str) -> Result<BTreeMap<String, u64>> {
    let (mut rows, mut row) = (BTreeMap::new(), None);
    for line in printed.lines() {
        if let Some((_, pass)) = line.split_once("::patterns::") {
            // `knights backend_2:(...)` names the pass of `knights` with the backend at index 2 of `BackendId::ALL`.
            let words =
                pass.split_once(" backend_").and_then(|(pattern, rest)| Some((pattern, rest.split_once(':')?.0)));
            let (pattern, n) = words.with_context(|| format!("expected a pass: {line}"))?;
            row = Some(format!("{pattern}/{}", BackendId::ALL[n.parse::<usize>()?]));
        } else if let Some(counts) = line.trim().strip_prefix("Instructions:") {
            let count = counts.trim().split('|').next().unwrap_or_default();
            let count = count.trim().parse().with_context(|| format!("expected a number of instructions: {line}"))?;
            rows.insert(row.take().with_context(|| format!("instructions without a pass: {line}"))?, count);
        }
    }
    ensure!(!rows.is_empty(), "the runner printed no instructions:\n{printed}");
    Ok(rows)
}

/// Returns the version that a program prints, or `None` if the program is not installed.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

impl Counts {
    /// Writes these counts as the baseline.
    pub(crate) fn bless(&self, root: &Path) -> Result<()> {
        write_json(&root.join(BASELINE), self)
    }

    /// Compares the counts with the committed baseline. Returns a message if all counts are within two per cent of the
    /// baseline, or an error that lists the differences. If the baseline was recorded with another compiler, also
    /// returns an error.
    pub(crate) fn judge(&self, root: &Path) -> Result<String> {
        let baseline: Self = read_json(&root.join(BASELINE)).context("`counts --bless` writes the baseline")?;
        let (expected, found) = (&baseline.rustc, &self.rustc);
        ensure!(
            expected == found,
            "{BASELINE} is of rustc {expected}, this is {found}: `counts --bless` writes it anew"
        );
        let differences = self.differences(&baseline);
        ensure!(
            differences.is_empty(),
            "more than 2 % from {BASELINE} (`counts --bless` writes it anew):\n{}",
            differences.join("\n")
        );
        Ok(format!("{} rows within 2 % of {BASELINE}", self.instructions.len()))
    }

    /// Describes the rows that differ from the baseline by more than the allowed ratio. Also describes the rows that
    /// only the counts or only the baseline contain, if their backends can be counted here. A lower count is a
    /// difference too: it must be stored in the baseline, so that a later increase is noticed.
    fn differences(&self, baseline: &Self) -> Vec<String> {
        let differs = |(row, &before): (&String, &u64)| match self.instructions.get(row) {
            Some(&now) => {
                let ratio = now as f64 / before as f64;
                (!(1.0 / ALLOWED..=ALLOWED).contains(&ratio)).then(|| format!("{row}: {now}, before {before}"))
            }
            None => is_counted_here(row).then(|| format!("{row}: not counted, before {before}")),
        };
        let is_new = |row: &&String| !baseline.instructions.contains_key(*row);
        let new = self.instructions.keys().filter(is_new).map(|row| format!("{row}: not in the baseline"));
        baseline.instructions.iter().filter_map(differs).chain(new).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const PRINTED: &str = "counts::patterns::knights backend_2:(set_up_knights(nth of BackendId :: ALL))\n  Instructions:      12345|N/A   (***)\n  \
        L1 Hits:  5|N/A\ncounts::patterns::kings backend_9:(set_up_kings(nth of BackendId :: ALL))\n  Instructions:  999|1000 (-0.1%)\n";

    fn counts(rustc: &str, rows: &[(&str, u64)]) -> Counts {
        let instructions = rows.iter().map(|(row, count)| (row.to_string(), *count)).collect();
        Counts { rustc: rustc.into(), instructions, skipped: vec![] }
    }

    #[test]
    fn rows_are_read_and_a_text_without_any_is_an_error() {
        let rows = read(PRINTED).unwrap();
        assert_eq!(
            rows.into_iter().collect::<Vec<_>>(),
            [("kings/scalar-prefix".to_string(), 999), ("knights/avx2-prefix".to_string(), 12345)]
        );
        assert!(read("nothing").is_err());
    }

    /// Checks that a row counts as a difference if its count has changed, or if it is missing in the counts or in the
    /// baseline. Without the second rule, a renamed row would be left out without a message.
    #[test]
    fn a_changed_count_and_a_row_in_one_of_them_are_differences() {
        let baseline = counts(
            "1",
            &[
                ("forks/scalar-prefix", 1000),
                ("kings/scalar-prefix", 7),
                ("kings/avx512-prefix", 7),
                ("knights/a", 1000),
            ],
        );
        let now = counts("1", &[("forks/scalar-prefix", 1020), ("knights/a", 980), ("knights/new", 7)]);
        assert_eq!(
            now.differences(&baseline),
            [
                "kings/scalar-prefix: not counted, before 7",
                "knights/a: 980, before 1000",
                "knights/new: not in the baseline"
            ]
        );
    }

    #[test]
    fn a_baseline_of_another_compiler_is_an_error() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join(BASELINE).parent().unwrap()).unwrap();
        let now = |rustc: &str| counts(rustc, &[("knights/a", 7)]);
        now("1").bless(root.path()).unwrap();
        assert_eq!(now("1").judge(root.path()).unwrap(), format!("1 rows within 2 % of {BASELINE}"));
        let error = now("2").judge(root.path()).unwrap_err().to_string();
        assert_eq!(error, format!("{BASELINE} is of rustc 1, this is 2: `counts --bless` writes it anew"));
    }
}
