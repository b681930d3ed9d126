//! PostgreSQL: a function on columns of signed numbers.

use super::sql::{Query, SQL, query, results};
use crate::script::definition::Means::{And, Count, Down, Not, Or, Sum, Up, Xor};
use crate::script::definition::{Definition, Form, Frame, Meanings, Syntax};

pub(in crate::script) const POSTGRES: Definition = Definition {
    name: ("sql", Some("postgres")),
    run_by: Some("PostgreSQL"),
    // PostgreSQL cuts longer names, so that functions with the same beginning would replace each other.
    longest_name: Some(63),
    frame: function,
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

fn function(frame: &Frame<'_>) -> String {
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
