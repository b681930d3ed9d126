//! The positions of a chunk as columns, and the selection of positions to keep.

use std::ops::Range;
use std::sync::Arc;

use setwise_games::DetailColumn;
use setwise_positions::fen::push_placement;
use setwise_positions::packed::{LabelRow, Labels, NO_RESULT};
use setwise_positions::{Columns, ColumnsRef, Position, Rights, RightsRow, Tail};

use crate::bad::{Bad, Wrong};
use crate::formats::Format;
use crate::layout::Layout;
use crate::lines;
use crate::rows::{Rows, push_fields};

/// The positions of a chunk.
#[derive(Default)]
pub(crate) struct Batch {
    /// The positions. In a relative layout, the column `white` contains own pieces, the column `black` contains the
    /// other side's pieces, and White is always to move.
    pub(crate) columns: Columns,
    /// The castling rights and en passant squares, if they were requested without the other labels and the source is
    /// text.
    pub(crate) rights: Rights,
    /// The labels, if they were requested.
    pub(crate) labels: Labels,
    /// Whether each position lacks a score. The list is empty if every position has one, or if labels were not requested.
    pub(crate) unscored: Vec<bool>,
    /// Whether the source has counters, if it is not text. In text, each line may have counters or lack them.
    pub(crate) has_counters: bool,
    /// The extra bytes of the source as little-endian numbers, if labels were requested.
    pub(crate) extra_bytes: Vec<u32>,
    /// The name of the file, if the games of several files are in one table.
    pub(crate) file: Option<Arc<str>>,
    /// The numbers of the games and of the plies, if the source is PGN.
    pub(crate) game: Vec<u32>,
    pub(crate) ply: Vec<u32>,
    /// What else was requested about positions of games.
    pub(crate) details: Vec<DetailColumn>,
    /// The moves of each game, if the rows are games instead of positions.
    pub(crate) moves: Vec<Vec<Arc<str>>>,
    /// The places of the positions, if they were requested. A place is the number of a line, record, game or row,
    /// counted from 0 at the start of the chunk.
    pub(super) places: Vec<usize>,
    /// The text of each position, as a range of the bytes of the chunk. The list is empty if positions are not read
    /// from text, or if neither places nor labels were requested.
    pub(super) texts: Vec<Range<usize>>,
    /// The places of the rows whose FEN has operations other than counters. These operations are not read.
    pub(crate) with_operations: Vec<usize>,
    /// The bad lines, records, games or rows.
    pub(crate) bad: Bad,
    /// The number of lines, records, games or rows in the chunk.
    pub(crate) lines: usize,
}

/// Selects the data that are read for each position in addition to the columns of sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Needs {
    /// The place of the position, and the text of its line if the source is text.
    pub(crate) places: bool,
    /// The labels. Sources other than text also read them if only `places` or `rights` is set.
    pub(crate) labels: bool,
    /// The castling rights and en passant squares, which are also labels. If rights or labels are read, text is read to
    /// the end of each line, and a line with text other than fields and operations is bad.
    pub(crate) rights: bool,
    /// Whether a line with a score or a result among its operations is bad, because the output would lose it.
    pub(crate) refuses_labels: bool,
    /// Whether rights that the position does not allow are bad. Then `places` and `labels` are set as well.
    pub(crate) strict_rights: bool,
}

impl Needs {
    /// Returns whether labels must be read from sources other than text. They are needed to write labels, to write
    /// positions as text, or because rights are labels.
    pub(crate) fn any(self) -> bool {
        self.places || self.labels || self.rights
    }
}

