//! Renders what shows recorded runs, from their JSON and from the medians of older runs. No number is typed by hand.
//!
//! ```text
//! results/<machine>/<run>/report.md    all tables of one run, written once, when the run ends
//! target/results/index.html            one page that needs no network: backends to use, history, raw data
//! README.md, benches/METHODOLOGY.md, results/README.md    blocks between two markers
//! ```
//!
//! The page is not committed, so a new column of its tables changes no committed file. `cargo xtask site` publishes it.

mod advice;
mod charts;
mod headline;
mod page;
mod run_page;
mod splice;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use setwise_files::write_whole;

pub(crate) use run_page::{disagreement, markdown as run_report};
#[cfg(test)]
pub(crate) use splice::shown;
pub(crate) use splice::{SPLICED, without_block};

use crate::record::{RecordedRun, history, kept_runs};

/// The folder of the page. Its subfolders have copies of the JSON files, to which the page links.
const FOLDER: &str = "target/results";

/// Writes the page, and copies of the JSON files. Returns the path of the page.
pub(crate) fn write_page(root: &Path) -> Result<String> {
    let kept = all_runs(root)?;
    for run in &kept {
        let machine = &run.machine_folder;
        for part in [machine.clone(), format!("{machine}/{}", run.folder)] {
            copy_json(&root.join("results").join(&part), &root.join(FOLDER).join(&part))?;
        }
    }
    let path = format!("{FOLDER}/index.html");
    let page = page::html(&kept, &history(root)?)?;
    write_whole(&root.join(&path), &page).with_context(|| format!("cannot write {path}"))?;
    Ok(path)
}

/// Writes the documents whose blocks changed. Returns their paths.
pub(crate) fn write_documents(root: &Path) -> Result<Vec<String>> {
    let mut written = Vec::new();
    for (path, text) in changed(root)? {
        write_whole(&root.join(&path), &text).with_context(|| format!("cannot write {path}"))?;
        written.push(path);
    }
    Ok(written)
}

/// Returns the documents whose blocks differ from what is rendered from the runs: their paths and their new texts.
pub(crate) fn changed(root: &Path) -> Result<Vec<(String, String)>> {
    let mut documents = splice::documents(root, &all_runs(root)?)?;
    documents.retain(|(path, text)| fs::read_to_string(root.join(path)).ok().as_ref() != Some(text));
    Ok(documents)
}

fn all_runs(root: &Path) -> Result<Vec<RecordedRun>> {
    let kept = kept_runs(root)?;
    ensure!(!kept.is_empty(), "there is no run under results/: `cargo lab record` makes one");
    Ok(kept)
}

/// Copies the JSON files of a folder.
fn copy_json(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.extension().is_some_and(|extension| extension == "json")) {
            fs::copy(&path, to.join(name)).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}
