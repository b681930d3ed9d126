//! Recorded runs: the measurements, the machine and the build, as JSON under `results/`.
//!
//! ```text
//! results/<machine>/machine.json               the description of the machine
//! results/<machine>/<date>-<commit>/run.json   time, commit, compiler, load
//! results/<machine>/<date>-<commit>/wall.json  every sample of every row
//! results/<machine>/<date>-<commit>/ports.json the bounds of batch loops by a model of the CPU, where llvm-mca is installed
//! results/<machine>/<date>-<commit>/report.md  all tables of the run
//! results/history.tsv                          the medians of older runs
//! ```
//!
//! The files of a run are written once, when the run ends. `condense` then keeps only the newest run of each machine.

mod build;
mod check;
mod history;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use setwise_assembly::batch_loops::Bounds;
use setwise_benches::machine::Machine;
use setwise_files::write_whole;
use setwise_rounds::Measured;

pub(crate) use build::{Build, ensure_clean, output};
pub(crate) use check::check;
pub(crate) use history::{Medians, condense, read as history};

/// The name of the file that stores the port bounds of the batch loops, in the folder of a run.
const PORTS: &str = "ports.json";

/// The schema version of `run.json` and `wall.json`. Readers reject other versions.
pub(crate) const SCHEMA: u32 = 1;

/// The time, the build, the positions and the plan of a run, the load of the machine, and the skipped backends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) schema: u32,
    /// The start in UTC, such as `2026-11-21T03:10:00Z`.
    pub(crate) started: String,
    pub(crate) seconds: f64,
    pub(crate) build: Build,
    /// The origin of the real positions.
    pub(crate) positions: String,
    /// The number of samples per row. In main memory, a row has a third as many.
    pub(crate) rounds: usize,
    pub(crate) sample_ms: f64,
    /// The load average before the run. `cargo lab record` starts no run while another program is running.
    pub(crate) load_before: Option<f64>,
    /// The load average after the run. The run itself adds about one to the load.
    pub(crate) load_after: Option<f64>,
    /// The backends and specimens that cannot run on the machine, each with the reason.
    pub(crate) skipped: Vec<String>,
}

/// Every sample of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Wall {
    pub(crate) schema: u32,
    /// The questions in the order in which they were measured.
    pub(crate) questions: Vec<Measured>,
}

/// A recorded run with its machine.
#[derive(Debug, Clone)]
pub(crate) struct RecordedRun {
    /// The name of the machine's folder in `results/`.
    pub(crate) machine_folder: String,
    pub(crate) machine: Machine,
    /// The name of the run's folder in the machine's folder.
    pub(crate) folder: String,
    pub(crate) run: Run,
    pub(crate) wall: Wall,
    /// The port bounds of the batch loops, if the run has them.
    pub(crate) ports: Option<Bounds>,
}

impl RecordedRun {
    /// Returns the path of the run in the workspace.
    pub(crate) fn path(&self) -> String {
        format!("results/{}/{}", self.machine_folder, self.folder)
    }

    pub(crate) fn question(&self, id: &str) -> Option<&Measured> {
        self.wall.questions.iter().find(|question| question.id == id)
    }

    /// Returns the questions that have a value on an axis, each with this value, the smallest value first.
    pub(crate) fn along(&self, axis: &str) -> Vec<(f64, &Measured)> {
        let value = |question: &Measured| Some(question.point.as_ref().filter(|point| point.axis == axis)?.value);
        let questions = self.wall.questions.iter();
        let mut points: Vec<(f64, &Measured)> = questions.filter_map(|of| Some((value(of)?, of))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    }
}

/// Returns every recorded run of a workspace, oldest first.
pub(crate) fn kept_runs(root: &Path) -> Result<Vec<RecordedRun>> {
    let mut kept = Vec::new();
    for of_machine in folders(&root.join("results"))? {
        for folder in folders(&of_machine)? {
            kept.push(kept_run(&folder)?);
        }
    }
    kept.sort_by(|a, b| (&a.run.started, a.path()).cmp(&(&b.run.started, b.path())));
    Ok(kept)
}

/// Reads the run in a folder.
pub(crate) fn kept_run(folder: &Path) -> Result<RecordedRun> {
    let of_machine = folder.parent().context("a run is in the folder of its machine")?;
    let run: Run = read(&folder.join("run.json"))?;
    let wall: Wall = read(&folder.join("wall.json"))?;
    let is_known = run.schema == SCHEMA && wall.schema == SCHEMA;
    ensure!(is_known, "{} has another schema, expected {SCHEMA}", folder.display());
    let ports = folder.join(PORTS);
    Ok(RecordedRun {
        machine_folder: name(of_machine),
        machine: read(&of_machine.join("machine.json"))?,
        folder: name(folder),
        run,
        wall,
        ports: ports.exists().then(|| read(&ports)).transpose()?,
    })
}

/// Returns the folders directly inside a folder, in no particular order.
fn folders(path: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut folders = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    folders.retain(|path| path.is_dir());
    Ok(folders)
}

/// Reads a JSON file.
pub(crate) fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| path.display().to_string())
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the folder of the workspace, two levels above this package.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}

/// Writes the files of a run: the description of the machine, the run, its samples, its port bounds and its report.
pub(crate) fn keep(root: &Path, kept: &RecordedRun, report: &str) -> Result<()> {
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
    let path = folder.join("report.md");
    write_whole(&path, report).with_context(|| format!("cannot write {}", path.display()))
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
pub(crate) mod fixture {
    //! Recorded runs for tests.

    use setwise_rounds::{Role, Row};

    use super::*;

    /// Returns a run with one question, whose rows have these names and times in nanoseconds. Rows whose names begin
    /// with `copy` are copies, and all other rows are backends.
    pub(crate) fn kept(machine_folder: &str, started: &str, rows: &[(&str, f64)]) -> RecordedRun {
        let row = |&(name, ns): &(&str, f64)| {
            let role = if name.starts_with("copy") { Role::UpperBound } else { Role::Backend };
            Row::new(name, role, vec![ns; 15])
        };
        let question = Measured {
            title: "knights & kings".into(),
            ..Measured::of_rows(rows[0].0, rows.iter().map(row).collect())
        };
        let run = Run {
            schema: SCHEMA,
            started: started.into(),
            seconds: 1.0,
            build: Build {
                commit: "0123456789".into(),
                rustc: "1.95.0".into(),
                llvm: "22".into(),
                host: "x".into(),
                flags: String::new(),
                profile: "release".into(),
            },
            positions: "p".into(),
            rounds: 15,
            sample_ms: 1.0,
            load_before: None,
            load_after: None,
            skipped: vec![],
        };
        let (machine, wall) = (Machine::read(), Wall { schema: SCHEMA, questions: vec![question] });
        RecordedRun {
            machine_folder: machine_folder.into(),
            machine,
            folder: started[..10].into(),
            run,
            wall,
            ports: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again_and_another_machine_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let mut run = fixture::kept("m", "2026-01-01T00:00:00Z", &[("a", 1.0), ("copy", 0.5)]);
        keep(root.path(), &run, "").unwrap();
        let read = kept_runs(root.path()).unwrap().remove(0);
        assert_eq!((&read.run, &read.wall, read.path()), (&run.run, &run.wall, run.path()));
        run.machine.cpu += "x";
        let error = keep(root.path(), &run, "").unwrap_err().to_string();
        assert!(error.contains("machine.json describes another machine"), "{error}");
    }
}
