//! Lists of squares, and lists of pairs of squares, as list arrays.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, ListArray, StructArray, UInt8Array};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};
use setwise::patterns::pairs::Jumper;
use setwise::{Backend, Kernel, ListError, PairKinds, Pairs, auto_for_counting};

use crate::Error;
use crate::kernels::Inputs;

/// Returns the squares of each set as a list of bytes, in ascending order: a1 = 0, h8 = 63. The type of the array is
/// [`squares_type`].
///
/// The sets are a `UInt64Array`, or an `Int64Array` with the same bits. A row that is null in `sets` is null in the
/// result.
///
/// ```
/// use arrow_array::types::UInt8Type;
/// use arrow_array::{ListArray, UInt64Array};
///
/// let sets = UInt64Array::from(vec![0x42, 0, 1 << 35]); // b1 and g1; nothing; d5
/// let squares = setwise_arrow::squares(setwise::auto(), &sets)?;
/// let lists: Vec<Vec<u8>> = (0..3).map(|row| {
///     let list = squares.value(row);
///     arrow_array::cast::AsArray::as_primitive::<UInt8Type>(&list).values().to_vec()
/// }).collect();
/// assert_eq!(lists, [vec![1, 6], vec![], vec![35]]);
/// # Ok::<(), setwise_arrow::Error>(())
/// ```
///
/// # Errors
///
/// Returns [`Error::Type`] if the array is of another type, and [`Error::Refused`] if the sets have more squares than
/// the offsets of a list array can count, 2,147,483,647.
pub fn squares(backend: Backend, sets: &dyn Array) -> Result<ListArray, Error> {
    let Inputs { sets: [sets], nulls, .. } = Inputs::of([sets])?;
    let mut members = vec![0; room(auto_for_counting().total(sets))?];
    let mut offsets = vec![0_i32; sets.len() + 1];
    backend.list_members(sets, &mut members, &mut offsets).map_err(refused)?;
    Ok(ListArray::new(item(DataType::UInt8), checked(offsets), Arc::new(UInt8Array::from(members)), nulls))
}

/// Returns the type of [`squares`]: lists of `UInt8`, without nulls in the lists.
#[must_use]
pub fn squares_type() -> DataType {
    DataType::List(item(DataType::UInt8))
}

/// Returns pairs of pieces and targets as lists of structs with the fields `from` and `to`, which are the indices of
/// squares. The kernel returns the pieces and the targets: see [`Backend::list_pairs`]. If a row is null in any input,
/// it is null in the result.
///
/// ```
/// use arrow_array::UInt64Array;
/// use setwise::patterns::{leaper::Knight, pairs::MovesWithout};
///
/// let (knights, own) = (UInt64Array::from(vec![0x42]), UInt64Array::from(vec![0xFFFF]));
/// let moves = setwise_arrow::pairs(setwise::auto(), Knight, MovesWithout, [&knights, &own])?;
/// assert_eq!(moves.value(0).len(), 4); // b1a3 b1c3 g1f3 g1h3
/// # Ok::<(), setwise_arrow::Error>(())
/// ```
///
/// # Errors
///
/// Returns [`Error::Type`] if an array is of another type, [`Error::Lengths`] if the arrays have different lengths, and
/// [`Error::Refused`] if there are more pairs than the offsets of a list array can count, 2,147,483,647.
pub fn pairs<P: Jumper, K: Kernel<IN, 2>, const IN: usize>(
    backend: Backend,
    piece: P,
    kernel: K,
    input: [&dyn Array; IN],
) -> Result<ListArray, Error> {
    let Inputs { sets, len, nulls } = Inputs::of(input)?;
    let count = room(backend.count_pairs(piece, kernel, sets))?;
    let (mut from, mut to, mut offsets) = (vec![0; count], vec![0; count], vec![0_i32; len + 1]);
    let lists = Pairs { from: &mut from, to: &mut to, offsets: &mut offsets };
    backend.list_pairs(piece, kernel, sets, lists).map_err(refused)?;
    Ok(lists_of_structs([("from", from), ("to", to)], offsets, nulls))
}

/// Returns pairs of pieces and targets of sixteen kinds as lists of structs with the fields `from`, `to` and `kind`. The
/// first two are the indices of squares. The kernel returns knights, kings and eight sets of targets, and the kind of a
/// pair is the number of the set that contains the target, plus 8 for a king: see [`Backend::list_pair_kinds`]. If a
/// row is null in any input, it is null in the result.
///
/// # Errors
///
/// The errors are those of [`pairs`].
pub fn pair_kinds<K: Kernel<IN, 10>, const IN: usize>(
    backend: Backend,
    kernel: K,
    input: [&dyn Array; IN],
) -> Result<ListArray, Error> {
    let Inputs { sets, len, nulls } = Inputs::of(input)?;
    let count = room(backend.count_pair_kinds(kernel, sets))?;
    let [mut from, mut to, mut kinds] = [vec![0; count], vec![0; count], vec![0; count]];
    let mut offsets = vec![0_i32; len + 1];
    let lists = PairKinds { from: &mut from, to: &mut to, kinds: &mut kinds, offsets: &mut offsets };
    backend.list_pair_kinds(kernel, sets, lists).map_err(refused)?;
    Ok(lists_of_structs([("from", from), ("to", to), ("kind", kinds)], offsets, nulls))
}

/// Returns the type of [`pairs`]: lists of structs of two `UInt8`, without nulls in the lists.
#[must_use]
pub fn pairs_type() -> DataType {
    DataType::List(item(DataType::Struct(bytes(&["from", "to"]))))
}

/// Returns the type of [`pair_kinds`]: lists of structs of three `UInt8`, without nulls in the lists.
#[must_use]
pub fn pair_kinds_type() -> DataType {
    DataType::List(item(DataType::Struct(bytes(&["from", "to", "kind"]))))
}

/// Returns the fields of structs of bytes with these names.
fn bytes(names: &[&str]) -> Fields {
    names.iter().map(|name| Field::new(*name, DataType::UInt8, false)).collect()
}

/// Returns lists of structs whose fields have these names and values.
fn lists_of_structs<const N: usize>(
    fields: [(&str, Vec<u8>); N],
    offsets: Vec<i32>,
    nulls: Option<NullBuffer>,
) -> ListArray {
    let names = fields.each_ref().map(|(name, _)| *name);
    let columns = fields.map(|(_, values)| Arc::new(UInt8Array::from(values)) as ArrayRef);
    let structs = StructArray::new(bytes(&names), columns.to_vec(), None);
    ListArray::new(item(structs.data_type().clone()), checked(offsets), Arc::new(structs), nulls)
}

/// Returns the field of the elements of lists, which are not null.
fn item(data_type: DataType) -> Arc<Field> {
    Arc::new(Field::new_list_field(data_type, false))
}

/// Returns the number of elements for which memory is allocated. Too many elements are an error before the memory is
/// allocated.
fn room(elements: u64) -> Result<usize, Error> {
    match i32::try_from(elements) {
        Ok(room) => Ok(room as usize),
        Err(_) => Err(Error::Refused(format!("the lists have {elements} elements, expected at most {}", i32::MAX))),
    }
}

fn refused(error: ListError) -> Error {
    Error::Refused(error.to_string())
}

/// Returns offsets as a buffer. They are checked to be ascending.
fn checked(offsets: Vec<i32>) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::from(offsets))
}
