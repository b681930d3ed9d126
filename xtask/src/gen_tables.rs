//! `cargo xtask gen-tables`: writes the generated tables of `crates/board`, or checks that they are up to date.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use setwise_codegen::{COMMAND, FOLDER, GeneratedFile, files};
use setwise_files::ending::print_line;
use setwise_files::write_whole;

/// Writes the generated tables in the workspace `root`, and removes other files from their folder.
pub(crate) fn write(root: &Path) -> Result<()> {
    let folder = root.join(FOLDER);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let files = files();
    for stranger in strangers(root, &files)? {
        fs::remove_file(&stranger).with_context(|| format!("cannot remove {}", stranger.display()))?;
        print_line(format_args!("removed {}", stranger.display()))?;
    }
    for file in files {
        let path = path(root, &file);
        if fs::read_to_string(&path).is_ok_and(|old| old == file.text) {
            continue;
        }
        write_whole(&path, &file.text).with_context(|| format!("cannot write {}", path.display()))?;
        print_line(format_args!("wrote {}", path.display()))?;
    }
    print_line(format_args!("the generated files are up to date"))?;
    Ok(())
}

/// Returns an error if the generated tables in the workspace `root` differ from what [`write()`] would write. The error
/// names the command that updates the tables.
pub(crate) fn check(root: &Path) -> Result<()> {
    let files = files();
    let mut stale: Vec<PathBuf> = strangers(root, &files)?;
    for file in files {
        let path = path(root, &file);
        if fs::read_to_string(&path).ok() != Some(file.text) {
            stale.push(path);
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = stale.iter().map(|path| format!("  {}", path.display())).collect();
    bail!("generated files are out of date:\n{}\nfix with: {COMMAND}", list.join("\n"));
}

fn path(root: &Path, file: &GeneratedFile) -> PathBuf {
    root.join(FOLDER).join(&file.name)
}

/// Returns what is in the folder of the generated tables, but is not a generated file. If the folder is missing, returns
/// nothing.
fn strangers(root: &Path, files: &[GeneratedFile]) -> Result<Vec<PathBuf>> {
    let folder = root.join(FOLDER);
    let mut strangers = Vec::new();
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(strangers) };
    for entry in entries {
        let found = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        if !files.iter().any(|file| path(root, file) == found) {
            strangers.push(found);
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
}
