//! What to compute for each piece of the input, and the work on one piece.

use setwise::Backends;
use setwise_positions::Rules;
use setwise_positions::features::{Evaluator, Feature, Totals};

use crate::args::{HeatOptions, Reading};
use crate::batch::{Batch, Decoder};
use crate::heat::{self, Numbers};
use crate::input::{Data, Piece};
use crate::output::{Lines, most_bytes_of_lines, most_bytes_of_rows, push_fields, push_number, push_set};

/// Describes what to compute for each piece.
pub(crate) struct Plan {
    pub(crate) backend: Backends,
    pub(crate) features: Vec<Feature>,
    /// The features by which positions are selected: those for which all values are not empty and not 0.
    pub(crate) conditions: Vec<Feature>,
    pub(crate) rules: Rules,
    pub(crate) skip_bad: bool,
    /// The largest number of positions.
    pub(crate) limit: Option<u64>,
    pub(crate) wanted: Wanted,
}

/// The form of the results.
pub(crate) enum Wanted {
    /// A row for each position.
    Rows,
    Totals,
    Heat(HeatOptions),
    /// The positions themselves, as lines of text.
    Lines(Lines),
}

/// The results of a piece.
pub(crate) struct Done {
    /// The piece, which is processed again if it has more positions than are wanted.
    pub(crate) piece: Piece,
    /// The number of lines, and the number of positions among them that are selected.
    pub(crate) lines: usize,
    pub(crate) positions: usize,
    /// The number of lines that are not positions. The first of them, counted from the first line of the piece, and what is
    /// wrong with it.
    pub(crate) bad: usize,
    pub(crate) first_bad: Option<(usize, String)>,
    pub(crate) results: Results,
}

/// The results for the positions of a piece.
pub(crate) enum Results {
    Text(Vec<u8>),
    Totals(Vec<Totals>),
    Heat(Vec<Numbers>),
}

impl Plan {
    /// Returns a plan for positions that are selected by `reading`.
    pub(crate) fn new(reading: &Reading, backend: Backends, features: Vec<Feature>, wanted: Wanted) -> Self {
        let &Reading { limit, skip_bad, .. } = reading;
        let (conditions, rules) = (reading.conditions.clone(), reading.rules());
        Self { backend, features, conditions, rules, skip_bad, limit, wanted }
    }

    /// Returns whether a result has a line for each position.
    pub(crate) fn has_lines(&self) -> bool {
        matches!(self.wanted, Wanted::Rows | Wanted::Lines(_))
    }

    /// Returns a worker, which processes pieces and reuses its buffers.
    pub(crate) fn worker(&self) -> Worker<'_> {
        Worker {
            plan: self,
            decoder: Decoder::new(self.backend, self.rules),
            conditions: Evaluator::new(self.backend, &self.conditions),
            features: Evaluator::new(self.backend, &self.features),
            batch: Batch::default(),
        }
    }

    /// Returns an upper bound for the bytes of a piece and its results.
    pub(crate) fn weight(&self, Piece { data, .. }: &Piece) -> usize {
        let (Data::Lines(text) | Data::Records { text, .. }) = data;
        let results = match self.wanted {
            Wanted::Rows => most_bytes_of_rows(text, self.features.len()),
            Wanted::Lines(_) => most_bytes_of_lines(text),
            Wanted::Totals | Wanted::Heat(_) => 0,
        };
        text.capacity() + results
    }
}

/// Processes pieces, one after another.
pub(crate) struct Worker<'a> {
    plan: &'a Plan,
    decoder: Decoder,
    conditions: Evaluator,
    features: Evaluator,
    batch: Batch,
}

impl Worker<'_> {
    /// Processes a piece. If there is a `limit`, it is the largest number of positions to take from this piece, and what comes
    /// after the last of them is ignored.
    pub(crate) fn work(&mut self, piece: Piece, limit: Option<usize>) -> Done {
        let plan = self.plan;
        let has_lines = plan.has_lines();
        self.decoder.decode(&piece.data, has_lines || limit.is_some(), &mut self.batch);
        // Without this, rows after a bad line would be written before the error is reported.
        if has_lines && !plan.skip_bad {
            self.batch.end_at_bad();
        }
        self.select();
        if let Some(limit) = limit {
            self.batch.limit(limit);
        }
        let results = match plan.wanted {
            Wanted::Rows => Results::Text(self.rows(&piece.data)),
            Wanted::Totals => Results::Totals(self.features.totals(&self.batch.columns)),
            Wanted::Heat(_) => Results::Heat(self.heat()),
            Wanted::Lines(lines) => Results::Text(self.lines(lines, &piece.data)),
        };
        let Batch { bad, lines, .. } = &self.batch;
        Done { lines: *lines, positions: self.batch.len(), bad: bad.len(), first_bad: bad.first(), results, piece }
    }

    /// Keeps the positions that meet all conditions.
    fn select(&mut self) {
        if self.plan.conditions.is_empty() {
            return;
        }
        let mut kept = Vec::new();
        self.conditions.for_each_block(&self.batch.columns, |range, values| {
            kept.extend(range.enumerate().filter(|(n, _)| values.iter().all(|values| values[*n] != 0)).map(|(_, n)| n));
        });
        self.batch.select(&kept);
    }

    /// Returns a heat map of each feature. All values of a feature are collected first: the map of a short column would cost more
    /// to finish than to count.
    fn heat(&mut self) -> Vec<Numbers> {
        let Plan { features, backend, .. } = self.plan;
        let mut sets = vec![Vec::with_capacity(self.batch.len()); features.len()];
        self.features.for_each_block(&self.batch.columns, |_, values| {
            sets.iter_mut().zip(values).for_each(|(sets, values)| sets.extend_from_slice(values));
        });
        let mut heat = vec![[0; 64]; features.len()];
        heat.iter_mut().zip(&sets).for_each(|(numbers, sets)| heat::add_column(numbers, sets, *backend));
        heat
    }

    /// Returns a row for each position.
    fn rows(&mut self, data: &Data) -> Vec<u8> {
        let Self { plan, features, batch, .. } = self;
        let mut rows = Vec::new();
        features.for_each_block(&batch.columns, |range, values| {
            for (n, position) in range.enumerate() {
                push_fields(&mut rows, batch.text(position, data));
                for (feature, values) in plan.features.iter().zip(values) {
                    rows.push(b',');
                    let push = if feature.is_number() { push_number } else { push_set };
                    push(&mut rows, values[n]);
                }
                rows.push(b'\n');
            }
        });
        rows
    }

    /// Returns a line for each position.
    fn lines(&self, lines: Lines, data: &Data) -> Vec<u8> {
        let mut text = Vec::new();
        (0..self.batch.len()).for_each(|n| lines.push(&mut text, self.batch.text(n, data)));
        text
    }
}
