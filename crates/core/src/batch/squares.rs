//! The loops over single squares: a set for each square of a column, and the lines on which kings are vulnerable.
//!
//! If each element is one square, a table in the first-level cache is hard to beat: each square takes one read of the
//! table and one write. Wide registers can be faster, because they hold the bytes of a [`SquareTable`]. A shuffle finds
//! the bytes of several sets there without reading memory.

use setwise_board::{Bitboard, Square};

use super::columns::passes;
use crate::patterns::{FourLines, flight_squares};
use crate::{Chunk, Lanes, Scalar, SquareTable};

/// A method of looking up the sets of a column of squares. Several proofs of instruction sets implement this trait. Each
/// implementation uses the instructions that its proof covers: [`Scalar`], for example, reads the table once for each
/// square.
pub trait FromSquares: Copy {
    /// Writes the set of `squares[i]` to `sets[i]`. The columns must have the same length, at least [`MIN_SQUARES`]. Do
    /// not call this method directly: call [`sets_from`], which checks the lengths.
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]);
}

/// The length of the shortest column whose sets are looked up by another method than reading the table once for each
/// square. In shorter columns, loading the constants of the method takes too long.
pub const MIN_SQUARES: usize = 32;

/// Reads the table once for each square.
impl FromSquares for Scalar {
    #[inline(always)]
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        for (&square, set) in squares.iter().zip(sets) {
            *set = table.set(square).0;
        }
    }
}

/// Looks up the set of each square by the given method. `sets[i]` becomes the set of `squares[i]`, with a1 in bit 0. If
/// there are fewer than [`MIN_SQUARES`] squares, the table is read once for each square instead.
///
/// # Panics
///
/// Panics if the slices do not have the same length. Nothing is written in that case.
#[inline(always)]
#[track_caller]
pub fn sets_from<M: FromSquares>(method: M, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
    if squares.len() != sets.len() {
        unequal_lengths(squares.len(), sets.len());
    }
    if squares.len() < MIN_SQUARES {
        Scalar.write_sets(table, squares, sets);
    } else {
        method.write_sets(table, squares, sets);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn unequal_lengths(squares: usize, sets: usize) -> ! {
    panic!("{squares} squares, but room for {sets} sets");
}

/// Runs a loop over the registers of a column. The column must fill at least one register. `sets_of` returns the sets
/// of the squares of one register, and must be `#[inline(always)]`.
// This function is hidden because callers use the methods, which run this loop. It is public because `setwise-simd` and
// the specimens implement methods.
#[doc(hidden)]
#[inline(always)]
pub fn each_register<V: Lanes>(squares: &[Square], sets: &mut [u64], sets_of: impl Fn(&[Square]) -> V) {
    for start in passes(V::COUNT, squares.len()) {
        let sets = V::Chunk::chunks_mut(&mut sets[start..]);
        for (squares, sets) in squares[start..].chunks_exact(V::COUNT).zip(sets) {
            sets_of(squares).store(sets);
        }
    }
}

/// Runs a loop over blocks of 16 squares, because a shuffle copies from 16 bytes. The column must have at least 16
/// squares. `prepare` returns a register with the squares of a block, in any form. From this register, `sets_of(prepared,
/// n)` computes the `n`-th register of the sets of the block, counted from 0. Both must be `#[inline(always)]`.
// This function is hidden and public for the same reasons as `each_register`.
#[doc(hidden)]
#[inline(always)]
pub fn each_16<V: Lanes>(
    squares: &[Square],
    sets: &mut [u64],
    prepare: impl Fn(&[Square; 16]) -> V,
    sets_of: impl Fn(V, usize) -> V,
) {
    const { assert!(16_usize.is_multiple_of(V::COUNT), "16 sets must fill whole registers") }
    for start in passes(16, squares.len()) {
        let (squares, _) = squares[start..].as_chunks();
        let (sets, _) = sets[start..].as_chunks_mut::<16>();
        for (squares, sets) in squares.iter().zip(sets) {
            let squares = prepare(squares);
            for (register, sets) in V::Chunk::chunks_mut(sets).iter_mut().enumerate() {
                sets_of(squares, register).store(sets);
            }
        }
    }
}

/// Writes to `lines[i]` the [`vulnerable_lines`](crate::patterns::vulnerable_lines) of a king on `kings[i]`. `taboo[i]`
/// has the squares that this king must not enter (a1 = bit 0). For each king, the instruction set `isa` compares the
/// flight squares with the four lines.
///
/// If the kings are already sets, use the kernel [`VulnerableLines`](crate::patterns::VulnerableLines). The kernel
/// processes several boards at once. This function processes one king at a time, and compares its flight squares with
/// all four lines at once.
///
/// # Panics
///
/// Panics if the slices do not all have the same length. Nothing is written in that case.
#[inline]
#[track_caller]
pub fn vulnerable_lines_of_each(isa: impl FourLines, kings: &[Square], taboo: &[u64], lines: &mut [u8]) {
    let lengths = (kings.len(), taboo.len(), lines.len());
    assert!(
        lengths.0 == lengths.1 && lengths.1 == lengths.2,
        "{} kings, taboo for {} and room for the lines of {}",
        lengths.0,
        lengths.1,
        lengths.2
    );
    isa.enter(
        #[inline(always)]
        move || {
            for ((&king, &taboo), lines) in kings.iter().zip(taboo).zip(lines) {
                *lines = isa.lines_that_hold(king, flight_squares(king, Bitboard(taboo)).with(king));
            }
        },
    );
}
