//! Writes a self-contained module for a leaper, in one file.

mod c;
mod parts;
mod rust;

use std::fmt;
use std::str::FromStr;

use parts::Parts;

use crate::Leaper;
use crate::formula::{Formula, Operations};

/// The language of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Language {
    /// Rust, edition 2024, without the standard library.
    #[default]
    Rust,
    /// C11. A macro enables a `main` function that tests the module.
    C,
}

/// Parses `rust` or `c`.
impl FromStr for Language {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "rust" => Ok(Self::Rust),
            "c" => Ok(Self::C),
            _ => Err(format!("unknown language '{name}'; languages are rust and c")),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Rust { "rust" } else { "c" })
    }
}

/// Returns the whole text of a leaper's module: the table of 64 attack sets, lookup for one square, set-wise attacks by shifts
/// and factored, fill, squares attacked at least twice, and tests that compare all of them with a walk by coordinates.
///
/// `command` is the command that writes the module. The header names it, along with the version of this crate.
#[must_use]
pub fn module(leaper: &Leaper, language: Language, command: &str) -> String {
    let parts = Parts {
        leaper,
        by_shifts: Formula::shifts(leaper),
        factored: Formula::factored(leaper),
        by: format!("`{}`, setwise {}", in_a_comment(command), env!("CARGO_PKG_VERSION")),
    };
    match language {
        Language::Rust => rust::text(&parts),
        Language::C => c::text(&parts),
    }
}

/// Returns the text without anything that would end a comment, neither a line comment nor one in C.
fn in_a_comment(text: &str) -> String {
    text.replace(char::is_control, "?").replace("*/", "* /")
}

impl Leaper {
    /// Returns the numbers of operations in the set-wise attacks by shifts and in the factored ones.
    #[must_use]
    pub fn operations(&self) -> [Operations; 2] {
        [Formula::shifts(self).operations(), Formula::factored(self).operations()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BUILT_IN;

    /// Checks the table in the crate's documentation.
    #[test]
    fn the_documented_operations_are_those_of_the_formulas() {
        let mut expected = String::new();
        for (name, steps) in BUILT_IN {
            let [shifts, factored] = name.parse::<Leaper>().unwrap().operations();
            expected += &format!("//! | {name} | {steps} | {} | {} |\n", shifts.total(), factored.total());
        }
        assert!(include_str!("../lib.rs").contains(&expected), "the table should be:\n{expected}");
    }

    #[test]
    fn the_header_names_the_command_and_the_version() {
        for language in [Language::Rust, Language::C] {
            let text = module(&"camel".parse().unwrap(), language, "setwise gen leaper camel --out camel.x");
            let first = text.lines().next().unwrap();
            assert!(first.contains("`setwise gen leaper camel --out camel.x`, setwise 0."), "{first}");
            assert!(text.ends_with('\n') && text.lines().all(|line| line == line.trim_end()));
            let odd = module(&"camel".parse().unwrap(), language, "a\nb */ c");
            assert!(odd.lines().next().unwrap().contains("`a?b * / c`"), "a command must not end the comment");
        }
    }
}
