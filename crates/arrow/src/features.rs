//! Computes features of the positions in a `RecordBatch`, as columns.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Int64Array, RecordBatch, RecordBatchOptions, UInt8Array, UInt16Array, UInt64Array,
};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use setwise::{Backend, Color};
use setwise_patterns::UnknownName;
use setwise_positions::features::{Evaluator, Feature, Totals};
use setwise_positions::{ColumnsRef, Rights};

use crate::columns::{data_type, metadata};
use crate::positions::{Positions, rights};
use crate::{BadRow, Error, Layout};

/// Computes all selected features of positions in one pass. Intermediate results that several features need are
/// computed once.
///
/// The columns of the positions are borrowed. Batches of several thousand rows are best: they are still in the
/// second-level cache after they have been read from a file.
#[derive(Debug)]
pub struct Features {
    evaluator: Evaluator,
    layout: Layout,
    /// The schema of the features of positions without nulls, and the schema of the features of positions that may have
    /// nulls.
    schemas: [SchemaRef; 2],
    converted: Converted,
}

/// The columns that Arrow stores in another form: the sides to move and the rights. The buffers are reused for each batch.
#[derive(Debug)]
struct Converted {
    /// Whether the value of any selected feature depends on the side to move.
    needs_side_to_move: bool,
    side_to_move: Vec<Color>,
    /// Whether the value of any selected feature depends on castling rights and en passant squares.
    needs_rights: bool,
    rights: Rights,
}

impl Features {
    /// Returns an evaluator of features of positions in the absolute layout.
    #[must_use]
    pub fn new(backend: Backend, features: &[Feature]) -> Self {
        Self::in_layout(backend, Layout::Absolute, features)
    }

    /// Returns an evaluator of the features with these names. Names start with `white_` or `black_` in the absolute
    /// layout, and with `own_` or `their_` in the relative layout.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Feature`] for the first name that is not the name of a feature in this layout.
    pub fn by_name<N: AsRef<str>>(
        backend: Backend,
        layout: Layout,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Self, Error> {
        let features: Result<Vec<Feature>, Error> =
            names.into_iter().map(|name| feature(layout, name.as_ref())).collect();
        Ok(Self::in_layout(backend, layout, &features?))
    }

    fn in_layout(backend: Backend, layout: Layout, features: &[Feature]) -> Self {
        let schemas = [false, true].map(|nullable| {
            let fields = features.iter().map(|feature| field(layout, *feature).with_nullable(nullable));
            Arc::new(Schema::new_with_metadata(fields.collect::<Vec<_>>(), metadata()))
        });
        Self {
            evaluator: Evaluator::new(backend, features),
            layout,
            schemas,
            converted: Converted {
                needs_side_to_move: features.iter().any(|feature| feature.needs_side_to_move()),
                side_to_move: Vec::new(),
                needs_rights: features.iter().any(|feature| feature.needs_rights()),
                rights: Rights::default(),
            },
        }
    }

    /// Returns the schema of the features of positions without nulls. Each feature has the type that
    /// [`Feature::column_type`] returns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schemas[0])
    }

    /// Returns whether the value of any selected feature depends on castling rights and en passant squares.
    #[must_use]
    pub fn needs_rights(&self) -> bool {
        self.converted.needs_rights
    }

    /// Computes the features of all rows, one column for each feature. If any column of positions is null in a row,
    /// every feature is null in that row. The features are nullable if any column of the positions is nullable.
    ///
    /// The number of legal moves also depends on the columns `unmoved_rooks` and `en_passant`. Without such a column, and
    /// in rows where it is null, no rook may castle, and there is no en passant square.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Missing`] if a column of positions is missing, and [`Error::Type`] if it has the wrong type.
    pub fn columns(&mut self, batch: &RecordBatch) -> Result<RecordBatch, Error> {
        let positions = Positions::of(batch, self.layout)?;
        let mut values: Vec<Vec<u64>> =
            self.evaluator.features().iter().map(|_| Vec::with_capacity(positions.len())).collect();
        let columns = self.converted.columns(&positions, batch)?;
        self.evaluator.for_each_block(columns, |_, block| {
            values.iter_mut().zip(block).for_each(|(values, block)| values.extend_from_slice(block));
        });
        let fields = self.schemas[0].fields().iter();
        let array =
            |(values, field): (Vec<u64>, &Arc<Field>)| feature_array(field.data_type(), values, positions.nulls());
        let arrays = values.into_iter().zip(fields).map(array).collect();
        let schema = Arc::clone(&self.schemas[usize::from(positions.is_nullable())]);
        // The number of rows is given explicitly, because a batch without features has no column that shows this
        // number.
        let options = RecordBatchOptions::new().with_row_count(Some(positions.len()));
        Ok(RecordBatch::try_new_with_options(schema, arrays, &options).expect("the columns of the schema"))
    }

