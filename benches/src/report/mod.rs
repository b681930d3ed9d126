//! Everything that is shown of kept runs, rendered from their JSON: no number is typed anywhere.
//!
//! ```text
//! results/<machine>/<run>/report.md, *.svg   one run
//! results/README.md                          the index
//! results/index.html                         one page without network: tables to sort, charts, raw data
//! README.md, benches/METHODOLOGY.md          blocks between two markers, from the newest run
//! ```

mod advice;
mod charts;
mod page;
mod run_page;
mod splice;
mod table;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

#[cfg(test)]
pub(crate) use splice::is_shown;
pub(crate) use splice::{SPLICED, without_block};

use crate::machine::Machine;
use crate::record::{Run, SCHEMA, Wall, index, results_folder, write_whole};
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

/// Completes the index of kept files, renders everything and writes what changed; tells what.
///
/// # Errors
///
/// If a run cannot be read, a text has no markers, or a file cannot be written.
pub fn write(root: &Path) -> Result<Vec<String>> {
    let mut written = Vec::new();
    if index::complete(&results_folder(root))? {
        written.push(format!("results/{}", index::INDEX));
    }
    for (path, text) in rendered(root)? {
        let file = root.join(&path);
        if fs::read_to_string(&file).ok().as_deref() != Some(&text) {
            write_whole(&file, &text)?;
            written.push(path);
        }
    }
    Ok(written)
}

/// What differs from what would be rendered.
///
/// # Errors
///
/// If a run cannot be read, or a text has no markers.
pub fn stale(root: &Path) -> Result<Vec<String>> {
    let rendered = rendered(root)?;
    let differs = |(path, text): &(String, String)| fs::read_to_string(root.join(path)).ok().as_ref() != Some(text);
    Ok(rendered.into_iter().filter(differs).map(|(path, _)| path).collect())
}

/// Every rendered file: its path under the workspace, and its text.
pub(crate) fn rendered(root: &Path) -> Result<Vec<(String, String)>> {
    let kept = kept_runs(&results_folder(root))?;
    ensure!(!kept.is_empty(), "no run is kept under results/: `cargo xtask record` makes one");
    let mut files = Vec::new();
    for run in &kept {
        for (name, svg) in charts::all(run)? {
            files.push((format!("{}/{name}.svg", run.path()), svg));
        }
        files.push((format!("{}/report.md", run.path()), run_page::markdown(run)));
    }
    files.push(("results/README.md".to_string(), page::index(&kept)));
    files.push(("results/index.html".to_string(), page::html(&kept)?));
    files.extend(splice::pages(root, &kept)?);
    Ok(files)
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| path.display().to_string())
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

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text, chart and page shows what the kept runs say: `cargo xtask report` mends it.
    #[test]
    fn the_rendered_files_are_fresh() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert_eq!(stale(root).unwrap(), Vec::<String>::new(), "mend with: cargo xtask report");
    }
}
