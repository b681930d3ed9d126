//! Adders of sets. For each square, they count the sets that contain it. The counts are in binary: each binary digit is
//! a set of the squares whose count has a 1 in this digit.
//!
//! ```text
//! three sets      odd = a ^ b ^ c             in one or three of them
//!                 majority                    in two or three of them
//! seven sets      four adders                 three digits, 0 to 7
//! fifteen sets    eleven adders               four digits, 0 to 15
//! ```
//!
//! To find the squares that are in exactly k sets, intersect the digits in which k has a 1 with the complements of the
//! other digits. For seven sets, the highest digit is the set of squares that are in at least four sets.
//!
//! Source: Chess Programming Wiki, Population Count (odd and major).

use setwise_board::masks::LOW_HALVES;

use crate::Lanes;

/// Returns the sum of three sets as two digits: ones, twos.
#[inline(always)]
#[must_use]
pub fn add_3<V: Lanes>(a: V, b: V, c: V) -> [V; 2] {
    a.add_3(b, c)
}

/// Adds eight sets to counts with three binary digits: ones, twos and fours. Returns the carries into the next digit,
/// the eights.
///
/// To count the members of all sets in a column, call this function for every eight registers. Count the members of the
/// returned carries, each of which stands for eight members. At the end, count the members of the three digits. A
/// member of the ones, twos or fours stands for one, two or four members.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; pub mod backend { pub use setwise_core::*; } }
/// use setwise::{Lanes, backend::{Scalar, Words}, popcount::add_8};
///
/// let [mut ones, mut twos, mut fours] = [0, 0b10, 0b10].map(|set: u64| Words::<1>::load(Scalar, &[set]));
/// let sets = [0b01, 0b01, 0b11, 0b10, 0, 0, 0, 0].map(|set: u64| Words::<1>::load(Scalar, &[set]));
/// let eights = add_8([&mut ones, &mut twos, &mut fours], sets);
/// let digits = [ones, twos, fours, eights].map(|digit| digit.boards()[0]);
/// assert_eq!(digits, [0b01, 0b01, 0b00, 0b10]); // square 0 has 0 + 3, square 1 has 6 + 2
/// ```
#[inline(always)]
#[must_use]
pub fn add_8<V: Lanes>([ones, twos, fours]: [&mut V; 3], sets: [V; 8]) -> V {
    let [a, b, c, d, e, f, g, h] = sets;
    let [sum, twos_1] = add_3(a, b, *ones);
    let [sum, twos_2] = add_3(c, d, sum);
    let [twice, fours_1] = add_3(twos_1, twos_2, *twos);
    let [sum, twos_1] = add_3(e, f, sum);
    let [sum, twos_2] = add_3(g, h, sum);
    let [twice, fours_2] = add_3(twos_1, twos_2, twice);
    let [four_times, carried] = add_3(fours_1, fours_2, *fours);
    (*ones, *twos, *fours) = (sum, twice, four_times);
    carried
}

/// Returns, for each square, how many of the seven sets contain it. The count has the binary digits ones, twos and
/// fours.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; pub mod backend { pub use setwise_core::*; } }
/// use setwise::{Lanes, backend::{Scalar, Words}, popcount::digits_of_7};
///
/// let sets = [1, 1, 1, 1, 1, 3, 2].map(|set: u64| Words::<1>::load(Scalar, &[set]));
/// let [ones, twos, fours] = digits_of_7(sets).map(|digit| digit.boards()[0]);
/// assert_eq!((ones, twos, fours), (0b00, 0b11, 0b01)); // square 0 is in six of them, square 1 in two
/// ```
#[inline(always)]
pub fn digits_of_7<V: Lanes>(sets: [V; 7]) -> [V; 3] {
    let [a, b, c, d, e, f, g] = sets;
    let [ones_1, twos_1] = add_3(a, b, c);
    let [ones_2, twos_2] = add_3(d, e, f);
    let [ones, twos_3] = add_3(g, ones_1, ones_2);
    let [twos, fours] = add_3(twos_1, twos_2, twos_3);
    [ones, twos, fours]
}

/// Returns, for each square, how many of the eight sets contain it. The count has the binary digits ones, twos, fours
/// and eights. The images of a leaper in eight directions are a typical input.
#[inline(always)]
pub fn digits_of_8<V: Lanes>(sets: [V; 8]) -> [V; 4] {
    let [a, b, c, d, e, f, g, last] = sets;
    let [ones, twos, fours] = digits_of_7([a, b, c, d, e, f, g]);
    let to_twos = ones & last;
    let to_fours = twos & to_twos;
    [ones ^ last, twos ^ to_twos, fours ^ to_fours, fours & to_fours]
}

/// Returns, for each square, how many of the fifteen sets contain it. The count has the binary digits ones, twos, fours
/// and eights.
#[inline(always)]
pub fn digits_of_15<V: Lanes>(sets: [V; 15]) -> [V; 4] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = sets;
    let [ones_1, twos_1, fours_1] = digits_of_7([a, b, c, d, e, f, g]);
    let [ones_2, twos_2, fours_2] = digits_of_7([h, i, j, k, l, m, n]);
    let [ones, twos_3] = add_3(o, ones_1, ones_2);
    let [twos, fours_3] = add_3(twos_1, twos_2, twos_3);
    let [fours, eights] = add_3(fours_1, fours_2, fours_3);
    [ones, twos, fours, eights]
}

/// Registers that count bits with shifts, masks and additions: first the ones in each group of four bits, then in each
/// byte, then in each board.
#[doc(hidden)]
pub trait Fours: Lanes {
    /// Returns the number of ones in each group of four bits.
    fn counts_of_fours(self) -> Self;

    /// Returns the sum of the eight bytes of each board, up to 512.
    fn sum_of_bytes(self) -> Self;
}

/// Returns the number of members of eight sets together, as one number per lane, for registers without an instruction that
/// counts bits and without a byte shuffle. Counting eight sets one by one would take more operations than the adders:
///
/// ```text
/// digits of seven sets        ones, twos, fours
/// counts of four bits         o, t, f of the digits, and e of the eighth set: at most 4 each
/// sums that fit in four bits  o + e, at most 8, and t + 2 f, at most 12: only these are widened to bytes
/// result                      the sum of the bytes of (o + e) + 2 (t + 2 f)
/// ```
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
