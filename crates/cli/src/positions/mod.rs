//! `setwise positions`: computes features of the positions in files.

mod done;
mod plan;
mod report;
mod worker;

use std::cell::Cell;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use setwise_expressions::Type;
use setwise_positions::ColumnType;
use setwise_positions::features::Feature;

use crate::args::{Columnar, Positions, Reading};
use crate::columnar;
use crate::expressions::{Expressions, may_be_unknown};
use crate::failure::usage;
use crate::formats::{Compression, FEN_LABELS, Format, STDIN, json_compression};
use crate::heat;
use crate::input::{self, Inputs, Source};
use crate::layout::{Layout, Named};
use crate::output::Output;
use crate::rows::{Form, RowFormat};
use crate::standard_output::stdout;
use crate::tables::TableSchema;
use crate::workers::in_order;
use done::Done;

pub(crate) use plan::{OutputKind, Plan};
use report::Report;
use worker::Worker;

/// The name that stands for all features.
const ALL: &str = "all";

pub(crate) fn run(args: &Positions) -> Result<()> {
    if args.list {
        return list();
    }
    let (names, files) = features_and_files(&args.names, args.heat.wanted, !args.expressions.is_empty())?;
    let out = args.out.as_deref();
    let format = output_format(args)?;
    let named: Vec<Feature> = names
        .iter()
        .flat_map(|name| name.map_or_else(|| Feature::all().collect(), |named| vec![named.feature]))
        .collect();
    let inputs = Inputs::new(&files, &args.reading, labels(args, format.0), &named, &args.expressions)?;
    let features = features(&names, inputs.layout, args.heat.wanted)?;
    let expressions = Expressions::parse(&args.reading, &args.expressions, inputs.layout)?;
    if args.heat.wanted
        && let Some((name, _)) = expressions.columns.iter().find(|(_, expression)| expression.value_type() != Type::Set)
    {
        return Err(usage(heat::of_number(name)));
    }
    let backend = args.backend.get()?;
    let output = match (args.totals, args.heat.wanted, format.0.is_columnar()) {
        (true, ..) => OutputKind::Totals,
        (_, true, _) => OutputKind::Heat(args.heat.clone()),
        (.., true) => OutputKind::Table(TableSchema {
            positions: (!args.no_positions).then_some(inputs.layout),
            labels: inputs.labels.clone(),
            details: inputs.details.clone(),
            features: features
                .iter()
                .map(|feature| (inputs.layout.name(*feature), feature.column_type(), false))
                .chain(
                    expressions
                        .columns
                        .iter()
                        .map(|(name, one)| (name.clone(), column_type(one.value_type()), may_be_unknown(one))),
                )
                .collect(),
            lists: (args.form == Form::Squares).then_some(backend),
            ..TableSchema::default()
        }),
        _ => OutputKind::Rows {
            positions: !args.no_positions,
            labels: out.is_some(),
            form: args.form,
            format: row_format(args),
        },
    };
    let plan = Plan::new(&args.reading, &inputs, backend, features, expressions, output)?;
    process(&plan, &inputs, &args.reading, &args.columnar, out, format)
}

/// Reads files and writes the results of a plan to `out`, or to standard output.
pub(crate) fn process(
    plan: &Plan,
    inputs: &Inputs,
    reading: &Reading,
    options: &Columnar,
    out: Option<&Path>,
    (format, compression): (Format, Compression),
) -> Result<()> {
    let picture = if let OutputKind::Heat(options) = &plan.output { options.picture() } else { None };
    let names = || inputs.files.iter().map(|input| input.name.as_str());
    let skipped = reading.skipped.as_deref();
    check_outputs(&[out, picture, skipped].map(|file| file.filter(|file| *file != Path::new(STDIN))), &names)?;
    if skipped == Some(Path::new(STDIN)) && out.is_none_or(|out| out == Path::new(STDIN)) {
        return Err(usage("--skipped -: the results are written to standard output; name a file for one of them"));
    }
    if options.is_given() && !matches!(plan.output, OutputKind::Table(_)) {
        return Err(usage("--signed, --row-group and --compression are for .parquet and .arrow output"));
    }
    let threads = reading.threads();
    let shown = out.unwrap_or(Path::new(STDIN)).display().to_string();
    let create = |sink, schema| (columnar::find(&shown, format)?.create)(format, sink, schema, options, threads);
    let to_file = out.is_some_and(|out| out != Path::new(STDIN));
    let bar = input::bar(names(), to_file || !plan.has_lines(), plan.counted());
    let out = match &plan.output {
        OutputKind::Table(schema) => Output::columns(out, |sink| create(sink, schema))?,
        _ => Output::new(out, compression)?,
    };
    let list = |file| Output::new(Some(file), Compression::of(file));
    let mut report = Report::new(plan, inputs, &bar, out, skipped.map(list).transpose()?)?;
    let mut source = Source::new(inputs, reading, plan.refuses_labels(), &bar);
    let full = Cell::new(report.is_full());
    let next = || if full.get() { Ok(None) } else { source.next() };
    let worker = || {
        let mut worker = Worker::new(plan);
        move |chunk| worker.work(chunk, None)
    };
    let take = |done| {
        report.take(done)?;
        full.set(report.is_full());
        Ok(())
    };
    let ended = in_order(threads, next, worker, Done::bytes, take);
    bar.finish_and_clear();
    report.finish(ended)
}

