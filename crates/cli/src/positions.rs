//! `setwise positions`: computes features of the positions in files.

use std::io::{self, BufWriter, Read, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use anyhow::{Context, Result, anyhow};
use indicatif::ProgressBar;
use setwise::Backends;
use setwise_positions::features::{Evaluator, Feature, Totals};
use setwise_positions::{BadLine, Columns, Reader, Rules, Text, lines};

use crate::args::{HeatOptions, Positions};
use crate::heat::{self, HeatMaps, Numbers};
use crate::input;
use crate::output::{most_bytes_of_rows, push_fields, push_number, push_set, stdout};
use crate::usage::usage;
use crate::workers::in_order;

/// The name that stands for every feature.
const ALL: &str = "all";

/// Runs `setwise positions`.
pub(crate) fn run(args: &Positions) -> Result<()> {
    if args.list {
        return list();
    }
    let (features, files) = features_and_files(&args.names, args.heat.wanted)?;
    let plan = Plan {
        backend: args.backend.get()?,
        features,
        rules: match (args.any_pieces, args.any_kings) {
            (true, _) => Rules::AnyPieces,
            (false, true) => Rules::AnyKings,
            (false, false) => Rules::Chess,
        },
        skip_bad: args.skip_bad,
        results: match (args.totals, args.heat.wanted) {
            (true, _) => Wanted::Totals,
            (false, true) => Wanted::Heat(args.heat.clone()),
            (false, false) => Wanted::Rows,
        },
    };
    input::check(&files)?;
    let threads = args.threads.or(available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let has_rows = matches!(plan.results, Wanted::Rows);
    let bar = input::bar(&files, !has_rows, "positions");
    let mut report = Report::new(&plan, &files, &bar)?;
    if has_rows {
        report.write_header()?;
    }
    let mut source = Source { files: &files, next_file: 0, open: None, bar: &bar };
    let weight = |piece: &Piece| plan.weight(piece);
    let ended = in_order(threads, || source.next(), weight, || plan.worker(), |done| report.take(&done));
    bar.finish_and_clear();
    report.finish(ended)
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
            Err(_) if n > 0 && (name == input::STDIN || Path::new(name).exists()) => {
                return Ok((features, files(&names[n..])?));
            }
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

/// Describes what to compute for each piece of text.
struct Plan {
    backend: Backends,
    features: Vec<Feature>,
    rules: Rules,
    skip_bad: bool,
    results: Wanted,
}

/// The form of the results.
enum Wanted {
    /// A row for each position.
    Rows,
    Totals,
    Heat(HeatOptions),
}

/// A number of whole lines of a file.
struct Piece {
    file: usize,
    text: Vec<u8>,
}

/// The results of a piece.
struct Done {
    file: usize,
    /// The number of lines, and how many of them are positions.
    lines: usize,
    positions: usize,
    /// The number of lines that are not positions, and the first of them. Its line number counts from 0.
    bad: usize,
    first_bad: Option<BadLine>,
    results: Results,
}

/// The results for the positions of a piece.
enum Results {
    Rows(Vec<u8>),
    Totals(Vec<Totals>),
    Heat(Vec<Numbers>),
}

impl Plan {
    /// Returns a function that processes pieces and reuses its buffers.
    fn worker(&self) -> impl FnMut(Piece) -> Done {
        let mut columns = Columns::default();
        let mut reader = Reader::new(self.backend, self.rules);
        let mut evaluator = Evaluator::new(self.backend, &self.features);
        move |Piece { file, text }| {
            let mut bad = Vec::new();
            columns.clear();
            let lines = reader.append(&text, 0, &mut columns, |line| bad.push(line));
            let results = match self.results {
                Wanted::Rows => Results::Rows(self.rows(&mut evaluator, &columns, &text, &bad)),
                Wanted::Totals => Results::Totals(evaluator.totals(&columns)),
                Wanted::Heat(_) => Results::Heat(self.heat(&mut evaluator, &columns)),
            };
            let (positions, first_bad) = (columns.len(), bad.first().copied());
            Done { file, lines, positions, bad: bad.len(), first_bad, results }
        }
    }

    /// Returns an upper bound for the bytes of a piece and its rows.
    fn weight(&self, Piece { text, .. }: &Piece) -> usize {
        let rows = matches!(self.results, Wanted::Rows);
        text.capacity() + if rows { most_bytes_of_rows(text, self.features.len()) } else { 0 }
    }

    /// Returns a heat map of each feature. All values of a feature are collected first: the map of a short column would cost more
    /// to finish than to count.
    fn heat(&self, evaluator: &mut Evaluator, columns: &Columns) -> Vec<Numbers> {
        let mut sets = vec![Vec::with_capacity(columns.len()); self.features.len()];
        evaluator.for_each_block(columns, |_, values| {
            sets.iter_mut().zip(values).for_each(|(sets, values)| sets.extend_from_slice(values));
        });
        let mut heat = vec![[0; 64]; self.features.len()];
        heat.iter_mut().zip(&sets).for_each(|(numbers, sets)| heat::add_column(numbers, sets, self.backend));
        heat
    }

    /// Returns a row for each position. Unless bad lines are skipped, only positions before the first bad line have rows.
    fn rows(&self, evaluator: &mut Evaluator, columns: &Columns, text: &[u8], bad: &[BadLine]) -> Vec<u8> {
        let last = if self.skip_bad { None } else { bad.first().map(|bad| bad.line) };
        let mut rows = Vec::new();
        let mut good = lines(text, 0)
            .take_while(|(line, _)| last.is_none_or(|last| *line < last))
            .filter(|(line, _)| bad.binary_search_by_key(line, |bad| bad.line).is_err());
        evaluator.for_each_block(columns, |range, values| {
            for (n, (_, line)) in (0..range.len()).zip(&mut good) {
                push_fields(&mut rows, line);
                for (feature, values) in self.features.iter().zip(values) {
                    rows.push(b',');
                    let push = if feature.is_number() { push_number } else { push_set };
                    push(&mut rows, values[n]);
                }
                rows.push(b'\n');
            }
        });
        rows
    }
}

/// Reads the files in order, one piece at a time.
struct Source<'a> {
    files: &'a [String],
    next_file: usize,
    open: Option<Text<Box<dyn Read>>>,
    bar: &'a ProgressBar,
}

impl Source<'_> {
    fn next(&mut self) -> Result<Option<Piece>> {
        loop {
            if let Some(open) = &mut self.open {
                let file = self.next_file - 1;
                let mut text = Vec::new();
                if open.read(&mut text).with_context(|| self.files[file].clone())? {
                    return Ok(Some(Piece { file, text }));
                }
            }
            let Some(name) = self.files.get(self.next_file) else { return Ok(None) };
            self.open = Some(Text::new(input::open(name, self.bar)?));
            self.next_file += 1;
        }
    }
}

/// Writes the results, and reports skipped lines at the end.
struct Report<'a> {
    plan: &'a Plan,
    files: &'a [String],
    bar: &'a ProgressBar,
    out: BufWriter<io::StdoutLock<'static>>,
    /// The current file, and the number of its lines taken so far.
    file: usize,
    lines: usize,
    positions: u64,
    bad: u64,
    first_bad: Option<String>,
    totals: Vec<Totals>,
    heat: HeatMaps,
}

