//! Writes a self-contained module for a leaper, in one file.

mod c;
mod rust;

use std::fmt;
use std::str::FromStr;

use crate::Leaper;
use crate::formula::{Formula, Operations, Style};
use crate::render::{hex, row_of_boards, row_of_values, square_name};

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

/// The parts of a module that are the same in every language.
struct Parts<'a> {
    leaper: &'a Leaper,
    by_shifts: Formula,
    factored: Formula,
    /// The command and the version.
    by: String,
}

impl Parts<'_> {
    /// Returns the suffix of the cheaper formula. If both cost the same, it is the factored one, which has the shorter dependency
    /// chain.
    fn cheapest(&self) -> &'static str {
        let [shifts, factored] = self.leaper.operations();
        if shifts.total() < factored.total() { "by_shifts" } else { "factored" }
    }

    /// Returns the steps in words: `(3, 1)`, or `(3, 1) and (2, 1)`.
    fn steps(&self) -> String {
        let steps: Vec<String> = self.leaper.steps().iter().map(|(long, short)| format!("({long}, {short})")).collect();
        steps.join(" and ")
    }

    /// Returns the values of the table, each written by `value`, one row a rank, with boards drawn above them.
    fn table(&self, value: impl Fn(u64) -> String) -> String {
        let mut text = String::new();
        for (rank, row) in self.leaper.attacks().chunks(8).enumerate() {
            let squares: Vec<usize> = (8 * rank..8 * rank + 8).collect();
            let captions: Vec<String> = squares.iter().map(|&square| square_name(square)).collect();
            text += &row_of_boards("    ", &captions, &squares, row);
            text += &row_of_values("    ", row.iter().map(|&set| value(set)));
        }
        text
    }

    /// Returns the statements of a formula, where `bind` is the language's syntax to bind a name, and the result.
    fn statements(formula: &Formula, bind: &str, style: Style) -> (String, String) {
        let bound =
            formula.bound.iter().map(|(name, term)| format!("    {bind} {name} = {};\n", term.text(style))).collect();
        (bound, formula.result.text(style))
    }

    /// Returns the deltas as a list of pairs with the given brackets.
    fn deltas(&self, [open, close]: [&str; 2]) -> String {
        let deltas: Vec<String> =
            self.leaper.deltas().iter().map(|(df, dr)| format!("{open}{df}, {dr}{close}")).collect();
        deltas.join(", ")
    }
}

fn counted(operations: Operations) -> String {
    let Operations { shifts, masks, unions } = operations;
    format!("{} operations: {shifts} shifts, {masks} masks, {unions} unions", operations.total())
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
