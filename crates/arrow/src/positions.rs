//! Borrows positions from a `RecordBatch`, and makes a `RecordBatch` from columns of positions.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, UInt8Array, UInt32Array, UInt64Array};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::{DataType, Field, Schema};
use setwise::Color;
use setwise_positions::packed::Labels;
use setwise_positions::{Columns, ColumnsRef, NO_EN_PASSANT, Rights};

use crate::columns::schema;
use crate::listed;
use crate::words::words;
use crate::{Error, Layout};

/// The positions of a `RecordBatch`, as borrowed columns. Columns that do not belong to positions are ignored.
#[derive(Debug, Clone)]
pub struct Positions<'a> {
    sets: [&'a [u64]; 8],
    white_to_move: Option<&'a BooleanArray>,
    nulls: Option<NullBuffer>,
    /// Whether the schema allows nulls in any column of positions.
    nullable: bool,
}

impl<'a> Positions<'a> {
    /// Finds the columns of positions by name. Sets may be `UInt64` or `Int64`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Missing`] or [`Error::Type`] for the first column that is missing or has the wrong type.
    pub fn of(batch: &'a RecordBatch, layout: Layout) -> Result<Self, Error> {
        let schema = batch.schema_ref();
        let (mut sets, mut nulls) = ([&[][..]; 8], None);
        for (set, name) in sets.iter_mut().zip(layout.sets()) {
            let column = batch.column(find(schema, name)?);
            *set = words(column, name)?;
            nulls = NullBuffer::union(nulls.as_ref(), column.nulls());
        }
        let mut white_to_move = None;
        if layout == Layout::Absolute {
            let column = batch.column(find(schema, "white_to_move")?);
            white_to_move = Some(column.as_boolean_opt().ok_or_else(|| not_boolean(column.data_type()))?);
            nulls = NullBuffer::union(nulls.as_ref(), column.nulls());
        }
        let is_nullable = |name| schema.field_with_name(name).is_ok_and(Field::is_nullable);
        let nullable = layout.sets().into_iter().chain(["white_to_move"]).any(is_nullable);
        Ok(Self { sets, white_to_move, nulls, nullable })
    }

    /// Returns the sets: six kinds of pieces, then two sides.
    #[must_use]
    pub fn sets(&self) -> [&'a [u64]; 8] {
        self.sets
    }

    /// Returns the null buffer of the rows: a row is null if any of its columns is null. The values in null rows are
    /// unspecified.
    #[must_use]
    pub fn nulls(&self) -> Option<&NullBuffer> {
        self.nulls.as_ref()
    }

    /// Returns whether the schema allows nulls in any column of positions.
    pub(crate) fn is_nullable(&self) -> bool {
        self.nullable
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sets[0].len()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the positions as columns. Arrow stores the sides to move as bits, so this method converts them and
    /// writes them to `side_to_move`. In the relative layout, the side to move is always White, because the boards are
    /// stored as if White were to move.
    pub fn columns<'b>(&self, side_to_move: &'b mut Vec<Color>) -> ColumnsRef<'b>
    where
        'a: 'b,
    {
        side_to_move.clear();
        match self.white_to_move {
            Some(bits) => side_to_move.extend(bits.values().iter().map(|white| Color::ALL[usize::from(!white)])),
            None => side_to_move.resize(self.len(), Color::White),
        }
        ColumnsRef::from_words(self.sets, side_to_move)
    }

    /// Returns the positions as columns. If the side to move is not needed, or the layout is relative, the side to move
    /// is always White. The next call then reuses what `buffer` already contains.
    pub(crate) fn columns_if<'b>(&self, needs_side_to_move: bool, buffer: &'b mut Vec<Color>) -> ColumnsRef<'b>
    where
        'a: 'b,
    {
        if needs_side_to_move && self.white_to_move.is_some() {
            return self.columns(buffer);
        }
        if buffer.len() < self.len() {
            buffer.resize(self.len(), Color::White);
        }
        ColumnsRef::from_words(self.sets, &buffer[..self.len()])
    }
}

