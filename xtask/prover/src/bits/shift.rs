//! Shifts within lanes. A shift by the size of a lane or more shifts out all of its bits.

use super::{Bit, BitVec, Term};

/// Returns lanes shifted toward their highest bit.
#[must_use]
pub fn up<T: Term>(a: &[Bit<T>], lane: usize, places: usize) -> BitVec<T> {
    moved(a, lane, |bit| bit.checked_sub(places))
}

/// Returns lanes shifted toward their lowest bit, with zeros at the top.
#[must_use]
pub fn down<T: Term>(a: &[Bit<T>], lane: usize, places: usize) -> BitVec<T> {
    moved(a, lane, |bit| bit.checked_add(places))
}

/// Returns lanes shifted toward their lowest bit, with copies of the highest bit at the top.
#[must_use]
pub fn down_signed<T: Term>(a: &[Bit<T>], lane: usize, places: usize) -> BitVec<T> {
    moved(a, lane, |bit| Some(bit.saturating_add(places).min(lane - 1)))
}

/// Returns lanes rotated toward their highest bit.
#[must_use]
pub fn rotated<T: Term>(a: &[Bit<T>], lane: usize, places: usize) -> BitVec<T> {
    moved(a, lane, |bit| Some((bit + lane - places % lane) % lane))
}

/// Replaces bit `n` of each lane with bit `from(n)`, or with zero if `from(n)` is outside the lane.
fn moved<T: Term>(a: &[Bit<T>], lane: usize, from: impl Fn(usize) -> Option<usize>) -> BitVec<T> {
    let bit = |n: usize| {
        let from = from(n % lane).filter(|from| *from < lane);
        from.map_or(Bit::Fixed(false), |from| a[n - n % lane + from].clone())
    };
    (0..a.len()).map(bit).collect()
}
