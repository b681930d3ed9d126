//! DuckDB: a macro on columns of unsigned numbers.

use super::sql::{SQL, expression, results};
use crate::script::definition::{Definition, Meanings, Means, OPERATORS, Syntax};

// Long expressions are inlined, because DuckDB computes equal expressions only once, and a query inside a macro is slow.
pub(in crate::script) const DUCKDB: Definition = Definition {
    name: ("sql", Some("duckdb")),
    run_by: Some("DuckDB"),
    numbers: &["Each set is a number of type ubigint, which is not negative."],
    frame: |frame| {
        let query = expression(frame, &results(frame, "'{name}': {}", ["{", "}"]));
        format!("create or replace macro {}({}) as ({query});\n", frame.name, frame.inputs("{}"))
    },
    syntax: Syntax {
        inlined: [1000, 100],
        masks_left: true,
        masks_right: false,
        most_sum: Some(u64::MAX),
        constant: |word| format!("{word}::ubigint"),
        input: "{a}::ubigint",
        xor: "xor({a}, {b})",
        equal: "case {a} = {b} when true then 18446744073709551615::ubigint when false then 0::ubigint end",
        count: "bit_count({a})::ubigint",
        ..SQL.syntax
    },
    meanings: Meanings {
        left_is_checked: true,
        right_is_signed: false,
        most_sum: Some(u64::MAX),
        any_input: true,
        count_is_narrow: true,
        cast: "ubigint",
        operators: &OPERATORS,
        functions: &[("xor", Means::Xor), ("bit_count", Means::Count)],
        ..SQL.meanings
    },
    ..SQL
};
