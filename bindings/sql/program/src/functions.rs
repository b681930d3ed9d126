//! The list of functions.

use std::fmt::Write;

use anyhow::Result;
use datafusion::logical_expr::Documentation;

use crate::args::Functions;
use crate::output::say;

/// Runs `setwise-engine functions`.
pub(crate) fn run(args: &Functions) -> Result<()> {
    let word = args.word.as_deref().unwrap_or_default().to_lowercase();
    let (scalars, aggregates) = (setwise_datafusion::scalar_functions(), setwise_datafusion::aggregate_functions());
    let all = scalars.iter().filter_map(|function| function.documentation());
    let all = all.chain(aggregates.iter().filter_map(|function| function.documentation()));
    let mut out = String::new();
    for documentation in all.filter(|documentation| contains(documentation, &word)) {
        writeln!(out, "{}\n    {}", documentation.syntax_example, documentation.description)?;
        for form in documentation.alternative_syntax.iter().flatten() {
            writeln!(out, "    also {form}")?;
        }
    }
    say(out.as_bytes())
}

fn contains(documentation: &Documentation, word: &str) -> bool {
    [&documentation.syntax_example, &documentation.description].iter().any(|text| text.to_lowercase().contains(word))
}
