//! Files of the repository that tests write and check: pages of the documentation, and modules.

use std::path::Path;
use std::{env, fs};

/// Checks that a file has this text. If the environment variable `SETWISE_WRITE_PAGES` is set, writes the text first. `file` is
/// a path from the root of the repository. `tests` is the part of the `cargo test` command that selects the test; the
/// message shows it.
///
/// # Panics
///
/// Panics if the file has another text, with the command that writes it, or if the file cannot be written.
pub fn check(file: &str, text: &str, tests: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if env::var_os("SETWISE_WRITE_PAGES").is_some() {
        fs::write(&path, text).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let is_fresh = fs::read_to_string(path).is_ok_and(|old| old == text);
    assert!(is_fresh, "{file} is out of date; fix with: SETWISE_WRITE_PAGES=1 cargo test {tests}");
}
