//! Deleting the generated folder and running the command restores it byte for byte, in a copy of the workspace.
//!
//! The command is built in the copy, where the generated files are gone: were xtask ever to depend on a crate that needs
//! them, this would fail.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Of the workspace, all that cargo must see to build xtask.
const COPIED: [&str; 6] = ["Cargo.toml", "Cargo.lock", ".cargo", "crates", "benches", "xtask"];

const GENERATED: &str = "crates/board/src/generated";

#[test]
fn cargo_xtask_gen_tables_restores_a_deleted_folder_byte_for_byte() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let copy = tempfile::tempdir().unwrap();
    for name in COPIED {
        copy_tree(&root.join(name), &copy.path().join(name));
    }
    fs::remove_dir_all(copy.path().join(GENERATED)).unwrap();

    let output = Command::new(env!("CARGO"))
        .args(["xtask", "gen-tables"])
        .current_dir(copy.path())
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("restore"))
        .env_remove("CARGO_MANIFEST_DIR")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let (committed, restored) = (root.join(GENERATED), copy.path().join(GENERATED));
    assert_eq!(names(&committed), names(&restored));
    for name in names(&committed) {
        assert_eq!(fs::read(committed.join(&name)).unwrap(), fs::read(restored.join(&name)).unwrap(), "{name:?}");
    }
}

fn names(folder: &Path) -> Vec<OsString> {
    let mut names: Vec<OsString> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

fn copy_tree(from: &Path, to: &Path) {
    if from.is_file() {
        fs::copy(from, to).unwrap();
        return;
    }
    fs::create_dir_all(to).unwrap();
    for name in names(from) {
        copy_tree(&from.join(&name), &to.join(&name));
    }
}
