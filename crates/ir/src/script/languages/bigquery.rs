//! BigQuery: a temporary function.

use super::sql::{SQL, expression, results};
use crate::script::definition::{Definition, Meanings, Means, Syntax};

pub(in crate::script) const BIGQUERY: Definition = Definition {
    name: ("sql", Some("bigquery")),
    frame: |frame| {
        let query = expression(frame, &results(frame, "{} as {name}", ["struct(", ")"]));
        let body = if frame.body.steps.is_empty() { query } else { format!("({query})") };
        format!("create temp function {}({}) as ({body});\n", frame.name, frame.inputs("{} int64"))
    },
    syntax: Syntax { masks_right: false, ..SQL.syntax },
    meanings: Meanings { right_is_signed: false, functions: &[("bit_count", Means::Count)], ..SQL.meanings },
    ..SQL
};
