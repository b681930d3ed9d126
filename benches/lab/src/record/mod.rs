//! Kept runs: the measurements, the machine and the build, as JSON under `results/`.
//!
//! ```text
//! results/<machine>/machine.json               the description of the machine
//! results/<machine>/<date>-<commit>/run.json   time, commit, compiler, load
//! results/<machine>/<date>-<commit>/wall.json  every sample of every row
//! results/<machine>/<date>-<commit>/ports.json  the bounds of batch loops by a model of the CPU, where llvm-mca is installed
//! ```
//!
//! Runs are only added. The files are written again after each question, so that finished questions survive a Ctrl-C.

mod build;
mod check;
mod recorded_run;
mod write;

use serde::{Deserialize, Serialize};

use setwise_rounds::Measured;

pub(crate) use build::{Build, revisions, with_flags};
pub(crate) use check::check;
#[cfg(test)]
pub(crate) use recorded_run::fixture;
pub(crate) use recorded_run::{RecordedRun, kept_runs, read};
pub(crate) use write::{Recorder, root};

/// The name of the file with the bounds of batch loops in the folder of a run.
const PORTS: &str = "ports.json";

/// The schema version of the files. Readers reject other versions.
pub(crate) const SCHEMA: u32 = 1;

/// When a run was made, of what, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) schema: u32,
    /// The start in UTC, such as `2026-11-21T03:10:00Z`.
    pub(crate) started: String,
    pub(crate) seconds: f64,
    /// Whether every question was measured. A stopped run keeps the finished questions.
    pub(crate) finished: bool,
    pub(crate) build: Build,
    /// The origin of the real positions.
    pub(crate) positions: String,
    /// The number of samples per row.
    pub(crate) rounds: usize,
    pub(crate) sample_ms: f64,
    pub(crate) load_before: Option<f64>,
    /// The load average after the run. The run itself contributes one.
    pub(crate) load_after: Option<f64>,
    /// The backends that cannot run here, each with the reason.
    pub(crate) skipped: Vec<String>,
}

impl Run {
    /// The load above which something else must have been running before.
    const BUSY: f64 = 0.7;

    /// Returns whether something else was running, judged by the load average before the run.
    pub(crate) fn is_loaded(&self) -> bool {
        self.load_before.is_some_and(|load| load > Self::BUSY)
    }
}

/// Every sample of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Wall {
    pub(crate) schema: u32,
    /// The questions in the order in which they were measured.
    pub(crate) questions: Vec<Measured>,
}
