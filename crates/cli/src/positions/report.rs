//! Writes the results of all chunks, in the order of the chunks.

use std::io::{self, Write};
use std::mem::take;

use anyhow::{Context, Result, anyhow};
use indicatif::ProgressBar;
use setwise_expressions::Type;
use setwise_games::TagsSeen;
use setwise_positions::features::Totals;

use super::done::{Done, Notes, Results};
use super::plan::{OutputKind, Plan};
use super::worker::Worker;
use crate::bad::Wrong;
use crate::failure::in_one_line;
use crate::heat::HeatMaps;
use crate::input::{self, Inputs};
use crate::output::Output;
use crate::rows::RowFormat;

/// Writes the results, and reports skipped lines at the end.
pub(super) struct Report<'a> {
    plan: &'a Plan,
    inputs: &'a Inputs,
    bar: &'a ProgressBar,
    out: Output,
    /// The list of what is skipped.
    skipped: Option<Output>,
    /// The index of the current file, and the number of its lines in the chunks that have been written so far.
    file: usize,
    lines: usize,
    positions: u64,
    bad: u64,
    first_bad: Option<String>,
    /// Which tags the games have had so far.
    tags: TagsSeen,
    notes: Notes,
    totals: Vec<Totals>,
    heat: HeatMaps,
}

impl<'a> Report<'a> {
    /// Returns a report that writes to `out`, and writes a list of what is skipped to `skipped`. If the format has a header
    /// line, writes this line.
    pub(super) fn new(
        plan: &'a Plan,
        inputs: &'a Inputs,
        bar: &'a ProgressBar,
        mut out: Output,
        skipped: Option<Output>,
    ) -> Result<Self> {
        let names: Vec<String> = plan.columns.iter().map(|(name, _)| name.clone()).collect();
        let is_json = matches!(plan.output, OutputKind::Rows { format: RowFormat::Json, .. });
        if !plan.row.is_empty() && !is_json {
            out.write(format!("{}\n", plan.row.join(",")).as_bytes())?;
        }
        let totals = vec![Totals::default(); names.len()];
        let heat = HeatMaps::new(names, "positions");
        let (tags, notes, first_bad) = (plan.games.tags().clone(), Notes::default(), None);
        let (file, lines, positions, bad) = (0, 0, 0, 0);
        Ok(Self { plan, inputs, bar, out, skipped, file, lines, positions, bad, first_bad, tags, notes, totals, heat })
    }

    /// Returns whether the limit on the number of positions has been reached.
    pub(super) fn is_full(&self) -> bool {
        self.left() == Some(0)
    }

    /// Returns the number of positions until the limit, or `None` if there is no limit.
    fn left(&self) -> Option<u64> {
        self.plan.limit.map(|limit| limit - self.positions)
    }

    /// Writes or adds up the results of the next chunk. Ignores them if the limit has been reached.
    pub(super) fn take(&mut self, mut done: Done) -> Result<()> {
        if self.is_full() {
            return Ok(());
        }
        if let Some(left) = self.left()
            && let Ok(left) = usize::try_from(left)
            && left <= done.positions
        {
            // The chunk reaches the limit, but was processed to its end. It is therefore processed again, up to the
            // limit. Later chunks are ignored.
            done = Worker::new(self.plan).work(done.chunk, Some(left));
        }
        if done.chunk.file != self.file {
            (self.file, self.lines) = (done.chunk.file, 0);
        }
        match &mut done.results {
            Results::Bytes(bytes) => self.out.write(bytes)?,
            Results::Table(table) => {
                let (batch, values) = take(&mut **table);
                self.out.write_table(batch, values)?;
            }
            Results::Unfit(line, wrong) => return Err(anyhow!(self.at(*line, wrong))),
            Results::Totals(more) => {
                self.totals.iter_mut().zip(more).for_each(|(totals, more)| totals.merge(more));
            }
            Results::Heat(more) => self.heat.add(more, done.positions),
        }
        for (line, wrong) in &done.reasons {
            let message = self.at(*line, wrong);
            if !self.plan.skip_bad {
                return Err(anyhow!(message));
            }
            if let Some(skipped) = &mut self.skipped {
                skipped.write(format!("{}\n", in_one_line(&message)).as_bytes())?;
            }
            self.first_bad.get_or_insert(message);
        }
        self.bad += done.reasons.len() as u64;
        self.tags.merge(&done.tags);
        self.notes.add(&done.notes);
        self.lines += done.lines;
        self.positions += done.positions as u64;
        input::message(self.bar, self.positions, self.plan.counted());
        Ok(())
    }