    /// Returns the totals of each feature over all rows. The values of the features are not stored.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`columns`](Self::columns), and [`Error::Row`] for the first row with a null.
    pub fn totals(&mut self, batch: &RecordBatch) -> Result<Vec<Totals>, Error> {
        let positions = Positions::of(batch, self.layout)?;
        if let Some(row) = positions.nulls().and_then(|nulls| nulls.iter().position(|valid| !valid)) {
            return Err(Error::Row { row_group: None, row, reason: BadRow::Null });
        }
        let columns = self.converted.columns(&positions, batch)?;
        Ok(self.evaluator.totals(columns))
    }
}

impl Converted {
    /// Returns the positions as columns, with the side to move and the rights if a feature needs them.
    fn columns<'a>(&'a mut self, positions: &Positions<'a>, batch: &RecordBatch) -> Result<ColumnsRef<'a>, Error> {
        let columns = positions.columns_if(self.needs_side_to_move, &mut self.side_to_move);
        if !self.needs_rights {
            return Ok(columns);
        }
        rights(batch, &mut self.rights)?;
        Ok(columns.with_rights(&self.rights))
    }
}

/// Returns the values of a feature as an array of this type, which must be the type that [`Feature::column_type`]
/// returns for the feature.
///
/// # Panics
///
/// Panics if the feature of no position has this type.
#[must_use]
pub fn feature_array(data_type: &DataType, values: Vec<u64>, nulls: Option<&NullBuffer>) -> ArrayRef {
    let nulls = nulls.cloned();
    match data_type {
        DataType::UInt64 => Arc::new(UInt64Array::new(values.into(), nulls)),
        DataType::Boolean => {
            Arc::new(BooleanArray::new(BooleanBuffer::collect_bool(values.len(), |n| values[n] != 0), nulls))
        }
        DataType::UInt8 => {
            Arc::new(UInt8Array::new(values.into_iter().map(|value| value as u8).collect::<Vec<_>>().into(), nulls))
        }
        DataType::UInt16 => {
            Arc::new(UInt16Array::new(values.into_iter().map(|value| value as u16).collect::<Vec<_>>().into(), nulls))
        }
        DataType::Int64 => {
            Arc::new(Int64Array::new(values.into_iter().map(u64::cast_signed).collect::<Vec<_>>().into(), nulls))
        }
        other => panic!("no column of values has the type {other}"),
    }
}

/// Returns the Arrow field for the column of a feature.
fn field(layout: Layout, feature: Feature) -> Field {
    Field::new(layout.name(feature), data_type(feature.column_type()), false)
}

/// Returns the feature that has this name in a layout.
fn feature(layout: Layout, name: &str) -> Result<Feature, Error> {
    let of_layout = |layout: Layout| Feature::all().find(|feature| layout.name(*feature) == name);
    if let Some(feature) = of_layout(layout) {
        return Ok(feature);
    }
    let reason = match layout {
        Layout::Relative if of_layout(Layout::Absolute).is_some() => format!(
            "'{name}' is a feature of one colour, but these positions are stored by the side to move; \
             features are own_ or their_ followed by a name"
        ),
        Layout::Absolute if of_layout(Layout::Relative).is_some() => format!(
            "'{name}' is a feature of the side to move, but these positions are stored by colour; \
             features are white_ or black_ followed by a name"
        ),
        _ => {
            let names: Vec<String> = Feature::all().map(|feature| layout.name(feature)).collect();
            UnknownName::new("feature", name, &names).to_string()
        }
    };
    Err(Error::Feature(reason))
}
