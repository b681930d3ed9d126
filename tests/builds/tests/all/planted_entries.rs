//! Tests that `crates/board` does not compile if a table has one wrong entry, and that the error names the file of the
//! table.
//!
//! A proof that skips entries would accept wrong ones. Wrong entries are therefore planted at the start, at the end and
//! in between.

use std::fs;
use std::process::Command;
use std::thread;

use tempfile::tempdir;

use setwise_builds::{copy_tree, names, root};

const BOARD: &str = "crates/board/src";

/// The number of entries in each table that are changed, one at a time.
const PARTS: usize = 7;

#[test]
#[ignore = "nightly"]
fn a_wrong_entry_of_any_table_does_not_compile() {
    let tables = names(&root().join(BOARD).join("generated"));
    let tables = tables.iter().map(|name| name.to_str().unwrap()).filter(|name| *name != "mod.rs");
    assert_eq!(errors_with("degrees.rs", str::to_string), "", "the committed tables are right");
    thread::scope(|scope| {
        for table in tables {
            scope.spawn(move || (0..PARTS).for_each(|part| plant(table, part)));
        }
    });
}

/// Checks that the compiler rejects a table with one number whose last digit is wrong.
fn plant(table: &str, part: usize) {
    let errors = errors_with(table, |text| {
        let ends = ends(text);
        let end = ends[(ends.len() - 1) * part / (PARTS - 1)];
        let wrong = if &text[end..=end] == "0" { "1" } else { "0" };
        format!("{}{wrong}{}", &text[..end], &text[end + 1..])
    });
    assert!(errors.contains(&format!("{table} is wrong")), "{table}, entry {part} of {PARTS}: {errors}");
}

/// Returns the compiler errors for a copy of the crate in which one table is changed.
fn errors_with(table: &str, change: impl Fn(&str) -> String) -> String {
    let copy = tempdir().unwrap();
    copy_tree(&root().join(BOARD), copy.path());
    let path = copy.path().join("generated").join(table);
    fs::write(&path, change(&fs::read_to_string(&path).unwrap())).unwrap();
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let arguments = ["--crate-type=lib", "--edition=2024", "--emit=metadata", "--cap-lints=allow", "lib.rs"];
    let output = Command::new(compiler).args(arguments).current_dir(copy.path()).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.success(), !errors.contains("error"), "{errors}");
    errors
}

/// Returns the position of the last digit of each entry. Entries are the numbers in lines that begin with a number or with
/// a bracket.
fn ends(text: &str) -> Vec<usize> {
    let rows = text
        .split_inclusive('\n')
        .filter(|line| line.trim_start().starts_with(|first: char| first == '[' || first.is_ascii_digit()));
    let start = |row: &str| row.as_ptr() as usize - text.as_ptr() as usize;
    let is_end = |pair: &[u8]| pair[0].is_ascii_hexdigit() && !pair[1].is_ascii_alphanumeric();
    rows.flat_map(|row| {
        let ends = row.as_bytes().windows(2).enumerate().filter(|(_, pair)| is_end(pair));
        ends.map(|(n, _)| start(row) + n).collect::<Vec<_>>()
    })
    .collect()
}
