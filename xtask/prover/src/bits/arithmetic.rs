//! Sums, comparisons and counts, lane by lane.

use super::{Bit, BitVec, Term};

/// Returns the sums of lanes. No carry leaves a lane.
#[must_use]
pub fn add<T: Term>(a: &[Bit<T>], b: &[Bit<T>], lane: usize) -> BitVec<T> {
    with_carry(a, b, lane, false)
}

/// Returns the differences of lanes, `a + !b + 1`. No carry leaves a lane.
#[must_use]
pub fn subtract<T: Term>(a: &[Bit<T>], b: &[Bit<T>], lane: usize) -> BitVec<T> {
    with_carry(a, &super::logic::not(b), lane, true)
}

fn with_carry<T: Term>(a: &[Bit<T>], b: &[Bit<T>], lane: usize, first: bool) -> BitVec<T> {
    let mut sum = Vec::with_capacity(a.len());
    let mut carry = Bit::Fixed(first);
    for (n, (a, b)) in a.iter().zip(b).enumerate() {
        if n.is_multiple_of(lane) {
            carry = Bit::Fixed(first);
        }
        let half = a.xor(b);
        sum.push(half.xor(&carry));
        carry = a.and(b).or(&half.and(&carry));
    }
    sum
}

/// Returns lanes of ones where the lanes are equal, and of zeros elsewhere.
#[must_use]
pub fn equal<T: Term>(a: &[Bit<T>], b: &[Bit<T>], lane: usize) -> BitVec<T> {
    let lanes = a.chunks(lane).zip(b.chunks(lane));
    lanes
        .flat_map(|(a, b)| {
            let differs = a.iter().zip(b).fold(Bit::Fixed(false), |differs, (a, b)| differs.or(&a.xor(b)));
            vec![differs.not(); a.len()]
        })
        .collect()
}

/// Returns the number of set bits of each lane.
#[must_use]
pub fn counts<T: Term>(a: &[Bit<T>], lane: usize) -> BitVec<T> {
    let of_lane = |bits: &[Bit<T>]| {
        let mut digits = vec![Bit::Fixed(false); lane];
        for bit in bits {
            let mut carry = bit.clone();
            for digit in &mut digits {
                let sum = digit.xor(&carry);
                carry = digit.and(&carry);
                *digit = sum;
            }
        }
        digits
    };
    a.chunks(lane).flat_map(of_lane).collect()
}

/// Returns the sum of the narrow lanes in each wide lane.
#[must_use]
pub fn sums<T: Term>(a: &[Bit<T>], narrow: usize, wide: usize) -> BitVec<T> {
    let widened = |bits: &[Bit<T>]| {
        let mut bits = bits.to_vec();
        bits.resize(wide, Bit::Fixed(false));
        bits
    };
    let of_lane = |bits: &[Bit<T>]| {
        let zero = vec![Bit::Fixed(false); wide];
        bits.chunks(narrow).fold(zero, |sum, bits| add(&sum, &widened(bits), wide))
    };
    a.chunks(wide).flat_map(of_lane).collect()
}
