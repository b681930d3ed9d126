//! The formulas that compute the squares attacked by leapers.
//!
//! All formulas return the same sets. They differ in the number of operations and in speed. For knights:
//!
//! ```text
//! EightShifts   one shift and one mask per direction, eight times        8 shifts, 8 masks,   7 unions
//! Prefix        first the files, then the ranks, shared by directions:
//!                 one file away, two ranks up or down                     8 shifts, 4 masks,   5 unions
//!                 two files away, one rank up or down
//!
//!                    . 1 . 1 .      1: (east | west)            << 16, >> 16
//!                    2 . . . 2      2: (two east | two west)    <<  8, >>  8
//!                    . . N . .
//!                    2 . . . 2
//!                    . 1 . 1 .
//! ```
//!
//! The formulas are *set-wise*: they compute the attacks of all leapers in a set at once. Except with [`Lookup`], the
//! time does not depend on the number of leapers. The result does not show which leaper attacks which square. It
//! contains the square of a leaper only if another leaper attacks that square.
//!
//! Sources: Chess Programming Wiki, Knight Pattern (two prefix forms, the eight directions) and King Pattern (set-wise
//! king attacks). The documentation of [`Prefix`] and of [`EightShifts`] says what each of them takes from the Knight
//! Pattern page.

use setwise_board::masks::{NOT_A, NOT_AB, NOT_GH, NOT_H};
use setwise_board::{Bitboard, KING_ATTACKS, KNIGHT_ATTACKS};

use crate::{Isa, Lanes, Words};

/// A formula that computes the attacks of knights and kings on every board of a register. The results are attacks, not
/// moves, so they include squares with own pieces.
///
/// Implementations are zero-sized. All implementations must return the same sets, because every backend uses [`Prefix`]
/// for a batch shorter than a register. Implementations must mark all methods `#[inline(always)]`.
pub trait Spread<V: Lanes>: Copy + Default + 'static {
    /// Returns the squares that the knights attack.
    fn knight(self, knights: V) -> V;

    /// Returns the squares that the kings attack.
    fn king(self, kings: V) -> V;

    /// Returns the squares of the knights and the squares that they attack.
    #[inline(always)]
    fn knight_fill(self, knights: V) -> V {
        knights | self.knight(knights)
    }

    /// Returns the squares of the kings and the squares that they attack.
    #[inline(always)]
    fn king_fill(self, kings: V) -> V {
        kings | self.king(kings)
    }

    /// Returns the union of the squares that the knights attack, the squares that the kings attack, `north` moved by
    /// one rank toward rank 8, and `south` moved by one rank toward rank 1. A formula may share shifts among these four
    /// sets. The default implementation computes each of the four sets separately.
    #[inline(always)]
    fn steps(self, knights: V, kings: V, north: V, south: V) -> V {
        (self.knight(knights) | self.king(kings)) | (north.north() | south.south())
    }
}

/// Moves the set to other files first, then to other ranks. For knights, the moves by one file and by two files are
/// computed independently, so the dependency chain is short. This spread is the default.
///
/// This is the second knight form of the Chess Programming Wiki's Knight Pattern page. It takes 17 operations, and the
/// longest dependency chain has six operations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Prefix;

impl<V: Lanes> Spread<V> for Prefix {
    #[inline(always)]
    fn knight(self, knights: V) -> V {
        let [one_file, two_files] = one_and_two_files(knights);
        (one_file.shl::<16>() | one_file.shr::<16>()) | (two_files.shl::<8>() | two_files.shr::<8>())
    }

    #[inline(always)]
    fn knight_fill(self, knights: V) -> V {
        let [one_file, two_files] = one_and_two_files(knights);
        knights.union_3(one_file.shl::<16>(), one_file.shr::<16>()) | (two_files.shl::<8>() | two_files.shr::<8>())
    }

    #[inline(always)]
    fn king(self, kings: V) -> V {
        let beside = beside(kings);
        let row = kings | beside;
        beside | (row.shl::<8>() | row.shr::<8>())
    }

    #[inline(always)]
    fn king_fill(self, kings: V) -> V {
        let row = kings.widen();
        row.union_3(row.shl::<8>(), row.shr::<8>())
    }

    #[inline(always)]
    fn steps(self, knights: V, kings: V, north: V, south: V) -> V {
        let [one_file, two_files] = one_and_two_files(knights);
        let beside = beside(kings);
        let row = two_files | kings | beside;
        (one_file.shl::<16>() | one_file.shr::<16>()) | beside | ((row | north).shl::<8>() | (row | south).shr::<8>())
    }
}

