//! A mark in the page that identifies its sources, so that a program never contains a page that was built from other
//! sources.
//!
//! `cargo xtask web` puts the mark into the page, and the build script compares it with the current sources. Both
//! compile this file.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The crates that the modules of the page are compiled from.
const CRATES: [&str; 9] = [
    "bindings/web",
    "crates/board",
    "crates/core",
    "crates/patterns",
    "crates/positions",
    "crates/ir",
    "crates/rounds",
    "crates/setwise",
    "crates/simd",
];

/// The other files and folders that the page is made of.
const OTHERS: [&str; 7] = [
    "Cargo.lock",
    "Cargo.toml",
    "crates/cli/src/bench/positions.fen",
    "bindings/web/page/index.html",
    "bindings/web/page/src",
    "bindings/web/page/style",
    "xtask/src/web",
];

/// Returns the element that a page built from the current sources contains.
///
/// # Errors
///
/// Returns the I/O error if a source cannot be read.
pub(crate) fn mark(root: &Path) -> io::Result<String> {
    // The hashes of another release of the standard library may differ. Then the page counts as built from other sources.
    let mut hasher = DefaultHasher::new();
    for source in sources() {
        hash(root, Path::new(&source), &mut hasher)?;
    }
    Ok(format!(r#"<meta name="sources" content="{:016x}">"#, hasher.finish()))
}

/// Returns the files and folders that the page is made of, from the root of the repository.
pub(crate) fn sources() -> impl Iterator<Item = String> {
    let crates = CRATES.iter().flat_map(|folder| ["Cargo.toml", "src"].map(|name| format!("{folder}/{name}")));
    crates.chain(OTHERS.map(String::from))
}

/// Hashes the name and the content of a file, or of all files in a folder.
fn hash(root: &Path, path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    let whole = root.join(path);
    if !whole.is_dir() {
        (path, fs::read(whole)?).hash(hasher);
        return Ok(());
    }
    let entries = fs::read_dir(whole)?.map(|entry| Ok(path.join(entry?.file_name())));
    let mut entries = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    entries.iter().try_for_each(|entry| hash(root, entry, hasher))
}
