//! Writes the functions of one board, and their test.

use super::{STYLE, statements};
use crate::Program;
use crate::emit::module::{Function, Module};
use crate::emit::spelling::Spelling;
use crate::emit::{InstructionSet, Language};

const SPELLING: Spelling = Spelling { language: Language::Rust, set: InstructionSet::Scalar };

/// Returns the table, the functions and the test.
pub(super) fn text(module: &Module<'_>) -> String {
    let (name, upper) = (module.program.name(), module.program.name().to_uppercase());
    let table: String =
        module.table().map(|(rank, row)| format!("    // {rank}\n    {},\n", SPELLING.literals(&row))).collect();
    let setwise = function(&module.functions[0], &format!("`{name}` for any set of squares"));
    let of_leaper = module.leaper.map(|(leaper, at_least_two)| of_leaper(module, leaper, at_least_two));
    format!(
        "
//! `{name}` for a single square, from a table, and for any set of squares.
//!
//! A set of squares is 64 bits: a1 = bit 0, b1 = bit 1, h8 = bit 63. A square is the number of its bit.
#![allow(dead_code, reason = \"a program may use only some of the functions\")]

/// The results of `{name}` for single squares, a1 first, h8 last.
{STYLE}#[rustfmt::skip]
pub static {upper}: [u64; 64] = [
{table}];

/// Computes `{name}` for a single square, 0 for a1 to 63 for h8.
///
/// # Panics
///
/// Panics if `square` is greater than 63.
#[inline]
#[must_use]
pub fn {name}(square: usize) -> u64 {{
    {upper}[square]
}}
{setwise}{}{}",
        of_leaper.unwrap_or_default(),
        test(module),
    )
}

/// Returns a function that takes any set.
fn function(function: &Function, computes: &str) -> String {
    let [input, result] = function.of_one_board();
    let is_unused = function.unused(&[String::new()]).next().is_some();
    let unused = if is_unused { format!("    let _ = {input};\n") } else { String::new() };
    let statements = statements(&function.lowered, SPELLING, &function.name, 1, |_| false, |_| true);
    format!(
        "
/// Computes {computes}.
#[allow(clippy::let_and_return, reason = \"every step has a name\")]
#[inline]
#[must_use]
{STYLE}#[rustfmt::skip]
pub const fn {}({input}: u64) -> u64 {{
{unused}{statements}    {result}
}}
",
        function.name
    )
}

/// Returns the further functions of a leaper.
fn of_leaper(module: &Module<'_>, leaper: &str, at_least_two: &Program) -> String {
    let attacks = module.program.name();
    let forks = "the squares that at least two members of a set attack. These are also its fork squares: a leaper on one of\n/// \
                 them attacks at least two squares of the set";
    assert_eq!(module.functions[1].name, at_least_two.name());
    function(&module.functions[1], forks)
        + &format!(
            "
/// Computes a set together with the squares that it attacks: the squares within one move on an empty board.
#[inline]
#[must_use]
pub const fn {leaper}_fill(set: u64) -> u64 {{
    set | {attacks}_setwise(set)
}}

/// Computes the squares of `path` that leapers on `start` reach by any number of moves within `path`.
#[inline]
#[must_use]
pub const fn {leaper}_flood(start: u64, path: u64) -> u64 {{
    let mut reached = start & path;
    loop {{
        let grown = {leaper}_fill(reached) & path;
        if grown == reached {{
            return reached;
        }}
        reached = grown;
    }}
}}
"
        )
}

/// Returns the module of tests.
fn test(module: &Module<'_>) -> String {
    let name = module.program.name();
    let sets = module.sets_of_one_board();
    let rows: String = sets.iter().map(|row| format!("        ({}),\n", SPELLING.literals(row))).collect();
    let number = sets.len();
    let (what, columns, kind, more) = match module.leaper {
        None => ("what the kernel computes", "set, expected", "u64, u64", String::new()),
        Some((leaper, at_least_two)) => (
            "its attacks, the squares attacked at least twice, a path, and the squares reached within the path",
            "set, expected, twice, path, reached",
            "u64, u64, u64, u64, u64",
            format!(
                "            assert_eq!({}(set), twice, \"{{set:#x}}\");
            assert_eq!({leaper}_fill(set), set | expected, \"{{set:#x}}\");
            assert_eq!({leaper}_flood(set, path), reached, \"{{set:#x}} {{path:#x}}\");\n",
                at_least_two.name()
            ),
        ),
    };
    format!(
        "
#[cfg(test)]
{STYLE}mod tests {{
    use super::*;

    /// Sets, each with {what}.
    #[rustfmt::skip]
    const SETS: [({kind}); {number}] = [
{rows}    ];

    #[test]
    fn sets_are_those_of_the_kernel() {{
        for ({columns}) in SETS {{
            assert_eq!({name}_setwise(set), expected, \"{{set:#x}}\");
{more}        }}
    }}

    #[test]
    fn the_table_has_the_single_squares() {{
        for square in 0..64 {{
            assert_eq!({name}(square), {name}_setwise(1 << square), \"{{square}}\");
        }}
    }}
}}
"
    )
}
