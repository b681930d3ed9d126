//! Computations over positions in the caller's columns.
//!
//! The columns of positions are read in chunks, because their sides to move are converted from bytes.

use setwise::Color;
use setwise_positions::ColumnsRef;

use crate::column::Region;
use crate::error::Error;
use crate::positions::{CHUNK, ConstColumns};

/// The positions that a computation reads.
pub(crate) struct Positions {
    columns: ConstColumns,
    length: usize,
}

impl Positions {
    /// Reads the pointers to the columns of `length` positions.
    ///
    /// # Safety
    ///
    /// If `columns` is aligned and not null, it must point to initialised pointers.
    pub(crate) unsafe fn new(columns: *const ConstColumns, length: usize) -> Result<Self, Error> {
        Region::of(columns, 1)?;
        // SAFETY: `Region::of` has checked the address. The caller promises that it points to initialised pointers.
        let columns = unsafe { columns.read() };
        Ok(Self { columns, length })
    }

    /// Checks the columns, and returns their ranges of addresses.
    pub(crate) fn regions(&self) -> Result<Vec<Region>, Error> {
        self.columns.regions(self.length)
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
            each(start, unsafe { self.columns.read(start, length, sides) });
        }
    }
}
