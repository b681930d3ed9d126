//! The proofs of the tables are proofs: with one wrong entry the crate does not compile, and the error names the file.
//!
//! A loop that never runs proves nothing and compiles as well, so wrong entries are planted at the start, at the end and between.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::thread;

use tempfile::tempdir;

const BOARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/board/src");

#[test]
fn a_wrong_entry_of_any_table_does_not_compile() {
    assert_eq!(errors_with("degrees.rs", |text| text.to_string()), "", "the committed tables are right");
    let names = fs::read_dir(Path::new(BOARD).join("generated")).unwrap().map(|file| file.unwrap().file_name());
    let tables: Vec<String> = names.map(|name| name.into_string().unwrap()).filter(|name| name != "mod.rs").collect();
    assert!(tables.len() > 5);
    thread::scope(|scope| {
        for table in &tables {
            scope.spawn(move || (0..4).for_each(|part| plant(table, part)));
        }
    });
}

/// Changes a digit in the middle and the last digit of one number: the first, the last, and two between.
fn plant(table: &str, part: usize) {
    for last in [false, true] {
        let errors = errors_with(table, |text| {
            let numbers = numbers(text);
            let number = &numbers[(numbers.len() - 1) * part / 3];
            let digit = if last { number.end - 1 } else { number.start + number.len() / 2 };
            let wrong = if &text[digit..=digit] == "0" { "1" } else { "0" };
            format!("{}{wrong}{}", &text[..digit], &text[digit + 1..])
        });
        assert!(errors.contains(&format!("{table} is wrong")), "{table}, number {part} of 4: {errors}");
    }
}

/// What the compiler says of the crate with one of its tables changed.
fn errors_with(table: &str, change: impl Fn(&str) -> String) -> String {
    let copy = tempdir().unwrap();
    copy_sources(Path::new(BOARD), copy.path());
    let path = copy.path().join("generated").join(table);
    fs::write(&path, change(&fs::read_to_string(&path).unwrap())).unwrap();
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let arguments = ["--crate-type=lib", "--edition=2024", "--emit=metadata", "lib.rs"];
    let output = Command::new(compiler).args(arguments).current_dir(copy.path()).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.success(), !errors.contains("error"), "{errors}");
    errors
}

/// Where the entries of tables stand: numbers in lines that are neither comments nor declarations.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut numbers = Vec::new();
    let mut start = 0;
    for entry in text.split_inclusive([',', '\n']) {
        let line = &text[text[..start].rfind('\n').map_or(0, |end| end + 1)..];
        let of_table = line.trim_start().starts_with(|first: char| first == '[' || first.is_ascii_digit());
        let number = entry.trim_matches(|other: char| !other.is_ascii_alphanumeric());
        if of_table && !number.is_empty() {
            let from = start + entry.find(number).expect("a part of the entry");
            numbers.push(from..from + number.len());
        }
        start += entry.len();
    }
    numbers
}

fn copy_sources(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy_sources(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}
