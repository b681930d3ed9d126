//! Boards side by side in one register.
//!
//! The trait holds only what formulas need and where instruction sets truly differ:
//!
//! ```text
//! lane     3          2          1          0
//!      [ board 3 ][ board 2 ][ board 1 ][ board 0 ]      load, store: consecutive words of a column
//!      up::<8>()   every board one rank to the north; nothing passes from lane to lane
//!      & NOT_A     the same mask on every board
//! ```

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use setwise_board::Square;
use setwise_board::masks::{NOT_A, NOT_H};

use crate::Isa;
use sealed::Sealed;

/// A register of [`COUNT`](Self::COUNT) boards; in each a1 = bit 0, h8 = bit 63.
///
/// A value is made only with the proof of its instruction set, so holding one proves that the CPU has the instructions,
/// and every method and operator is safe. Implementations mark every function `#[inline(always)]`.
pub trait Lanes:
    Copy
    + 'static
    + BitAnd<Output = Self>
    + BitAnd<u64, Output = Self>
    + BitOr<Output = Self>
    + BitOr<u64, Output = Self>
    + BitXor<Output = Self>
    + BitXor<u64, Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The instruction set whose proof makes a value.
    type Isa: Isa;

    /// As many boards as the register holds, in memory.
    type Chunk: Chunk;

    /// How many boards lie side by side.
    const COUNT: usize = <Self::Chunk as Chunk>::LENGTH;

    /// The boards of a chunk, first in lane 0; any alignment.
    fn load(isa: Self::Isa, boards: &Self::Chunk) -> Self;

    /// Writes the boards to a chunk, lane 0 first; any alignment.
    fn store(self, boards: &mut Self::Chunk);

    /// The same board in every lane.
    fn splat(isa: Self::Isa, board: u64) -> Self;

    /// Every board shifted by `N` places toward h8; bits that leave the word vanish. `N` above 63 does not compile.
    fn up<const N: u32>(self) -> Self;

    /// Every board shifted by `N` places toward a1; bits that leave the word vanish. `N` above 63 does not compile.
    fn down<const N: u32>(self) -> Self;

    /// The sum of two numbers a lane, modulo 2^64.
    fn add(self, other: Self) -> Self;

    /// All ones in the lanes where both boards are equal, zero in the others: the mask to choose lanes by.
    fn equal(self, other: Self) -> Self;

    /// Whether no board has a member: when a loop over lanes that end at different times may stop.
    fn is_empty(self) -> bool;

    /// All ones in the lanes whose board is empty, zero in the others.
    #[inline(always)]
    fn empty_lanes(self) -> Self {
        self.equal(self.nothing())
    }

    /// No member on any board, made with the proof of this register.
    #[inline(always)]
    fn nothing(self) -> Self {
        self & !self
    }

    /// The number of members of each set, 0 to 64, as a number a lane.
    fn popcount(self) -> Self;

    /// The number of members of each set, 0 to 64, as one byte a board.
    #[inline(always)]
    fn counts(self, counts: &mut <Self::Chunk as Chunk>::Counts) {
        let mut numbers = Self::Chunk::EMPTY;
        self.popcount().store(&mut numbers);
        numbers.narrow(counts);
    }

    /// Every set one step toward file h. An instruction set that adds bytes needs no mask: `x + x` in each byte.
    #[inline(always)]
    fn east(self) -> Self {
        self.up::<1>() & NOT_A
    }

    /// Every set one step toward rank 8.
    #[inline(always)]
    fn north(self) -> Self {
        self.up::<8>()
    }

    /// Every set one step toward rank 1.
    #[inline(always)]
    fn south(self) -> Self {
        self.down::<8>()
    }

    /// Every set one step toward file a.
    #[inline(always)]
    fn west(self) -> Self {
        self.down::<1>() & NOT_H
    }
}

/// Boards in memory, as many as one register holds: `[u64; N]`.
///
/// `[u64; V::COUNT]` cannot be written for a generic `V` in stable Rust, so the array type is named by [`Lanes::Chunk`],
/// and this trait cuts columns into such arrays without any unsafe code. It is sealed: arrays of words are all there is.
pub trait Chunk: Copy + Sealed {
    /// Boards a chunk.
    const LENGTH: usize;

