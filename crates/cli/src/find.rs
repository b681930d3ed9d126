//! `setwise find`: prints, counts or draws the positions for which an expression is true, or with `--sql` writes the
//! search as a query for `setwise-engine`.

use std::io::Write;

use anyhow::Result;
use setwise_expressions::{SqlColumns, Type, sql_name};
use setwise_positions::{GAMES, RIGHTS};

use crate::args::{Columnar, Find, NamedText, Reading};
use crate::convert::refuse_relative;
use crate::expressions::Expressions;
use crate::failure::usage;
use crate::formats::{Compression, Format, STDIN};
use crate::input::Inputs;
use crate::layout::Layout;
use crate::positions::{OutputKind, Plan, process};
use crate::standard_output::stdout;

pub(crate) fn run(args: Find) -> Result<()> {
    let Find { expression, files, count, draw, sql, backend, mut reading } = args;
    reading.conditions.push(expression.clone());
    let inputs = Inputs::new(&files, &reading, Format::Fen.holds(), &[], &[])?;
    if sql {
        return print_query(&files, &inputs, &reading, count);
    }
    if !count {
        refuse_relative(&inputs, Format::Fen)?;
    }
    let mut expressions = Expressions::parse(&reading, &[], inputs.layout)?;
    let output = match (count, draw) {
        (true, _) => OutputKind::Count,
        (_, true) => {
            // A set is computed once more as a column, so that its squares can be marked.
            let text = NamedText { name: "found".to_string(), text: expression };
            let column = Expressions::parse(&reading, &[text], inputs.layout)?.columns;
            expressions.columns.extend(column.into_iter().filter(|(_, set)| set.value_type() == Type::Set));
            OutputKind::Boards
        }
        _ => OutputKind::Lines(Format::Fen),
    };
    let plan = Plan::new(&reading, &inputs, backend.get()?, Vec::new(), expressions, output)?;
    process(&plan, &inputs, &reading, &Columnar::default(), None, (Format::Fen, Compression::Plain))
}

/// Prints the query that finds the positions for which all conditions of `reading` are true. With `count`, the query
/// returns only their number. `files` are the names of the inputs as the user wrote them.
fn print_query(files: &[String], inputs: &Inputs, reading: &Reading, count: bool) -> Result<()> {
    let [name] = files else {
        return Err(usage(format!("--sql takes one file or one pattern of names, not {}", files.len())));
    };
    let expressions = Expressions::parse(reading, &[], inputs.layout)?;
    let (table, columns, labels) = table(name, inputs)?;
    for column in expressions.conditions.iter().flat_map(|condition| condition.columns()) {
        if !labels.contains(&column) {
            return Err(usage(format!("{column}: the table has no column {column}")));
        }
    }
    let conditions = expressions.conditions.iter().map(|condition| condition.to_sql(columns).map_err(usage));
    let conditions = conditions.collect::<Result<Vec<_>>>()?.join("\n  and ");
    let result = if count { "count(*)" } else { "*" };
    let limit = reading.limit.map(|limit| format!("\nlimit {limit}")).unwrap_or_default();
    let query = match (count, reading.limit) {
        (true, Some(_)) => format!("select count(*) from (select 1 from {table}\nwhere {conditions}{limit});"),
        _ => format!("select {result} from {table}\nwhere {conditions}{limit};"),
    };
    Ok(writeln!(stdout()?, "{query}")?)
}

/// Returns the table of the files, the columns of its positions, and its columns of numbers.
fn table<'a>(name: &str, inputs: &'a Inputs) -> Result<(String, SqlColumns, &'a [&'static str])> {
    let format = inputs.files[0].format;
    if inputs.files.iter().any(|file| file.format != format) || name == STDIN {
        return Err(usage("--sql takes one file, or files of one format, and not standard input"));
    }
    let quoted = quoted(name);
    let has_rights = RIGHTS.iter().all(|name| inputs.labels.contains(name));
    let sets = SqlColumns::Sets { layout: inputs.layout, rights: has_rights };
    match format {
        _ if format != Format::Pgn && inputs.files.iter().any(|file| file.games) => Err(unreadable(name, format)),
        Format::Fen | Format::Epd => Ok((format!("read_fen({quoted})"), SqlColumns::Fen, &[])),
        Format::Pgn => {
            let sets = SqlColumns::Sets { layout: inputs.layout, rights: true };
            Ok((format!("read_pgn({quoted})"), sets, &inputs.labels))
        }
        Format::Marlinformat | Format::Bulletformat | Format::Viriformat => {
            // SQL does not number the games and the plies of packed games.
            let numbers = inputs.labels.iter().take_while(|name| !GAMES.contains(name)).count();
            Ok((format!("read_packed({quoted}, '{format}')"), sets, &inputs.labels[..numbers]))
        }
        Format::Parquet => match &inputs.fens {
            Some(column) => Ok((with_sets(&quoted, column), SqlColumns::Fen, &inputs.labels)),
            None => Ok((quoted, sets, &inputs.labels)),
        },
        Format::Csv | Format::Arrow | Format::Uci => Err(unreadable(name, format)),
    }
}

/// Returns the error for a file that SQL cannot read.
fn unreadable(name: &str, format: Format) -> anyhow::Error {
    usage(format!("--sql cannot read {format}; convert it first: setwise convert {name} positions.parquet"))
}

/// Returns a table with the sets of the positions in a column of FENs.
fn with_sets(table: &str, column: &str) -> String {
    let sets = Layout::Absolute.sets().into_iter().chain(["white_to_move"]);
    let sets: Vec<String> = sets.map(|set| format!("position['{set}'] as {set}")).collect();
    let text = sql_name(column);
    let renamed = if column == "fen" { String::new() } else { format!("{text} as fen, ") };
    format!("(select *, {} from (select *, {renamed}fen_columns({text}) as position from {table}))", sets.join(", "))
}

/// Returns a text as SQL writes it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
