//! The dialects of SQL.

use super::sql::{Query, SIGNED, SQL, columns, expression, query, results, view};
use crate::script::definition::Means::{And, Count, Down, Not, Or, Same, Sum, Up, Xor};
use crate::script::definition::{Definition, Form, Frame, Meanings, OPERATORS, OWN, Syntax};

/// BigQuery: a temporary function.
pub(in crate::script) const BIGQUERY: Definition = Definition {
    name: ("sql", Some("bigquery")),
    frame: |frame| {
        let query = expression(frame, &results(frame, "{} as {name}", ["struct(", ")"]));
        let body = if frame.body.steps.is_empty() { query } else { format!("({query})") };
        format!("create temp function {}({}) as ({body});\n", frame.name, frame.inputs("{} int64"))
    },
    syntax: Syntax { masks_right: false, ..SQL.syntax },
    meanings: Meanings { right_is_signed: false, functions: &[("bit_count", Count)], ..SQL.meanings },
    ..SQL
};

/// ClickHouse: a view of a table.
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

/// DuckDB: a macro on columns of unsigned numbers.
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
        functions: &[("xor", Xor), ("bit_count", Count)],
        ..SQL.meanings
    },
    ..SQL
};

/// PostgreSQL: a function on columns of signed numbers.
pub(in crate::script) const POSTGRES: Definition = Definition {
    name: ("sql", Some("postgres")),
    run_by: Some("PostgreSQL"),
    // PostgreSQL cuts longer names, so that functions with the same beginning would replace each other.
    longest_name: Some(63),
    frame: postgres_function,
    syntax: Syntax {
        constant: |word| format!("bigint '{}'", word.cast_signed()),
        xor: "{a} # {b}",
        equal: "case {a} = {b} when true then bigint '-1' when false then bigint '0' end",
        count: "bit_count({a}::bit(64))",
        ..SQL.syntax
    },
    meanings: Meanings {
        form: Form::Query("$$"),
        cast: "bit",
        operators: &[("&", And), ("|", Or), ("#", Xor), ("~", Not), ("<<", Up), (">>", Down), ("+", Sum)],
        functions: &[("bit_count", Count)],
        ..SQL.meanings
    },
    ..SQL
};

fn postgres_function(frame: &Frame<'_>) -> String {
    let Query { steps, from } = query(frame, None, " materialized");
    let results = results(frame, "{}", ["", ""]);
    let (outputs, returned) = match &frame.results[..] {
        [_] => (String::new(), " returns bigint"),
        _ => (format!(", {}", frame.results("out {} bigint")), ""),
    };
    let (name, inputs) = (frame.name, frame.inputs("{} bigint"));
    format!(
        "create or replace function {name}({inputs}{outputs}){returned}\nlanguage sql immutable parallel safe as $$\n{steps}    select {results}{from}\n$$;\n"
    )
}

/// Spark SQL: a view of a table.
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

/// SQLite: a view of a table.
pub(in crate::script) const SQLITE: Definition = Definition {
    name: ("sql", Some("sqlite")),
    run_by: Some("SQLite"),
    numbers: &[SIGNED, "If a value in the table is not an integer, the results are null."],
    frame: guarded_view,
    syntax: Syntax {
        // A column may contain values of any type, and operators would convert most of them to 0.
        convert: "case typeof({a}) when 'integer' then {a} end",
        xor: "",
        count: "",
        ..SQL.syntax
    },
    meanings: Meanings {
        form: Form::View { is_guarded: true },
        any_input: true,
        operators: &OPERATORS,
        ..SQL.meanings
    },
    ..SQL
};

/// If the table had a column with the name of a result, SQLite would return this column instead of the result. To make
/// this case an error, the view also reads a query with one row, whose columns have the names of the results: a name that
/// the table also has is then ambiguous.
fn guarded_view(frame: &Frame<'_>) -> String {
    let Query { steps, from } = query(frame, Some("boards"), " materialized");
    let before = from.trim_start().trim_start_matches("from ");
    let names = frame.results("null as {}");
    let tests = frame.results.iter().map(|name| format!("{name} is null")).collect::<Vec<_>>().join(" and ");
    let (name, columns) = (frame.name, columns(frame));
    format!(
        "drop view if exists {name};\ncreate view {name} as\n{steps}    select {before}.*{columns}{from},\n        (select {names}) as {OWN}names\n    where {tests};\n"
    )
}
