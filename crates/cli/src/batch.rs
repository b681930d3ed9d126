//! Decodes pieces of files into columns of positions.

use std::ops::Range;

use setwise::Backends;
use setwise_positions::{Columns, Reader, Rules, lines};

use crate::input::Data;

/// The positions of a piece.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) columns: Columns,
    /// The places of the positions, if they were asked for. A place is the number of a line, counted from the first line of the
    /// piece.
    places: Vec<usize>,
    /// The text of each position, as a range of the bytes of the piece. Empty unless the places were asked for.
    texts: Vec<Range<usize>>,
    /// The places that are not positions.
    pub(crate) bad: Bad,
    /// The number of lines in the piece.
    pub(crate) lines: usize,
}

/// Places that are not positions.
#[derive(Default)]
pub(crate) struct Bad {
    places: Vec<usize>,
    /// What is wrong with the first of them.
    reason: Option<String>,
}

impl Bad {
    /// Returns the number of places.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the first place, and what is wrong with it.
    pub(crate) fn first(&self) -> Option<(usize, String)> {
        Some((*self.places.first()?, self.reason.clone()?))
    }

    fn clear(&mut self) {
        self.places.clear();
        self.reason = None;
    }

    /// Adds a place, which must come after all others.
    fn push(&mut self, place: usize, reason: impl ToString) {
        self.places.push(place);
        self.reason.get_or_insert_with(|| reason.to_string());
    }

    fn contains(&self, place: usize) -> bool {
        self.places.binary_search(&place).is_ok()
    }

    /// Keeps only the places before this one.
    fn truncate(&mut self, place: usize) {
        self.places.truncate(self.places.partition_point(|bad| *bad < place));
    }
}

/// Decodes pieces, one after another.
pub(crate) struct Decoder {
    reader: Reader,
}

impl Decoder {
    /// Returns a decoder for the positions that `rules` accepts.
    pub(crate) fn new(backend: Backends, rules: Rules) -> Self {
        Self { reader: Reader::new(backend, rules) }
    }

    /// Replaces the content of a batch with the positions of a piece, and their places and texts if `with_places` is true.
    pub(crate) fn decode(&mut self, data: &Data, with_places: bool, batch: &mut Batch) {
        batch.clear();
        match data {
            Data::Lines(text) => self.decode_lines(text, with_places, batch),
            Data::Records { text, starts, lines } => {
                self.decode_lines(text, with_places, batch);
                batch.bad.places.iter_mut().chain(&mut batch.places).for_each(|place| *place = starts[*place]);
                batch.lines = *lines;
            }
        }
    }

    fn decode_lines(&mut self, text: &[u8], with_places: bool, batch: &mut Batch) {
        let Batch { columns, places, texts, bad, .. } = batch;
        batch.lines = self.reader.append(text, 0, columns, |line| bad.push(line.line, line.reason));
        if with_places {
            for (place, line) in lines(text, 0).filter(|(place, _)| !bad.contains(*place)) {
                let start = line.as_ptr().addr() - text.as_ptr().addr();
                places.push(place);
                texts.push(start..start + line.len());
            }
        }
    }
}

impl Batch {
    fn clear(&mut self) {
        self.columns.clear();
        self.places.clear();
        self.texts.clear();
        self.bad.clear();
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// Returns the text of position `n`, which is in `data`, the piece that was decoded.
    pub(crate) fn text<'a>(&self, n: usize, data: &'a Data) -> &'a [u8] {
        let (Data::Lines(text) | Data::Records { text, .. }) = data;
        &text[self.texts[n].clone()]
    }

    /// Drops the positions after the first bad place.
    pub(crate) fn end_at_bad(&mut self) {
        if let Some(first) = self.bad.places.first() {
            let kept = self.places.partition_point(|place| place < first);
            self.select(&Vec::from_iter(0..kept));
        }
    }

    /// Keeps the first `most` positions, and the bad places before the last of them. Does nothing if there are fewer.
    pub(crate) fn limit(&mut self, most: usize) {
        if most <= self.len() {
            self.bad.truncate(most.checked_sub(1).map_or(0, |last| self.places[last]));
            self.select(&Vec::from_iter(0..most));
        }
    }

    /// Keeps the positions with these numbers, which must be sorted. Numbers count from 0.
    pub(crate) fn select(&mut self, kept: &[usize]) {
        let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move } = &mut self.columns;
        for column in [pawns, knights, bishops, rooks, queens, kings, white, black] {
            select(column, kept);
        }
        select(side_to_move, kept);
        select(&mut self.places, kept);
        select(&mut self.texts, kept);
    }
}

/// Keeps the elements with these indices, which must be sorted. An empty column remains empty.
fn select<T: Clone>(column: &mut Vec<T>, kept: &[usize]) {
    if !column.is_empty() {
        kept.iter().enumerate().for_each(|(to, from)| column[to] = column[*from].clone());
        column.truncate(kept.len());
    }
}
