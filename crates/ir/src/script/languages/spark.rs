//! Spark SQL: a view of a table.

use super::sql::{SQL, view};
use crate::script::definition::Means::{And, Count, Down, Not, Or, Same, Sum, Up, Xor};
use crate::script::definition::{Definition, Form, Meanings, Syntax};

pub(in crate::script) const SPARK: Definition = Definition {
    name: ("sql", Some("spark")),
    run_by: Some("PySpark"),
    frame: |frame| view(frame, "create or replace temporary view"),
    syntax: Syntax {
        masks_right: false,
        constant: |word| format!("{}L", word.cast_signed()),
        convert: "bigint({a} | 0L)",
        left: "shiftleft({a}, {n})",
        right: "shiftrightunsigned({a}, {n})",
        equal: "case {a} = {b} when true then -1L when false then 0L end",
        count: "bigint(bit_count({a}))",
        ..SQL.syntax
    },
    meanings: Meanings {
        form: Form::View { is_guarded: false },
        right_is_signed: false,
        any_input: true,
        count_is_narrow: true,
        operators: &[("&", And), ("|", Or), ("^", Xor), ("~", Not), ("+", Sum)],
        functions: &[("shiftleft", Up), ("shiftrightunsigned", Down), ("bit_count", Count), ("bigint", Same)],
        ..SQL.meanings
    },
    ..SQL
};
