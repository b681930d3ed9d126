//! Copies of lanes to other lanes.

use super::{Bit, BitVec, Term};

/// Returns `width` bits, filled with copies of an element.
#[must_use]
pub fn broadcast<T: Term>(element: &[Bit<T>], width: usize) -> BitVec<T> {
    element.iter().cycle().take(width).cloned().collect()
}

/// Returns the lanes with these numbers, in this order.
pub fn lanes<T: Term>(a: &[Bit<T>], lane: usize, numbers: impl IntoIterator<Item = usize>) -> BitVec<T> {
    numbers.into_iter().flat_map(|n| a[n * lane..(n + 1) * lane].to_vec()).collect()
}

/// Looks up bytes in a table of 16 bytes: the low four bits of each index select a byte. If an index has any of the
/// bits in `or_zero`, the result is zero.
///
/// `vpshufb` returns zero for an index with bit 7; `tbl` and `i8x16.swizzle` do so for an index above 15.
#[must_use]
pub fn look_up<T: Term>(table: &[Bit<T>], index: &[Bit<T>], or_zero: u8) -> BitVec<T> {
    let of_index = |index: &[Bit<T>]| -> BitVec<T> {
        let chosen = (0..8).filter(|bit| or_zero >> bit & 1 == 1);
        let zero = chosen.fold(Bit::Fixed(false), |zero, bit| zero.or(&index[bit]));
        (0..8).map(|bit| zero.select(&Bit::Fixed(false), &entry(table, &index[..4], bit))).collect()
    };
    index.chunks(8).flat_map(of_index).collect()
}

/// Returns a bit of the byte that an index of four bits selects.
fn entry<T: Term>(table: &[Bit<T>], index: &[Bit<T>], bit: usize) -> Bit<T> {
    let mut entries: Vec<Bit<T>> = (0..16).map(|byte| table[8 * byte + bit].clone()).collect();
    for digit in index {
        entries = entries.chunks(2).map(|pair| digit.select(&pair[1], &pair[0])).collect();
    }
    entries.swap_remove(0)
}
