//! Registers as bytes: population counts, and copies of ranks. Both are looked up by byte shuffles.

use setwise_board::masks::LOW_HALVES;
use setwise_core::popcount::digits_of_7;
use setwise_core::{Lanes, in_each_byte};

/// Registers whose bytes can be added and looked up.
pub(super) trait Bytes: Lanes {
    /// Returns a register with copies of 16 bytes.
    fn copies(isa: Self::Isa, bytes: [u64; 2]) -> Self;

    /// Adds each byte to the byte at the same place, modulo 256.
    fn add_bytes(self, other: Self) -> Self;

    /// Adds each byte to the byte at the same place, at most 255.
    fn add_saturating(self, other: Self) -> Self;

    /// Replaces each index below 128 with the byte at this index modulo 16, and any other index with 0. `self` has
    /// the table of 16 bytes in every 16 bytes.
    fn look_up(self, indices: Self) -> Self;

    /// Returns the sum of the eight bytes of each board.
    fn sum_of_bytes(self) -> Self;
}

/// The population counts of the numbers 0 to 7, one byte each. The count of 0 is in the lowest byte.
pub(super) const BITS_LOW: u64 = 0x0302_0201_0201_0100;
/// The population counts of the numbers 8 to 15, one byte each. The count of 8 is in the lowest byte.
pub(super) const BITS_HIGH: u64 = 0x0403_0302_0302_0201;

/// Returns the population count of each byte, multiplied by `WEIGHT`. Looks up the count of each half byte in a table of
/// 16 entries.
#[inline(always)]
fn counts_of_bytes<const WEIGHT: u64, V: Bytes>(boards: V) -> V {
    let table = V::copies(boards.isa(), [BITS_LOW * WEIGHT, BITS_HIGH * WEIGHT]);
    let low = boards & LOW_HALVES;
    let high = boards.shr::<4>() & LOW_HALVES;
    table.look_up(low).add_bytes(table.look_up(high))
}

/// Returns the number of members of each board.
#[inline(always)]
pub(super) fn popcount<V: Bytes>(boards: V) -> V {
    counts_of_bytes::<1, V>(boards).sum_of_bytes()
}

/// Returns the number of members of eight sets together. Adds seven sets with adders, so that only four sets are counted:
/// the three binary digits of the sums, and the last set.
#[inline(always)]
pub(super) fn popcount_of_8<V: Bytes>([a, b, c, d, e, f, g, last]: [V; 8]) -> V {
    let [ones, twos, fours] = digits_of_7([a, b, c, d, e, f, g]);
    let once = counts_of_bytes::<1, V>(ones).add_bytes(counts_of_bytes::<1, V>(last));
    once.add_bytes(counts_of_bytes::<2, V>(twos)).add_bytes(counts_of_bytes::<4, V>(fours)).sum_of_bytes()
}

/// Copies rank 1 of every board to all other ranks. A shuffle looks up each group of 16 bytes separately, so the indices
/// are those of the lowest byte of two boards.
#[inline(always)]
pub(super) fn copy_rank_1<V: Bytes>(boards: V) -> V {
    boards.look_up(V::copies(boards.isa(), [0, in_each_byte(8)]))
}
