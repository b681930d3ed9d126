//! The common code of the tests in `tests/`. They compile other crates: copies of the workspace with planted faults,
//! the crates in `tests/downstream`, as users write them, and the files that `setwise-ir` emits. They take longer than
//! all other tests, so this package is not a default member of the workspace: `cargo test -p setwise-builds` runs them,
//! as CI does.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Returns the folder of the workspace.
///
/// # Panics
///
/// If this package is not two folders below the workspace.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the package is in tests/builds")
}

/// Returns the sorted names in a folder.
///
/// # Panics
///
/// If the folder cannot be read.
#[must_use]
pub fn names(folder: &Path) -> Vec<OsString> {
    let mut names: Vec<OsString> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// Copies a file, or a folder with its contents except build output.
///
/// # Panics
///
/// If something cannot be read or written.
pub fn copy_tree(from: &Path, to: &Path) {
    if from.is_file() {
        fs::copy(from, to).unwrap();
        return;
    }
    fs::create_dir_all(to).unwrap();
    for name in names(from).into_iter().filter(|name| name != "target") {
        copy_tree(&from.join(&name), &to.join(&name));
    }
}

/// Waits until no other test holds the returned guard. These tests share a target folder, and therefore the programs in
/// it.
pub fn one_at_a_time() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}
