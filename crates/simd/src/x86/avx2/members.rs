//! Lists of members with AVX2 and POPCNT: a table has the list of each rank, and a shuffle joins the lists of two ranks.
//!
//! ```text
//! two ranks   . x . . . . x .   x . . x . . . x      the squares b1, g1, a2, d2 and h2
//! bytes       0 1 2 3 4 5 6 7   8 11 15 ? ? ? ? ?    the numbers 0 to 7, then the list of the second rank, from a table
//! order       1 6 8 9 A B C D   E F ? ? ? ? ? ?      from a table for the first rank: its files, then bytes 8 to F
//! shuffled    1 6 8 11 15 ? ?   ? ? ? ? ? ? ? ?
//! ```
//!
//! The order is itself the list of the first rank, because the lower half of the shuffled register has the number of each
//! byte. So the list need not be loaded a second time, and the members of the first rank need not be counted.
//!
//! Four shuffles and four stores of 16 bytes list any set. Extracting the list of a rank with PEXT and PDEP instead of
//! reading it takes more operations that only one port executes.

use core::arch::asm;
use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_castpd_si128, _mm_castsi128_pd, _mm_load_si128, _mm_loadh_pd, _mm_set_epi64x,
    _mm_set1_epi8, _mm_shuffle_epi8, _mm_storeu_si128, _pdep_u64, _pext_u64,
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
    let (mut count, mut rest) = (0, set);
    for pair in 0..4 {
        let [low, high, ..] = rest.to_le_bytes();
        let list = joined(16 * pair as u8, low, high);
        // SAFETY: before the last store, `count` is at most 48. The reference is therefore valid for 16 more bytes.
        let room = unsafe { room.as_mut_ptr().add(count) };
        // SAFETY: the pointer is valid for 16 bytes, and this store takes any alignment.
        unsafe { _mm_storeu_si128(room.cast(), list) };
        // The members up to here are the bits that are left if the ranks that follow are shifted out.
        count = (set << (48 - 16 * pair)).count_ones() as usize;
        rest = opaque(rest >> 16);
    }
    count
}

/// Returns a register whose lowest bytes are the members of two ranks. `low` has the files of the members on the first
/// rank, and `first` is the index of the first square of this rank.
#[inline]
#[target_feature(enable = "avx2")]
fn joined(first: u8, low: u8, high: u8) -> __m128i {
    let numbers = _mm_castsi128_pd(_mm_set_epi64x(0, i64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7])));
    let of_high = (&raw const SECOND[usize::from(high)]).cast();
    // SAFETY: the pointer is valid for eight bytes, and this load takes any alignment.
    let lists = unsafe { _mm_loadh_pd(numbers, of_high) };
    let order = &FIRST[usize::from(low)];
    // SAFETY: the reference is valid for 16 bytes, and the type has the alignment that this load needs.
    let order = unsafe { _mm_load_si128(order.0.as_ptr().cast()) };
    _mm_add_epi8(_mm_shuffle_epi8(_mm_castpd_si128(lists), order), _mm_set1_epi8(first.cast_signed()))
}

/// Returns the word unchanged. The function compiles to no instruction, but the compiler must assume that it changes the
/// word. Otherwise, the compiler would extract each byte from a copy of the whole set, which takes more instructions.
#[inline(always)]
fn opaque(mut word: u64) -> u64 {
    // SAFETY: the template contains no instruction.
    unsafe { asm!("/* {0} */", inout(reg_abcd) word, options(pure, nomem, nostack, preserves_flags)) };
    word
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

/// For each set of files on the second of two ranks, the list of their squares. The squares are counted from the start
/// of the first rank.
static SECOND: [u64; 256] = {
    let (mut lists, mut byte) = (FILES, 0);
    while byte < 256 {
        lists[byte] += u64::from_le_bytes([8; 8]);
        byte += 1;
    }
    lists
};

/// For each set of files on the first of two ranks, the order of bytes that joins the two lists: the list of the first
/// rank, followed by the numbers of the bytes that contain the second list.
static FIRST: [Order; 256] = {
    let (mut orders, mut byte) = ([Order([0; 16]); 256], 0);
    while byte < 256 {
        let (files, members) = (FILES[byte].to_le_bytes(), byte.count_ones() as usize);
        let mut place = 0;
        while place < 16 {
            orders[byte].0[place] = if place < members { files[place] } else { (place + 8 - members) as u8 };
            place += 1;
        }
        byte += 1;
    }
    orders
};

/// An order of bytes, aligned so that no load crosses a cache line.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Order([u8; 16]);
