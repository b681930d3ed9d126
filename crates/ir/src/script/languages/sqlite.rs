//! SQLite: a view of a table.

use super::sql::{Query, SIGNED, SQL, columns, query};
use crate::script::definition::{Definition, Form, Frame, Meanings, OPERATORS, OWN, Syntax};

pub(in crate::script) const SQLITE: Definition = Definition {
    name: ("sql", Some("sqlite")),
    run_by: Some("SQLite"),
    numbers: &[SIGNED, "If a value in the table is not an integer, the results are null."],
    frame: view,
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
fn view(frame: &Frame<'_>) -> String {
    let Query { steps, from } = query(frame, Some("boards"), " materialized");
    let before = from.trim_start().trim_start_matches("from ");
    let names = frame.results("null as {}");
    let tests = frame.results.iter().map(|name| format!("{name} is null")).collect::<Vec<_>>().join(" and ");
    let (name, columns) = (frame.name, columns(frame));
    format!(
        "drop view if exists {name};\ncreate view {name} as\n{steps}    select {before}.*{columns}{from},\n        (select {names}) as {OWN}names\n    where {tests};\n"
    )
}
