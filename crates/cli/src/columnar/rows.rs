//! Decoded rows of a columnar file, to be added to a batch as positions.

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int16Type, UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use setwise::Color;
use setwise_arrow::Positions;
use setwise_positions::packed::Labels;
use setwise_positions::{Columns, Layout};

use crate::bad::Wrong;
use crate::batch::{Batch, Needs};
use crate::chunk::PositionRows;

pub(super) struct Rows {
    pub(super) rows: RecordBatch,
    pub(super) layout: Layout,
    pub(super) group: usize,
    /// The number of the first row, counted from 0 in the row group.
    pub(super) first: usize,
    /// The rows that are not positions, each with its number in the row group.
    pub(super) skipped: Vec<(usize, setwise_arrow::BadRow)>,
    /// The numbers in the row group of the rows whose FEN has operations that are not read.
    pub(super) with_operations: Vec<usize>,
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.rows.num_rows() + self.skipped.len()
    }
}

impl PositionRows for Rows {
    fn place(&self, n: usize) -> String {
        format!("row group {}, row {}", self.group, self.first + n)
    }

    fn decode(&self, needs: Needs, batch: &mut Batch) {
        let Self { rows, layout, first, skipped, with_operations, .. } = self;
        let Batch { columns, labels, unscored, has_counters, extra_bytes, bad, lines, .. } = batch;
        *lines = self.len();
        batch.with_operations.extend(with_operations.iter().map(|row| row - first));
        for (row, reason) in skipped {
            bad.push(row - first, Wrong::new(format_args!("{}: {reason}", self.place(row - first))));
        }
        let positions = Positions::of(rows, *layout).expect("the columns were checked");
        let mut side_to_move: Vec<Color> = Vec::new();
        positions.columns(&mut side_to_move);
        let sets = positions.sets();
        let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = &mut *columns;
        for (column, set) in [pawns, knights, bishops, rooks, queens, kings, white, black].into_iter().zip(sets) {
            column.extend_from_slice(set);
        }
        columns.side_to_move = side_to_move;
        if needs.any() {
            decode_labels(rows, labels, extra_bytes);
            let scores = rows.column_by_name("score");
            if scores.is_none_or(|scores| scores.null_count() > 0) {
                unscored.extend((0..rows.num_rows()).map(|row| scores.is_none_or(|scores| scores.is_null(row))));
            }
            *has_counters =
                ["halfmove_clock", "fullmove_number"].iter().any(|name| rows.column_by_name(name).is_some());
        }
        batch.place_records(needs);
    }
}

/// Reads the labels of all rows. A label that is missing or null becomes unknown.
fn decode_labels(rows: &RecordBatch, labels: &mut Labels, extra_bytes: &mut Vec<u32>) {
    *labels = Labels::unknown(rows.num_rows());
    extra_bytes.resize(rows.num_rows(), 0);
    fill::<Int16Type>(rows, "score", &mut labels.score);
    fill::<UInt8Type>(rows, "result", &mut labels.result);
    fill::<UInt32Type>(rows, "halfmove_clock", &mut labels.halfmove_clock);
    fill::<UInt32Type>(rows, "fullmove_number", &mut labels.fullmove_number);
    fill::<UInt8Type>(rows, "en_passant", &mut labels.en_passant);
    fill::<UInt64Type>(rows, "unmoved_rooks", &mut labels.unmoved_rooks);
    fill::<UInt32Type>(rows, "extra", extra_bytes);
    // The labels hold only the first extra byte. When positions are written in a format with one extra byte, the writer
    // checks that all other extra bytes are 0.
    labels.extra.iter_mut().zip(extra_bytes).for_each(|(extra, number)| *extra = number.to_le_bytes()[0]);
}

/// Copies the values of a column to `to`. A null leaves the element of `to` unchanged.
fn fill<T: ArrowPrimitiveType>(rows: &RecordBatch, name: &str, to: &mut [T::Native]) {
    let Some(column) = rows.column_by_name(name) else { return };
    if let Some(column) = column.as_primitive_opt::<T>() {
        for (to, value) in to.iter_mut().zip(column) {
            *to = value.unwrap_or(*to);
        }
    }
}
