//! JavaScript on values of type `BigInt`.

use super::js::{JS, function};
use crate::script::definition::Means::{And, Down, Modulo, Or, Sum, Up, Xor};
use crate::script::definition::{Definition, Meanings, Syntax, UNSIGNED};

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
