//! Checks that other files state the same version, and the same minimum version of Rust, as the workspace's Cargo.toml.
//!
//! The C header is checked by `cargo xtask capi --check`.

use std::fs;
use std::path::Path;

use crate::source::{SOURCES, Source};

/// The manifests that cannot inherit the version, because they belong to separate workspaces.
const SEPARATE: [&str; 2] = ["bindings/python/Cargo.toml", "bindings/sql/Cargo.toml"];

/// Documents that name other versions of Rust: past versions, and the version that a separate workspace requires.
const OTHER_RUST: [&str; 2] = ["CHANGELOG.md", "bindings/sql/"];

/// Reads a file of the repository.
fn text_of(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the value in the first line `key = "value"`, or an empty text if there is no such line.
fn value<'a>(manifest: &'a str, key: &str) -> &'a str {
    let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
    line.and_then(|rest| rest.strip_suffix('"')).unwrap_or_default()
}

/// Returns each line in which a dependency on a package of this repository has a version other than `version`.
fn versions(manifest: &str, version: &str) -> Vec<String> {
    let ours = manifest.lines().filter(|line| line.contains("path = \"") && line.contains("version = \""));
    ours.filter(|line| !line.contains(&format!("version = \"{version}\""))).map(str::to_string).collect()
}

/// Returns an objection for each document that requires a version of Rust other than `rust`. Examples are "Rust 1.80"
/// and "a Rust toolchain (1.80 or later)".
fn minimum(sources: &[Source], rust: &str) -> Vec<String> {
    let mut objections = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with(".md")) {
        if OTHER_RUST.iter().any(|path| source.path.starts_with(path)) {
            continue;
        }
        let words: Vec<&str> = source.text.split_whitespace().collect();
        for n in (0..words.len()).filter(|n| words[*n].ends_with("Rust")) {
            let following = words[n + 1..].iter().take(2);
            let numbers = following.map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()));
            for number in numbers.filter(|number| number.starts_with("1.") && *number != rust) {
                objections.push(format!("{}: Rust {number}, expected {rust}", source.path));
            }
        }
    }
    objections
}

#[test]
fn the_version_is_the_same_everywhere() {
    let workspace = text_of("Cargo.toml");
    let version = value(&workspace, "version");
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    assert_eq!(versions(&workspace, version), Vec::<String>::new());
    for path in SEPARATE {
        let manifest = text_of(path);
        assert_eq!(value(&manifest, "version"), version, "{path}");
        assert_eq!(versions(&manifest, version), Vec::<String>::new(), "{path}");
    }
    assert!(has_changes(&text_of("CHANGELOG.md"), version), "CHANGELOG.md has no changes of {version}");
}

/// Returns whether a changelog has a section for the version, or announces it under "Unreleased".
fn has_changes(changelog: &str, version: &str) -> bool {
    changelog.contains(&format!("\n## [{version}]"))
        || changelog.contains(&format!("\n## [Unreleased]\n\nThese changes will be released as {version}.\n"))
}

#[test]
fn the_minimum_rust_is_the_same_everywhere() {
    let workspace = text_of("Cargo.toml");
    let rust = value(&workspace, "rust-version");
    assert_eq!(value(&text_of("bindings/python/Cargo.toml"), "rust-version"), rust);
    assert_eq!(minimum(&SOURCES, rust), Vec::<String>::new());
    let is_stated = |source: &Source| source.path == "README.md" && source.text.contains(rust);
    assert!(SOURCES.iter().any(is_stated), "README.md does not state Rust {rust}");
}
