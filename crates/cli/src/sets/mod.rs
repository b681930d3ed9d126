//! `setwise sets`: computes patterns on columns of sets, squares, numbers and flags.

mod columns;

use std::io::{BufWriter, Write};

use anyhow::{Context, Result, anyhow};
use setwise_patterns::{Pattern, UnknownName};
use setwise_positions::LineChunks;

use crate::args::Sets;
use crate::failure::usage;
use crate::formats::STDIN;
use crate::heat::{self, HeatMaps};
use crate::input;
use crate::pattern::{compute, gives_sets, not_a_pattern};
use crate::rows::{push_number, push_set};
use crate::standard_output::stdout;
use columns::Columns;

pub(crate) fn run(args: &Sets) -> Result<()> {
    let (patterns, file) = patterns_and_file(&args.names)?;
    if args.heat.wanted
        && let Some(number) = patterns.iter().find(|pattern| !gives_sets(**pattern))
    {
        return Err(usage(heat::of_number(number.name())));
    }
    let mut columns = Columns::new(&patterns)?;
    let backend = args.backend.get()?;
    input::check(std::slice::from_ref(&file))?;
    if let Some(picture) = args.heat.picture() {
        input::refuse_output(picture, [file.as_str()])?;
    }
    let bar = input::bar(std::iter::once(file.as_str()), args.heat.wanted, "sets");
    let mut text = LineChunks::new(input::open(&file, &bar)?);
    let mut out = BufWriter::new(stdout()?.lock());
    let names: Vec<String> = patterns.iter().flat_map(|pattern| pattern.full_result_names()).collect();
    if !args.heat.wanted {
        writeln!(out, "{},{}", columns.names().join(","), names.join(","))?;
    }
    let mut heat = args.heat.wanted.then(|| HeatMaps::new(names, "sets"));
    let (mut buffer, mut first_line, mut read) = (Vec::new(), 1, 0);
    while text.read(&mut buffer).with_context(|| file.clone())? {
        let bad = columns.read(&buffer, first_line);
        first_line += buffer.iter().filter(|byte| **byte == b'\n').count();
        let results: Vec<Vec<u64>> =
            patterns.iter().flat_map(|pattern| compute(*pattern, backend, &columns.words)).collect();
        match &mut heat {
            Some(heat) => heat.add(&heat::of_columns(&results, backend), columns.len()),
            None => out.write_all(&rows(&patterns, &columns, &results))?,
        }
        read += columns.len() as u64;
        input::message(&bar, read, "sets");
        if let Some((line, column, reason)) = bad {
            out.flush()?;
            return Err(anyhow!("{file}:{line}:{column}: {reason}"));
        }
    }
    bar.finish_and_clear();
    if let Some(heat) = heat {
        out.write_all(heat.text(&args.heat)?.as_bytes())?;
    }
    Ok(out.flush()?)
}

/// Splits the arguments into patterns and the file. The first name that is not a pattern must be a file, and no name
/// may follow it.
fn patterns_and_file(names: &[String]) -> Result<(Vec<Pattern>, String)> {
    let patterns: Vec<Pattern> = names.iter().map_while(|name| name.parse().ok()).collect();
    let is_file = |file: &str| file == STDIN || std::path::Path::new(file).exists();
    match &names[patterns.len()..] {
        [name, ..] if patterns.is_empty() => Err(not_a_pattern(name, UnknownName::new("pattern", name, Pattern::ALL))),
        [] => Ok((patterns, STDIN.to_string())),
        [name, ..] if !is_file(name) => {
            Err(not_a_pattern(name, UnknownName::new("pattern or file", name, Pattern::ALL)))
        }
        [file] => Ok((patterns, file.clone())),
        [_, other, ..] => Err(usage(format!("unexpected argument '{other}' after the file; only one file is read"))),
    }
}

/// Returns a row for each line: its columns, then the results.
fn rows(patterns: &[Pattern], columns: &Columns, results: &[Vec<u64>]) -> Vec<u8> {
    let are_sets: Vec<bool> = patterns.iter().flat_map(|pattern| pattern.kinds()).map(|kind| kind.is_set()).collect();
    let mut rows = Vec::new();
    for n in 0..columns.len() {
        columns.push(&mut rows, n);
        for (is_set, result) in are_sets.iter().zip(results) {
            rows.push(b',');
            let push = if *is_set { push_set } else { push_number };
            push(&mut rows, result[n]);
        }
        rows.push(b'\n');
    }
    rows
}
