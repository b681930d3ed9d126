//! `cargo xtask gen-tables`: writes the const tables, or says that they are stale.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use setwise_codegen::{COMMAND, GeneratedFile, files};

/// Writes every generated file below the workspace `root`, and removes what does not belong into the folder.
pub(crate) fn write(root: &Path) -> Result<()> {
    let folder = folder(root);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for stranger in strangers(&folder)? {
        fs::remove_file(&stranger).with_context(|| format!("cannot remove {}", stranger.display()))?;
        println!("removed {}", stranger.display());
    }
    for GeneratedFile { name, text } in files() {
        let path = folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrote {}", path.display());
    }
    println!("the generated tables are fresh");
    Ok(())
}

/// Fails if a file below the workspace `root` differs from what [`write()`] would leave there. The error is the command that mends it.
pub(crate) fn check(root: &Path) -> Result<()> {
    let folder = folder(root);
    let mut stale: Vec<PathBuf> = strangers(&folder)?;
    for GeneratedFile { name, text } in files() {
        let path = folder.join(name);
        if fs::read_to_string(&path).ok() != Some(text) {
            stale.push(path);
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = stale.iter().map(|path| format!("  {}", path.display())).collect();
    bail!("generated tables are stale:\n{}\nmend with: {COMMAND}", list.join("\n"));
}

fn folder(root: &Path) -> PathBuf {
    root.join("crates/board/src/generated")
}

/// The files of the folder that no generator wrote; none where the folder is missing.
fn strangers(folder: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let known = files();
    let mut strangers = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        if !known.iter().any(|file| path.file_name().is_some_and(|name| name == file.name)) {
            strangers.push(path);
        }
    }
    Ok(strangers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_tables_are_fresh() {
        check(&crate::workspace_root()).unwrap();
    }

    #[test]
    fn a_changed_a_missing_and_a_foreign_file_are_named_with_the_command_that_mends_them() {
        let copy = tempfile::tempdir().unwrap();
        let error = check(copy.path()).unwrap_err().to_string();
        assert!(error.contains("mod.rs") && error.ends_with("mend with: cargo xtask gen-tables"), "{error}");

        write(copy.path()).unwrap();
        check(copy.path()).unwrap();
        let path = folder(copy.path()).join("lines.rs");
        let changed = fs::read_to_string(&path).unwrap().replacen("0xFF", "0xFE", 1);
        fs::write(&path, changed).unwrap();
        fs::write(folder(copy.path()).join("stranger.rs"), "").unwrap();
        let error = check(copy.path()).unwrap_err().to_string();
        assert!(error.contains("lines.rs") && error.contains("stranger.rs") && !error.contains("mod.rs"), "{error}");

        write(copy.path()).unwrap();
        check(copy.path()).unwrap();
    }
}
