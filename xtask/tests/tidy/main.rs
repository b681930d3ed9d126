//! Reads the source files, and checks the inventory and the invariants that ARCHITECTURE.md marks with a star.
//!
//! Each check returns a list of objections, and a test requires that the list is empty. The checks that follow imports and
//! links are long, so other tests plant violations that these checks must find.

mod imports;
mod links;
#[path = "../../src/relative.rs"]
mod relative;
mod rooms;
mod rust_versions;
mod source;
mod stated_once;

use crate::source::{SOURCES, Source};

/// Returns the cells of the rows in `docs/inventory.md`. Each row contains an item, and the tests for this item.
fn rows(inventory: &str) -> Vec<Vec<&str>> {
    let rows = inventory.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| id"));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// Returns the names of tests in `rows` that do not exist. A file name without a folder refers to a file in
/// `crates/setwise/tests/patterns`.
fn missing<'a>(rows: &[Vec<&'a str>], sources: &[Source]) -> Vec<&'a str> {
    let is_there = |name: &&str| {
        let (file, test) = name.trim_matches('`').split_once("::").unwrap_or_default();
        let path = if file.contains('/') { file.to_string() } else { format!("crates/setwise/tests/patterns/{file}") };
        let source = sources.iter().find(|source| source.path == path);
        source.is_some_and(|source| source.has(&["[", "test", "]", "fn", test, "("]))
    };
    rows.iter().flat_map(|row| row[3].split(", ")).filter(|name| !is_there(name)).collect()
}

fn inventory() -> &'static str {
    &SOURCES.iter().find(|source| source.path == "docs/inventory.md").unwrap().text
}

#[test]
fn every_item_is_there_once_and_in_order() {
    let expected: Vec<String> = [('K', 19), ('G', 20), ('E', 5), ('H', 12)]
        .into_iter()
        .flat_map(|(text, items)| (1..=items).map(move |n| format!("{text}{n}")))
        .collect();
    let rows = rows(inventory());
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), expected);
    assert!(rows.iter().all(|row| row.len() == 4 && row.iter().all(|cell| !cell.is_empty())));
}

#[test]
fn every_test_that_is_named_exists() {
    assert_eq!(missing(&rows(inventory()), &SOURCES), Vec::<&str>::new());
}
