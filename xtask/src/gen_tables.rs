//! `cargo xtask gen-tables`: writes the generated tables of `crates/board`, or checks that they are up to date.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use setwise_codegen::{COMMAND, FOLDER, GeneratedFile, files};
use setwise_files::ending::print_line;
use setwise_files::write_whole;

/// Writes the generated tables in the workspace `root`, and removes other files and links from their folder. Does not
/// write or remove anything outside this folder.
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

/// Returns what is in the folder of the generated tables, but is not a generated file. A symbolic link is not a generated
/// file, whatever its name. If the folder is missing, returns nothing.
///
/// # Errors
///
/// Returns an error if the folder cannot be listed, or if it is a symbolic link.
fn strangers(root: &Path, files: &[GeneratedFile]) -> Result<Vec<PathBuf>> {
    let folder = root.join(FOLDER);
    let mut strangers = Vec::new();
    ensure!(!folder.is_symlink(), "{} is a symbolic link, expected a folder", folder.display());
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(strangers) };
    for entry in entries {
        let found = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        if found.is_symlink() || !files.iter().any(|file| path(root, file) == found) {
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

    #[test]
    fn a_changed_a_missing_and_a_foreign_file_are_named_with_the_command_that_mends_them() {
        let copy = tempfile::tempdir().unwrap();
        let error = check(copy.path()).unwrap_err().to_string();
        assert!(error.contains("mod.rs") && error.ends_with("fix with: cargo xtask gen-tables"), "{error}");

        write(copy.path()).unwrap();
        check(copy.path()).unwrap();
        let path = copy.path().join(FOLDER).join("lines.rs");
        let changed = fs::read_to_string(&path).unwrap().replacen("0xFF", "0xFE", 1);
        fs::write(&path, changed).unwrap();
        fs::write(copy.path().join(FOLDER).join("stranger.rs"), "").unwrap();
        let error = check(copy.path()).unwrap_err().to_string();
        assert!(error.contains("lines.rs") && error.contains("stranger.rs") && !error.contains("mod.rs"), "{error}");

        write(copy.path()).unwrap();
        check(copy.path()).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_or_removed_through_a_link() {
        use std::os::unix::fs::symlink;

        let (copy, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(copy.path()).unwrap();
        let (table, target) = (copy.path().join(FOLDER).join("lines.rs"), outside.path().join("target.rs"));
        fs::rename(&table, &target).unwrap();
        symlink(&target, &table).unwrap();
        // The link leads to the right text, but it is not the generated file.
        assert!(check(copy.path()).unwrap_err().to_string().contains("lines.rs"));
        fs::write(&target, "kept").unwrap();
        write(copy.path()).unwrap();
        check(copy.path()).unwrap();
        assert!(!table.is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "kept");

        let folder = copy.path().join(FOLDER);
        fs::remove_dir_all(&folder).unwrap();
        symlink(outside.path(), &folder).unwrap();
        for error in [write(copy.path()), check(copy.path())].map(Result::unwrap_err) {
            assert!(error.to_string().ends_with("is a symbolic link, expected a folder"), "{error}");
        }
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    }
}
