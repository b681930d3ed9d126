//! Checks the addresses that the caller passes, and makes slices, references and texts of those that pass the checks.
//!
//! Before a column is used, this module refuses null pointers, misaligned columns, lengths that are too large, and
//! outputs that overlap other columns. Nothing else can be checked. By the section "Columns" of `setwise.h`, the caller
//! promises that the memory exists and that inputs are initialised. The caller also promises that no other thread and
//! no callback writes the memory during the call.

use std::ffi::{CStr, c_char};
use std::{ptr, slice};

use crate::error::{Error, caught};

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

/// Checks a column that may be null. A column that is null occupies no addresses.
pub(crate) fn optional<T>(column: *const T, length: usize) -> Result<Region, Error> {
    Region::of(column, if column.is_null() { 0 } else { length })
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

/// Returns a value of the caller, such as a struct or an array of pointers.
///
/// # Safety
///
/// If `place` is aligned and not null, it must point to an initialised value.
pub(crate) unsafe fn read<T: Copy>(place: *const T) -> Result<T, Error> {
    Region::of(place, 1)?;
    // SAFETY: `Region::of` has checked the address. The caller promises that the value is initialised.
    Ok(unsafe { place.read() })
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

/// Returns a text that the caller owns, or an error if the pointer is null.
///
/// # Safety
///
/// If the pointer is not null, the text must end with a NUL, and it must not be written while it is in use.
pub(crate) unsafe fn text<'a>(start: *const c_char) -> Result<&'a CStr, Error> {
    if start.is_null() {
        return Err(Error::NullPointer);
    }
    // SAFETY: the caller promises that the text ends with a NUL and is not written.
    Ok(unsafe { CStr::from_ptr(start) })
}

/// Writes the characters of a text for which there is space, and a NUL. Writes nothing if there is no space.
///
/// # Safety
///
/// [`Region::of`] must have accepted `bytes` bytes at `place`. They must be writable.
pub(crate) unsafe fn write_text(place: *mut c_char, bytes: usize, text: &str) {
    if bytes == 0 {
        return;
    }
    let end = (0..bytes.min(text.len() + 1)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    // SAFETY: the text is shorter than the place, which the caller promises is writable.
    unsafe { copy(place.cast::<u8>(), bytes, 0, &text.as_bytes()[..end]) };
    // SAFETY: `end` is less than `bytes`.
    unsafe { copy(place.cast::<u8>(), bytes, end, &[0]) };
}

/// Returns an opaque value of the library, such as features or games.
///
/// # Safety
///
/// The pointer must be null, or must point to a value of the library that is not in use.
pub(crate) unsafe fn borrow<'a, T>(value: *mut T) -> Result<&'a mut T, Error> {
    Region::of(value.cast_const(), 1)?;
    // SAFETY: the pointer is aligned and not null. The caller promises that nothing else uses the value.
    Ok(unsafe { &mut *value })
}

/// Frees an opaque value of the library. Does nothing if the pointer is null.
///
/// # Safety
///
/// The pointer must be null, or come from `Box::into_raw` and not be used again.
pub(crate) unsafe fn free<T>(value: *mut T) {
    if !value.is_null() {
        // SAFETY: the caller promises that `Box::into_raw` returned the pointer and that the value is not used again.
        let value = unsafe { Box::from_raw(value) };
        let _ = caught(|| drop(value));
    }
}
