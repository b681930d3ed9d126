//! Computations over positions in the caller's columns.
//!
//! The columns of positions are read in chunks, because their sides to move are converted from bytes. The results of a
//! chunk are copied to the caller's columns.

use std::ptr;

use setwise::Color;
use setwise_positions::ColumnsRef;

use crate::column::Region;
use crate::error::Error;
use crate::positions::{CHUNK, ConstColumns, ConstRightsColumns};

/// The positions that a computation reads.
pub(crate) struct Positions {
    columns: ConstColumns,
    rights: ConstRightsColumns,
    length: usize,
}

impl Positions {
    /// Reads the pointers to the columns of `length` positions.
    ///
    /// # Safety
    ///
    /// If `columns` is aligned and not null, it must point to initialised pointers.
    pub(crate) unsafe fn new(
        columns: *const ConstColumns,
        rights: ConstRightsColumns,
        length: usize,
    ) -> Result<Self, Error> {
        Region::of(columns, 1)?;
        // SAFETY: `Region::of` has checked the address. The caller promises that it points to initialised pointers.
        let columns = unsafe { columns.read() };
        Ok(Self { columns, rights, length })
    }

    /// Checks the columns, and returns their ranges of addresses.
    pub(crate) fn regions(&self) -> Result<Vec<Region>, Error> {
        let mut regions = self.columns.regions(self.length)?.to_vec();
        regions.extend(self.rights.regions(self.length)?);
        Ok(regions)
    }

    /// Calls `each` for each chunk, in order, with the index of the chunk's first position and the positions. `sides` is
    /// memory for the sides to move.
    ///
    /// # Safety
    ///
    /// [`Self::regions`] must have accepted the columns. Each column must have an initialised element for each position,
    /// which nothing may write during the call.
    pub(crate) unsafe fn for_each_chunk(&self, sides: &mut Vec<Color>, mut each: impl FnMut(usize, ColumnsRef<'_>)) {
        for start in (0..self.length).step_by(CHUNK) {
            let length = CHUNK.min(self.length - start);
            // SAFETY: the columns have been checked with their length. The caller promises that their elements exist.
            let mut chunk = unsafe { self.columns.read(start, length, sides) };
            if !self.rights.is_none() {
                // SAFETY: the columns have been checked with their length. The caller promises that their elements
                // exist.
                chunk = chunk.with_rights(unsafe { self.rights.read(start, length) });
            }
            each(start, chunk);
        }
    }
}

/// Writes values to a column, from the element `start` on.
///
/// # Panics
///
/// Panics if the values extend beyond `length`.
///
/// # Safety
///
/// The column must have `length` elements, which can be written and do not overlap the values.
pub(crate) unsafe fn store(column: *mut u64, length: usize, start: usize, values: &[u64]) {
    let is_inside = start.checked_add(values.len()).is_some_and(|end| end <= length);
    assert!(is_inside, "more values than positions");
    // SAFETY: `start` is at most the length of the column, as checked above.
    let to = unsafe { column.add(start) };
    // SAFETY: the values do not extend beyond the column, as checked above. The caller promises that the column's
    // elements exist.
    unsafe { ptr::copy_nonoverlapping(values.as_ptr(), to, values.len()) };
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// Tests the assertion in `store`, without which an evaluator that returns too many values would write beyond the
    /// columns.
    #[test]
    fn values_that_do_not_fit_are_not_written() {
        let mut column = [9; 4];
        let start_of_column = column.as_mut_ptr();
        let store = |start, values: &[u64]| {
            // SAFETY: the column has one element more than the length that is passed.
            catch_unwind(AssertUnwindSafe(|| unsafe { store(start_of_column, 3, start, values) })).is_ok()
        };
        assert!(!store(0, &[1; 4]) && !store(2, &[1; 2]) && !store(usize::MAX, &[1]));
        assert_eq!(column, [9; 4]);
        assert!(store(1, &[1; 2]) && store(3, &[]));
        assert_eq!(column, [9, 1, 1, 9]);
    }
}
