//! Steps of a whole set in one direction. A step is one shift, and one mask if it changes the file.
//!
//! A step by (df, dr) adds `df + 8 * dr` to the index of every square, so it is a shift of the word. Squares that leave
//! the board to the north or south are shifted out. Squares that leave to the east or west reappear at the opposite
//! edge, one rank off, and a mask must remove them:
//!
//! ```text
//! masked after:   (set << 10) & NOT_AB      the knight step two east, one north: nothing can land on files a, b
//! masked before:  (set & NOT_GH) << 10      the same step: nothing may start on files g, h
//! ```
//!
//! Both forms give the same set. A step never moves two squares of the set to the same square, so the image contains
//! one square for each piece that stays on the board. A union of the images of several steps no longer shows which
//! piece attacks which square. If that matters, keep the images as separate sets.

use crate::Bitboard;
use crate::masks::{NOT_A, NOT_AB, NOT_GH, NOT_H};

/// A direction and a length: a number of files to the east and a number of ranks to the north. Both numbers are from -2
/// to 2. A negative number means west or south.
///
#[doc = include_str!("compass.md")]
///
/// ```
/// # mod setwise { pub use setwise_board::*; pub mod board { pub use setwise_board::Step; } }
/// use setwise::{Square, board::Step};
///
/// assert_eq!(Square::D4.bitboard().step(Step::NO_NO_EA), Square::E6.bitboard());
/// assert!(Square::A4.bitboard().step(Step::SO_WE_WE).is_empty()); // never g2
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    east: i8,
    north: i8,
}

impl Step {
    /// One square toward rank 8.
    pub const NORTH: Self = Self::new(0, 1);
    /// One square toward rank 1.
    pub const SOUTH: Self = Self::new(0, -1);
    /// One square toward file h.
    pub const EAST: Self = Self::new(1, 0);
    /// One square toward file a.
    pub const WEST: Self = Self::new(-1, 0);
    /// One square along the diagonal toward h8.
    pub const NORTH_EAST: Self = Self::new(1, 1);
    /// One square along the antidiagonal toward h1.
    pub const SOUTH_EAST: Self = Self::new(1, -1);
    /// One square along the diagonal toward a1.
    pub const SOUTH_WEST: Self = Self::new(-1, -1);
    /// One square along the antidiagonal toward a8.
    pub const NORTH_WEST: Self = Self::new(-1, 1);

    /// The knight step two north, one east.
    pub const NO_NO_EA: Self = Self::new(1, 2);
    /// The knight step one north, two east.
    pub const NO_EA_EA: Self = Self::new(2, 1);
    /// The knight step one south, two east.
    pub const SO_EA_EA: Self = Self::new(2, -1);
    /// The knight step two south, one east.
    pub const SO_SO_EA: Self = Self::new(1, -2);
    /// The knight step two south, one west.
    pub const SO_SO_WE: Self = Self::new(-1, -2);
    /// The knight step one south, two west.
    pub const SO_WE_WE: Self = Self::new(-2, -1);
    /// The knight step one north, two west.
    pub const NO_WE_WE: Self = Self::new(-2, 1);
    /// The knight step two north, one west.
    pub const NO_NO_WE: Self = Self::new(-1, 2);

    /// The eight king steps, clockwise from north-east.
    pub const KING: [Self; 8] = [
        Self::NORTH_EAST,
        Self::EAST,
        Self::SOUTH_EAST,
        Self::SOUTH,
        Self::SOUTH_WEST,
        Self::WEST,
        Self::NORTH_WEST,
        Self::NORTH,
    ];

    /// The eight knight steps, clockwise from north-north-east.
    pub const KNIGHT: [Self; 8] = [
        Self::NO_NO_EA,
        Self::NO_EA_EA,
        Self::SO_EA_EA,
        Self::SO_SO_EA,
        Self::SO_SO_WE,
        Self::SO_WE_WE,
        Self::NO_WE_WE,
        Self::NO_NO_WE,
    ];

    const fn new(east: i8, north: i8) -> Self {
        Self { east, north }
    }

    /// Returns the number that the step adds to the index of a square, -17 to 17. A positive number is a left shift,
    /// and a negative number is a right shift.
    #[must_use]
    pub const fn shift(self) -> i32 {
        self.east as i32 + 8 * self.north as i32
    }

