//! Runs that are kept: what was measured, on what, with what, as JSON under `results/`.
//!
//! ```text
//! results/<machine>/machine.json               what the machine says of itself
//! results/<machine>/<date>-<commit>/run.json   when, of which commit, by which compiler, under which load
//! results/<machine>/<date>-<commit>/wall.json  every sample of every row
//! results/SHA256SUMS                           the index: a digest of each of these files
//! ```
//!
//! Runs are only ever added. The files are written anew after each question, so that what is finished survives a Ctrl-C.

mod build;
mod check;
pub(crate) mod index;
mod kept;
pub mod revisions;
mod write;

use serde::{Deserialize, Serialize};

use crate::rounds::Measured;

pub use build::{Build, with_flags};
pub use check::{Checked, check};
pub use kept::{Kept, kept_runs};
pub use write::{Recorder, results_folder};

/// The form of the files. Readers refuse another one.
pub const SCHEMA: u32 = 1;

/// When a run was made, of what, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The start, UTC, such as `2026-11-21T03:10:00Z`.
    pub started: String,
    /// How long it took.
    pub seconds: f64,
    /// Whether every question was asked; a run that was stopped keeps what it has.
    pub finished: bool,
    /// What was compiled, and by what.
    pub build: Build,
    /// Where the real positions come from.
    pub positions: String,
    /// Samples a row.
    pub rounds: usize,
    /// The least time of a sample, in milliseconds.
    pub sample_ms: f64,
    /// Load average before the run, where it is told.
    pub load_before: Option<f64>,
    /// Load average after the run; the run itself is a load of one.
    pub load_after: Option<f64>,
    /// FNV-1a of wall.json, in hex, in runs from before the index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_checksum: Option<String>,
    /// Backends that this CPU cannot run, by name with the reason.
    pub skipped: Vec<String>,
}

impl Run {
    /// Load above which something else must have been running before.
    const BUSY: f64 = 0.7;

    /// Whether something else was running, by the load average before the run.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.load_before.is_some_and(|load| load > Self::BUSY)
    }
}

/// Every sample of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wall {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The questions in the order in which they were asked.
    pub questions: Vec<Measured>,
}
