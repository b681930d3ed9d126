//! Positions in the caller's columns: eight columns of words and one column of bytes.

use std::ptr;

use setwise::Color;
use setwise_positions::{Columns as Positions, ColumnsRef, NO_EN_PASSANT, Rights, RightsRef};

use crate::column::{Region, column, regions};
use crate::error::Error;

/// Pointers to the nine columns of positions.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[allow(missing_docs, reason = "the names of pieces say what they are")]
pub struct Pointers<Word, Byte> {
    pub pawns: Word,
    pub knights: Word,
    pub bishops: Word,
    pub rooks: Word,
    pub queens: Word,
    pub kings: Word,
    pub white: Word,
    pub black: Word,
    /// 0 for White, any other number for Black. The reader writes 1 for Black.
    pub side_to_move: Byte,
}

/// The type `setwise_columns` of `setwise.h`.
pub type Columns = Pointers<*mut u64, *mut u8>;

/// The type `setwise_const_columns` of `setwise.h`.
pub type ConstColumns = Pointers<*const u64, *const u8>;

const COLUMNS: usize = 9;

impl<Word, Byte> Pointers<Word, Byte> {
    fn words(self) -> [Word; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }
}

impl Columns {
    /// Returns the same columns as pointers to constant elements.
    #[must_use]
    pub fn as_const(self) -> ConstColumns {
        let side_to_move = self.side_to_move.cast_const();
        let [pawns, knights, bishops, rooks, queens, kings, white, black] = self.words().map(<*mut u64>::cast_const);
        ConstColumns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move }
    }

    /// Copies positions to the columns, starting at the element `start`.
    ///
    /// # Panics
    ///
    /// Panics if the positions extend beyond `capacity`, or if the columns of the positions have different lengths.
    ///
    /// # Safety
    ///
    /// [`ConstColumns::regions`] must have accepted the columns with a length of `capacity`. Each column must have
    /// `capacity` elements, which can be written and do not overlap the positions.
    pub(crate) unsafe fn write(self, capacity: usize, start: usize, positions: &Positions) {
        let (length, words) = (positions.len(), words(positions));
        assert!(
            start.checked_add(length).is_some_and(|end| end <= capacity),
            "more positions than the columns have space for"
        );
        assert!(words.iter().all(|column| column.len() == length), "columns of different lengths");
        if length == 0 {
            return;
        }
        for (to, from) in self.words().into_iter().zip(words) {
            // SAFETY: `start` is below `capacity`, as the assertion shows. The caller promises that the column has
            // `capacity` elements.
            let to = unsafe { to.add(start) };
            // SAFETY: the range is within both columns, as the assertions show.
            unsafe { ptr::copy_nonoverlapping(from.as_ptr(), to, length) };
        }
        for (n, side) in (start..).zip(&positions.side_to_move) {
            // SAFETY: `n` is below `capacity`, as the assertion shows.
            let to = unsafe { self.side_to_move.add(n) };
            // SAFETY: the caller promises that the element can be written.
            unsafe { to.write(*side as u8) };
        }
    }
}

impl ConstColumns {
    /// Checks the columns, each of which must have `length` elements, and returns their ranges of addresses.
    pub(crate) fn regions(self, length: usize) -> Result<[Region; COLUMNS], Error> {
        let [a, b, c, d, e, f, g, h] = regions(self.words(), length)?;
        Ok([a, b, c, d, e, f, g, h, Region::of(self.side_to_move, length)?])
    }

    /// Returns the `length` positions that start at the element `start`. Stores their sides to move in `sides`, which
    /// the returned columns borrow.
    ///
    /// # Safety
    ///
    /// [`Self::regions`] must have accepted the columns with a length of at least `start + length`. Each column must
    /// have this number of initialised elements, which nothing may write while the positions are in use.
    pub(crate) unsafe fn read(self, start: usize, length: usize, sides: &mut Vec<Color>) -> ColumnsRef<'_> {
        let words = self.words().map(|words| {
            // SAFETY: the caller promises that the column has these elements.
            unsafe { column(words.wrapping_add(start), length) }
        });
        // SAFETY: the caller promises that the column has these elements.
        let black = unsafe { column(self.side_to_move.wrapping_add(start), length) };
        sides.clear();
        sides.extend(black.iter().map(|black| if *black == 0 { Color::White } else { Color::Black }));
        ColumnsRef::from_words(words, sides)
    }
}

