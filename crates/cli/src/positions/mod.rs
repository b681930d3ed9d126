//! `setwise positions`: computes features of the positions in files.

mod plan;
mod report;

use std::cell::Cell;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use anyhow::Result;
use setwise_positions::features::Feature;

use crate::args::{Positions, Reading};
use crate::formats::{Compression, Format};
use crate::heat;
use crate::input::{self, Source};
use crate::output::{Output, stdout};
use crate::usage::usage;
use crate::workers::in_order;

pub(crate) use plan::{Plan, Wanted};
use report::Report;

/// The name that stands for every feature.
const ALL: &str = "all";

/// Runs `setwise positions`.
pub(crate) fn run(args: &Positions) -> Result<()> {
    if args.list {
        return list();
    }
    let (features, files) = features_and_files(&args.names, args.heat.wanted)?;
    let compression = compression(args)?;
    let wanted = match (args.totals, args.heat.wanted) {
        (true, _) => Wanted::Totals,
        (false, true) => Wanted::Heat(args.heat.clone()),
        (false, false) => Wanted::Rows,
    };
    let plan = Plan::new(&args.reading, args.backend.get()?, features, wanted);
    process(&plan, &files, &args.reading, args.out.as_deref(), compression)
}

/// Reads files and writes the results of a plan to `out`, or to standard output.
pub(crate) fn process(
    plan: &Plan,
    files: &[String],
    reading: &Reading,
    out: Option<&Path>,
    compression: Compression,
) -> Result<()> {
    let inputs = input::inputs(files, reading.from)?;
    let column = reading.column_of(&inputs)?;
    if let Some(out) = out {
        input::refuse_output(out, &inputs)?;
    }
    let threads = reading.threads.or(available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let to_file = out.is_some_and(|out| out != Path::new(input::STDIN));
    let bar = input::bar(inputs.iter().map(|input| input.name.as_str()), to_file || !plan.has_lines(), "positions");
    let mut report = Report::new(plan, &inputs, &bar, Output::new(out, compression)?)?;
    let mut source = Source::new(&inputs, column, &bar);
    let full = Cell::new(report.is_full());
    let next = || if full.get() { Ok(None) } else { source.next() };
    let worker = || {
        let mut worker = plan.worker();
        move |piece| worker.work(piece, None)
    };
    let take = |done| {
        report.take(done)?;
        full.set(report.is_full());
        Ok(())
    };
    let ended = in_order(threads, next, |piece| plan.weight(piece), worker, take);
    bar.finish_and_clear();
    report.finish(ended)
}

/// Returns how to compress the output. What is written are comma-separated values, whatever their meaning.
fn compression(args: &Positions) -> Result<Compression> {
    let Some(out) = &args.out else { return Ok(Compression::Plain) };
    if args.heat.draw || args.heat.svg.as_deref() == Some(Path::new(input::STDIN)) {
        return Err(usage("--out is for comma-separated values; tables and pictures of --heat go to standard output"));
    }
    match Format::of_output(out, args.to)? {
        (Format::Csv, compression) => Ok(compression),
        (format, _) => Err(usage(format!("{}: features cannot be written as {format}, only as csv", out.display()))),
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

/// Splits the names at the first one that is not a feature: features before it, files from it on. If only sets are wanted,
/// a feature that is a number is an error.
fn features_and_files(names: &[String], only_sets: bool) -> Result<(Vec<Feature>, Vec<String>)> {
    let mut features = Vec::new();
    for (n, name) in names.iter().enumerate() {
        if name == ALL {
            features.extend(Feature::all().filter(|feature| !only_sets || !feature.is_number()));
            continue;
        }
        match name.parse::<Feature>() {
            Ok(feature) if only_sets && feature.is_number() => return Err(usage(heat::of_number(name))),
            Ok(feature) => features.push(feature),
            Err(_) if n > 0 && input::is_file_or_pattern(name) => return Ok((features, files(&names[n..])?)),
            Err(_) if n > 0 && name.contains(['.', '/']) => {
                return Err(usage(format!("'{name}' is neither a file nor a feature")));
            }
            Err(error) => return Err(usage(format!("{error}; files must come after features"))),
        }
    }
    Err(usage("no file given; - is standard input"))
}

/// Returns the names as files, or an error if one is a feature.
fn files(names: &[String]) -> Result<Vec<String>> {
    for name in names {
        if name.parse::<Feature>().is_ok() && !Path::new(name).exists() {
            return Err(usage(format!("feature {name} comes after a file; files must come after features")));
        }
    }
    Ok(names.to_vec())
}
