//! Lists of members with the AVX-512 extension VBMI2: one instruction lists the members of a set.
//!
//! ```text
//! numbers       0  1  2  3  4  5  6  7 ... 63
//! set           .  x  .  .  .  .  x  . ...        as a mask register
//! compressed    1  6  ?  ?  ?  ?  ?  ? ...        the numbers under the mask, moved to the lowest bytes
//! ```
//!
//! The form of VPCOMPRESSB that clears the other bytes would be slower on AMD's CPUs. It waits for the previous value of
//! the register that it writes, so each set would wait for the list of the previous set. The form that keeps the other
//! bytes waits for the register with the numbers, which never changes. A compression that writes to memory is slow on
//! these CPUs, so the list is stored by another instruction.

use core::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm256_storeu_si256, _mm512_castsi512_si128, _mm512_castsi512_si256,
    _mm512_loadu_si512, _mm512_mask_add_epi8, _mm512_mask_compress_epi8, _mm512_maskz_set1_epi8, _mm512_set1_epi8,
    _mm512_storeu_si512,
};

use setwise_core::{LIST_ROOM, ListMembers};

use super::placement::Avx512Vbmi2;

/// A set is short if it has at most 32 members. The store of 64 bytes almost always crosses a cache line, and that of 32
/// bytes only half as often.
impl ListMembers for Avx512Vbmi2 {
    #[inline(always)]
    fn are_short(self, sets: &[u64; 8]) -> bool {
        // SAFETY: `self` proves POPCNT.
        unsafe { are_short(sets) }
    }

    #[inline(always)]
    fn write_short(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        // SAFETY: `self` proves all the features of this function.
        unsafe { write_short(set, room) }
    }

    #[inline(always)]
    fn write(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        // SAFETY: `self` proves all the features of this function.
        unsafe { write(set, room) }
    }

    #[inline(always)]
    fn write_eight(self, set: u64, room: &mut [u8; 8]) -> usize {
        // SAFETY: `self` proves all the features of this function.
        unsafe { write_eight(set, room) }
    }

    #[inline(always)]
    fn write_numbers(self, set: u64, digits: [u64; 3], room: &mut [u8; 8]) {
        // SAFETY: `self` proves all the features of this function.
        unsafe { write_numbers(set, digits, room) }
    }
}

// The functions below have the attribute `#[target_feature]` themselves. Their intrinsics are therefore safe to call,
// and each function is compiled with the features even if the compiler does not inline it.

/// The number of members of the longest short set.
const SHORT: u32 = 32;

#[inline]
#[target_feature(enable = "popcnt")]
fn are_short(sets: &[u64; 8]) -> bool {
    sets.iter().fold(0, |most, set| most.max(set.count_ones())) <= SHORT
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn write_short(set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
    let list = _mm512_castsi512_si256(list(set));
    // SAFETY: the reference is valid for more than 32 bytes, and this store takes any alignment.
    unsafe { _mm256_storeu_si256(room.as_mut_ptr().cast(), list) };
    set.count_ones() as usize
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn write(set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
    let list = list(set);
    // SAFETY: the reference is valid for more than 64 bytes, and this store takes any alignment.
    unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), list) };
    set.count_ones() as usize
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn write_eight(set: u64, room: &mut [u8; 8]) -> usize {
    *room = _mm_cvtsi128_si64(_mm512_castsi512_si128(list(set))).to_le_bytes();
    set.count_ones() as usize
}

/// Writes the number of each square into a byte, and moves the numbers of the members to the lowest bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn write_numbers(set: u64, [ones, twos, fours]: [u64; 3], room: &mut [u8; 8]) {
    let numbers = _mm512_maskz_set1_epi8(ones, 1);
    let numbers = _mm512_mask_add_epi8(numbers, twos, numbers, _mm512_set1_epi8(2));
    let numbers = _mm512_mask_add_epi8(numbers, fours, numbers, _mm512_set1_epi8(4));
    let numbers = _mm512_mask_compress_epi8(numbers, set, numbers);
    *room = _mm_cvtsi128_si64(_mm512_castsi512_si128(numbers)).to_le_bytes();
}

/// Returns a register whose lowest bytes are the members of the set, in ascending order.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn list(set: u64) -> __m512i {
    const NUMBERS: [u8; 64] = {
        let (mut numbers, mut byte) = ([0; 64], 0);
        while byte < 64 {
            numbers[byte as usize] = byte;
            byte += 1;
        }
        numbers
    };
    // SAFETY: the reference is valid for 64 bytes, and this load takes any alignment.
    let numbers = unsafe { _mm512_loadu_si512(NUMBERS.as_ptr().cast()) };
    _mm512_mask_compress_epi8(numbers, set, numbers)
}
