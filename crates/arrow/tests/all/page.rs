//! The page on columns.

use setwise_arrow::{COLUMNS, Column, In, Layout, SCHEMA_VERSION};

/// The page that explains the columns.
const PAGE: &str = include_str!("../../../../docs/columns.md");

/// Returns the table of columns as the page has it.
fn table() -> String {
    let mut table = String::new();
    for Column { name, data_type, found, meaning } in COLUMNS {
        let files = match found {
            In::All => "all",
            In::Layout(Layout::Absolute) => "absolute",
            In::Layout(Layout::Relative) => "relative",
            In::Some => "some",
        };
        let data_type = data_type.to_string().to_lowercase();
        table += &format!("| `{name}` | {data_type} | {files} | {meaning} |\n");
    }
    table
}

#[test]
fn the_page_lists_the_columns() {
    assert!(PAGE.contains(&table()), "the table in docs/columns.md must be:\n\n{}", table());
    assert!(PAGE.contains(&format!("`setwise.schema`, the version of these columns, now {SCHEMA_VERSION}")));
}
