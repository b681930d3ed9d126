//! Counts of eight sets together, for registers without an instruction that counts bits and without a byte shuffle.
//!
//! Such registers count with shifts, masks and additions: first the ones in each group of four bits, then in each byte,
//! then in each board. Counting eight sets one by one takes these steps eight times. Adders take fewer operations: they
//! turn seven sets into three binary digits, so that only four sets are counted.
//!
//! ```text
//! digits of seven sets        ones, twos, fours
//! counts of four bits         o, t, f of the digits, and e of the eighth set: at most 4 each
//! sums that fit in four bits  o + e, at most 8, and t + 2 f, at most 12
//! result                      the sum of the bytes of (o + e) + 2 (t + 2 f)
//! ```
//!
//! Because both sums fit into four bits, only two numbers are widened to bytes.

use setwise_board::masks::LOW_HALVES;

use super::digits_of_7;
use crate::Lanes;

/// Registers that count bits with shifts, masks and additions.
#[doc(hidden)]
pub trait Fours: Lanes {
    /// Returns the number of ones in each group of four bits.
    fn counts_of_fours(self) -> Self;

    /// Returns the sum of the eight bytes of each board, up to 512.
    fn sum_of_bytes(self) -> Self;
}

/// Returns the number of members of eight sets together, as one number per lane.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn popcount_of_8_by_fours<V: Fours>([a, b, c, d, e, f, g, last]: [V; 8]) -> V {
    let [ones, twos, fours] = digits_of_7([a, b, c, d, e, f, g]);
    let once = sums_of_fours(ones.counts_of_fours().wrapping_add(last.counts_of_fours()));
    let fours = fours.counts_of_fours();
    let twice = sums_of_fours(twos.counts_of_fours().wrapping_add(fours).wrapping_add(fours));
    once.wrapping_add(twice).wrapping_add(twice).sum_of_bytes()
}

/// Returns the sum of the two groups of four bits in each byte.
#[inline(always)]
fn sums_of_fours<V: Lanes>(fours: V) -> V {
    (fours & LOW_HALVES).wrapping_add(fours.shr::<4>() & LOW_HALVES)
}