    /// Returns the opposite step.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::new(-self.east, -self.north)
    }

    /// Returns the files on which the step can land: the mask to apply after the shift.
    #[must_use]
    pub const fn mask_after(self) -> Bitboard {
        Bitboard(match self.east {
            2 => NOT_AB,
            1 => NOT_A,
            -1 => NOT_H,
            -2 => NOT_GH,
            _ => !0,
        })
    }

    /// Returns the files from which the step stays on the board: the mask to apply before the shift. It is the mirror
    /// image of [`mask_after`](Self::mask_after).
    #[must_use]
    pub const fn mask_before(self) -> Bitboard {
        self.opposite().mask_after()
    }
}

impl Bitboard {
    /// Moves every square in the set by `step`. Squares that would leave the board are dropped. The mask is applied
    /// after the shift.
    #[inline]
    #[must_use]
    pub const fn step(self, step: Step) -> Self {
        Self(self.shifted(step.shift()).0 & step.mask_after().0)
    }

    /// Returns the same set as [`step`](Self::step), but applies the mask before the shift.
    #[inline]
    #[must_use]
    pub const fn step_masked_before(self, step: Step) -> Self {
        Self(self.0 & step.mask_before().0).shifted(step.shift())
    }

    /// Shifts the word by -63 to 63 places, to the left if `places` is positive. Squares wrap around the east and west
    /// edges, so a step that changes the file also needs a mask.
    ///
    /// # Panics
    ///
    /// Panics if `places` is outside -63 to 63 and overflow checks are enabled.
    #[inline]
    #[must_use]
    pub const fn shifted(self, places: i32) -> Self {
        Self(if places < 0 { self.0 >> -places } else { self.0 << places })
    }
}

/// Defines a method for each step, named after the step.
macro_rules! named_steps {
    ($($name:ident = $step:ident: $what:literal),+ $(,)?) => {
        impl Bitboard {
            $(
                #[doc = concat!("Moves every square in the set ", $what, ". Squares that would leave the board are dropped.")]
                #[inline]
                #[must_use]
                pub const fn $name(self) -> Self {
                    self.step(Step::$step)
                }
            )+
        }
    };
}

named_steps! {
    north = NORTH: "one square toward rank 8",
    south = SOUTH: "one square toward rank 1",
    east = EAST: "one square toward file h",
    west = WEST: "one square toward file a",
    north_east = NORTH_EAST: "one square toward h8 along its diagonal",
    south_east = SOUTH_EAST: "one square toward h1 along its antidiagonal",
    south_west = SOUTH_WEST: "one square toward a1 along its diagonal",
    north_west = NORTH_WEST: "one square toward a8 along its antidiagonal",
    no_no_ea = NO_NO_EA: "two squares north and one east",
    no_ea_ea = NO_EA_EA: "one square north and two east",
    so_ea_ea = SO_EA_EA: "one square south and two east",
    so_so_ea = SO_SO_EA: "two squares south and one east",
    so_so_we = SO_SO_WE: "two squares south and one west",
    so_we_we = SO_WE_WE: "one square south and two west",
    no_we_we = NO_WE_WE: "one square north and two west",
    no_no_we = NO_NO_WE: "two squares north and one west",
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{File, Rank, Square};

    /// A step moves each square independently of the others, so it is enough to check the empty set and the 64 single
    /// squares.
    #[test]
    fn every_step_moves_every_square_as_its_coordinates_say() {
        for step in Step::KING.into_iter().chain(Step::KNIGHT) {
            assert_eq!(Bitboard::EMPTY.step(step), Bitboard::EMPTY);
            for square in Square::ALL {
                let file = square.file().index().checked_add_signed(step.east.into()).and_then(File::from_index);
                let rank = square.rank().index().checked_add_signed(step.north.into()).and_then(Rank::from_index);
                let target = match (file, rank) {
                    (Some(file), Some(rank)) => Square::new(file, rank).bitboard(),
                    _ => Bitboard::EMPTY,
                };
                assert_eq!(square.bitboard().step(step), target, "{square} {step:?}");
                assert_eq!(square.bitboard().step_masked_before(step), target, "{square} {step:?}");
            }
        }
    }

    #[test]
    fn a_shift_by_nothing_is_the_identity() {
        assert_eq!(Bitboard(0x8001).shifted(0), Bitboard(0x8001));
        assert_eq!(Bitboard(1).shifted(63).shifted(-63), Bitboard(1));
    }
}
