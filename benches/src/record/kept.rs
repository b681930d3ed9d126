//! Runs that are kept, read back.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::{Run, SCHEMA, Wall};
use crate::machine::Machine;
use crate::rounds::Measured;

/// A kept run with its machine.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The machine's folder under `results/`.
    pub machine_folder: String,
    /// What the machine said of itself.
    pub machine: Machine,
    /// The run's folder in the machine's.
    pub folder: String,
    /// When, of what, how.
    pub run: Run,
    /// Every sample.
    pub wall: Wall,
}

impl Kept {
    /// Its path under the workspace.
    #[must_use]
    pub fn path(&self) -> String {
        format!("results/{}/{}", self.machine_folder, self.folder)
    }

    /// The question of this id.
    #[must_use]
    pub fn question(&self, id: &str) -> Option<&Measured> {
        self.wall.questions.iter().find(|question| question.id == id)
    }

    /// The questions along an axis, least first.
    #[must_use]
    pub fn along(&self, axis: &str) -> Vec<(f64, &Measured)> {
        let on_axis = |question: &&Measured| question.point.as_ref().is_some_and(|point| point.axis == axis);
        let questions = self.wall.questions.iter().filter(on_axis);
        let mut points: Vec<(f64, &Measured)> =
            questions.map(|question| (question.point.as_ref().map_or(0.0, |point| point.value), question)).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    }
}

/// Every kept run, oldest first.
///
/// # Errors
///
/// If a file is missing, is no such file, or has another form.
pub fn kept_runs(results: &Path) -> Result<Vec<Kept>> {
    let mut kept = Vec::new();
    for of_machine in folders(results)? {
        let machine_file = of_machine.join("machine.json");
        if !machine_file.exists() {
            continue;
        }
        let machine: Machine = read(&machine_file)?;
        for folder in folders(&of_machine)? {
            let run: Run = read(&folder.join("run.json"))?;
            let wall: Wall = read(&folder.join("wall.json"))?;
            ensure!(run.schema == SCHEMA && wall.schema == SCHEMA, "{} has another form", folder.display());
            kept.push(Kept {
                machine_folder: name(&of_machine),
                machine: machine.clone(),
                folder: name(&folder),
                run,
                wall,
            });
        }
    }
    kept.sort_by(|a, b| (&a.run.started, a.path()).cmp(&(&b.run.started, b.path())));
    Ok(kept)
}

/// The folders in a folder, by name.
fn folders(path: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| path.display().to_string())
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
