//! The page on columns.

use setwise_arrow::{COLUMNS, Column, SCHEMA_VERSION};

/// The page that explains the columns.
const PAGE: &str = include_str!("../../../../docs/columns.md");

/// Returns the table of columns as the page has it.
fn table() -> String {
    let mut table = String::new();
    for Column { name, column_type, found, meaning } in COLUMNS {
        table += &format!("| `{name}` | {column_type} | {found} | {meaning} |\n");
    }
    table
}

#[test]
fn the_page_lists_the_columns() {
    assert!(PAGE.contains(&table()), "the table in docs/columns.md must be:\n\n{}", table());
    assert!(PAGE.contains(&format!("`setwise.schema`, the version of these columns, now {SCHEMA_VERSION}")));
}
