//! The licences of the crates in the program. The program contains the code of these crates, so it is distributed with
//! their notices.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::commands::{cargo, output};

/// Names of files with a licence or a notice start with one of these words.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// Returns a list of the external crates in the program for a target, each with its licence. After the list, the result
/// contains each licence text once, with the names of the crates that have this text.
pub(super) fn text(root: &Path, target: &str) -> Result<String> {
    let mut tree = cargo(root);
    tree.args(["tree", "--locked", "--package", "setwise-cli", "--features", "parquet", "--target", target]);
    let tree = output(tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]))?;
    let linked: BTreeSet<&str> = tree.lines().collect();
    let mut metadata = cargo(root);
    metadata.args(["metadata", "--format-version", "1", "--locked", "--all-features", "--filter-platform", target]);
    let metadata: Value = serde_json::from_str(&output(&mut metadata)?).context("cannot read cargo metadata")?;

    let mut text =
        "The program contains the standard library of Rust (MIT OR Apache-2.0) and these crates:\n\n".to_string();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let is_linked = |name: &str| linked.contains(name) || linked.contains(&*format!("{name} (*)"));
    // Packages of the workspace have no source.
    for package in metadata["packages"].as_array().into_iter().flatten().filter(|package| !package["source"].is_null())
    {
        let [name, version, manifest] =
            ["name", "version", "manifest_path"].map(|key| package[key].as_str().unwrap_or_default());
        if !is_linked(&format!("{name} v{version}")) {
            continue;
        }
        let name = format!("{name} {version}");
        writeln!(text, "{name}: {}", package["license"].as_str().unwrap_or("see its licence below"))?;
        for licence in of_folder(Path::new(manifest).parent().unwrap_or(root))? {
            texts.entry(licence).or_default().push(name.clone());
        }
    }
    ensure!(!texts.is_empty(), "no crate was found in the program");
    let line = "-".repeat(80);
    for (licence, names) in texts {
        write!(text, "\n{line}\n{}\n{line}\n\n{}\n", names.join(", "), licence.trim_end())?;
    }
    Ok(text)
}

/// Returns the texts of the licences and notices in the folder of a crate and in the folders directly below it. Sources
/// that a crate bundles are usually in such a lower folder, together with their licences.
fn of_folder(folder: &Path) -> Result<BTreeSet<String>> {
    let mut texts = BTreeSet::new();
    let mut folders = vec![(folder.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().to_uppercase();
            if entry.file_type()?.is_dir() && depth == 0 {
                folders.push((entry.path(), 1));
            } else if entry.file_type()?.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
                texts.insert(String::from_utf8_lossy(&fs::read(entry.path())?).replace('\r', ""));
            }
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_of_bundled_sources_are_found_too() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("bundled/deeper")).unwrap();
        for (path, text) in [
            ("LICENSE.md", "one\r\n"),
            ("bundled/COPYING", "two"),
            ("src.rs", "no"),
            ("bundled/deeper/LICENSE", "tests"),
        ] {
            fs::write(folder.path().join(path), text).unwrap();
        }
        assert_eq!(of_folder(folder.path()).unwrap(), BTreeSet::from(["one\n".to_string(), "two".to_string()]));
    }
}
