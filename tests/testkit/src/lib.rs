//! Tools for testing and measuring setwise: an oracle, a conformance suite, seeded sets, real games.
//!
//! - [`oracle`]: attacks and patterns by walking coordinates, without bit tricks;
//! - [`conformance`]: the suite that every backend must pass, and why passing it is a proof;
//! - [`counterexample`]: published formulas that are wrong, with the squares on which they fail;
//! - [`games`]: famous master games, which are embedded, and the positions of these games;
//! - [`generated`]: writes and checks the pages and modules that tests generate;
//! - [`leapers`]: two modules for leapers, which the program `setwise` generated;
//! - [`pgn`]: random legal games, and their text in several styles;
//! - [`placements`]: random placements for the kernels about legal moves;
//! - [`positions`]: positions as sets, read from FEN or EPD lines;
//! - [`random`]: seeded sets that never change between versions, and the published sequence of sets with its hash;
//! - [`selected`]: the backends that tests run, which an environment variable can restrict;
//! - [`skip`]: how a test reports that this machine lacks something that the test needs;
//! - [`view`]: positions from the point of view of one side, with fields that are named after the inputs of patterns.
#![forbid(unsafe_code)]

pub mod conformance;
pub mod counterexample;
pub mod games;
pub mod oracle;
pub mod pgn;
pub mod placements;
pub mod positions;
pub mod random;
pub mod selected;
pub mod skip;
pub mod view;

/// Files of the repository that tests write and check.
pub mod generated {
    use std::path::Path;
    use std::{env, fs};

    /// Checks that a file contains exactly this text. If the environment variable `SETWISE_WRITE_PAGES` is set, writes
    /// the text first. `file` is a path from the root of the repository. `tests` is the part of the `cargo test`
    /// command that selects the test. The panic message contains this part.
    ///
    /// # Panics
    ///
    /// Panics if the file contains a different text, or if the file cannot be written. The message shows the command
    /// that updates the file.
    pub fn check(file: &str, text: &str, tests: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
        if env::var_os("SETWISE_WRITE_PAGES").is_some() {
            fs::write(&path, text).unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        let is_fresh = fs::read_to_string(path).is_ok_and(|old| old == text);
        assert!(is_fresh, "{file} is out of date; fix with: SETWISE_WRITE_PAGES=1 cargo test {tests}");
    }
}

/// Examples of the modules that `setwise gen leaper NAME --out NAME.rs` writes. `tests/builds` compiles the modules of
/// all leapers. The program's test `generate` compares these two modules with the program's output. The
/// test can also rewrite the modules: `SETWISE_WRITE_PAGES=1 cargo test -p setwise-cli --test all modules`.
pub mod leapers {
    pub mod king;
    pub mod knight;
}

/// Runs the code in the README as doc tests. The test kit runs this code because the README is outside every published
/// package.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the code in a chapter of the guide as doc tests. The chapter is outside every published package.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/own-pattern.md")]
struct Guide;

/// Compares the handwritten tables of backends in the documents with the registry.
#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use setwise::BackendId;

    /// Returns the names in a column of the table that starts with the line `head`. A cell that starts with a
    /// parenthesis contains no name.
    fn names_in_table<'a>(text: &'a str, head: &str, column: usize) -> BTreeSet<&'a str> {
        let (_, table) = text.split_once(head).unwrap_or_else(|| panic!("no table with the head {head}"));
        let rows =
            table.lines().skip(1).map(|row| row.trim_start_matches("//! ")).take_while(|row| row.starts_with('|'));
        let cells = rows.filter_map(|row| row.split('|').nth(column + 1)).filter(|cell| !cell.starts_with(" ("));
        cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
    }

    #[test]
    fn the_tables_of_backends_have_those_of_the_registry() {
        let registry: BTreeSet<&str> = BackendId::ALL.iter().map(|id| id.name()).collect();
        let text = include_str!("../../../docs/backends.md");
        assert_eq!(names_in_table(text, "| backend | feature | strategy |", 0), registry, "docs/backends.md");
        let page =
            names_in_table(include_str!("../../../crates/setwise/src/lib.rs"), "| feature | backends | default |", 1);
        assert_eq!(page, registry, "crates/setwise/src/lib.rs");
    }
}
