//! Checks that the inventory names every item once, and that every test it names exists.
// Reads source files, which an emulated or sandboxed target may not see.
#![cfg(not(target_family = "wasm"))]

use std::fs;
use std::path::Path;

const INVENTORY: &str = include_str!("../../../docs/inventory.md");

fn rows() -> Vec<Vec<&'static str>> {
    let rows = INVENTORY.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| id"));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

#[test]
fn every_item_is_there_once_and_in_order() {
    let expected: Vec<String> = [('K', 19), ('G', 20), ('E', 5), ('H', 12)]
        .into_iter()
        .flat_map(|(text, items)| (1..=items).map(move |n| format!("{text}{n}")))
        .collect();
    let found: Vec<&str> = rows().iter().map(|row| row[0]).collect();
    assert_eq!(found, expected);
    assert!(rows().iter().all(|row| row.len() == 4 && row.iter().all(|cell| !cell.is_empty())));
}

#[test]
fn every_test_that_is_named_exists() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    for row in rows() {
        for name in row[3].split(", ") {
            let (file, test) = name.trim_matches('`').split_once("::").unwrap_or_else(|| panic!("{name}"));
            let folder = if file.contains('/') { package.join("../..") } else { package.join("tests") };
            let path = folder.join(file);
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let place = text.find(&format!("fn {test}(")).unwrap_or_else(|| panic!("{file} has no {test}"));
            let before = text[..place].trim_end().lines().last().unwrap_or_default();
            assert!(before.trim_start().starts_with("#["), "{file}: {test} is not a test");
        }
    }
}
