//! JavaScript: functions of a module.

use crate::script::definition::Means::{And, Down, Modulo, Not, Or, Sum, Up, Xor};
use crate::script::definition::{Definition, Frame, Meanings, Syntax, UNSIGNED, is_word_of};

/// The words that modules of JavaScript reserve.
const WORDS: &str = "
    abstract any arguments as async await boolean break byte case catch char class const continue debugger default delete
    do double else enum eval export extends false final finally float for from function get goto if implements import in
    instanceof int interface let long native new null number object of package private protected public return set short
    static string super switch synchronized this throw throws transient true try typeof undefined var void volatile while
    with yield";

/// A function of a module of JavaScript.
const JS: Definition = Definition { reserves: |name| is_word_of(WORDS, name), ..UNSIGNED };

/// Returns a function. Several results, and the halves of a result, are returned as an array. `what` is the
/// description of an argument and of a result in the comment.
fn function(frame: &Frame<'_>, inputs: &str, what: &str) -> String {
    let results = frame.body.results.join(", ");
    let results = if frame.body.results.len() == 1 { results } else { format!("[{results}]") };
    let steps = frame.statements("    const {name} = {};");
    let docs = format!("/** Returns {}. Each argument and each result is a {what}. */", frame.results("{}"));
    format!("{docs}\nexport function {}({inputs}) {{\n{steps}    return {results};\n}}\n", frame.name)
}

/// JavaScript on values of type `BigInt`.
pub(in crate::script) const BIGINT: Definition = Definition {
    name: ("js", Some("bigint")),
    run_by: Some("Node"),
    frame: |frame| {
        let what = "BigInt. Arguments are taken modulo 2^64, and results are not negative";
        function(frame, &frame.inputs("{}"), what)
    },
    syntax: Syntax {
        masks_left: true,
        most_sum: Some(u64::MAX),
        constant: |word| format!("{word:#x}n"),
        // Signed columns contain negative numbers.
        convert: "BigInt.asUintN(64, {a})",
        not: "",
        left: "{a} << {n}n",
        right: "{a} >> {n}n",
        equal: "{a} === {b} ? 0xffffffffffffffffn : 0n",
        ..UNSIGNED.syntax
    },
    meanings: Meanings {
        left_is_checked: true,
        most_sum: Some(u64::MAX),
        any_input: true,
        suffix: "n",
        equal: "===",
        // Without `~`, whose result is negative.
        operators: &[("&", And), ("|", Or), ("^", Xor), ("<<", Up), (">>", Down), ("+", Sum)],
        functions: &[("BigInt.asUintN", Modulo)],
        ..UNSIGNED.meanings
    },
    ..JS
};

/// JavaScript on numbers with 32 bits, two for each board.
pub(in crate::script) const HALVES: Definition = Definition {
    name: ("js", Some("halves")),
    run_by: Some("Node"),
    parameters: &["_lo", "_hi"],
    parts: &["_lo", "_hi"],
    frame: |frame| {
        let what = "number with 32 bits. Each board is two numbers: the lower half, then the upper half";
        function(frame, &frame.inputs("{}_lo, {}_hi"), what)
    },
    syntax: Syntax {
        halves: true,
        result: "{a} >>> 0",
        not: "",
        right: "{a} >>> {n}",
        sum: "({a} + {b}) | 0",
        equal: "{a} === {b} ? 0xffffffff : 0",
        ..UNSIGNED.syntax
    },
    meanings: Meanings {
        bits: 32,
        equal: "===",
        operators: &[("&", And), ("|", Or), ("^", Xor), ("~", Not), ("<<", Up), (">>>", Down), ("+", Sum)],
        ..UNSIGNED.meanings
    },
    ..JS
};
