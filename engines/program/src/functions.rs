//! The list of functions.

use std::io::Write;

use anyhow::Result;
use datafusion::logical_expr::Documentation;

use crate::args::Functions;

/// Runs `setwise-engine functions`.
pub(crate) fn run(args: &Functions) -> Result<()> {
    let word = args.word.as_deref().unwrap_or_default().to_lowercase();
    let (scalars, aggregates) = (setwise_datafusion::scalar_functions(), setwise_datafusion::aggregate_functions());
    let all = scalars.iter().filter_map(|function| function.documentation());
    let all = all.chain(aggregates.iter().filter_map(|function| function.documentation()));
    let mut out = std::io::stdout().lock();
    for documentation in all.filter(|documentation| contains(documentation, &word)) {
        writeln!(out, "{}\n    {}", documentation.syntax_example, documentation.description)?;
        for form in documentation.alternative_syntax.iter().flatten() {
            writeln!(out, "    also {form}")?;
        }
    }
    Ok(())
}

fn contains(documentation: &Documentation, word: &str) -> bool {
    [&documentation.syntax_example, &documentation.description].iter().any(|text| text.to_lowercase().contains(word))
}