    /// No member on any board.
    const EMPTY: Self;

    /// As many single squares: `[Square; N]`.
    type Squares: Copy;

    /// As many numbers of members, one byte each: `[u8; N]`.
    type Counts: Copy;

    /// The whole chunks of a column; a rest shorter than a chunk is left out.
    fn chunks(column: &[u64]) -> &[Self];

    /// The whole chunks of a column, to write to; a rest shorter than a chunk is left out.
    fn chunks_mut(column: &mut [u64]) -> &mut [Self];

    /// The whole chunks of a column of counts, to write to; a rest shorter than a chunk is left out.
    fn count_chunks_mut(column: &mut [u8]) -> &mut [Self::Counts];

    /// The lowest byte of each word.
    fn narrow(&self, counts: &mut Self::Counts);

    /// The sum of the words, modulo 2^64.
    fn sum(&self) -> u64;

    /// This word first, the rest empty.
    fn first(word: u64) -> Self;

    /// A chunk that ends with so many full boards, the rest empty. No more than [`LENGTH`](Self::LENGTH), which is at most 16.
    fn last_full(boards: usize) -> &'static Self;

    /// The whole chunks of a column of squares; a rest shorter than a chunk is left out.
    fn square_chunks(column: &[Square]) -> &[Self::Squares];

    /// The set of each square alone.
    fn bits(squares: &Self::Squares) -> Self;

    /// The table's entry for each square.
    fn entries(squares: &Self::Squares, table: &[u64; 64]) -> Self;
}

/// The most boards a chunk may have.
const LONGEST: usize = 16;

/// As many empty boards, and as many full ones: a window over their border keeps the last lanes of a register.
static EMPTY_THEN_FULL: [u64; 2 * LONGEST] = {
    let mut boards = [0; 2 * LONGEST];
    let mut full = LONGEST;
    while full < 2 * LONGEST {
        boards[full] = !0;
        full += 1;
    }
    boards
};

impl<const N: usize> Sealed for [u64; N] {}

impl<const N: usize> Chunk for [u64; N] {
    const LENGTH: usize = N;
    const EMPTY: Self = [0; N];

    type Squares = [Square; N];
    type Counts = [u8; N];

    #[inline(always)]
    fn chunks(column: &[u64]) -> &[Self] {
        column.as_chunks().0
    }

    #[inline(always)]
    fn chunks_mut(column: &mut [u64]) -> &mut [Self] {
        column.as_chunks_mut().0
    }

    #[inline(always)]
    fn count_chunks_mut(column: &mut [u8]) -> &mut [[u8; N]] {
        column.as_chunks_mut().0
    }

    #[inline(always)]
    fn narrow(&self, counts: &mut [u8; N]) {
        *counts = self.map(|word| word.to_le_bytes()[0]);
    }

    #[inline(always)]
    fn sum(&self) -> u64 {
        self.iter().fold(0, |sum, word| sum.wrapping_add(*word))
    }

    #[inline(always)]
    fn first(word: u64) -> Self {
        let mut chunk = Self::EMPTY;
        chunk[0] = word;
        chunk
    }

    #[inline(always)]
    fn last_full(boards: usize) -> &'static Self {
        const { assert!(N <= LONGEST, "no register holds more") }
        &Self::chunks(&EMPTY_THEN_FULL[LONGEST - N + boards..])[0]
    }

    #[inline(always)]
    fn square_chunks(column: &[Square]) -> &[[Square; N]] {
        column.as_chunks().0
    }

    #[inline(always)]
    fn bits(squares: &[Square; N]) -> Self {
        squares.map(|square| square.bitboard().0)
    }

    #[inline(always)]
    fn entries(squares: &[Square; N], table: &[u64; 64]) -> Self {
        squares.map(|square| table[square.index()])
    }
}

/// Nobody else can implement what needs this.
mod sealed {
    pub trait Sealed {}
}
