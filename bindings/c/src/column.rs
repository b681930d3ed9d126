//! Checks the addresses of the caller's columns, and makes slices of the columns that pass the checks.
//!
//! Before a column is used, this module refuses null pointers, misaligned columns, lengths that are too large, and
//! outputs that overlap other columns. Nothing else can be checked. By the section "Columns" of `setwise.h`, the caller
//! promises that the memory exists and that inputs are initialised. The caller also promises that no other thread and
//! no callback writes the memory during the call.

use std::{ptr, slice};

use crate::error::Error;

/// The range of addresses of a column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Region {
    start: usize,
    end: usize,
}

impl Region {
    /// Checks the address and the length of a column, and returns its range of addresses. A column without elements may
    /// have any address.
    pub(crate) fn of<T>(start: *const T, length: usize) -> Result<Self, Error> {
        if length == 0 {
            return Ok(Self { start: 0, end: 0 });
        }
        if start.is_null() {
            return Err(Error::NullPointer);
        }
        if !start.is_aligned() {
            return Err(Error::Misaligned);
        }
        let bytes = length.checked_mul(size_of::<T>()).filter(|bytes| *bytes <= isize::MAX.cast_unsigned());
        let end = bytes.and_then(|bytes| start.addr().checked_add(bytes)).ok_or(Error::TooLong)?;
        Ok(Self { start: start.addr(), end })
    }

    fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// Returns an error if an output overlaps an input or another output. Inputs may overlap each other.
pub(crate) fn check_apart(inputs: &[Region], outputs: &[Region]) -> Result<(), Error> {
    for (n, output) in outputs.iter().enumerate() {
        if inputs.iter().chain(&outputs[..n]).any(|other| output.overlaps(*other)) {
            return Err(Error::Overlap);
        }
    }
    Ok(())
}

/// Checks columns of the same length with [`Region::of`], and returns the range of addresses of each column.
pub(crate) fn regions<T, const N: usize>(columns: [*const T; N], length: usize) -> Result<[Region; N], Error> {
    let mut regions = [Region { start: 0, end: 0 }; N];
    for (region, column) in regions.iter_mut().zip(columns) {
        *region = Region::of(column, length)?;
    }
    Ok(regions)
}

/// Returns a column that [`Region::of`] has accepted, as a slice.
///
/// # Safety
///
/// The column must have `length` initialised elements, and they must not be written while the slice is in use.
pub(crate) unsafe fn column<'a, T>(start: *const T, length: usize) -> &'a [T] {
    if length == 0 {
        return &[];
    }
    // SAFETY: `Region::of` has checked alignment and length. The caller promises that the elements are
    // initialised and are not written.
    unsafe { slice::from_raw_parts(start, length) }
}

/// Returns a column that [`Region::of`] and [`check_apart`] have accepted, as a slice. C need not initialise the
/// elements of an output, so no element may be read before it is written.
///
/// # Safety
///
/// The column must have `length` elements, which nothing else reads or writes while the slice is in use.
pub(crate) unsafe fn column_mut<'a, T>(start: *mut T, length: usize) -> &'a mut [T] {
    if length == 0 {
        return &mut [];
    }
    // SAFETY: `Region::of` has checked alignment and length. The caller promises that the elements exist and that
    // nothing else uses them. The documentation of slices also requires initialised elements, but C need not initialise
    // outputs. We rely on two facts: the compiler cannot assume anything about values written by another language, and
    // no element is read before it is written.
    unsafe { slice::from_raw_parts_mut(start, length) }
}

/// Returns an array of the caller, such as an array of pointers to columns, as a slice.
///
/// # Safety
///
/// The array must have `length` initialised elements, which are not written while the slice is in use.
pub(crate) unsafe fn array<'a, T>(start: *const T, length: usize) -> Result<&'a [T], Error> {
    Region::of(start, length)?;
    // SAFETY: `Region::of` has accepted the array. The caller promises that its elements are initialised and are not
    // written.
    Ok(unsafe { column(start, length) })
}

/// Writes a value to a variable of the caller.
///
/// # Safety
///
/// If `place` is aligned and not null, it must point to memory that may be written.
pub(crate) unsafe fn write<T>(place: *mut T, value: T) -> Result<(), Error> {
    Region::of(place.cast_const(), 1)?;
    // SAFETY: `Region::of` has checked the address. The caller promises that the memory may be written.
    unsafe { place.write(value) };
    Ok(())
}

/// Copies values to a column, starting at the element `start`. Does nothing if the column is null.
///
/// # Panics
///
/// Panics if the values extend beyond `capacity`.
///
/// # Safety
///
/// The column must be null, or have `capacity` elements, which can be written and do not overlap the values.
pub(crate) unsafe fn copy<T: Copy>(column: *mut T, capacity: usize, start: usize, values: &[T]) {
    let is_inside = start.checked_add(values.len()).is_some_and(|end| end <= capacity);
    assert!(is_inside, "more values than the column has space for");
    if column.is_null() || values.is_empty() {
        return;
    }
    // SAFETY: `start` is below `capacity`, as checked above. The caller promises that the column has `capacity` elements.
    let to = unsafe { column.add(start) };
    // SAFETY: the values do not extend beyond the column, as checked above. The caller promises that they do not overlap.
    unsafe { ptr::copy_nonoverlapping(values.as_ptr(), to, values.len()) };
}

/// Checks a column that may be null. A column that is null occupies no addresses.
pub(crate) fn optional<T>(column: *const T, length: usize) -> Result<Region, Error> {
    Region::of(column, if column.is_null() { 0 } else { length })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    const WORD: *const u64 = ptr::without_provenance(64);

    #[test]
    fn addresses_that_cannot_be_a_column_are_refused() {
        assert_eq!(Region::of(ptr::null::<u64>(), 1).unwrap_err(), Error::NullPointer);
        assert_eq!(Region::of(WORD.wrapping_byte_add(4), 1).unwrap_err(), Error::Misaligned);
        assert_eq!(Region::of(WORD, usize::MAX).unwrap_err(), Error::TooLong);
        assert_eq!(Region::of(WORD, usize::MAX / 16 + 1).unwrap_err(), Error::TooLong);
        assert!(Region::of(WORD, usize::MAX / 16).is_ok());
        let last: *const u64 = ptr::without_provenance(usize::MAX - 15);
        assert_eq!((Region::of(last, 1).is_ok(), Region::of(last, 2).unwrap_err()), (true, Error::TooLong));
        assert!(Region::of(WORD.cast::<u8>().wrapping_add(1), 1).is_ok());
        assert!(Region::of(ptr::null::<u64>(), 0).is_ok());
        assert!(Region::of(WORD.wrapping_byte_add(1), 0).is_ok());
    }

    #[test]
    fn outputs_must_be_apart_from_everything_else_and_inputs_need_not() {
        let word = |n: usize, length| Region::of(WORD.wrapping_add(n), length).unwrap();
        let (a, b, inside, none) = (word(0, 8), word(8, 8), word(7, 1), word(0, 0));
        assert_eq!(check_apart(&[a, a, inside], &[b]), Ok(()));
        for (input, output) in [(a, a), (a, inside), (inside, a), (word(4, 8), a), (a, word(4, 8)), (word(4, 8), b)] {
            assert_eq!(check_apart(&[b, input], &[output]).err(), Some(Error::Overlap), "{input:?} {output:?}");
            assert_eq!(check_apart(&[], &[output, input]).err(), Some(Error::Overlap), "{input:?} {output:?}");
        }
        assert_eq!(check_apart(&[none, a], &[none, b, none]), Ok(()));
    }

    /// Tests the assertion in `copy`, without which an evaluator that returns too many values would write beyond the
    /// columns.
    #[test]
    fn values_that_do_not_fit_are_not_written() {
        let mut column = [9; 4];
        let start_of_column = column.as_mut_ptr();
        let copied = |start, values: &[u64]| {
            // SAFETY: the column has one element more than the length that is passed.
            catch_unwind(AssertUnwindSafe(|| unsafe { copy(start_of_column, 3, start, values) })).is_ok()
        };
        assert!(!copied(0, &[1; 4]) && !copied(2, &[1; 2]) && !copied(usize::MAX, &[1]));
        assert_eq!(column, [9; 4]);
        assert!(copied(1, &[1; 2]) && copied(3, &[]));
        assert_eq!(column, [9, 1, 1, 9]);
    }
}
