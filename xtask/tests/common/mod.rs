//! What tests of copies share.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// The workspace itself.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The names in a folder, in order.
pub(crate) fn names(folder: &Path) -> Vec<OsString> {
    let mut names: Vec<OsString> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// A file, or a folder with all that is in it but what was compiled.
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