impl<'a> Report<'a> {
    fn new(plan: &'a Plan, files: &'a [String], bar: &'a ProgressBar) -> io::Result<Self> {
        let totals = vec![Totals::default(); plan.features.len()];
        let heat = HeatMaps::new(plan.features.iter().map(Feature::to_string).collect(), "positions");
        let out = BufWriter::new(stdout()?.lock());
        Ok(Self { plan, files, bar, out, file: 0, lines: 0, positions: 0, bad: 0, first_bad: None, totals, heat })
    }

    fn write_header(&mut self) -> Result<()> {
        write!(self.out, "fen")?;
        for feature in &self.plan.features {
            write!(self.out, ",{feature}")?;
        }
        Ok(writeln!(self.out)?)
    }

    fn take(&mut self, done: &Done) -> Result<()> {
        if done.file != self.file {
            (self.file, self.lines) = (done.file, 0);
        }
        if let Results::Rows(rows) = &done.results {
            self.out.write_all(rows)?;
        }
        if let Some(bad) = done.first_bad {
            let at = BadLine { line: self.lines + bad.line + 1, reason: bad.reason };
            let message = format!("{}:{at}", self.files[done.file]);
            if !self.plan.skip_bad {
                return Err(anyhow!(message));
            }
            self.bad += done.bad as u64;
            self.first_bad.get_or_insert(message);
        }
        self.lines += done.lines;
        self.positions += done.positions as u64;
        match &done.results {
            Results::Rows(_) => {}
            Results::Totals(more) => {
                self.totals.iter_mut().zip(more).for_each(|(totals, more)| totals.merge(more));
            }
            Results::Heat(more) => self.heat.add(more, done.positions),
        }
        self.bar.set_message(format!("{} positions", self.positions));
        Ok(())
    }

    fn finish(mut self, ended: Result<()>) -> Result<()> {
        if ended.is_ok() {
            match &self.plan.results {
                Wanted::Rows => {}
                Wanted::Totals => self.write_totals()?,
                Wanted::Heat(options) => self.heat.write(options, &mut self.out)?,
            }
        }
        self.out.flush()?;
        if let Some(first) = &self.first_bad {
            let lines = if self.bad == 1 { "line" } else { "lines" };
            let _ = writeln!(io::stderr(), "skipped {} bad {lines}, the first: {first}", self.bad);
        }
        ended
    }

    fn write_totals(&mut self) -> Result<()> {
        writeln!(self.out, "feature,rows,sum_popcount,boards_nonempty,xor_of_values,wrapping_sum,sum")?;
        for (feature, totals) in self.plan.features.iter().zip(&self.totals) {
            let Totals { rows, sum_popcount, boards_nonempty, xor_of_values, wrapping_sum, .. } = totals;
            write!(
                self.out,
                "{feature},{rows},{sum_popcount},{boards_nonempty},{xor_of_values:#018x},{wrapping_sum:#018x},"
            )?;
            // A sum of sets as words has no meaning.
            if feature.is_number() {
                write!(
                    self.out,
                    "{}",
                    totals.sum().with_context(|| format!("the sum of {feature} could be 2^64 or more"))?
                )?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }
}
