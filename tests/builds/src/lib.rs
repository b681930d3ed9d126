//! Functions that the tests of this package share. These tests compile copies of the workspace with planted faults, the
//! example crates in `tests/downstream`, and the files that `setwise-ir` emits. The tests are slow, so this package is
//! not a default member of the workspace. Most of the tests run only at night. This command runs all of them:
//! `cargo test -p setwise-builds -- --include-ignored`.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Returns the folder of the workspace.
///
/// # Panics
///
/// Panics if this package is not two folders below the workspace.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the package is in tests/builds")
}

/// Returns the sorted names of the files and folders in a folder.
///
/// # Panics
///
/// Panics if the folder cannot be read.
#[must_use]
pub fn names(folder: &Path) -> Vec<OsString> {
    let mut names: Vec<OsString> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// Copies a file, or a folder with its contents. Build output is not copied.
///
/// # Panics
///
/// Panics if a file or folder cannot be read or written.
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

/// Returns a guard that only one test at a time can hold, and waits while another test holds the guard. A test holds
/// the guard while it uses the programs in a shared target folder.
pub fn one_at_a_time() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}
