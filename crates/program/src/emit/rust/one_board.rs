//! Writes the functions of one board, and their test.

use super::{STYLE, statements};
use crate::emit::Language;
use crate::emit::file::File;
use crate::emit::spelling::Spelling;

/// Returns the table, the functions and the test.
pub(super) fn text(file: &File<'_>) -> String {
    let (name, upper) = (file.program.name(), file.program.name().to_uppercase());
    let function = &file.functions[0];
    let spelling = Spelling { language: Language::Rust, set: function.set };
    let [input, result] = file.names_of_one_board();
    let statements = statements(&function.lowered, spelling, &function.name, 1, |_| false, |_| true);
    let unused = if function.unused(&[String::new()]).next().is_some() {
        format!("    let _ = {input};\n")
    } else {
        String::new()
    };
    let table: String =
        file.table().map(|(rank, row)| format!("    // {rank}\n    {},\n", spelling.literals(&row))).collect();
    let sets = file.sets_of_one_board();
    let boards: String = sets.iter().map(|pair| format!("        ({}),\n", spelling.literals(pair))).collect();
    let number = sets.len();
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

/// Computes `{name}` for any set of squares.
#[allow(clippy::let_and_return, reason = \"every step has a name\")]
#[inline]
#[must_use]
{STYLE}#[rustfmt::skip]
pub const fn {name}_setwise({input}: u64) -> u64 {{
{unused}{statements}    {result}
}}

#[cfg(test)]
{STYLE}mod tests {{
    use super::*;

    /// Sets, each with what the kernel computes.
    #[rustfmt::skip]
    const SETS: [(u64, u64); {number}] = [
{boards}    ];

    #[test]
    fn sets_are_those_of_the_kernel() {{
        for (set, expected) in SETS {{
            assert_eq!({name}_setwise(set), expected, \"{{set:#x}}\");
        }}
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
