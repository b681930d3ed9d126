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

use setwise_board::masks::{NOT_A, NOT_H};

use crate::{Chunk, Isa};

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

    /// The number of boards side by side.
    const COUNT: usize = <Self::Chunk as Chunk>::LENGTH;

    /// Whether one instruction counts the members of every lane or byte, so that adding bits before counting gains nothing.
    const COUNTS_BY_INSTRUCTION: bool = false;

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

    /// Writes the number of members of each set, 0 to 64, as one byte a board: `counts` has [`COUNT`](Self::COUNT) bytes.
    #[inline(always)]
    fn counts(self, counts: &mut [u8]) {
        let mut numbers = Self::Chunk::EMPTY;
        self.popcount().store(&mut numbers);
        for (count, number) in counts.iter_mut().zip(numbers.as_ref()) {
            *count = number.to_le_bytes()[0];
        }
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