/// Checks that the outputs are neither inputs nor the same file.
fn check_outputs<'a, I: Iterator<Item = &'a str>>(outputs: &[Option<&Path>], inputs: &impl Fn() -> I) -> Result<()> {
    let outputs: Vec<&Path> = outputs.iter().copied().flatten().collect();
    for (n, output) in outputs.iter().enumerate() {
        input::refuse_output(output, inputs())?;
        outputs[..n].iter().try_for_each(|other| input::refuse_same_outputs(other, output))?;
    }
    Ok(())
}

/// Returns the type of the column of an expression.
fn column_type(kind: Type) -> ColumnType {
    match kind {
        Type::Set => ColumnType::UInt64,
        Type::Number => ColumnType::Int64,
        Type::Truth => ColumnType::Boolean,
    }
}

/// Returns the names of the labels that the output has.
fn labels(args: &Positions, format: Format) -> &'static [&'static str] {
    match args.out {
        _ if args.totals || args.heat.wanted || args.no_positions => &[],
        None => FEN_LABELS,
        Some(_) => format.holds(),
    }
}

/// Returns the format of rows. The extension of a file with rows of JSON suffices, unless an option names a format.
fn row_format(args: &Positions) -> RowFormat {
    let by_extension = || args.to.is_none() && args.out.as_deref().is_some_and(|out| json_compression(out).is_some());
    args.format.unwrap_or(if by_extension() { RowFormat::Json } else { RowFormat::Csv })
}

/// Returns the format of the output and its compression. Totals and heat maps are comma-separated values, too.
fn output_format(args: &Positions) -> Result<(Format, Compression)> {
    let Some(out) = &args.out else { return Ok((Format::Csv, Compression::Plain)) };
    if args.heat.draw || args.heat.svg.as_deref() == Some(Path::new(STDIN)) {
        return Err(usage("--out is for comma-separated values; tables and pictures of --heat go to standard output"));
    }
    if row_format(args) == RowFormat::Json {
        let compression = json_compression(out)
            .ok_or_else(|| usage(format!("{}: rows of JSON are written to .jsonl or .ndjson files", out.display())))?;
        return match args.totals || args.heat.wanted {
            true => Err(usage(format!("{}: totals and heat maps are written as csv", out.display()))),
            false => Ok((Format::Csv, compression)),
        };
    }
    let (format, compression) = Format::of_output(out, args.to)?;
    match format {
        Format::Csv => Ok((format, compression)),
        Format::Parquet | Format::Arrow if !args.totals && !args.heat.wanted => Ok((format, compression)),
        Format::Parquet | Format::Arrow => {
            Err(usage(format!("{}: totals and heat maps are written as csv", out.display())))
        }
        _ => Err(usage(format!("{}: features are written as csv, parquet or arrow, not as {format}", out.display()))),
    }
}

/// Lists every feature with its definition.
fn list() -> Result<()> {
    let mut out = stdout()?.lock();
    for feature in Feature::all() {
        writeln!(out, "{feature:26} {}", feature.definition())?;
    }
    Ok(())
}

/// Splits the names into features and files. The first name that is not a feature is a file, and so are all names after
/// it. `None` stands for the name `all`. If `only_sets` is set, a feature that is a number is an error. If `may_be_none`
/// is set, there need be no feature.
fn features_and_files(
    names: &[String],
    only_sets: bool,
    may_be_none: bool,
) -> Result<(Vec<Option<Named>>, Vec<String>)> {
    let mut features = Vec::new();
    for (n, name) in names.iter().enumerate() {
        if name == ALL {
            features.push(None);
            continue;
        }
        match name.parse::<Named>() {
            Ok(named) if only_sets && named.feature.is_number() => return Err(usage(heat::of_number(name))),
            Ok(named) => features.push(Some(named)),
            Err(_) if (n > 0 || may_be_none) && input::is_file_or_pattern(name) => {
                return Ok((features, files(&names[n..])?));
            }
            Err(_) if n > 0 || may_be_none => return Err(usage(Named::unknown("feature or file", name))),
            Err(error) => return Err(usage(format!("{error}; files must come after features"))),
        }
    }
    Err(usage("no file given; - is standard input"))
}

/// Returns the features with these names. If `only_sets` is set, `all` stands for the features that are sets.
fn features(names: &[Option<Named>], layout: Layout, only_sets: bool) -> Result<Vec<Feature>> {
    let mut features = Vec::new();
    for name in names {
        match name {
            None => features.extend(Feature::all().filter(|feature| !only_sets || !feature.is_number())),
            Some(named) => features.push(named.in_layout(layout)?),
        }
    }
    Ok(features)
}

/// Returns the names as files, or an error if one of them is a feature and not an existing file.
fn files(names: &[String]) -> Result<Vec<String>> {
    for name in names {
        if name.parse::<Named>().is_ok() && !Path::new(name).exists() {
            return Err(usage(format!("feature {name} comes after a file; files must come after features")));
        }
    }
    Ok(names.to_vec())
}
