//! `setwise convert`: converts files of positions to another format.

use std::path::Path;

use anyhow::Result;

use crate::args::{Convert, UnknownLabels};
use crate::expressions::Expressions;
use crate::failure::usage;
use crate::formats::Format;
use crate::games;
use crate::input::{Input, Inputs};
use crate::layout::Layout;
use crate::positions::{OutputKind, Plan, process};
use crate::tables::TableSchema;

pub(crate) fn run(args: &Convert) -> Result<()> {
    let [files @ .., out] = &args.files[..] else { return Err(usage("no file given")) };
    if files.is_empty() {
        return Err(usage(format!("{out} is the only file: expected one or more inputs, followed by the output")));
    }
    let out = Path::new(out);
    let format = Format::of_output(out, args.to)?;
    let mut inputs = Inputs::new(files, &args.reading, format.0.holds(), &[], &[])?;
    let unknown = args.unknown;
    let output = match format.0 {
        _ if args.games => {
            games::schema(&mut inputs, &args.reading, format.0)?.map_or(OutputKind::Games, OutputKind::Table)
        }
        Format::Parquet | Format::Arrow => OutputKind::Table(TableSchema {
            positions: Some(inputs.layout),
            labels: inputs.labels.clone(),
            details: inputs.details.clone(),
            ..TableSchema::default()
        }),
        Format::Marlinformat | Format::Bulletformat | Format::Viriformat => {
            if format.0 != Format::Bulletformat {
                refuse_relative(&inputs, format.0)?;
            }
            check_labels(args.unknown, &inputs, format.0)?;
            OutputKind::Packed(format.0)
        }
        Format::Fen | Format::Epd | Format::Csv => {
            refuse_relative(&inputs, format.0)?;
            OutputKind::Lines(format.0)
        }
        Format::Pgn | Format::Uci => unreachable!("the format of an output is checked"),
    };
    if !matches!(output, OutputKind::Packed(_)) && (unknown.score.is_some() || unknown.result.is_some()) {
        return Err(usage(format!("--score and --result are for packed formats, not for {}", format.0)));
    }
    let expressions = Expressions::parse(&args.reading, &[], inputs.layout)?;
    let plan = Plan::new(&args.reading, &inputs, args.backend.get()?, Vec::new(), expressions, output)?;
    let plan = Plan { unknown, ..plan };
    process(&plan, &inputs, &args.reading, &args.columnar, Some(out), format)
}

/// Checks that there is an option for each label that an input lacks and the packed format stores. Games need no option
/// for the score, which is then 0.
///
/// # Errors
///
/// Returns a usage error that names the first such input and the missing options.
fn check_labels(unknown: UnknownLabels, inputs: &Inputs, format: Format) -> Result<()> {
    for Input { name, labels, games, .. } in &inputs.files {
        let lacks = |label| !labels.contains(&label);
        let score = lacks("score") && unknown.score.is_none() && !games;
        let result = lacks("result") && unknown.result.is_none();
        let (what, options) = match (score, result) {
            (false, false) => continue,
            (true, false) => ("scores", "--score N"),
            (false, true) => ("results", "--result draw or --result unknown"),
            (true, true) => ("scores and results", "--score N, and --result draw or --result unknown"),
        };
        return Err(usage(format!("{name}: {format} needs {what}; use {options}")));
    }
    Ok(())
}

/// Returns an error if the boards do not say whose turn it is, so that they cannot be written as `format`.
pub(crate) fn refuse_relative(inputs: &Inputs, format: Format) -> Result<()> {
    match inputs.layout {
        Layout::Absolute => Ok(()),
        Layout::Relative => Err(usage(format!(
            "{} cannot be written as {format}: its boards do not say whose turn it is; --white-to-move takes them as White's turn",
            inputs.files[0].name
        ))),
    }
}
