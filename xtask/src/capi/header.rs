//! Writes and checks the header `setwise.h`, which is a template filled with the declarations of patterns.
//!
//! Both the declarations and the functions of `bindings/c` come from the catalogue of patterns. They therefore have the
//! same names, and their arguments are in the same order.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use setwise_files::write_whole;
use setwise_patterns::{Door, Inputs, Pattern, Results};

/// The path of the header in the workspace.
pub(super) const PATH: &str = "bindings/c/include/setwise.h";

/// The command that writes the header.
const COMMAND: &str = "cargo xtask capi --header";

/// The version of the binary interface. A test of `bindings/c` compares the version in the header with that of the
/// library.
pub(super) const ABI_VERSION: &str = "1";

pub(super) fn write(root: &Path) -> Result<()> {
    let path = root.join(PATH);
    write_whole(&path, &text()).with_context(|| format!("cannot write {}", path.display()))
}

/// Fails if the header differs from what [`write()`] would write.
pub(super) fn check(root: &Path) -> Result<()> {
    let is_fresh = fs::read_to_string(root.join(PATH)).is_ok_and(|old| old == text());
    ensure!(is_fresh, "{PATH} is out of date\nfix with: {COMMAND}");
    Ok(())
}

fn text() -> String {
    let patterns: String = Door::C.patterns().map(declarations).collect();
    let number = |part: &str| part.parse::<u32>().expect("a version consists of numbers");
    let [major, minor] = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")].map(number);
    let number = (major * 1000 + minor) * 1000 + number(env!("CARGO_PKG_VERSION_PATCH"));
    let values = [
        ("@VERSION@", env!("CARGO_PKG_VERSION")),
        ("@NUMBER@", &number.to_string()),
        ("@MAJOR@", env!("CARGO_PKG_VERSION_MAJOR")),
        ("@MINOR@", env!("CARGO_PKG_VERSION_MINOR")),
        ("@PATCH@", env!("CARGO_PKG_VERSION_PATCH")),
        ("@ABI@", ABI_VERSION),
        ("@PATTERNS@\n", &patterns),
    ];
    let template = include_str!("../../../bindings/c/setwise.h.in").to_string();
    values.into_iter().fold(template, |text, (name, value)| text.replace(name, value))
}

/// A form in which the C library offers a pattern, such as `map`: its name, and the type and length of an output.
pub(super) struct Form {
    pub(super) name: &'static str,
    pub(super) element: &'static str,
    /// The number of elements, or `None` if it is the number of boards.
    pub(super) words: Option<usize>,
}

const MAP: Form = Form { name: "map", element: "uint64_t", words: None };
const COUNTS: Form = Form { name: "counts", element: "uint8_t", words: None };
const TOTAL: Form = Form { name: "total", element: "uint64_t", words: Some(1) };
const HEAT: Form = Form { name: "heat", element: "uint64_t", words: Some(64) };

/// Returns the forms that a pattern has.
pub(super) fn forms(pattern: Pattern) -> &'static [Form] {
    match (pattern.inputs_are(), pattern.results_are()) {
        (Inputs::Squares, _) => &[MAP],
        (_, Results::Sets) => &[MAP, COUNTS, TOTAL, HEAT],
        (_, Results::Numbers) => &[MAP, TOTAL],
    }
}

/// Returns the C type of the elements of an input.
pub(super) fn input_element(pattern: Pattern) -> &'static str {
    if pattern.inputs_are() == Inputs::Squares { "uint8_t" } else { "uint64_t" }
}

/// Returns the definition of a pattern as a comment, and the declaration of each form.
fn declarations(pattern: Pattern) -> String {
    let comment = format!("/* {} */", pattern.definition());
    let mut text = wrapped(comment.split(' '), " * ");
    for form in forms(pattern) {
        let inputs = pattern.inputs().iter().map(|name| format!("const {} *{name}", input_element(pattern)));
        let outputs = pattern.results().iter().map(|name| match form.words {
            None | Some(1) => format!("{} *{name}", form.element),
            Some(words) => format!("{} {name}[{words}]", form.element),
        });
        let mut parts: Vec<String> = inputs.chain(outputs).map(|argument| argument + ",").collect();
        parts[0] = format!("int setwise_{}_{}({}", form.name, pattern.name(), parts[0]);
        parts.push("size_t length);".into());
        text += &wrapped(parts.iter().map(String::as_str), "    ");
    }
    text + "\n"
}

/// The greatest length of a line.
const WIDTH: usize = 120;

/// Joins parts with spaces into lines. All lines after the first start with `indent`.
fn wrapped<'a>(parts: impl Iterator<Item = &'a str>, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for part in parts {
        let line = lines.last_mut().expect("there is a first line");
        if line.is_empty() {
            line.push_str(part);
        } else if line.len() + 1 + part.len() <= WIDTH {
            *line += &format!(" {part}");
        } else {
            lines.push(format!("{indent}{part}"));
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_header_is_fresh() {
        check(&crate::workspace_root()).unwrap();
    }

    #[test]
    fn a_changed_or_missing_header_is_named_with_the_command_that_mends_it() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join(PATH);
        assert!(check(root.path()).unwrap_err().to_string().ends_with("fix with: cargo xtask capi --header"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        write(root.path()).unwrap();
        check(root.path()).unwrap();
        fs::write(&path, fs::read_to_string(&path).unwrap().replacen("const uint64_t *own,", "", 1)).unwrap();
        assert!(check(root.path()).is_err());
    }

    #[test]
    fn long_texts_are_broken_between_parts() {
        let lines = wrapped(["word"; 60].into_iter(), "    ");
        assert!(lines.lines().count() == 3 && lines.lines().all(|line| line.len() <= WIDTH), "{lines}");
        assert_eq!(lines.split_whitespace().count(), 60);
    }
}
