//! Compares the tables of backends in the documents, which are written by hand, with the registry.

use std::collections::BTreeSet;

use setwise::BackendId;

/// Returns the names in a column of the table with this head. A cell that starts with a bracket has none.
fn names_in_table<'a>(text: &'a str, head: &str, column: usize) -> BTreeSet<&'a str> {
    let (_, table) = text.split_once(head).unwrap_or_else(|| panic!("no table with the head {head}"));
    let rows = table.lines().skip(1).map(|row| row.trim_start_matches("//! ")).take_while(|row| row.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(column + 1)).filter(|cell| !cell.starts_with(" ("));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn the_tables_of_backends_have_those_of_the_registry() {
    let registry: BTreeSet<&str> = BackendId::ALL.iter().map(|id| id.name()).collect();
    let readme = names_in_table(include_str!("../../../README.md"), "| backend | feature | strategy |", 0);
    assert_eq!(readme, registry, "README.md");
    let page =
        names_in_table(include_str!("../../../crates/setwise/src/lib.rs"), "| feature | backends | default |", 1);
    assert_eq!(page, registry, "crates/setwise/src/lib.rs");
}
