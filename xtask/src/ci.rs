//! `cargo xtask ci`: the one list of checks.
//!
//! A job is a name and the command that a person would type. All run, in order, and the end says how long each took and
//! which failed.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// A check: name, command, and variables of its environment.
struct Job {
    name: &'static str,
    command: &'static str,
    environment: &'static [(&'static str, &'static str)],
}

const fn job(name: &'static str, command: &'static str) -> Job {
    Job { name, command, environment: &[] }
}

const JOBS: &[Job] = &[
    job("fmt", "cargo fmt --all --check"),
    job("clippy", "cargo clippy --workspace --all-targets -- -D warnings"),
    job("test", "cargo test"),
    job("gen-tables", "cargo xtask gen-tables --check"),
    job("readme", "cargo xtask readme --check"),
    Job { name: "docs", command: "cargo doc --workspace --no-deps", environment: &[("RUSTDOCFLAGS", "-D warnings")] },
    job("bench-smoke", "cargo bench -- --test"),
    job("examples", "cargo build --examples"),
    job("features-none", "cargo test -p setwise --tests --no-default-features"),
    job("features-avx2", "cargo test -p setwise --tests --no-default-features --features avx2"),
    job("features-portable", "cargo test -p setwise --tests --no-default-features --features portable"),
    job("features-scalar-shift", "cargo test -p setwise --tests --no-default-features --features scalar-shift"),
    job("features-scalar-lookup", "cargo test -p setwise --tests --no-default-features --features scalar-lookup"),
    job("features-specimens", "cargo test -p setwise --tests --no-default-features --features specimens"),
    job("features-all", "cargo test -p setwise --tests --all-features"),
];

/// Prints every job with its command.
pub(crate) fn list() -> Result<()> {
    for Job { name, command, .. } in JOBS {
        println!("{name:24} {command}");
    }
    Ok(())
}

/// Runs the jobs with these names, or all; fails at the end if one failed.
pub(crate) fn run(root: &Path, names: &[String]) -> Result<()> {
    for name in names {
        ensure!(JOBS.iter().any(|job| job.name == name), "no job {name:?}; `cargo xtask ci --list` names them");
    }
    let asked_for = |job: &&Job| names.is_empty() || names.iter().any(|name| name == job.name);
    let mut told = Vec::new();
    for job in JOBS.iter().filter(asked_for) {
        println!("\n==> {}: {}", job.name, job.command);
        let (passed, elapsed) = job.run(root)?;
        told.push((job.name, passed, elapsed));
    }
    println!("\n{:24} {:>8}", "job", "seconds");
    for (name, passed, elapsed) in &told {
        println!("{name:24} {:8.1} {}", elapsed.as_secs_f64(), if *passed { "" } else { "FAILED" });
    }
    let failed: Vec<&str> = told.iter().filter(|(_, passed, _)| !passed).map(|(name, ..)| *name).collect();
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

impl Job {
    /// Whether it passed, and how long it took.
    #[allow(clippy::disallowed_methods, reason = "the time of a check is told to people, it measures no code")]
    fn run(&self, root: &Path) -> Result<(bool, Duration)> {
        let mut words = self.command.split(' ');
        let program = words.next().unwrap_or_default();
        let start = Instant::now();
        let status = Command::new(program)
            .args(words)
            .envs(self.environment.iter().copied())
            .current_dir(root)
            .status()
            .with_context(|| format!("cannot start {program}"))?;
        Ok((status.success(), start.elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_job_is_an_error_before_anything_runs() {
        let error = run(Path::new("."), &["tset".to_string()]).unwrap_err().to_string();
        assert_eq!(error, "no job \"tset\"; `cargo xtask ci --list` names them");
    }

    #[test]
    fn job_names_are_distinct() {
        let mut names: Vec<&str> = JOBS.iter().map(|job| job.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), JOBS.len());
    }
}
