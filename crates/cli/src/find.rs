//! `setwise find`: prints, counts or draws the positions for which an expression is true.

use anyhow::Result;
use setwise_expressions::Type;

use crate::args::{Columnar, Find, NamedText};
use crate::convert::refuse_relative;
use crate::expressions::Expressions;
use crate::formats::{Compression, Format};
use crate::input::Inputs;
use crate::lines::Lines;
use crate::positions::{OutputKind, Plan, process};
use crate::query;

pub(crate) fn run(args: Find) -> Result<()> {
    let Find { expression, files, count, draw, sql, backend, mut reading } = args;
    reading.conditions.push(expression.clone());
    let inputs = Inputs::new(&files, &reading, Format::Fen.holds(), &[], &[])?;
    if sql {
        return query::print(&files, &inputs, &reading, count);
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
        _ => OutputKind::Lines(Lines::Fen),
    };
    let plan = Plan::new(&reading, &inputs, backend.get()?, Vec::new(), expressions, output)?;
    process(&plan, &inputs, &reading, &Columnar::default(), None, (Format::Fen, Compression::Plain))
}
