//! Converts the words that kernels read and write from and to columns of SQL types.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, BooleanArray, Int64Array, UInt64Array};
use arrow::buffer::ScalarBuffer;
use arrow::datatypes::DataType;
use setwise::ResultKind;

/// Returns the type of a column of results of this kind.
pub(crate) fn type_of(kind: ResultKind) -> DataType {
    match kind {
        ResultKind::Set => DataType::UInt64,
        ResultKind::Number { .. } | ResultKind::NumberOrNone { .. } => DataType::Int64,
        ResultKind::Flag => DataType::Boolean,
    }
}

/// Returns results of this kind as a column. An element is null if the word is null or stands for no number.
pub(crate) fn column(kind: ResultKind, words: UInt64Array) -> ArrayRef {
    match kind {
        ResultKind::Set => Arc::new(words),
        ResultKind::Number { .. } => {
            let buffer = words.values().inner().clone();
            Arc::new(Int64Array::new(ScalarBuffer::new(buffer, 0, words.len()), words.nulls().cloned()))
        }
        ResultKind::NumberOrNone { none } => {
            let numbers = words.iter().map(|word| word.filter(|word| *word != none).map(u64::cast_signed));
            Arc::new(numbers.collect::<Int64Array>())
        }
        ResultKind::Flag => Arc::new(words.iter().map(|word| word.map(|word| word != 0)).collect::<BooleanArray>()),
    }
}

/// Returns 1 for true and 0 for false.
pub(crate) fn flags_as_words(flags: &BooleanArray) -> UInt64Array {
    flags.iter().map(|flag| flag.map(u64::from)).collect()
}