/// Pointers to the optional columns of castling rights and en passant squares. A null pointer stands for a column that
/// the caller does not have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RightsPointers<Word, Byte> {
    pub(crate) unmoved_rooks: Word,
    pub(crate) en_passant: Byte,
}

pub(crate) type RightsColumns = RightsPointers<*mut u64, *mut u8>;

pub(crate) type ConstRightsColumns = RightsPointers<*const u64, *const u8>;

/// The largest number of positions that [`ConstRightsColumns::read`] accepts.
pub(crate) const CHUNK: usize = 4096;

impl RightsColumns {
    pub(crate) const NONE: Self = Self { unmoved_rooks: ptr::null_mut(), en_passant: ptr::null_mut() };

    pub(crate) fn is_none(self) -> bool {
        self.as_const().is_none()
    }

    pub(crate) fn as_const(self) -> ConstRightsColumns {
        let Self { unmoved_rooks, en_passant } = self;
        RightsPointers { unmoved_rooks: unmoved_rooks.cast_const(), en_passant: en_passant.cast_const() }
    }

    /// Copies rights to the columns that the caller has, starting at the element `start`.
    ///
    /// # Panics
    ///
    /// Panics if the rights extend beyond `capacity`, or if their columns have different lengths.
    ///
    /// # Safety
    ///
    /// [`ConstRightsColumns::regions`] must have accepted the columns with a length of `capacity`. Each column must have
    /// `capacity` elements, which can be written and do not overlap the rights.
    pub(crate) unsafe fn write(self, capacity: usize, start: usize, rights: &Rights) {
        let Rights { unmoved_rooks, en_passant } = rights;
        let length = unmoved_rooks.len();
        assert!(
            start.checked_add(length).is_some_and(|end| end <= capacity),
            "more rights than the columns have space for"
        );
        assert!(en_passant.len() == length, "columns of different lengths");
        if length == 0 {
            return;
        }
        if !self.unmoved_rooks.is_null() {
            // SAFETY: `start` is below `capacity`, as the assertion shows. The caller promises that the column has
            // `capacity` elements.
            let to = unsafe { self.unmoved_rooks.add(start) };
            // SAFETY: the range is within both columns, as the assertions show.
            unsafe { ptr::copy_nonoverlapping(unmoved_rooks.as_ptr(), to, length) };
        }
        if !self.en_passant.is_null() {
            // SAFETY: `start` is below `capacity`, as the assertion shows. The caller promises that the column has
            // `capacity` elements.
            let to = unsafe { self.en_passant.add(start) };
            // SAFETY: the range is within both columns, as the assertions show.
            unsafe { ptr::copy_nonoverlapping(en_passant.as_ptr(), to, length) };
        }
    }
}

impl ConstRightsColumns {
    pub(crate) fn is_none(self) -> bool {
        self.unmoved_rooks.is_null() && self.en_passant.is_null()
    }

    /// Checks the columns that the caller has, each of which must have `length` elements, and returns their ranges of
    /// addresses. A column that the caller does not have occupies no addresses.
    pub(crate) fn regions(self, length: usize) -> Result<[Region; 2], Error> {
        let length_of = |is_null| if is_null { 0 } else { length };
        let rooks = Region::of(self.unmoved_rooks, length_of(self.unmoved_rooks.is_null()))?;
        Ok([rooks, Region::of(self.en_passant, length_of(self.en_passant.is_null()))?])
    }

