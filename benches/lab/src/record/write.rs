//! Writes the files of a run.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use setwise_files::write_whole;

use super::{PORTS, RecordedRun, SCHEMA, read};
use crate::report::run_report;
use setwise_benches::machine::Machine;

/// Returns the folder of the workspace, two levels above this package.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}

/// Writes the files of a run: the description of the machine, the run, its samples, its port bounds and its report.
pub(crate) fn keep(root: &Path, kept: &RecordedRun) -> Result<()> {
    let folder = root.join(kept.path());
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    keep_machine(&root.join("results").join(&kept.machine_folder).join("machine.json"), &kept.machine)?;
    write_json(&folder.join("run.json"), &kept.run)?;
    // Each question is a single line: the file stays small, and tools that compare files line by line still show which
    // question differs.
    let questions = kept.wall.questions.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    let text = format!("{{\"schema\": {SCHEMA}, \"questions\": [\n{}\n]}}\n", questions.join(",\n"));
    let wall = folder.join("wall.json");
    write_whole(&wall, &text).with_context(|| format!("cannot write {}", wall.display()))?;
    if let Some(ports) = &kept.ports {
        write_json(&folder.join(PORTS), ports)?;
    }
    let report = folder.join("report.md");
    write_whole(&report, &run_report(kept)).with_context(|| format!("cannot write {}", report.display()))
}

/// Writes the description of the machine. If the file already exists, checks that it describes the same machine.
fn keep_machine(path: &Path, machine: &Machine) -> Result<()> {
    if !path.exists() {
        return write_json(path, machine);
    }
    let before: Machine = read(path)?;
    ensure!(
        (before.family, before.model, &before.cpu) == (machine.family, machine.model, &machine.cpu),
        "{} describes another machine: {}",
        path.display(),
        before.summary()
    );
    Ok(())
}

pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    write_whole(path, &text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{fixture, kept_runs};

    #[test]
    fn what_is_kept_is_read_again_and_another_machine_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let mut run = fixture::kept("m", "2026-01-01T00:00:00Z", &[("a", 1.0), ("copy", 0.5)]);
        keep(root.path(), &run).unwrap();
        let read = kept_runs(root.path()).unwrap().remove(0);
        assert_eq!((&read.run, &read.wall, read.path()), (&run.run, &run.wall, run.path()));
        run.machine.cpu += "x";
        let error = keep(root.path(), &run).unwrap_err().to_string();
        assert!(error.contains("machine.json describes another machine"), "{error}");
    }
}
