//! A set of squares in 64 bits, and conversions from squares, files and ranks to sets.

use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::masks::{FILE_A, RANK_1};
use crate::{File, Rank, Square};

/// A set of squares: a1 = bit 0, h8 = bit 63.
///
/// The operators are set operations: `|` union, `&` intersection, `^` symmetric difference, `!` complement, `-`
/// difference. Every 64-bit word is a valid set, so the field is public.
///
/// ```
/// # use setwise_board as setwise;
/// use setwise::{Bitboard, Square::{A1, C2, B3, H8}};
///
/// let set = Bitboard::from_squares(&[B3, C2]);
/// assert!(set.contains(C2) && !set.contains(A1));
/// assert_eq!(set.with(H8).without(B3), Bitboard::from_squares(&[C2, H8]));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [C2, B3]);
/// assert_eq!(set - Bitboard::from(C2), Bitboard::from(B3));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all 64 squares.
    pub const ALL: Self = Self(!0);

    /// Returns the set of the given squares. Duplicates are allowed.
    #[must_use]
    pub const fn from_squares(squares: &[Square]) -> Self {
        let mut set = Self::EMPTY;
        let mut i = 0;
        while i < squares.len() {
            set = set.with(squares[i]);
            i += 1;
        }
        set
    }

    /// Returns `true` if the set contains `square`.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Returns the set with `square` added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | square.bitboard().0)
    }

    /// Returns the set without `square`.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !square.bitboard().0)
    }

    /// Returns `true` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares in the set, 0 to 64.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if every square of this set is also in `other`.
    #[inline]
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns `true` if the two sets have no square in common.
    #[inline]
    #[must_use]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns the square with the lowest index, or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// Returns an iterator over the squares of the set, from a1 to h8.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }
}

impl Square {
    /// Returns the set that contains only this square.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl File {
    /// Returns the set of the eight squares on this file.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(FILE_A << self.index())
    }
}

impl Rank {
    /// Returns the set of the eight squares on this rank.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(RANK_1 << (8 * self.index()))
    }
}

/// An iterator over the squares of a [`Bitboard`], from a1 to h8; see [`Bitboard::iter`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl From<u64> for Bitboard {
    #[inline]
    fn from(bits: u64) -> Self {
        Self(bits)
    }
}

impl From<Bitboard> for u64 {
    #[inline]
    fn from(set: Bitboard) -> Self {
        set.0
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Implements a binary set operator and its assigning form.
macro_rules! set_operator {
    ($operator:ident $method:ident, $assign:ident $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $operator for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    };
}

set_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
set_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn iteration_is_ordered_exact_and_fused() {
        let mut squares = Bitboard::from_squares(&[Square::H8, Square::A1, Square::E4]).iter();
        assert_eq!(squares.len(), 3);
        assert!(squares.by_ref().eq([Square::A1, Square::E4, Square::H8]));
        assert_eq!(squares.next(), None);
        assert_eq!(squares.next(), None);
        assert_eq!(Bitboard::ALL.iter().count(), 64);
    }

    #[test]
    fn sets_of_files_and_ranks_hold_exactly_their_squares() {
        for square in Square::ALL {
            for index in 0..8 {
                assert_eq!(File::ALL[index].bitboard().contains(square), square.file().index() == index);
                assert_eq!(Rank::ALL[index].bitboard().contains(square), square.rank().index() == index);
            }
        }
    }

    proptest! {
        #[test]
        fn operators_are_those_of_sets(a: u64, b: u64) {
            let (a, b) = (Bitboard(a), Bitboard(b));
            for square in Square::ALL {
                let (in_a, in_b) = (a.contains(square), b.contains(square));
                prop_assert_eq!((a | b).contains(square), in_a || in_b);
                prop_assert_eq!((a & b).contains(square), in_a && in_b);
                prop_assert_eq!((a ^ b).contains(square), in_a != in_b);
                prop_assert_eq!((a - b).contains(square), in_a && !in_b);
                prop_assert_eq!((!a).contains(square), !in_a);
            }
            prop_assert_eq!(a.is_subset(b), a & b == a);
            prop_assert_eq!(a.is_disjoint(b), (a & b).is_empty());
            prop_assert_eq!(a.iter().collect::<Bitboard>(), a);
            prop_assert_eq!(a.count() as usize, a.iter().count());
        }
    }
}