    /// Returns the rights of the `length` positions that start at the element `start`. A column that the caller does not
    /// have is replaced by a column without rights.
    ///
    /// # Panics
    ///
    /// Panics if `length` exceeds [`CHUNK`].
    ///
    /// # Safety
    ///
    /// [`Self::regions`] must have accepted the columns with a length of at least `start + length`. Each column must
    /// have this number of initialised elements, which nothing may write while the rights are in use.
    pub(crate) unsafe fn read<'a>(self, start: usize, length: usize) -> RightsRef<'a> {
        static NO_ROOKS: [u64; CHUNK] = [0; CHUNK];
        static NO_SQUARES: [u8; CHUNK] = [NO_EN_PASSANT; CHUNK];
        let (mut unmoved_rooks, mut en_passant) = (&NO_ROOKS[..length], &NO_SQUARES[..length]);
        if !self.unmoved_rooks.is_null() {
            // SAFETY: the caller promises that the column has these elements.
            unmoved_rooks = unsafe { column(self.unmoved_rooks.wrapping_add(start), length) };
        }
        if !self.en_passant.is_null() {
            // SAFETY: the caller promises that the column has these elements.
            en_passant = unsafe { column(self.en_passant.wrapping_add(start), length) };
        }
        RightsRef { unmoved_rooks, en_passant }
    }
}

fn words(positions: &Positions) -> [&[u64]; 8] {
    let Positions { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = positions;
    [pawns, knights, bishops, rooks, queens, kings, white, black]
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use setwise_positions::{Reader, Rules};

    use super::*;

    /// Tests the assertions in `write`, without which a reader that returns too many positions would write beyond the
    /// columns.
    #[test]
    fn positions_that_do_not_fit_are_not_written() {
        let mut two = Positions::default();
        let text = b"8/8/8/8/8/8/8/7Q b\n8/8/8/8/8/8/8/Q7 w\n";
        Reader::new(setwise::auto(), Rules::AnyPieces).append(text, 1, &mut two, |bad| panic!("{bad}"));
        let mut uneven = two.clone();
        uneven.queens.push(7);
        let (mut words, mut sides) = ([[9; 4]; 8], [9; 4]);
        let [pawns, knights, bishops, rooks, queens, kings, white, black] =
            words.each_mut().map(|column| column.as_mut_ptr());
        let side_to_move = sides.as_mut_ptr();
        let columns = Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move };
        let write = |start, positions: &Positions| {
            // SAFETY: the columns have one element more than the capacity that is passed.
            catch_unwind(AssertUnwindSafe(|| unsafe { columns.write(3, start, positions) })).is_ok()
        };
        assert!(!write(2, &two) && !write(usize::MAX, &two) && !write(0, &uneven));
        assert!(words == [[9; 4]; 8] && sides == [9; 4]);
        assert!(write(1, &two) && write(3, &Positions::default()));
        assert_eq!((words[4], sides), ([9, 1 << 7, 1, 9], [9, 1, 0, 9]));
    }

    /// Tests the assertions in `RightsColumns::write`, and that only the columns that exist are written.
    #[test]
    fn rights_that_do_not_fit_are_not_written() {
        let two = Rights { unmoved_rooks: vec![1, 2], en_passant: vec![64, 20] };
        let uneven = Rights { unmoved_rooks: vec![1, 2], en_passant: vec![64] };
        let (mut rooks, mut squares) = ([9; 4], [9; 4]);
        let both = RightsColumns { unmoved_rooks: rooks.as_mut_ptr(), en_passant: squares.as_mut_ptr() };
        let write = |columns: RightsColumns, start, rights: &Rights| {
            // SAFETY: the columns have one element more than the capacity that is passed.
            catch_unwind(AssertUnwindSafe(|| unsafe { columns.write(3, start, rights) })).is_ok()
        };
        assert!(!write(both, 2, &two) && !write(both, usize::MAX, &two) && !write(both, 0, &uneven));
        assert!(write(RightsColumns::NONE, 1, &two) && write(both, 3, &Rights::default()));
        assert_eq!((rooks, squares), ([9; 4], [9; 4]));
        assert!(write(RightsColumns { en_passant: ptr::null_mut(), ..both }, 0, &two) && write(both, 1, &two));
        assert_eq!((rooks, squares), ([1, 1, 2, 9], [9, 64, 20, 9]));
    }
}
