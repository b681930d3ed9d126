//! ClickHouse: a view of a table.

use super::sql::{SQL, view};
use crate::script::definition::Means::{And, Count, Down, Not, Or, Same, Sum, Up, Xor};
use crate::script::definition::{Definition, Form, Meanings, Syntax};

pub(in crate::script) const CLICKHOUSE: Definition = Definition {
    name: ("sql", Some("clickhouse")),
    run_by: Some("chdb"),
    numbers: &["Each result is a number of type UInt64. A column of type Int64 is read modulo 2^64."],
    frame: |frame| view(frame, "create or replace view"),
    syntax: Syntax {
        masks_right: false,
        most_sum: None,
        constant: |word| format!("toUInt64({word})"),
        // A union with 0 refuses numbers with a fraction and texts, which the conversion would accept.
        convert: "toUInt64(bitOr({a}, toUInt64(0)))",
        and: "bitAnd({a}, {b})",
        or: "bitOr({a}, {b})",
        xor: "bitXor({a}, {b})",
        not: "bitNot({a})",
        left: "bitShiftLeft({a}, {n})",
        right: "bitShiftRight({a}, {n})",
        equal: "case {a} = {b} when true then toUInt64(18446744073709551615) when false then toUInt64(0) end",
        count: "toUInt64(bitCount({a}))",
        ..SQL.syntax
    },
    meanings: Meanings {
        form: Form::View { is_guarded: false },
        right_is_signed: false,
        most_sum: None,
        any_input: true,
        count_is_narrow: true,
        operators: &[("+", Sum)],
        functions: &[
            ("bitAnd", And),
            ("bitOr", Or),
            ("bitXor", Xor),
            ("bitNot", Not),
            ("bitShiftLeft", Up),
            ("bitShiftRight", Down),
            ("bitCount", Count),
            ("toUInt64", Same),
        ],
        ..SQL.meanings
    },
    ..SQL
};
