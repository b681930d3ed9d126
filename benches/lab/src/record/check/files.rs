//! Checks every file under results/: it must equal its digest in the index, or its rendering.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::record::index::{INDEX, digest, is_indexed, read};

/// Returns objections to files that are missing, changed or not in the index, and to private names in files.
pub(super) fn of_index(results: &Path) -> Result<Vec<String>> {
    let index = read(results)?;
    let mut objections = Vec::new();
    for (path, kept) in &index {
        let file = results.join(path);
        if !file.is_file() {
            objections.push(format!(
                "results/{path}: is missing, though {INDEX} lists it: kept runs are not deleted or renamed (a line of a run that \
                 was never committed may be removed)"
            ));
        } else if digest(&file)? != *kept {
            objections.push(format!("results/{path}: was changed: its digest differs from {INDEX}"));
        }
    }
    for path in files_under(results, "")?.into_iter().filter(|path| is_indexed(path)) {
        if !index.contains_key(&path) {
            objections.push(format!("results/{path}: is not in {INDEX}: `cargo xtask report` adds a finished run"));
        }
        let text = fs::read_to_string(results.join(&path)).with_context(|| path.clone())?;
        if let Some(private) = private_words().into_iter().find(|word| text.contains(word.as_str())) {
            objections.push(format!("results/{path}: contains the private name {private:?}"));
        }
    }
    Ok(objections)
}

/// Returns objections to reports, charts, pages and texts that differ from their rendering, and to other files.
pub(super) fn of_rendered(root: &Path, rendered: &[(String, String)]) -> Result<Vec<String>> {
    let mut objections = Vec::new();
    for (path, text) in rendered {
        if fs::read_to_string(root.join(path)).ok().as_ref() != Some(text) {
            objections.push(format!("{path}: differs from its rendering: fix with `cargo xtask report`"));
        }
    }
    for path in files_under(&root.join("results"), "")? {
        let shown = format!("results/{path}");
        let is_known = path == INDEX || is_indexed(&path) || rendered.iter().any(|(known, _)| *known == shown);
        if !is_known {
            objections.push(format!("{shown}: is neither measured nor rendered"));
        }
    }
    Ok(objections)
}

/// Returns the sorted paths of the files in a folder and its subfolders, relative to the folder.
fn files_under(folder: &Path, below: &str) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files.extend(files_under(&entry.path(), &format!("{name}/"))?);
        } else {
            files.push(name);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns words that name a host, a user or a location on a disk.
fn private_words() -> Vec<String> {
    let mut words: Vec<String> = ["/home/", "/Users/", "/root/", "C:\\\\"].map(str::to_string).to_vec();
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_string();
    let names = [Some(host), std::env::var("USER").ok(), std::env::var("LOGNAME").ok()];
    // Short names would also be found in names of rows.
    words.extend(names.into_iter().flatten().filter(|name| name.len() > 4));
    words
}
