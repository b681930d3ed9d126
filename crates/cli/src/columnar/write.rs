//! Writes positions and features as columns.

use std::mem::take;
use std::sync::Arc;

use anyhow::Result;
use arrow_array::{
    ArrayRef, BooleanArray, Int16Array, RecordBatch, RecordBatchOptions, UInt8Array, UInt16Array, UInt32Array,
    UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};
use setwise::Color;
use setwise_arrow::{Compression, Error, WriteOptions};
use setwise_files::Sink;
use setwise_positions::{COLUMNS, Columns, Layout};

use super::library_format;
use crate::batch::Batch;
use crate::formats::Format;
use crate::tables::{ColumnarOptions, TableSchema};

/// Rows to write: those of the positions, their labels and their features that the schema contains.
pub(crate) struct Table(RecordBatch);

impl Table {
    /// Returns the rows of a batch, and takes the columns out of it. `values` has the values of each feature.
    pub(crate) fn new(schema: &TableSchema, batch: &mut Batch, values: Vec<Vec<u64>>) -> Self {
        let options = RecordBatchOptions::new().with_row_count(Some(batch.len()));
        let mut arrays = Vec::new();
        if schema.positions {
            let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move } =
                take(&mut batch.columns);
            for sets in [pawns, knights, bishops, rooks, queens, kings, white, black] {
                arrays.push(Arc::new(UInt64Array::from(sets)) as ArrayRef);
            }
            if schema.layout == Layout::Absolute {
                let white_to_move = side_to_move.iter().map(|side| Some(*side == Color::White));
                arrays.push(Arc::new(white_to_move.collect::<BooleanArray>()));
            }
            arrays.extend(schema.labels.iter().map(|name| label_column(batch, name)));
        }
        for ((_, is_number), values) in schema.features.iter().zip(values) {
            arrays.push(if *is_number {
                // The numbers fit into a byte: see the definitions of the features.
                Arc::new(values.into_iter().map(|value| Some(value as u8)).collect::<UInt8Array>())
            } else {
                Arc::new(UInt64Array::from(values))
            });
        }
        let rows = RecordBatch::try_new_with_options(Arc::new(arrow_schema(schema)), arrays, &options);
        Self(rows.expect("the columns of the schema"))
    }
}

/// Takes a column of labels out of a batch.
fn label_column(batch: &mut Batch, name: &str) -> ArrayRef {
    let labels = &mut batch.labels;
    match name {
        "score" => Arc::new(Int16Array::from(take(&mut labels.score))),
        "result" => Arc::new(UInt8Array::from(take(&mut labels.result))),
        "halfmove_clock" => Arc::new(UInt8Array::from(take(&mut labels.halfmove_clock))),
        "fullmove_number" => Arc::new(UInt16Array::from(take(&mut labels.fullmove_number))),
        "en_passant" => Arc::new(UInt8Array::from(take(&mut labels.en_passant))),
        "unmoved_rooks" => Arc::new(UInt64Array::from(take(&mut labels.unmoved_rooks))),
        _ => Arc::new(UInt32Array::from(take(&mut batch.extra_bytes))),
    }
}

/// Returns the schema of the rows.
fn arrow_schema(schema: &TableSchema) -> Schema {
    let mut fields: Vec<Field> = Vec::new();
    if schema.positions {
        fields.extend(setwise_arrow::schema(schema.layout).fields().iter().map(|field| field.as_ref().clone()));
        let known = COLUMNS.iter().filter(|column| schema.labels.contains(&column.name));
        fields.extend(known.map(setwise_arrow::field));
    }
    for (name, is_number) in &schema.features {
        fields.push(Field::new(name, if *is_number { DataType::UInt8 } else { DataType::UInt64 }, false));
    }
    Schema::new_with_metadata(fields, setwise_arrow::metadata())
}

/// Writes a file.
pub(crate) struct Writer(setwise_arrow::Writer<Sink>);

impl Writer {
    /// Starts a file. `name` is its name, for errors.
    pub(crate) fn new(
        name: &str,
        format: Format,
        sink: Sink,
        schema: &TableSchema,
        options: &ColumnarOptions,
    ) -> Result<Self> {
        let mut library =
            WriteOptions { rows_per_group: options.row_group, signed: options.signed, ..WriteOptions::default() };
        library.threads = options.threads;
        if !options.compress {
            library.compression = Compression::None;
        }
        let format = library_format(name, format)?;
        setwise_arrow::Writer::new(format, sink, &arrow_schema(schema), &library).map(Self).map_err(error)
    }

    /// Writes rows.
    pub(crate) fn write(&mut self, table: &Table) -> Result<()> {
        self.0.write(&table.0).map_err(error)
    }

    /// Writes the end of the file.
    pub(crate) fn finish(self) -> Result<Sink> {
        self.0.finish().map_err(error)
    }
}

/// Returns an I/O error as it is, so that a closed pipe is recognised.
fn error(error: Error) -> anyhow::Error {
    match error {
        Error::Io(error) => error.into(),
        other => other.into(),
    }
}
