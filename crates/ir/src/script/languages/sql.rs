//! What the dialects of SQL have in common.

use crate::script::definition::{Definition, Form, Frame, Meanings, OWN, Step, Syntax, UNSIGNED, is_word_of};

/// Words of SQL that at least one of the dialects reserves in some places, and names that the texts use. A test in
/// `tests/builds` uses each keyword that an engine lists as a name.
const WORDS: &str = "
    abs add all alter analyse analyze and anti any array as asc asof assert_rows_modified asymmetric at authorization
    autoincrement begin between bigint binary bit bit_and bit_count bit_or bit_xor boards boolean both by case cast
    char character check coalesce collate collation column columns commit concurrently constraint contains count
    create cross cube current current_catalog current_database current_date current_path current_role current_schema
    current_time current_timestamp current_user date day dec decimal default deferrable define delete desc describe
    distinct do double drop else end enum escape except exclude exists extract false fetch filter first float
    following for foreign freeze from full function generated glob grant greatest group grouping grouping_id groups
    hash having hour if ignore ilike in index initially inner inout insert int int64 integer intersect interval into
    is isnull join json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar
    json_serialize json_table json_value key lambda lateral leading least left like limit list localtime
    localtimestamp lookup macro map materialized max merge merge_action min minus minute month national natural nchar
    new no none normalize not nothing notnull null nullif nulls numeric of offset old on only or order out outer over
    overlaps overlay partition percent pivot pivot_longer pivot_wider placing position positional preceding precision
    primary projection proto qualify raise range real recursive references replace respect returning right rollback
    rollup row rows second select semi session_user set setof show similar smallint some start struct substring sum
    summarize symmetric system_user table tablesample temp temporary then time timestamp to top trailing transaction
    treat trigger trim true try_cast tuple unbounded union unique unnest unpack unpivot update user using values
    varchar variadic verbose view when where window with within without xmlattributes xmlconcat xmlelement xmlexists
    xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable xor year";

/// A line of the comment before a text.
pub(super) const SIGNED: &str =
    "The language has only signed numbers of 64 bits, so a set with h8 is negative: h8 alone is -9223372036854775808.";

/// SQL on signed words, with arithmetic shifts to the right, and errors instead of sums that are too large. A step needs
/// another query inside the query, so long expressions are written without steps.
pub(super) const SQL: Definition = Definition {
    comment: "--",
    reserves: |name| is_word_of(WORDS, name),
    numbers: &[SIGNED],
    syntax: Syntax {
        masks_right: true,
        most_sum: Some(i64::MAX as u64),
        inlined: [60, 12],
        constant: |word| word.cast_signed().to_string(),
        equal: "case {a} = {b} when true then -1 when false then 0 end",
        count: "bit_count({a})",
        ..UNSIGNED.syntax
    },
    meanings: Meanings {
        form: Form::Query("as"),
        right_is_signed: true,
        most_sum: Some(0x7FFF_FFFF_FFFF_FFFF),
        equal: "=",
        ..UNSIGNED.meanings
    },
    ..UNSIGNED
};

/// The query of a function or of a view.
pub(super) struct Query {
    /// The queries of all steps, one for each level.
    pub(super) steps: String,
    /// The text after the columns of the last query: the name of the query before it, or of the table.
    pub(super) from: String,
}

/// Returns the queries of the steps. The first query reads from `table`, if there is one. `materialized` is the text after
/// `as` in a query.
pub(super) fn query(frame: &Frame<'_>, table: Option<&str>, materialized: &str) -> Query {
    let mut from = table.map(|table| format!("\n    from {table}")).unwrap_or_default();
    let steps = &frame.body.steps;
    let mut levels: Vec<usize> = steps.iter().map(|step| step.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut queries = Vec::new();
    for level in levels {
        let mut columns: Vec<String> = if from.is_empty() { Vec::new() } else { vec!["*".into()] };
        let steps = steps.iter().filter(|step| step.level == level);
        columns.extend(steps.map(|Step { name, expression, .. }| format!("{expression} as {name}")));
        let columns = columns.join(",\n        ");
        queries.push(format!("{OWN}query{level} as{materialized} (select\n        {columns}{from})"));
        from = format!("\n    from {OWN}query{level}");
    }
    let steps = if queries.is_empty() { String::new() } else { format!("    with {}\n", queries.join(",\n    ")) };
    Query { steps, from }
}

/// Returns the common expression of the results: a single one, or several that are written with `template`, joined, and
/// put between `open` and `close`. In the template, `{name}` is the name of a result, and `{}` its expression.
pub(super) fn results(frame: &Frame<'_>, template: &str, [open, close]: [&str; 2]) -> String {
    match &frame.body.results[..] {
        [result] => result.clone(),
        results => {
            let pairs = frame.results.iter().zip(results);
            let texts = pairs.map(|(name, text)| template.replace("{name}", name).replace("{}", text));
            format!("{open}{}{close}", texts.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Returns the query of a function without a table, or only the expression of its results if there are no steps.
pub(super) fn expression(frame: &Frame<'_>, results: &str) -> String {
    let Query { steps, from } = query(frame, None, "");
    if steps.is_empty() { format!("\n    {results}\n") } else { format!("\n{steps}    select {results}{from}\n") }
}

/// Returns a view of the table `boards`, which has the columns of the table, of the steps and of the results. `create` is
/// the beginning of the text.
pub(super) fn view(frame: &Frame<'_>, create: &str) -> String {
    let Query { steps, from } = query(frame, Some("boards"), "");
    format!("{create} {} as\n{steps}    select *{}{from};\n", frame.name, columns(frame))
}

/// Returns the columns of the results of a view, after others.
pub(super) fn columns(frame: &Frame<'_>) -> String {
    let results = frame.results.iter().zip(&frame.body.results);
    results.map(|(name, text)| format!(",\n        {text} as {name}")).collect()
}