    /// Returns the message for an error in the current file. `line` is counted from the first line of the chunk.
    fn at(&self, line: usize, Wrong { column, reason }: &Wrong) -> String {
        let input = &self.inputs.files[self.file];
        format!("{}{}{reason}", input.name, input.place(self.lines + line + 1, *column))
    }

    /// Writes the remaining output after the last chunk. `ended` contains the error that ended reading, processing or
    /// writing, if there was one. The error is ignored if the limit was reached before it.
    pub(super) fn finish(mut self, ended: Result<()>) -> Result<()> {
        // Games after the limit may have tags that the games before it lack.
        let ended = if self.is_full() { Ok(()) } else { ended.and_then(|()| self.check_tags()) };
        let ended = ended.and_then(|()| self.write_sums());
        let ended = ended.and_then(|()| self.skipped.take().map_or(Ok(()), Output::finish));
        let result = match ended {
            Ok(()) => self.out.finish(),
            Err(error) => self.out.give_up().and(Err(error)),
        };
        if let Some(first) = &self.first_bad {
            let noun = match () {
                () if self.inputs.games => "game",
                () if self.inputs.files.iter().all(|input| input.format.is_text()) => "line",
                () => "record",
            };
            let plural = if self.bad == 1 { "" } else { "s" };
            let _ = writeln!(io::stderr(), "skipped {} bad {noun}{plural}, the first: {first}", self.bad);
        }
        if result.is_ok() {
            self.notes.print();
        }
        result
    }

    /// Returns an error if the user named a tag that no game has.
    fn check_tags(&self) -> Result<()> {
        let name = if let [input] = &self.inputs.files[..] { &input.name } else { "--tags" };
        self.tags.check().map_err(|error| anyhow!("{name}: {error}"))
    }

    /// Writes the totals or heat maps, which are complete only after the last chunk.
    fn write_sums(&mut self) -> Result<()> {
        match &self.plan.output {
            OutputKind::Count => self.out.write(format!("{}\n", self.positions).as_bytes()),
            OutputKind::Totals => self.out.write(self.totals()?.as_bytes()),
            OutputKind::Heat(options) => self.out.write(self.heat.text(options)?.as_bytes()),
            _ => Ok(()),
        }
    }

    /// Returns a row of totals for each feature.
    fn totals(&self) -> Result<String> {
        let mut rows = "feature,rows,sum_popcount,boards_nonempty,xor_of_values,wrapping_sum,sum\n".to_string();
        for ((name, kind), totals) in self.plan.columns.iter().zip(&self.totals) {
            let Totals { rows: positions, sum_popcount, boards_nonempty, xor_of_values, wrapping_sum, .. } = totals;
            rows += &format!(
                "{name},{positions},{sum_popcount},{boards_nonempty},{xor_of_values:#018x},{wrapping_sum:#018x},"
            );
            // Sets are not numbers, so the sum of their 64-bit words would be a meaningless number.
            if *kind != Type::Set {
                // Only numbers of expressions may be negative, and they have at most 33 bits, so that their sum fits.
                let is_negative = totals.union_of_values.cast_signed() < 0;
                let signed = || is_negative.then(|| totals.wrapping_sum.cast_signed().into());
                let sum: Option<i128> = totals.sum().map(i128::from).or_else(signed);
                rows += &sum.with_context(|| format!("the sum of {name} could be 2^64 or more"))?.to_string();
            }
            rows += "\n";
        }
        Ok(rows)
    }
}