/// Returns the squares one file away and the squares two files away, both on the same rank.
#[inline(always)]
fn one_and_two_files<V: Lanes>(set: V) -> [V; 2] {
    [beside(set), set.two_east() | set.two_west()]
}

/// Returns the squares one file away on the same rank.
#[inline(always)]
fn beside<V: Lanes>(set: V) -> V {
    set.east() | set.west()
}

/// Moves the set in eight directions, each with one shift and then, unless the direction is along a file, one mask. The
/// result is the union of the eight images.
///
/// The masks are those that the Knight Pattern page applies after a shift.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EightShifts;

impl<V: Lanes> Spread<V> for EightShifts {
    #[inline(always)]
    fn knight(self, knights: V) -> V {
        union(knight_directions(knights))
    }

    #[inline(always)]
    fn king(self, kings: V) -> V {
        union(king_directions(kings))
    }
}

/// Returns the eight images of a set of knights, one per direction. The images are in the order of
/// [`Step::KNIGHT`](setwise_board::Step::KNIGHT), clockwise from north-north-east.
///
/// Exactly one knight attacks each square of an image in the direction of that image. The sum of the eight population
/// counts is therefore the total number of attacks, counted for each knight.
#[inline(always)]
pub fn knight_directions<V: Lanes>(knights: V) -> [V; 8] {
    masked_knight_directions(
        knights,
        #[inline(always)]
        |image, mask| image & mask,
    )
}

/// Returns the eight images of a set of knights, each restricted to the squares in `allowed`. Images that share a mask
/// also share the intersection of this mask with `allowed`. This function therefore takes fewer operations than
/// restricting each result of [`knight_directions`].
#[inline(always)]
pub fn knight_directions_onto<V: Lanes>(knights: V, allowed: V) -> [V; 8] {
    masked_knight_directions(
        knights,
        #[inline(always)]
        |image, mask| image.within(allowed, mask),
    )
}

/// Returns the eight images of a set of knights. `masked` is called with each image and the mask that removes the
/// wrapped squares from the image.
#[inline(always)]
fn masked_knight_directions<V: Lanes>(knights: V, masked: impl Fn(V, u64) -> V) -> [V; 8] {
    [
        masked(knights.shl::<17>(), NOT_A),
        masked(knights.shl::<10>(), NOT_AB),
        masked(knights.shr::<6>(), NOT_AB),
        masked(knights.shr::<15>(), NOT_A),
        masked(knights.shr::<17>(), NOT_H),
        masked(knights.shr::<10>(), NOT_GH),
        masked(knights.shl::<6>(), NOT_GH),
        masked(knights.shl::<15>(), NOT_H),
    ]
}

/// Returns the eight images of a set of kings, one per direction. The images are in the order of
/// [`Step::KING`](setwise_board::Step::KING), clockwise from north-east.
#[inline(always)]
pub fn king_directions<V: Lanes>(kings: V) -> [V; 8] {
    [
        kings.shl::<9>() & NOT_A,
        kings.shl::<1>() & NOT_A,
        kings.shr::<7>() & NOT_A,
        kings.shr::<8>(),
        kings.shr::<9>() & NOT_H,
        kings.shr::<1>() & NOT_H,
        kings.shl::<7>() & NOT_H,
        kings.shl::<8>(),
    ]
}

/// Returns the union of eight sets. Sets are united in pairs, so the dependency chain has three operations.
#[inline(always)]
fn union<V: Lanes>(sets: [V; 8]) -> V {
    let [a, b, c, d, e, f, g, h] = sets;
    ((a | b) | (c | d)) | ((e | f) | (g | h))
}

/// Reads the table entry of each member and unites the entries. Only lanes of plain words can use this spread.
///
/// Most engines compute knight and king attacks in this way. The time grows with the number of members, and each member
/// costs a branch that the CPU must predict. For a single square, this spread only reads one table entry, which is
/// faster than any formula.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Lookup;

impl<const N: usize, P: Isa> Spread<Words<N, P>> for Lookup {
    #[inline(always)]
    fn knight(self, knights: Words<N, P>) -> Words<N, P> {
        knights.each(|set| union_of_entries(set, &KNIGHT_ATTACKS))
    }

    #[inline(always)]
    fn king(self, kings: Words<N, P>) -> Words<N, P> {
        kings.each(|set| union_of_entries(set, &KING_ATTACKS))
    }
}

#[inline(always)]
fn union_of_entries(set: u64, table: &[u64; 64]) -> u64 {
    let mut union = 0;
    for square in Bitboard(set) {
        union |= table[square.index()];
    }
    union
}
