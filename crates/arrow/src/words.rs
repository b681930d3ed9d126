//! Borrows the words of arrays as slices, and converts arrays between unsigned and signed words.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, UInt64Array};
use arrow_buffer::{Buffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use crate::Error;

/// Returns the words of an array. The words of null rows are unspecified.
pub(crate) fn words<'a>(array: &'a dyn Array, name: &str) -> Result<&'a [u64], Error> {
    match array.data_type() {
        DataType::UInt64 => Ok(array.as_primitive::<UInt64Type>().values()),
        DataType::Int64 => Ok(array.as_primitive::<Int64Type>().values().inner().typed_data()),
        _ => Err(wrong_type(name, array.data_type())),
    }
}

/// Returns the error of a column that must contain sets.
pub(crate) fn wrong_type(name: &str, found: &DataType) -> Error {
    Error::Type { name: name.to_string(), expected: "UInt64 or Int64", found: found.clone() }
}

/// Returns an array of words as `UInt64`, with the same buffer and without nulls.
pub(crate) fn unsigned(array: &ArrayRef, name: &str) -> Result<UInt64Array, Error> {
    let column = unsigned_column(array);
    let words = column.as_primitive_opt::<UInt64Type>().ok_or_else(|| wrong_type(name, array.data_type()))?;
    Ok(UInt64Array::new(words.values().clone(), None))
}

/// Returns an `Int64` column as `UInt64`, with the same buffer and the same nulls. Any other column is returned
/// unchanged.
pub(crate) fn unsigned_column(column: &ArrayRef) -> ArrayRef {
    let Some(column) = column.as_primitive_opt::<Int64Type>() else { return Arc::clone(column) };
    let words = column.values().inner().clone();
    Arc::new(UInt64Array::new(ScalarBuffer::new(words, 0, column.len()), column.nulls().cloned()))
}

/// Returns the rows, with every `UInt64` column converted to `Int64`. The new columns share the buffers of the old
/// columns, so the bits are the same.
#[must_use]
pub fn signed(batch: &RecordBatch) -> RecordBatch {
    let columns = batch.columns().iter().map(signed_column).collect();
    RecordBatch::try_new(signed_schema(&batch.schema()), columns).expect("the schema of these columns")
}

/// Returns a schema in which every `UInt64` column is replaced by an `Int64` column.
pub(crate) fn signed_schema(schema: &Schema) -> SchemaRef {
    let signed = |field: &Arc<Field>| match field.data_type() {
        DataType::UInt64 => field.as_ref().clone().with_data_type(DataType::Int64),
        _ => field.as_ref().clone(),
    };
    let fields: Vec<Field> = schema.fields().iter().map(signed).collect();
    Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
}

/// Returns a `UInt64` column as `Int64`, and any other column unchanged.
pub(crate) fn signed_column(column: &ArrayRef) -> ArrayRef {
    let Some(column) = column.as_primitive_opt::<UInt64Type>() else { return Arc::clone(column) };
    let words: Buffer = column.values().inner().clone();
    Arc::new(Int64Array::new(ScalarBuffer::new(words, 0, column.len()), column.nulls().cloned()))
}
