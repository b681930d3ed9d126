//! Code shared by the tests that copy the workspace.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Returns the folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Returns the sorted names in a folder.
pub(crate) fn names(folder: &Path) -> Vec<OsString> {
    let mut names: Vec<OsString> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// Copies a file, or a folder with its contents except build output.
pub(crate) fn copy_tree(from: &Path, to: &Path) {
    if from.is_file() {
        fs::copy(from, to).unwrap();
        return;
    }
    fs::create_dir_all(to).unwrap();
    for name in names(from).into_iter().filter(|name| name != "target") {
        copy_tree(&from.join(&name), &to.join(&name));
    }
}