/// Replaces the content of `rights` with the columns `unmoved_rooks` and `en_passant`. A column that is missing, and a row
/// in which it is null or has a number that is no square, stand for no rights.
///
/// # Errors
///
/// Returns [`Error::Type`] if a column has another type than integers.
pub(crate) fn rights(batch: &RecordBatch, rights: &mut Rights) -> Result<(), Error> {
    let column = |name| -> Result<Option<ArrayRef>, Error> {
        let Some((index, field)) = batch.schema_ref().column_with_name(name) else { return Ok(None) };
        let field = listed::with_listed_type(field)?;
        Ok(Some(listed::convert(batch.column(index), &field, &mut Vec::new())))
    };
    rights.clear();
    match column("unmoved_rooks")? {
        Some(rooks) => {
            rights.unmoved_rooks.extend(rooks.as_primitive::<UInt64Type>().iter().map(Option::unwrap_or_default));
        }
        None => rights.unmoved_rooks.resize(batch.num_rows(), 0),
    }
    match column("en_passant")? {
        Some(squares) => {
            let squares = squares.as_primitive::<UInt8Type>().iter();
            rights.en_passant.extend(squares.map(|square| square.unwrap_or(NO_EN_PASSANT)));
        }
        None => rights.en_passant.resize(batch.num_rows(), NO_EN_PASSANT),
    }
    Ok(())
}

/// Returns the error of a column `white_to_move` that is not boolean.
pub(crate) fn not_boolean(found: &DataType) -> Error {
    Error::Type { name: "white_to_move".to_string(), expected: "Boolean", found: found.clone() }
}

/// Returns the index of the column with this name.
pub(crate) fn find(schema: &Schema, name: &str) -> Result<usize, Error> {
    schema.index_of(name).map_err(|_| Error::Missing {
        name: name.to_string(),
        found: schema.fields().iter().map(|field| field.name().clone()).collect(),
    })
}

/// Converts positions to a `RecordBatch` with the columns of [`schema`](crate::schema). The sets are moved, not copied.
///
/// ```
/// use setwise_positions::{Columns, Rules, read_line};
///
/// let mut columns = Columns::default();
/// columns.push(&read_line(b"8/8/4k3/8/8/4K3/4N3/8 b - -", Rules::Chess).unwrap());
/// let batch = setwise_arrow::batch(columns);
/// assert_eq!((batch.num_rows(), batch.num_columns()), (1, 9));
/// ```
#[must_use]
pub fn batch(columns: Columns) -> RecordBatch {
    RecordBatch::try_new(Arc::new(schema(Layout::Absolute)), arrays(columns, None)).expect("the columns of the schema")
}

/// Returns the column of a label that is read from text as an array.
pub(crate) fn label_array(labels: &Labels, name: &str, nulls: Option<&NullBuffer>) -> ArrayRef {
    let counters = |counters: &[u32]| Arc::new(UInt32Array::new(counters.to_vec().into(), nulls.cloned()));
    match name {
        "unmoved_rooks" => Arc::new(UInt64Array::new(labels.unmoved_rooks.clone().into(), nulls.cloned())),
        "en_passant" => Arc::new(UInt8Array::new(labels.en_passant.clone().into(), nulls.cloned())),
        "halfmove_clock" => counters(&labels.halfmove_clock),
        _ => counters(&labels.fullmove_number),
    }
}

/// Returns the columns of positions as arrays, in the order of the schema.
pub(crate) fn arrays(columns: Columns, nulls: Option<&NullBuffer>) -> Vec<ArrayRef> {
    let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move } = columns;
    let white_to_move = BooleanBuffer::collect_bool(side_to_move.len(), |n| side_to_move[n] == Color::White);
    let sets = [pawns, knights, bishops, rooks, queens, kings, white, black];
    let sets = sets.into_iter().map(|words| Arc::new(UInt64Array::new(words.into(), nulls.cloned())) as ArrayRef);
    sets.chain([Arc::new(BooleanArray::new(white_to_move, nulls.cloned())) as ArrayRef]).collect()
}
