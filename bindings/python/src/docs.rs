//! Writes the documentation of each ufunc from the table of patterns.

use std::fmt::Write;

use setwise_patterns::inputs::meaning;
use setwise_patterns::{Inputs, Pattern};
use setwise_python_patterns::{Results, Ufunc};

/// Returns the documentation of the ufunc of a pattern.
pub(crate) fn of_pattern(Ufunc { pattern, results, .. }: &Ufunc) -> String {
    documentation(*pattern, pattern.definition().to_string(), *results, "setwise")
}

/// Returns the documentation of the ufunc that counts the squares in the results of a pattern.
pub(crate) fn of_count(Ufunc { pattern, .. }: &Ufunc) -> String {
    let start = if pattern.results().len() == 1 { "The number" } else { "For each result, the number" };
    let summary = format!("{start} of squares in setwise.{pattern}. The set itself is never stored.");
    documentation(*pattern, format!("{summary}\n\n{}", pattern.definition()), Results::Counts, "setwise.counts")
}

fn documentation(pattern: Pattern, mut text: String, results: Results, module: &str) -> String {
    section(&mut text, "Parameters");
    for (n, name) in pattern.inputs().iter().enumerate() {
        let is_last = n + 1 == pattern.inputs().len();
        let (types, meaning) = match pattern.inputs_are() {
            Inputs::Squares => ("uint8, int64 or uint64", "Squares from 0 (a1) to 63 (h8)".into()),
            Inputs::SetsAndNumber if is_last => ("uint64 or int64", "A number for each board, or one for all".into()),
            Inputs::SetsAndFlag if is_last => {
                ("bool, uint64 or int64", "Whether white is to move, for each board, or one for all".into())
            }
            _ => ("uint64 or int64", format!("{}, a1 = bit 0", meaning(name))),
        };
        // In NumPy's signature, several inputs are named x1, x2 and so on. These names follow in parentheses.
        let _ = write!(text, "{name} (x{}) : array_like of {types}\n    {meaning}.\n", n + 1);
    }
    text.push_str(OPTIONS);
    section(&mut text, "Returns");
    for name in pattern.results() {
        let (name, types, meaning) = match results {
            Results::Sets if pattern.inputs_are() == Inputs::Squares => (*name, "uint64", SETS),
            Results::Sets => (*name, "uint64, or int64 if the inputs are", SETS),
            Results::Counts => {
                (if pattern.results().len() == 1 { "count" } else { name }, "uint8", "Numbers from 0 to 64.")
            }
            Results::Bytes => (*name, "uint8", "Numbers."),
            Results::Shorts => (*name, "uint16", "Numbers."),
        };
        let _ = write!(text, "{name} : {types}\n    {meaning}\n");
    }
    if let Some((_, example)) = EXAMPLES.iter().find(|(name, _)| *name == format!("{module}.{pattern}")) {
        section(&mut text, "Examples");
        text.push_str(example);
    }
    text
}

fn section(text: &mut String, name: &str) {
    let _ = write!(text, "\n\n{name}\n{}\n", "-".repeat(name.len()));
}

const SETS: &str = "Sets in the shape to which the inputs broadcast.";

const OPTIONS: &str = "out, where, casting, order, dtype, subok
    As for every ufunc: https://numpy.org/doc/stable/reference/ufuncs.html.
    Writing to an array from another thread during the call is a race, as in NumPy.";

/// The examples in the documentation. The tests run each of them as a doctest.
const EXAMPLES: [(&str, &str); 9] = [
    (
        "setwise.knight_attacks",
        ">>> import numpy as np, setwise
>>> setwise.Board(setwise.knight_attacks(0x42))
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
X . X . . X . X
. . . X X . . .
. . . . . . . .
>>> knights = np.array([0x42, 0x4200000000000000], dtype=np.uint64)
>>> setwise.knight_attacks(knights, out=knights) is knights
True
",
    ),
    (
        "setwise.knight_moves",
        ">>> import setwise
>>> setwise.knight_moves(0x42, 0xFFFF) == setwise.knight_attacks(0x42) & ~0xFFFF
np.True_
",
    ),
    (
        "setwise.forks",
        ">>> import setwise
>>> king, rook = 1 << 60, 1 << 56  # e8 and a8
>>> setwise.Board(setwise.forks(king | rook))
. . . . . . . .
. . X . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
",
    ),
    (
        "setwise.forks_at_least",
        ">>> import setwise
>>> setwise.forks_at_least(0x140110A0000, [1, 3, 5, 6]) != 0
array([ True,  True,  True, False])
",
    ),
    (
        "setwise.knight_fill",
        ">>> import setwise
>>> setwise.popcount(setwise.knight_fill(1, range(7)))
array([ 1,  3, 12, 32, 53, 63, 64], dtype=uint8)
",
    ),
    (
        "setwise.knight_attacks_from",
        ">>> import setwise
>>> setwise.popcount(setwise.knight_attacks_from([0, 27, 63, 64]))
array([2, 8, 2, 0], dtype=uint8)
",
    ),
    (
        "setwise.knight_distance",
        ">>> import setwise
>>> setwise.knight_distance(0, [9, 10, 63])
array([4, 1, 6], dtype=uint8)
",
    ),
    (
        "setwise.black_caught_by_knight",
        ">>> import setwise
>>> knight = 1 << 38  # g5
>>> setwise.Board(setwise.black_caught_by_knight(knight, True))
. . . . . . . .
. . . . . . . .
. . . X . X . X
X . X X X X . X
X X X X X . X .
X X X X X X X X
X X X X X X X X
. . . . . . . .
",
    ),
    (
        "setwise.counts.knight_attacks",
        ">>> import setwise
>>> setwise.counts.knight_attacks([0x42, 0])
array([6, 0], dtype=uint8)
",
    ),
];
