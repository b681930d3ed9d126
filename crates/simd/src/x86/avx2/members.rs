//! Lists of members with AVX2 and POPCNT: a table has the list of each rank, and a shuffle joins the lists of two ranks.
//!
//! ```text
//! two ranks     . x . . . . x .   x . . x . . . x         the squares b1, g1, a2, d2 and h2
//! their lists   1 6 0 0 0 0 0 0   8 11 15 8 8 8 8 8       read from the table, plus 8 in the second half
//! shuffled      1 6 8 11 15 ? ?   ? ? ? ? ? ? ? ?         the second list follows the two members of the first
//! ```
//!
//! Four shuffles and four stores of 16 bytes list any set. Extracting the list of a rank with PEXT and PDEP instead of
//! reading it takes more operations that only one port executes.

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_castpd_si128, _mm_load_sd, _mm_load_si128, _mm_loadh_pd, _mm_set_epi64x,
    _mm_shuffle_epi8, _mm_storeu_si128, _pdep_u64, _pext_u64,
};

use setwise_core::{FILES, LIST_ROOM, ListMembers};

use super::bmi2::Bmi2;

impl ListMembers for Bmi2 {
    #[inline(always)]
    fn write(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        // SAFETY: `self` proves AVX2 and POPCNT.
        unsafe { write(set, room) }
    }

    #[inline(always)]
    fn write_numbers(self, set: u64, digits: [u64; 3], room: &mut [u8; 8]) {
        // SAFETY: `self` proves BMI2.
        unsafe { write_numbers(set, digits, room) }
    }
}

// The functions below have the attribute `#[target_feature]` themselves. Their intrinsics are therefore safe to call,
// and each function is compiled with the features even if the compiler does not inline it.

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn write(set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
    let mut count = 0;
    for pair in 0..4 {
        let [low, high, ..] = (set >> (16 * pair)).to_le_bytes();
        let list = joined(16 * pair as u8, low, high);
        // SAFETY: before the last store, `count` is at most 48. The reference is therefore valid for 16 more bytes.
        let room = unsafe { room.as_mut_ptr().add(count) };
        // SAFETY: the pointer is valid for 16 bytes, and this store takes any alignment.
        unsafe { _mm_storeu_si128(room.cast(), list) };
        // The members up to here are the bits that are left if the ranks that follow are shifted out.
        count = (set << (48 - 16 * pair)).count_ones() as usize;
    }
    count
}

/// Extracts the digits at the members, and deposits each of them in a byte.
#[inline]
#[target_feature(enable = "bmi2")]
fn write_numbers(set: u64, [ones, twos, fours]: [u64; 3], room: &mut [u8; 8]) {
    let ones = _pdep_u64(_pext_u64(ones, set), u64::from_le_bytes([1; 8]));
    let twos = _pdep_u64(_pext_u64(twos, set), u64::from_le_bytes([2; 8]));
    let fours = _pdep_u64(_pext_u64(fours, set), u64::from_le_bytes([4; 8]));
    *room = (ones | twos | fours).to_le_bytes();
}

/// Returns a register whose lowest bytes are the members of two ranks. `low` has the files of the members on the first
/// rank, and `first` is the index of the first square of this rank.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn joined(first: u8, low: u8, high: u8) -> __m128i {
    static LISTS: [u64; 256] = FILES;
    let [of_low, of_high] = [low, high].map(|files| (&raw const LISTS[usize::from(files)]).cast());
    // SAFETY: the pointer is valid for eight bytes, and this load takes any alignment.
    let of_low = unsafe { _mm_load_sd(of_low) };
    // SAFETY: the pointer is valid for eight bytes, and this load takes any alignment.
    let lists = unsafe { _mm_loadh_pd(of_low, of_high) };
    let [first, second] = [first, first + 8].map(|square| i64::from_le_bytes([square; 8]));
    let lists = _mm_add_epi8(_mm_castpd_si128(lists), _mm_set_epi64x(second, first));
    let order = &JOIN[low.count_ones() as usize];
    // SAFETY: the reference is valid for 16 bytes, and the type has the alignment that this load needs.
    let order = unsafe { _mm_load_si128(order.0.as_ptr().cast()) };
    _mm_shuffle_epi8(lists, order)
}

/// For each number of members on the first of two ranks, the order of bytes that joins the two lists. The bytes of the
/// second list start at byte 8.
static JOIN: [Order; 9] = {
    let (mut orders, mut members) = ([Order([0; 16]); 9], 0);
    while members < 9 {
        let mut byte = 0;
        while byte < 16 {
            orders[members].0[byte] = (if byte < members { byte } else { byte + 8 - members }) as u8;
            byte += 1;
        }
        members += 1;
    }
    orders
};

/// An order of bytes, aligned so that no load crosses a cache line.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Order([u8; 16]);
