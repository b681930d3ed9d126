//! Holds the invariants of ARCHITECTURE.md that neither the compiler nor Clippy can check, by reading every source file.
//!
//! Each check returns its objections. A test requires that there are none, and another plants a violation that must be found.

mod imports;
mod inventory;
mod rooms;
mod source;

use std::process::Command;

use crate::source::SOURCES;

#[test]
fn everything_is_in_its_room() {
    let objections: Vec<String> = rooms::CHECKS.iter().flat_map(|check| check(&SOURCES)).collect();
    assert!(objections.is_empty(), "{objections:#?}");
}

/// Prints the imports of all crates, too: `cargo test -p xtask --test tidy each_other -- --nocapture`.
#[test]
fn no_two_files_of_a_crate_import_each_other() {
    let objections = imports::objections(&SOURCES);
    assert!(objections.is_empty(), "{objections:#?}");
    println!("{}", imports::drawing(&SOURCES));
}

#[test]
fn generated_tables_are_fresh() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(["gen-tables", "--check"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
