//! Positions as columns of the caller: eight columns of words and one of bytes.

use std::ptr;

use setwise::Color;
use setwise_positions::{Columns as Positions, ColumnsRef};

use crate::column::{Region, column, regions};
use crate::error::Error;

/// `setwise_columns` of `setwise.h`. As in `struct iovec`, the pointers are not const, although functions that only read
/// positions take the same type.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[allow(missing_docs, reason = "the names of pieces say what they are")]
pub struct Columns {
    pub pawns: *mut u64,
    pub knights: *mut u64,
    pub bishops: *mut u64,
    pub rooks: *mut u64,
    pub queens: *mut u64,
    pub kings: *mut u64,
    pub white: *mut u64,
    pub black: *mut u64,
    /// 0 for white; any other number for black, for which functions write 1.
    pub side_to_move: *mut u8,
}

/// The number of columns.
const COLUMNS: usize = 9;

impl Columns {
    fn words(self) -> [*mut u64; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }

    /// Checks the columns, each of which has `length` elements.
    pub(crate) fn regions(self, length: usize) -> Result<[Region; COLUMNS], Error> {
        let [a, b, c, d, e, f, g, h] = regions(self.words().map(<*mut u64>::cast_const), length)?;
        Ok([a, b, c, d, e, f, g, h, Region::of(self.side_to_move.cast_const(), length)?])
    }

    /// Copies positions to the elements from `start` on.
    ///
    /// # Safety
    ///
    /// [`Self::regions`] must have accepted the columns with a length of at least `start` and the number of positions. They
    /// must be writable, and apart from the positions.
    pub(crate) unsafe fn write(self, start: usize, positions: &Positions) {
        if positions.is_empty() {
            return;
        }
        for (to, from) in self.words().into_iter().zip(words(positions)) {
            // SAFETY: the caller promises that the column has this element, or ends here.
            let to = unsafe { to.add(start) };
            // SAFETY: the caller promises as many elements as there are positions.
            unsafe { ptr::copy_nonoverlapping(from.as_ptr(), to, from.len()) };
        }
        for (n, side) in (start..).zip(&positions.side_to_move) {
            // SAFETY: the caller promises this element.
            let to = unsafe { self.side_to_move.add(n) };
            // SAFETY: the caller promises that the element can be written.
            unsafe { to.write(*side as u8) };
        }
    }

    /// Returns `length` positions from `start` on. Their sides are stored in `sides`.
    ///
    /// # Safety
    ///
    /// [`Self::regions`] must have accepted the columns with a length of at least `start + length`. Nothing may write them while the
    /// positions are in use.
    pub(crate) unsafe fn read(self, start: usize, length: usize, sides: &mut Vec<Color>) -> ColumnsRef<'_> {
        let words = self.words().map(|words| {
            // SAFETY: the caller promises that the column has these elements.
            unsafe { column(words.wrapping_add(start).cast_const(), length) }
        });
        // SAFETY: the caller promises that the column has these elements.
        let black = unsafe { column(self.side_to_move.wrapping_add(start).cast_const(), length) };
        sides.clear();
        sides.extend(black.iter().map(|black| if *black == 0 { Color::White } else { Color::Black }));
        ColumnsRef::from_words(words, sides)
    }
}

fn words(positions: &Positions) -> [&[u64]; 8] {
    let Positions { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = positions;
    [pawns, knights, bishops, rooks, queens, kings, white, black]
}
