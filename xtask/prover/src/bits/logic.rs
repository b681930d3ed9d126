//! Logic, bit by bit.

use super::{Bit, BitVec, Term};

/// Applies a function to each pair of bits.
pub fn each<T: Term>(a: &[Bit<T>], b: &[Bit<T>], of: impl Fn(&Bit<T>, &Bit<T>) -> Bit<T>) -> BitVec<T> {
    a.iter().zip(b).map(|(a, b)| of(a, b)).collect()
}

/// Returns the complement.
#[must_use]
pub fn not<T: Term>(a: &[Bit<T>]) -> BitVec<T> {
    a.iter().map(Bit::not).collect()
}

/// Returns the bits of `yes` where `mask` is set, and those of `no` elsewhere.
#[must_use]
pub fn select<T: Term>(mask: &[Bit<T>], yes: &[Bit<T>], no: &[Bit<T>]) -> BitVec<T> {
    mask.iter().zip(yes.iter().zip(no)).map(|(mask, (yes, no))| mask.select(yes, no)).collect()
}

/// Applies a function of three bits, given as a table: bit `4a + 2b + c` of `table` is the result.
#[must_use]
pub fn ternary<T: Term>(table: u8, a: &[Bit<T>], b: &[Bit<T>], c: &[Bit<T>]) -> BitVec<T> {
    let entry = |n: usize| Bit::Fixed(table >> n & 1 == 1);
    let of = |a: &Bit<T>, b: &Bit<T>, c: &Bit<T>| {
        let [none, by_b, by_a, both] = [0, 2, 4, 6].map(|n| c.select(&entry(n + 1), &entry(n)));
        a.select(&b.select(&both, &by_a), &b.select(&by_b, &none))
    };
    (0..a.len()).map(|n| of(&a[n], &b[n], &c[n])).collect()
}
