//! Converts label columns to the types that [`COLUMNS`] lists for them.
//!
//! Other programs store integers in different types: data frames often use 64 bits, and databases often use 32 bits. A
//! column of numbers may have any integer type, as long as its numbers fit into the listed type. A column of sets may
//! be `UInt64` or `Int64`. Columns of other types, such as text or floating-point numbers, are not converted, because
//! the meaning of their values would be a guess.

use std::sync::Arc;

use arrow_array::types::{ArrowPrimitiveType, Int16Type, UInt8Type, UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, PrimitiveArray, downcast_integer_array};
use arrow_schema::{DataType, Field, Schema};

use crate::columns::data_type;
use crate::words::{unsigned_column, wrong_type};
use crate::{BadRow, COLUMNS, Error};

/// Returns the index of a listed column in a file. The name may have another case if no column has the name itself.
pub(crate) fn find(file: &Schema, name: &str) -> Option<usize> {
    let in_another_case = || file.fields().iter().position(|field| field.name().eq_ignore_ascii_case(name));
    file.index_of(name).ok().or_else(in_another_case)
}

/// Returns a field of a file with the listed name and type. A field whose name is not listed is returned unchanged.
/// Returns an error if the type in the file cannot be converted to the listed type.
pub(crate) fn with_listed_type(field: &Field) -> Result<Arc<Field>, Error> {
    let Some(column) = COLUMNS.iter().find(|column| column.name.eq_ignore_ascii_case(field.name())) else {
        return Ok(Arc::new(field.clone()));
    };
    let (found, expected) = (field.data_type(), &data_type(column.column_type));
    let wrong = |expected| Error::Type { name: field.name().clone(), expected, found: found.clone() };
    match expected {
        _ if found == expected => {}
        DataType::UInt64 if *found == DataType::Int64 => {}
        DataType::UInt64 => return Err(wrong_type(field.name(), found)),
        _ if expected.is_integer() && found.is_integer() => {}
        DataType::Int16 => return Err(wrong("Int16 or another integer")),
        DataType::UInt8 => return Err(wrong("UInt8 or another integer")),
        DataType::UInt16 => return Err(wrong("UInt16 or another integer")),
        DataType::UInt32 => return Err(wrong("UInt32 or another integer")),
        DataType::Boolean => return Err(wrong("Boolean")),
        _ => return Err(wrong("Utf8")),
    }
    Ok(Arc::new(field.clone().with_name(column.name).with_data_type(expected.clone())))
}

/// Converts a column to the type of `field`, which [`with_listed_type`] returned for this column. A number that does
/// not fit into this type, or is not a result in the column of results, becomes 0, and its row is added to `bad`.
pub(crate) fn convert(column: &ArrayRef, field: &Field, bad: &mut Vec<(usize, BadRow)>) -> ArrayRef {
    let is_result = field.name() == "result" && *field.data_type() == DataType::UInt8;
    match field.data_type() {
        _ if is_result => fitted::<UInt8Type>(column, field, [0, 2], bad),
        same if column.data_type() == same => Arc::clone(column),
        DataType::Int16 => fitted::<Int16Type>(column, field, [i16::MIN.into(), i16::MAX.into()], bad),
        DataType::UInt8 => fitted::<UInt8Type>(column, field, [u8::MIN.into(), u8::MAX.into()], bad),
        DataType::UInt16 => fitted::<UInt16Type>(column, field, [u16::MIN.into(), u16::MAX.into()], bad),
        DataType::UInt32 => fitted::<UInt32Type>(column, field, [u32::MIN.into(), u32::MAX.into()], bad),
        _ => unsigned_column(column),
    }
}

/// Converts a column of integers to the type `T`. `limits` are the smallest and the largest number that are accepted.
fn fitted<T>(column: &dyn Array, field: &Field, limits: [i64; 2], bad: &mut Vec<(usize, BadRow)>) -> ArrayRef
where
    T: ArrowPrimitiveType<Native: TryFrom<i128>>,
{
    let listed = COLUMNS.iter().find(|column| column.name == field.name()).expect("a listed column");
    let mut fit = |row: usize, number: i128| {
        let accepted = (i128::from(limits[0])..=i128::from(limits[1])).contains(&number);
        T::Native::try_from(number).ok().filter(|_| accepted).unwrap_or_else(|| {
            bad.push((row, BadRow::TooLarge { column: listed.name, number, limits }));
            T::Native::default()
        })
    };
    downcast_integer_array! {
        column => {
            let numbers = column.iter().enumerate().map(|(row, number)| Some(fit(row, number?.into())));
            Arc::new(numbers.collect::<PrimitiveArray<T>>())
        },
        other => unreachable!("{other} is not an integer"),
    }
}
