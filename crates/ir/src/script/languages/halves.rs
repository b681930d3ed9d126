//! JavaScript on numbers with 32 bits, two for each board.

use super::js::{JS, function};
use crate::script::definition::Means::{And, Down, Not, Or, Sum, Up, Xor};
use crate::script::definition::{Definition, Meanings, Syntax, UNSIGNED};

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
