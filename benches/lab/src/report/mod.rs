//! Renders all files that show recorded runs, from the JSON of the runs. No number is typed by hand.
//!
//! ```text
//! results/<machine>/<run>/report.md, *.svg   one run
//! results/README.md                          the index
//! results/index.html                         one page that needs no network: backends to use, history, raw data
//! README.md, benches/METHODOLOGY.md          blocks between two markers, from the newest complete run
//! ```

mod advice;
mod charts;
mod headline;
mod history;
mod history_page;
mod page;
mod parts;
mod run_page;
mod splice;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use setwise_files::write_whole;

#[cfg(test)]
pub(crate) use splice::shown;
pub(crate) use splice::{SPLICED, without_block};

use crate::record::kept_runs;

/// Renders all files and writes the files that changed. Returns the paths of the written files.
pub(crate) fn write(root: &Path) -> Result<Vec<String>> {
    let mut written = Vec::new();
    for (path, text) in changed(root)? {
        write_whole(&root.join(&path), &text).with_context(|| format!("cannot write {path}"))?;
        written.push(path);
    }
    Ok(written)
}

/// Returns the paths of the rendered files that are out of date.
pub(crate) fn stale(root: &Path) -> Result<Vec<String>> {
    Ok(changed(root)?.into_iter().map(|(path, _)| path).collect())
}

/// Returns the rendered files that differ from the files in the workspace.
fn changed(root: &Path) -> Result<Vec<(String, String)>> {
    let mut files = rendered(root)?;
    files.retain(|(path, text)| fs::read_to_string(root.join(path)).ok().as_ref() != Some(text));
    Ok(files)
}

/// Returns every rendered file: its path in the workspace, and its text.
fn rendered(root: &Path) -> Result<Vec<(String, String)>> {
    let kept = kept_runs(root)?;
    ensure!(!kept.is_empty(), "there is no run under results/: `cargo lab record` makes one");
    let mut files = Vec::new();
    for run in &kept {
        let charts = charts::all(run)?;
        files.push((format!("{}/report.md", run.path()), run_page::markdown(run, &charts)));
        files.extend(charts.into_iter().map(|chart| (format!("{}/{}.svg", run.path(), chart.name), chart.svg)));
    }
    files.push(("results/README.md".to_string(), page::index(&kept)));
    files.push(("results/index.html".to_string(), page::html(&kept)?));
    files.extend(splice::pages(root, &kept)?);
    Ok(files)
}
