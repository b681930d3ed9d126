//! Writes and checks the header `setwise.h`, which is a template filled with the constants of patterns.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use setwise_files::write_whole;
use setwise_patterns::{Inputs, Interface, Pattern, Results, number};

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
    let part = |part: &str| part.parse::<u32>().expect("a version consists of numbers");
    let [major, minor] = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")].map(part);
    let version = (major * 1000 + minor) * 1000 + part(env!("CARGO_PKG_VERSION_PATCH"));
    let values = [
        ("@VERSION@", env!("CARGO_PKG_VERSION")),
        ("@NUMBER@", &version.to_string()),
        ("@ABI@", ABI_VERSION),
        ("@PATTERNS@\n", &constants()),
    ];
    let template = include_str!("../../../bindings/c/setwise.h.in").to_string();
    values.into_iter().fold(template, |text, (name, value)| text.replace(name, value))
}

/// Returns the constants of all patterns. A pattern of Black follows its twin of White. Consecutive patterns with the
/// same inputs and outputs share a comment, and two of them a line.
fn constants() -> String {
    let is_black = |pattern: Pattern| pattern.name().starts_with("black_");
    let twin =
        |white: Pattern| white.name().strip_prefix("white_").and_then(|name| format!("black_{name}").parse().ok());
    let first = Interface::C.patterns().filter(|pattern| !is_black(*pattern));
    let patterns: Vec<Pattern> = first.flat_map(|pattern| [pattern].into_iter().chain(twin(pattern))).collect();
    let groups = patterns.chunk_by(|a, b| signature(*a) == signature(*b));
    groups.map(|group| of_one_signature(&signature(group[0]), group)).collect()
}

/// Returns the inputs and the outputs of a pattern: `squares from -> attacks` or `knights, own -> number moves`.
fn signature(pattern: Pattern) -> String {
    let squares = if pattern.inputs_are() == Inputs::Squares { "squares " } else { "" };
    let number = if pattern.results_are() == Results::Numbers { "number " } else { "" };
    format!("{squares}{} -> {number}{}", pattern.inputs().join(", "), pattern.results().join(", "))
}

/// Returns the constants of patterns that have the same inputs and outputs.
fn of_one_signature(signature: &str, group: &[Pattern]) -> String {
    let constant =
        |pattern: &Pattern| format!("SETWISE_{} = {:#010x},", pattern.name().to_uppercase(), number(pattern.name()));
    let constants: Vec<String> = group.iter().map(constant).collect();
    let line = format!("    {} /* {signature} */\n", constants.join(" "));
    if line.len() <= WIDTH {
        return line;
    }
    let lines = constants.chunks(2).map(|line| format!("    {}\n", line.join(" ")));
    let end = format!("{signature} */");
    // The outputs and the end of the comment remain together.
    let (parts, last) = end.rsplit_once(" -> ").expect("an arrow before the outputs");
    let comment = ["    /*"].into_iter().chain(parts.split(' ')).chain(["->", last]);
    wrapped(comment, "     * ") + &lines.collect::<String>()
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
    fn the_header_is_short() {
        let (text, constants) = (text(), constants());
        assert!(text.lines().count() <= 500, "{} lines", text.lines().count());
        assert!(constants.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(constants.matches(" = 0x").count(), Interface::C.patterns().count());
    }
}
