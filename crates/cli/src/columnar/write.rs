//! Writes positions and features as columns.

use std::iter::repeat_n;
use std::mem::take;
use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Result;
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Int16Array, Int64Array, ListArray, RecordBatch, RecordBatchOptions, StringArray,
    UInt8Array, UInt32Array, UInt64Array,
};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use setwise::Backend;
use setwise_arrow::{Compression, Error, WriteOptions};
use setwise_files::Sink;
use setwise_games::{Detail, DetailColumn};
use setwise_positions::packed::NO_RESULT;
use setwise_positions::{COLUMNS, ColumnType, FILE, Layout};

use crate::args::Columnar;
use crate::batch::Batch;
use crate::formats::{ColumnCompression, Format, MOVES};
use crate::tables::{TableSchema, TableWriter, ValueColumn};

/// The default number of games in a row group.
const GAMES_PER_GROUP: NonZeroUsize = NonZeroUsize::new(1 << 14).expect("not 0");

/// Starts a file with the columns of `schema`, which are encoded on up to `threads` threads.
pub(super) fn create(
    format: Format,
    sink: Sink,
    schema: &TableSchema,
    options: &Columnar,
    threads: NonZeroUsize,
) -> Result<Box<dyn TableWriter>> {
    let mut library = WriteOptions { threads, signed: options.signed, ..WriteOptions::default() };
    // A game has a hundred times as much text as a position.
    let rows = if schema.moves { GAMES_PER_GROUP } else { library.rows_per_group };
    library.rows_per_group = options.row_group.unwrap_or(rows);
    if options.compression == Some(ColumnCompression::None) {
        library.compression = Compression::None;
    }
    let TableSchema { positions, labels, moves, lists, .. } = schema.clone();
    let schema = Arc::new(arrow_schema(schema));
    let file = setwise_arrow::Writer::new(format.into(), sink, &schema, &library).map_err(error)?;
    Ok(Box::new(Writer { schema, positions, labels, moves, lists, file }))
}

struct Writer {
    schema: Arc<Schema>,
    /// The layout of the positions, or `None` if no positions are written.
    positions: Option<Layout>,
    labels: Vec<&'static str>,
    /// Whether each row is a game.
    moves: bool,
    /// The backend that lists the squares of sets, if sets are written as lists.
    lists: Option<Backend>,
    file: setwise_arrow::Writer<Sink>,
}

impl TableWriter for Writer {
    fn write(&mut self, batch: Batch, values: Vec<ValueColumn>) -> Result<()> {
        let mut batch = batch;
        let columns = take(&mut batch.columns);
        let options = RecordBatchOptions::new().with_row_count(Some(columns.len()));
        let mut arrays = Vec::new();
        if let Some(layout) = self.positions {
            let positions = setwise_arrow::batch(columns);
            arrays.extend_from_slice(&positions.columns()[..setwise_arrow::schema(layout).fields().len()]);
        }
        if self.positions.is_some() || self.moves {
            arrays.extend(self.labels.iter().map(|name| label_column(&mut batch, name)));
            arrays.extend(take(&mut batch.details).into_iter().map(detail_column));
        }
        if self.moves {
            arrays.push(Arc::new(move_lists(&batch)));
        }
        let features = &self.schema.fields()[arrays.len()..];
        for (field, (_, values, unknown)) in features.iter().zip(values) {
            let known: BooleanArray = unknown.iter().map(|unknown| (!unknown).then_some(true)).collect();
            arrays.push(match self.lists {
                Some(backend) if matches!(field.data_type(), DataType::List(_)) => {
                    Arc::new(setwise_arrow::squares(backend, &UInt64Array::from(values)).map_err(error)?)
                }
                _ => setwise_arrow::feature_array(field.data_type(), values, known.nulls()),
            });
        }
        let rows = RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options);
        self.file.write(&rows.expect("the columns of the schema")).map_err(error)
    }

    fn finish(self: Box<Self>) -> Result<Sink> {
        self.file.finish().map_err(error)
    }
}

fn label_column(Batch { labels, unscored, extra_bytes, file, game, ply, .. }: &mut Batch, name: &str) -> ArrayRef {
    match name {
        FILE => Arc::new(StringArray::from_iter_values(repeat_n(file.as_deref().unwrap_or_default(), game.len()))),
        "game" => Arc::new(UInt32Array::from(take(game))),
        "ply" => Arc::new(UInt32Array::from(take(ply))),
        "score" => {
            let is_known = |n: usize| !unscored.get(n).is_some_and(|unscored| *unscored);
            let scores = labels.score.iter().enumerate().map(|(n, score)| is_known(n).then_some(*score));
            Arc::new(scores.collect::<Int16Array>())
        }
        "result" => {
            let known = |result: u8| (result != NO_RESULT).then_some(result);
            Arc::new(take(&mut labels.result).into_iter().map(known).collect::<UInt8Array>())
        }
        "halfmove_clock" => Arc::new(UInt32Array::from(take(&mut labels.halfmove_clock))),
        "fullmove_number" => Arc::new(UInt32Array::from(take(&mut labels.fullmove_number))),
        "en_passant" => Arc::new(UInt8Array::from(take(&mut labels.en_passant))),
        "unmoved_rooks" => Arc::new(UInt64Array::from(take(&mut labels.unmoved_rooks))),
        _ => Arc::new(UInt32Array::from(take(extra_bytes))),
    }
}

fn detail_column(column: DetailColumn) -> ArrayRef {
    match column {
        DetailColumn::Text(values) => Arc::new(StringArray::from_iter(values)),
        DetailColumn::Number(values) => Arc::new(Int64Array::from(values)),
    }
}

/// Returns the moves of each game as a list of texts.
fn move_lists(Batch { moves, .. }: &Batch) -> ListArray {
    let mut lists = ListBuilder::new(StringBuilder::new()).with_field(item());
    moves.iter().for_each(|moves| lists.append_value(moves.iter().map(Some)));
    lists.finish()
}

/// Returns the field of the elements of lists of moves.
fn item() -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Utf8, false))
}

fn arrow_schema(schema: &TableSchema) -> Schema {
    let mut fields: Vec<FieldRef> = Vec::new();
    if let Some(layout) = schema.positions {
        fields.extend_from_slice(setwise_arrow::schema(layout).fields());
    }
    if schema.positions.is_some() || schema.moves {
        let known = COLUMNS.iter().filter(|column| schema.labels.contains(&column.name));
        fields.extend(known.map(|column| Arc::new(setwise_arrow::field(column))));
        let of_detail = |detail: &Detail| if detail.is_text() { DataType::Utf8 } else { DataType::Int64 };
        let details = schema.details.iter();
        fields.extend(details.map(|detail| Arc::new(Field::new(detail.name(), of_detail(detail), true))));
    }
    if schema.moves {
        fields.push(Arc::new(Field::new(MOVES, DataType::List(item()), false)));
    }
    for (name, column_type, nullable) in &schema.features {
        let data_type = match (column_type, schema.lists) {
            (ColumnType::UInt64, Some(_)) => setwise_arrow::squares_type(),
            _ => setwise_arrow::data_type(*column_type),
        };
        fields.push(Arc::new(Field::new(name, data_type, *nullable)));
    }
    Schema::new_with_metadata(fields, setwise_arrow::metadata())
}

/// Converts an error of `setwise-arrow` to an error of the program. An I/O error loses its wrapper, so that the program
/// recognises errors of standard output.
fn error(error: Error) -> anyhow::Error {
    match error {
        Error::Io(error) => error.into(),
        other => other.into(),
    }
}