impl Batch {
    /// Empties the batch but keeps its allocated memory.
    pub(super) fn clear(&mut self) {
        self.columns.clear();
        self.rights.clear();
        self.labels.clear();
        self.unscored.clear();
        self.has_counters = false;
        self.extra_bytes.clear();
        self.game.clear();
        self.ply.clear();
        self.details.clear();
        self.moves.clear();
        self.places.clear();
        self.texts.clear();
        self.with_operations.clear();
        self.bad.clear();
        self.lines = 0;
    }

    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// Returns the positions, with their rights if these or labels were requested.
    pub(crate) fn positions(&self) -> ColumnsRef<'_> {
        let positions = ColumnsRef::from(&self.columns);
        match (self.rights.is_empty(), self.labels.is_empty()) {
            (false, _) => positions.with_rights(&self.rights),
            (true, false) => positions.with_rights(&self.labels),
            (true, true) => positions,
        }
    }

    /// Begins a row with position `n` and these labels. If the source has games, also appends the name of the file, the
    /// number of the game, the number of the ply and the details. `text` is the text of the chunk.
    pub(crate) fn push_row(&self, rows: &mut Rows, n: usize, text: &[u8], layout: Layout, labels: &[&str]) {
        rows.text(|out| self.push_text(out, n, text, layout));
        self.push_file(rows);
        for number in [&self.game, &self.ply].into_iter().filter_map(|column| column.get(n)) {
            rows.number(Some(i64::from(*number)));
        }
        labels.iter().for_each(|name| rows.number(self.label(name, n)));
        self.push_details(rows, n);
    }

    /// Appends the first four fields of the line or FEN of position `n`, or the piece placement of a relative board.
    fn push_text(&self, out: &mut Vec<u8>, n: usize, text: &[u8], layout: Layout) {
        match self.texts.get(n) {
            Some(range) => push_fields(out, &text[range.clone()]),
            None if layout == Layout::Relative => push_placement(out, &self.position(n).placement),
            None => lines::push_fen(out, &self.position(n), &self.label_row(n)),
        }
    }

    /// Appends position `n` as a line without its line end. `text` is the text of the chunk.
    pub(crate) fn push_line(&self, format: Format, out: &mut Vec<u8>, n: usize, text: &[u8]) {
        match self.texts.get(n) {
            Some(range) => lines::push_line(out, format, &text[range.clone()]),
            None => lines::push_position(out, format, &self.position(n), &self.label_row(n), self.has_counters),
        }
    }

    /// Returns the score or the result of position `n`, or `None` if it is unknown.
    pub(crate) fn label(&self, name: &str, n: usize) -> Option<i64> {
        match name {
            "score" => self.has_score(n).then(|| self.labels.score[n].into()),
            _ => self.has_result(n).then(|| self.labels.result[n].into()),
        }
    }

    pub(crate) fn has_score(&self, n: usize) -> bool {
        !self.labels.is_empty() && !self.unscored.get(n).copied().unwrap_or(false)
    }

    pub(crate) fn has_result(&self, n: usize) -> bool {
        self.labels.result.get(n).is_some_and(|result| *result != NO_RESULT)
    }

    /// Returns the number of positions whose lines have operations that are not counters. `text` is the text of the
    /// chunk.
    pub(crate) fn operations(&self, text: &[u8]) -> usize {
        let has_some = |range: &&Range<usize>| {
            Tail::read(&text[Range::clone(range)]).is_ok_and(|tail| tail.has_other_operations())
        };
        self.texts.iter().filter(has_some).count()
    }

    /// Returns the number of positions from a column of FENs that have operations other than counters.
    pub(crate) fn unread_operations(&self) -> usize {
        self.places.iter().filter(|place| self.with_operations.binary_search(place).is_ok()).count()
    }

    /// Drops the positions whose lines have a score or a result among their operations. `text` is the text of the chunk.
    pub(super) fn check_operations(&mut self, text: &[u8]) {
        let checked = |range: &Range<usize>| Tail::read(&text[range.clone()]).and_then(|tail| tail.check_labels());
        let wrong = |range| Some(Wrong::in_line(checked(range).err()?, with_blanks(text, range)));
        let wrong = self.texts.iter().enumerate().filter_map(|(n, range)| Some((n, wrong(range)?))).collect();
        self.drop_wrong(wrong);
    }

    /// Appends the name of the file to a row, if the batch has it.
    pub(crate) fn push_file(&self, rows: &mut Rows) {
        if let Some(file) = &self.file {
            rows.text(|out| out.extend_from_slice(file.as_bytes()));
        }
    }

    /// Appends the details of position `n` to a row.
    pub(crate) fn push_details(&self, rows: &mut Rows, n: usize) {
        for column in &self.details {
            match column {
                DetailColumn::Number(values) => rows.number(values[n]),
                DetailColumn::Text(values) => match &values[n] {
                    Some(text) => rows.text(|out| out.extend_from_slice(text.as_bytes())),
                    None => rows.unknown(),
                },
            }
        }
    }

    fn position(&self, n: usize) -> Position {
        self.columns.get(n).expect("a position of the batch")
    }

    fn label_row(&self, n: usize) -> LabelRow {
        self.labels.get(n).unwrap_or(LabelRow::UNKNOWN)
    }

    /// Sets the places of positions that are the good records of a chunk, if they were requested.
    pub(crate) fn place_records(&mut self, needs: Needs) {
        if needs.places {
            self.places.extend((0..self.lines).filter(|place| !self.bad.contains(*place)));
        }
    }

    /// Returns the place of position `n`, or 0 if the places were not requested.
    pub(crate) fn place(&self, n: usize) -> usize {
        self.places.get(n).copied().unwrap_or(0)
    }

    /// Drops the positions with castling rights or an en passant square that they do not allow. `text` is the text of the
    /// chunk.
    pub(super) fn check_rights(&mut self, text: &[u8]) {
        let checked = |n: usize| {
            let (position, LabelRow { unmoved_rooks, en_passant, .. }) = (self.position(n), self.label_row(n));
            match self.texts.get(n) {
                Some(range) => RightsRow::read_strictly(&text[range.clone()], &position)
                    .err()
                    .map(|reason| Wrong::in_line(reason, with_blanks(text, range))),
                None => RightsRow { unmoved_rooks, en_passant }.check(&position).err().map(Wrong::new),
            }
        };
        let wrong = (0..self.len()).filter_map(|n| Some((n, checked(n)?))).collect();
        self.drop_wrong(wrong);
    }

    /// Drops the positions with the indices in `wrong`, which must be in ascending order, and all other positions of the
    /// same games. Adds their places and the reasons to the bad places.
    pub(crate) fn drop_wrong(&mut self, mut wrong: Vec<(usize, Wrong)>) {
        wrong.iter_mut().for_each(|(n, _)| *n = self.places[*n]);
        self.bad.add(wrong);
        let kept: Vec<usize> = (0..self.len()).filter(|n| !self.bad.contains(self.places[*n])).collect();
        self.select(&kept);
    }

    /// Drops the positions after the first bad place.
    pub(crate) fn end_at_bad(&mut self) {
        if let Some(first) = self.bad.first_place() {
            let kept = self.places.partition_point(|place| *place < first);
            self.select(&Vec::from_iter(0..kept));
        }
    }

    /// Keeps the first `most` positions, and the bad places before the last of these positions. Does nothing if there
    /// are fewer than `most` positions.
    pub(crate) fn limit(&mut self, most: usize) {
        if most <= self.len() {
            self.bad.truncate(most.checked_sub(1).map_or(0, |last| self.places[last]));
            self.select(&Vec::from_iter(0..most));
        }
    }

    /// Keeps the positions with the indices in `kept`, which must be in ascending order.
    pub(crate) fn select(&mut self, kept: &[usize]) {
        let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move } = &mut self.columns;
        for column in [pawns, knights, bishops, rooks, queens, kings, white, black] {
            select(column, kept);
        }
        select(side_to_move, kept);
        select(&mut self.rights.unmoved_rooks, kept);
        select(&mut self.rights.en_passant, kept);
        let Labels { score, result, halfmove_clock, fullmove_number, en_passant, unmoved_rooks, extra } =
            &mut self.labels;
        select(score, kept);
        select(&mut self.unscored, kept);
        select(unmoved_rooks, kept);
        [result, en_passant, extra].into_iter().for_each(|column| select(column, kept));
        [halfmove_clock, fullmove_number].into_iter().for_each(|column| select(column, kept));
        [&mut self.extra_bytes, &mut self.game, &mut self.ply].into_iter().for_each(|column| select(column, kept));
        for column in &mut self.details {
            match column {
                DetailColumn::Text(values) => select(values, kept),
                DetailColumn::Number(values) => select(values, kept),
            }
        }
        select(&mut self.moves, kept);
        select(&mut self.places, kept);
        select(&mut self.texts, kept);
    }
}

/// Returns a part of a line in a text, with everything before the part in its line.
pub(crate) fn with_blanks<'a>(text: &'a [u8], part: &Range<usize>) -> &'a [u8] {
    let start = memchr::memrchr(b'\n', &text[..part.start]).map_or(0, |end| end + 1);
    &text[start..part.end]
}

/// Keeps the elements with the indices in `kept`, which must be in ascending order. An empty column remains empty.
fn select<T: Clone>(column: &mut Vec<T>, kept: &[usize]) {
    if !column.is_empty() {
        kept.iter().enumerate().for_each(|(to, from)| column[to] = column[*from].clone());
        column.truncate(kept.len());
    }
}
