//! Processes the chunks of the input one at a time, as a plan describes.

use std::mem::take;

use setwise::Bitboard;
use setwise_expressions as expressions;
use setwise_positions::features::{Evaluator, Totals};
use setwise_positions::packed::{self, BadRecord, Labels, bulletformat, marlinformat, viriformat};
use setwise_positions::{Tail, column};

use super::done::{Done, Notes, Results};
use super::plan::{OutputKind, Plan};
use crate::args::UnknownResult;
use crate::bad::Wrong;
use crate::batch::{Batch, with_blanks};
use crate::board::Board;
use crate::chunk::{Chunk, Data};
use crate::decode::{Decoder, relative};
use crate::expressions::unknown;
use crate::formats::Format;
use crate::games;
use crate::heat::{self, Numbers};

use crate::rows::{Form, RowFormat, Rows, quote};
use crate::tables::ValueColumn;

/// Processes one chunk at a time, and reuses its buffers.
pub(crate) struct Worker<'a> {
    plan: &'a Plan,
    decoder: Decoder,
    conditions: expressions::Evaluator,
    features: Evaluator,
    expressions: expressions::Evaluator,
    batch: Batch,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Self {
        let Plan { backend, rules, games, features, expressions, .. } = plan;
        let columns = expressions.columns.iter().map(|(_, expression)| expression);
        Self {
            plan,
            decoder: Decoder::new(*backend, *rules, games.clone()),
            conditions: expressions::Evaluator::new(*backend, &Vec::from_iter(&expressions.conditions)),
            features: Evaluator::new(*backend, features),
            expressions: expressions::Evaluator::new(*backend, &Vec::from_iter(columns)),
            batch: Batch::default(),
        }
    }

    /// Processes a chunk. If there is a `limit`, takes at most that number of positions and ignores the rest of the
    /// chunk.
    pub(crate) fn work(&mut self, chunk: Chunk, limit: Option<usize>) -> Done {
        let plan = self.plan;
        let has_lines = plan.has_lines();
        self.batch.file = plan.files.get(chunk.file).cloned();
        self.decoder.decode(&chunk.data, plan.needs(limit.is_some()), &mut self.batch);
        if let OutputKind::Packed(format @ (Format::Marlinformat | Format::Viriformat)) = &plan.output {
            self.drop_large_counters(&chunk.data, *format);
        }
        // Drops the positions after a bad line. Otherwise their rows would be written before the error is reported.
        if has_lines && !plan.skip_bad {
            self.batch.end_at_bad();
        }
        self.select();
        let without_result = self.leave_out_unknown_results();
        if plan.output.has_games() {
            games::collect(&mut self.batch);
        }
        if let Some(limit) = limit {
            self.batch.limit(limit);
        }
        let positions = self.batch.len();
        let mut notes = self.notes(chunk.data.text(), &without_result, limit);
        let results = match &plan.output {
            OutputKind::Rows { positions, form, format, .. } => {
                Results::Bytes(self.rows(chunk.data.text(), *positions, *form, *format))
            }
            OutputKind::Totals => Results::Totals(self.totals()),
            OutputKind::Heat(_) => Results::Heat(self.heat()),
            OutputKind::Lines(format) => Results::Bytes(self.lines(*format, chunk.data.text())),
            OutputKind::Count => Results::Bytes(Vec::new()),
            OutputKind::Games => Results::Bytes(games::rows(&self.batch)),
            OutputKind::Boards => Results::Bytes(self.boards(chunk.data.text())),
            OutputKind::Packed(format) => {
                match self.packed(*format, matches!(chunk.data, Data::Games(_)), &mut notes) {
                    Ok(bytes) => Results::Bytes(bytes),
                    Err((n, reason)) => {
                        let place = self.batch.place(n);
                        Results::Unfit(place, Wrong::new(unfit(&chunk.data, place, *format, &reason)))
                    }
                }
            }
            OutputKind::Table(_) => Results::Table(Box::new(self.table())),
        };
        let tags = self.decoder.tags().clone();
        let Batch { bad, lines, .. } = &mut self.batch;
        Done { lines: *lines, positions, tags, reasons: bad.take(), notes, results, chunk }
    }

    fn select(&mut self) {
        if self.plan.expressions.conditions.is_empty() {
            return;
        }
        let mut kept = Vec::new();
        let numbers = self.plan.expressions.numbers(&self.batch);
        let unknown = self.plan.expressions.conditions.iter().map(|condition| unknown(condition, &self.batch));
        let unknown: Vec<Vec<bool>> = unknown.collect();
        let is_known = |n: usize| unknown.iter().all(|unknown| !unknown.get(n).is_some_and(|unknown| *unknown));
        self.conditions.for_each_block(
            self.batch.positions(),
            &numbers.each_ref().map(Vec::as_slice),
            |range, values| {
                kept.extend(
                    range
                        .enumerate()
                        .filter(|(n, at)| values.iter().all(|values| values[*n] != 0) && is_known(*at))
                        .map(|(_, n)| n),
                );
            },
        );
        self.batch.select(&kept);
    }

    /// Returns the values of the features and the expressions.
    fn values(&mut self) -> Vec<Vec<u64>> {
        let mut all = empty_columns(self.plan.features.len(), self.batch.len());
        self.features.for_each_block(self.batch.positions(), |_, values| {
            all.iter_mut().zip(values).for_each(|(all, values)| all.extend_from_slice(values));
        });
        all.extend(self.values_of_expressions());
        all
    }

    fn values_of_expressions(&mut self) -> Vec<Vec<u64>> {
        let expressions = &self.plan.expressions;
        let mut all = empty_columns(expressions.columns.len(), self.batch.len());
        if !all.is_empty() {
            let numbers = expressions.numbers(&self.batch);
            let numbers = numbers.each_ref().map(Vec::as_slice);
            self.expressions.for_each_block(self.batch.positions(), &numbers, |_, values| {
                all.iter_mut().zip(values).for_each(|(all, values)| all.extend_from_slice(values));
            });
        }
        for (values, unknown) in all.iter_mut().zip(self.unknown_values()) {
            values.iter_mut().zip(unknown).for_each(|(value, unknown)| *value = if unknown { 0 } else { *value });
        }
        all
    }

    /// Returns, for each expression that is a column, the positions for which its value is unknown. A list is empty if
    /// all values are known.
    fn unknown_values(&self) -> Vec<Vec<bool>> {
        self.plan.expressions.columns.iter().map(|(_, expression)| unknown(expression, &self.batch)).collect()
    }

    fn totals(&mut self) -> Vec<Totals> {
        let mut totals = self.features.totals(self.batch.positions());
        totals.extend(self.values_of_expressions().iter().map(|values| Totals::of(values)));
        totals
    }

    fn heat(&mut self) -> Vec<Numbers> {
        let mut heat = self.features.heat(self.batch.positions());
        heat.extend(heat::of_columns(&self.values_of_expressions(), self.plan.backend));
        heat
    }

    /// Computes the values of the features, and moves the columns out of the batch.
    fn table(&mut self) -> (Batch, Vec<ValueColumn>) {
        let values = self.row_columns();
        let Batch { columns, labels, unscored, extra_bytes, file, game, ply, details, moves, .. } = &mut self.batch;
        let (columns, labels, details, moves) = (take(columns), take(labels), take(details), take(moves));
        let ([extra_bytes, game, ply], unscored) = ([extra_bytes, game, ply].map(take), take(unscored));
        let file = file.take();
        let batch =
            Batch { columns, labels, unscored, extra_bytes, file, game, ply, details, moves, ..Batch::default() };
        (batch, values)
    }

    /// Returns the columns of features and expressions.
    fn row_columns(&mut self) -> Vec<ValueColumn> {
        let unknown = std::iter::repeat_n(Vec::new(), self.plan.features.len()).chain(self.unknown_values());
        let unknown: Vec<Vec<bool>> = unknown.collect();
        let columns = self.plan.columns.iter().zip(self.values()).zip(unknown);
        columns.map(|(((_, kind), values), unknown)| (*kind, values, unknown)).collect()
    }

    fn rows(&mut self, text: &[u8], positions: bool, form: Form, format: RowFormat) -> Vec<u8> {
        let columns = self.row_columns();
        let mut rows = Rows::new(format, form, &self.plan.row);
        for n in 0..self.batch.len() {
            if positions {
                self.batch.push_row(&mut rows, n, text, self.plan.layout, &self.plan.labels);
            }
            for (kind, values, unknown) in &columns {
                if unknown.get(n).is_some_and(|unknown| *unknown) {
                    rows.unknown();
                } else {
                    rows.value(*kind, values[n]);
                }
            }
            rows.end();
        }
        rows.into_bytes()
    }

    fn lines(&self, format: Format, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for n in 0..self.batch.len() {
            let start = out.len();
            self.batch.push_line(format, &mut out, n, text);
            if format == Format::Csv {
                quote(&mut out, start);
            }
            for name in &self.plan.labels {
                out.push(b',');
                out.extend(self.batch.label(name, n).iter().flat_map(|value| value.to_string().into_bytes()));
            }
            out.push(b'\n');
        }
        out
    }

    /// Draws each position under its line, and an empty line after it.
    fn boards(&mut self, text: &[u8]) -> Vec<u8> {
        let marked = self.values_of_expressions();
        let mut out = Vec::new();
        for n in 0..self.batch.len() {
            let pieces = self.batch.columns.get(n).expect("a position of the batch").placement;
            let board = Board { pieces, ..Board::default() };
            let drawn = match marked.first() {
                Some(sets) => Board { marked: Bitboard(sets[n]), ..board }.text(),
                None => board.squares(),
            };
            self.batch.push_line(Format::Fen, &mut out, n, text);
            out.push(b'\n');
            out.extend_from_slice(drawn.as_bytes());
            out.push(b'\n');
        }
        out
    }

    /// Drops the positions with a counter that marlinformat and viriformat cannot hold.
    fn drop_large_counters(&mut self, data: &Data, format: Format) {
        let Labels { halfmove_clock, fullmove_number, .. } = &self.batch.labels;
        let reason = |clock: u32, number: u32| match () {
            () if u8::try_from(clock).is_err() => Some(packed::Reason::HalfmoveClock(clock)),
            () if u16::try_from(number).is_err() => Some(packed::Reason::FullmoveNumber(number)),
            () => None,
        };
        let reasons = halfmove_clock.iter().zip(fullmove_number).enumerate();
        let wrong = reasons.filter_map(|(n, (clock, number))| Some((n, reason(*clock, *number)?)));
        let wrong = wrong.map(|(n, reason)| {
            let column = self.column_of_counter(data, n, matches!(reason, packed::Reason::HalfmoveClock(_)));
            (n, Wrong { column, reason: unfit(data, self.batch.place(n), format, &reason) })
        });
        let wrong: Vec<_> = wrong.collect();
        if !wrong.is_empty() {
            self.batch.drop_wrong(wrong);
        }
    }

    /// Returns the column of the half-move clock, or of the fullmove number, in the line of position `n`.
    fn column_of_counter(&self, data: &Data, n: usize, is_clock: bool) -> Option<usize> {
        let Data::Lines(text) = data else { return None };
        let line = with_blanks(text, self.batch.texts.get(n)?);
        let tail = Tail::read(line).ok()?;
        let counter = if is_clock { tail.halfmove_clock } else { tail.fullmove_number };
        Some(column(line, counter.as_ptr().addr() - line.as_ptr().addr()))
    }

    /// With `--result unknown`, drops the positions whose result is unknown. Returns their places.
    fn leave_out_unknown_results(&mut self) -> Vec<usize> {
        let Plan { output: OutputKind::Packed(_), unknown, .. } = self.plan else { return Vec::new() };
        if unknown.result != Some(UnknownResult::Unknown) {
            return Vec::new();
        }
        let (kept, others) = (0..self.batch.len()).partition::<Vec<_>, _>(|n| self.batch.has_result(*n));
        let places = others.iter().map(|n| self.batch.place(*n)).collect();
        self.batch.select(&kept);
        places
    }

    /// Returns the notes about the positions of the batch. `without_result` are the places of the positions that were
    /// left out. Those after the last position do not count if the limit was reached.
    fn notes(&self, text: &[u8], without_result: &[usize], limit: Option<usize>) -> Notes {
        let last = self.batch.len().checked_sub(1).map_or(0, |last| self.batch.place(last));
        let counts = |place: &&usize| limit != Some(self.batch.len()) || **place <= last;
        let output = &self.plan.output;
        let leaves_out = output.leaves_out_operations();
        let is_epd = matches!(output, OutputKind::Lines(Format::Epd));
        Notes {
            without_result: without_result.iter().filter(counts).count(),
            without_operations: if leaves_out { self.batch.operations(text) } else { 0 },
            unread_operations: if leaves_out || is_epd { self.batch.unread_operations() } else { 0 },
            score_0: 0,
        }
    }

    /// Replaces unknown scores and results as the options say. Returns the labels or, if an option is missing, the index
    /// of the first position with an unknown label and the reason.
    fn known_labels(&self, is_game: bool, notes: &mut Notes) -> Result<Labels, (usize, String)> {
        let (batch, unknown) = (&self.batch, self.plan.unknown);
        let mut labels = batch.labels.clone();
        for n in 0..batch.len() {
            if !batch.has_score(n) {
                labels.score[n] = match unknown.score {
                    Some(score) => score,
                    None if is_game => 0,
                    None => return Err((n, "the score is unknown; use --score N".to_string())),
                };
                notes.score_0 += usize::from(unknown.score.is_none());
            }
            if !batch.has_result(n) {
                if unknown.result.is_none() {
                    let options = "--result draw or --result unknown";
                    return Err((n, format!("the result is unknown; use {options}")));
                }
                labels.result[n] = 1;
            }
        }
        Ok(labels)
    }

    /// Returns the packed positions. If the format cannot hold a position, returns the index of the position and the
    /// reason.
    fn packed(&self, format: Format, is_game: bool, notes: &mut Notes) -> Result<Vec<u8>, (usize, String)> {
        let labels = &self.known_labels(is_game, notes)?;
        let Batch { columns, extra_bytes, .. } = &self.batch;
        // The largest number that fits into the extra bytes: three bytes in bulletformat, and one byte in the other
        // formats.
        let most = if format == Format::Bulletformat { 0xFF_FFFF } else { 0xFF };
        let unfit = |(n, (result, extra)): (usize, (&u8, &u32))| match (*result, *extra) {
            (result @ 3.., _) => Some((n, packed::Reason::Result(result).to_string())),
            (_, extra) if extra > most => Some((n, format!("the extra bytes are {extra}, expected 0 to {most}"))),
            _ => None,
        };
        if let Some(unfit) = labels.result.iter().zip(extra_bytes).enumerate().find_map(unfit) {
            return Err(unfit);
        }
        let mut bytes = Vec::new();
        let written = match format {
            Format::Bulletformat => {
                let (boards, labels) = relative(&self.batch, labels, self.plan.layout);
                bulletformat::write(&boards, &labels, &mut bytes)
            }
            Format::Viriformat => viriformat::write(columns, labels, &mut bytes),
            Format::Marlinformat => marlinformat::write(columns, labels, &mut bytes),
            Format::Fen | Format::Epd | Format::Csv | Format::Parquet | Format::Arrow | Format::Pgn | Format::Uci => {
                unreachable!("{format} is not packed")
            }
        };
        written.map_err(|BadRecord { record, reason }| (record - 1, reason.to_string()))?;
        Ok(bytes)
    }
}

/// Returns the message for a position that a packed format cannot hold. For columnar files and games, the message contains
/// the place, because the caller does not add it.
fn unfit(data: &Data, place: usize, format: Format, reason: &impl ToString) -> String {
    let row = match data {
        Data::Rows(rows) => rows.place(place) + ": ",
        Data::Games(games) => format!(" game {}: ", games.first + place),
        _ => String::new(),
    };
    format!("{row}{format} cannot hold the position: {}", reason.to_string())
}

/// Returns columns that can hold `rows` values without growing. `vec!` would clone a column, and a clone of an empty
/// vector has no capacity.
fn empty_columns(columns: usize, rows: usize) -> Vec<Vec<u64>> {
    std::iter::repeat_with(|| Vec::with_capacity(rows)).take(columns).collect()
}
