//! Reads the source files and the documents, and checks the invariants that ARCHITECTURE.md marks with a star, the
//! inventory, and that the version is stated alike everywhere.
//!
//! Each check returns a list of objections, and a test requires that the list is empty.

mod imports;
mod links;
#[path = "../../src/relative.rs"]
mod relative;
mod rules;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// A Rust file or a Markdown document.
struct Source {
    /// The path in the workspace.
    path: String,
    text: String,
}

/// The Rust files and the documents of the workspace, except build output, recorded results and hidden folders.
static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let mut sources = Vec::new();
    walk("", &mut sources);
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() > 300, "only {} files were found", sources.len());
    sources
});

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Appends the Rust files and the documents in a folder of the workspace and in the folders below it. Hidden folders,
/// build output and recorded results below the folder are left out.
fn walk(folder: &str, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if entry.file_type().unwrap().is_dir() {
            if !(name.starts_with('.') || ["target", "dist", "node_modules", "results"].contains(&&*name)) {
                walk(&path, sources);
            }
        } else if name.ends_with(".rs") || name.ends_with(".md") {
            sources.push(Source { path, text: fs::read_to_string(entry.path()).unwrap() });
        }
    }
}

/// Checks `docs/inventory.md`: the items are complete and in order, and the tests that the table names exist. A file name
/// without a folder refers to a file in `crates/setwise/tests/patterns`.
#[test]
fn every_item_is_there_once_and_its_tests_exist() {
    let inventory = fs::read_to_string(root().join("docs/inventory.md")).unwrap();
    let rows = inventory.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| id"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect();
    let items = [('K', 19), ('G', 20), ('E', 5), ('H', 12)];
    let expected = items.into_iter().flat_map(|(text, items)| (1..=items).map(move |n| format!("{text}{n}")));
    assert!(rows.iter().map(|row| row[0]).eq(expected), "{rows:?}");
    assert!(rows.iter().all(|row| row.len() == 4 && row.iter().all(|cell| !cell.is_empty())));
    for name in rows.iter().flat_map(|row| row[3].split(", ")) {
        let (file, test) = name.trim_matches('`').split_once("::").unwrap_or_default();
        let path = if file.contains('/') { file.to_string() } else { format!("crates/setwise/tests/patterns/{file}") };
        let source = SOURCES.iter().find(|source| source.path == path);
        assert!(source.is_some_and(|source| source.text.contains(&format!("fn {test}("))), "{name} does not exist");
    }
}

/// Manifests of separate workspaces cannot inherit the version, so they must state that of the workspace. So must every
/// dependency on a package of the workspace. The manifest of the Python package and README.md must state the minimum Rust.
#[test]
fn the_version_and_the_minimum_rust_are_the_same_everywhere() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let workspace = read("Cargo.toml");
    let value = |key: &str| workspace.lines().find(|line| line.starts_with(&format!("{key} = \""))).unwrap();
    let (version, rust) = (value("version"), value("rust-version"));
    assert_eq!(version, format!("version = \"{}\"", env!("CARGO_PKG_VERSION")));
    for path in ["Cargo.toml", "bindings/python/Cargo.toml", "bindings/sql/Cargo.toml"] {
        let manifest = read(path);
        assert!(manifest.lines().any(|line| line == version), "{path}");
        let ours = manifest.lines().filter(|line| line.contains("path = \"") && line.contains("version = \""));
        assert_eq!(ours.filter(|line| !line.contains(version)).collect::<Vec<_>>(), [""; 0], "{path}");
    }
    assert!(read("bindings/python/Cargo.toml").lines().any(|line| line == rust));
    assert!(read("README.md").contains(rust.split('"').nth(1).unwrap()), "README.md does not state {rust}");
}
