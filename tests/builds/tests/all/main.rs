//! Tests that compile other crates.

mod downstream;
mod planted_entries;
mod workspace_copy;
