//! results/SHA256SUMS: one line for each file that was measured or read from a machine, in the format of `sha256sum -c`.
//!
//! Lines are only added. Reports, charts and pages have no line: they are rendered from these files, and the check renders them
//! again. So a better chart changes no line, and an edited sample changes one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use setwise_files::write_whole;
use sha2::{Digest, Sha256};

use super::recorded_run::kept_runs;

/// The name of the index in the folder of results.
pub(crate) const INDEX: &str = "SHA256SUMS";

/// Hexadecimal digests by path. Paths are relative to the folder of results.
pub(super) type Digests = BTreeMap<String, String>;

/// Adds a line for each file of a finished run or its machine that has none. Existing lines do not change. Returns whether lines
/// were added.
///
/// # Errors
///
/// If a file cannot be read or written, or the index has an invalid line.
pub(crate) fn complete(results: &Path) -> Result<bool> {
    let mut index = read(results)?;
    let before = index.len();
    for kept in kept_runs(results)?.into_iter().filter(|kept| kept.run.finished) {
        let folder = format!("{}/{}", kept.machine_folder, kept.folder);
        let of_run = ["run.json", "wall.json", "counts.json", "ports.json"].map(|name| format!("{folder}/{name}"));
        for path in of_run.into_iter().chain([format!("{}/machine.json", kept.machine_folder)]) {
            if results.join(&path).exists() && !index.contains_key(&path) {
                let digest = digest(&results.join(&path))?;
                index.insert(path, digest);
            }
        }
    }
    let is_longer = index.len() > before;
    if is_longer {
        let lines: String = index.iter().map(|(path, digest)| format!("{digest}  {path}\n")).collect();
        write_whole(&results.join(INDEX), &lines).with_context(|| format!("cannot write {INDEX}"))?;
    }
    Ok(is_longer)
}

/// Returns whether the index must have a line for this path: the description of a machine, or measurements.
pub(super) fn is_indexed(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    matches!(parts[..], [_, "machine.json"] | [_, _, "run.json" | "wall.json" | "counts.json" | "ports.json"])
}

/// Reads the index. It is empty if the file does not exist.
pub(super) fn read(results: &Path) -> Result<Digests> {
    let path = results.join(INDEX);
    if !path.exists() {
        return Ok(Digests::new());
    }
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut index = Digests::new();
    for (n, line) in text.lines().enumerate() {
        let (digest, file) =
            line.split_once("  ").with_context(|| format!("{INDEX}:{}: expected a digest and a path", n + 1))?;
        let before = index.insert(file.to_string(), digest.to_string());
        ensure!(before.is_none(), "{INDEX}:{}: duplicate line for {file}", n + 1);
    }
    Ok(index)
}

/// Returns the SHA-256 digest of a file in hexadecimal.
pub(super) fn digest(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_sha256sum() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("abc"), "abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest(&folder.path().join("abc")).unwrap(), expected);
    }

    #[test]
    fn an_index_of_another_form_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        for (text, fault) in [("abc", ":1: expected a digest and a path"), ("0  a\n1  a\n", ":2: duplicate line for a")]
        {
            fs::write(folder.path().join(INDEX), text).unwrap();
            assert_eq!(read(folder.path()).unwrap_err().to_string(), format!("{INDEX}{fault}"));
        }
    }

    #[test]
    fn only_what_was_measured_or_read_is_indexed() {
        for path in ["m/machine.json", "m/r/run.json", "m/r/wall.json", "m/r/counts.json", "m/r/ports.json"] {
            assert!(is_indexed(path), "{path}");
        }
        for path in ["README.md", "index.html", "m/r/report.md", "m/r/bars.svg", "m/run.json", "m/r/s/run.json"] {
            assert!(!is_indexed(path), "{path}");
        }
    }
}
