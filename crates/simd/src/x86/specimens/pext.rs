//! Lists of members by PDEP and PEXT: in four extractions, which read no table. Each of them lists the members of two
//! ranks, half a byte per member.
//!
//! ```text
//! two ranks     . x . . . . x .  x . . x . . . x
//! deposited     0 1 0 0 0 0 1 0  1 0 0 1 0 0 0 1     each bit moves to the lowest bit of its half byte (PDEP)
//! as a mask     0 F 0 0 0 0 F 0  F 0 0 F 0 0 0 F     times 15
//! extracted     1 6 8 B F                            from the numbers 0 to F (PEXT)
//! ```
//!
//! Source: the question "AVX2 what is the most efficient way to pack left based on a mask?" on Stack Overflow, whose
//! answers extract indices by PDEP and PEXT. Using half bytes for two ranks is our choice.

use core::arch::x86_64::{
    __m256i, _mm_set1_epi8, _mm_storeu_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_set_epi64x, _mm256_set_m128i, _mm256_set1_epi8, _mm256_srli_epi16,
    _mm256_unpackhi_epi8, _mm256_unpacklo_epi8, _pdep_u64, _pext_u64,
};

use setwise_core::{Isa, LIST_ROOM, ListMembers};

use crate::x86::avx2::bmi2::Bmi2;

/// The proof of AVX2 and BMI2, as a method that lists members by PDEP and PEXT.
#[derive(Debug, Clone, Copy)]
pub struct Pext(Bmi2);

impl Isa for Pext {
    const NAME: &'static str = "bmi2-pext";

    fn detect() -> Option<Self> {
        Bmi2::detect().map(Self)
    }

    #[inline(always)]
    fn enter<R>(self, body: impl FnOnce() -> R) -> R {
        self.0.enter(body)
    }
}

impl ListMembers for Pext {
    #[inline(always)]
    fn write(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        // SAFETY: `self` proves AVX2, BMI2 and POPCNT.
        unsafe { write(set, room) }
    }
}

// The functions below have the attribute `#[target_feature]` themselves. Their intrinsics are therefore safe to call,
// and each function is compiled with the features even if the compiler does not inline it.

#[inline]
#[target_feature(enable = "avx2,bmi2,popcnt")]
fn write(set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
    let masks = [0, 16, 32, 48].map(|first| _pdep_u64(set >> first, 0x1111_1111_1111_1111));
    let [a, b, c, d] = masks.map(|mask| _pext_u64(0xFEDC_BA98_7654_3210, (mask << 4).wrapping_sub(mask)).cast_signed());
    let [first_and_third, second_and_fourth] = in_bytes(_mm256_set_epi64x(d, c, b, a));
    let lists = [
        _mm256_castsi256_si128(first_and_third),
        _mm256_castsi256_si128(second_and_fourth),
        _mm256_extracti128_si256::<1>(first_and_third),
        _mm256_extracti128_si256::<1>(second_and_fourth),
    ];
    let mut count = 0;
    for (list, mask) in lists.into_iter().zip(masks) {
        // SAFETY: before the last store, `count` is at most 48. The reference is therefore valid for 16 more bytes.
        let room = unsafe { room.as_mut_ptr().add(count) };
        // SAFETY: the pointer is valid for 16 bytes, and this store takes any alignment.
        unsafe { _mm_storeu_si128(room.cast(), list) };
        count += mask.count_ones() as usize;
    }
    count
}

/// Widens the half bytes to squares. Each half of the first result has the squares of the first and of the third two
/// ranks, and each half of the second result those of the other ranks.
#[inline]
#[target_feature(enable = "avx2")]
fn in_bytes(lists: __m256i) -> [__m256i; 2] {
    let half = _mm256_set1_epi8(0xF);
    let (low, high) = (_mm256_and_si256(lists, half), _mm256_and_si256(_mm256_srli_epi16::<4>(lists), half));
    let first = _mm256_set_m128i(_mm_set1_epi8(32), _mm_set1_epi8(0));
    let second = _mm256_set_m128i(_mm_set1_epi8(48), _mm_set1_epi8(16));
    [_mm256_add_epi8(_mm256_unpacklo_epi8(low, high), first), _mm256_add_epi8(_mm256_unpackhi_epi8(low, high), second)]
}
