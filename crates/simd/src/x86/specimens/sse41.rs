//! SSE4.1, which adds a comparison of 64-bit lanes to the instructions of SSE2.

use core::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_cmpeq_epi64, _mm_cvtsi128_si64, _mm_loadu_si128, _mm_or_si128, _mm_set_epi64x,
    _mm_set1_epi64x, _mm_unpackhi_epi64,
};

use setwise_board::{Bitboard, LINES_THROUGH, Square};
use setwise_core::patterns::FourLines;

use crate::proof::proof;

// If SSE4.1 is switched on, the compiler assumes all of these features, so all of them are checked.
cpufeatures::new!(cpu_has_sse41, "sse3", "ssse3", "sse4.1");

proof! {
    /// Proof that this CPU has SSE4.1.
    Sse41 = "sse4.1", found by cpu_has_sse41, enables "sse4.1"
}

/// Compares two lines per register, and unites the weights of the lines that contain the pattern. The weight of a line
/// is its bit in the result.
impl FourLines for Sse41 {
    #[inline(always)]
    fn lines_that_hold(self, square: Square, pattern: Bitboard) -> u8 {
        let [rank, file, diagonal, antidiagonal] = &LINES_THROUGH[square.index()];
        let straight = self.weights_if_held(pattern, [*rank, *file], [1, 2]);
        let oblique = self.weights_if_held(pattern, [*diagonal, *antidiagonal], [4, 8]);
        // SAFETY: `self` proves SSE4.1, which implies SSE2.
        let both = unsafe { _mm_or_si128(straight, oblique) };
        // SAFETY: `self` proves SSE4.1, which implies SSE2.
        let high = unsafe { _mm_unpackhi_epi64(both, both) };
        // SAFETY: `self` proves SSE4.1, which implies SSE2.
        let all = unsafe { _mm_or_si128(both, high) };
        // SAFETY: `self` proves SSE4.1, which implies SSE2. The union of the weights is at most 15.
        (unsafe { _mm_cvtsi128_si64(all) }) as u8
    }
}

impl Sse41 {
    /// Returns, in each lane, the weight of the line if the pattern is a subset of the line, and otherwise zero.
    #[inline(always)]
    fn weights_if_held(self, pattern: Bitboard, lines: [u64; 2], weights: [i64; 2]) -> __m128i {
        // SAFETY: `self` proves SSE4.1, which implies SSE2.
        let pattern = unsafe { _mm_set1_epi64x(pattern.0.cast_signed()) };
        // SAFETY: `self` proves SSE4.1, which implies SSE2; the array is valid for 16 bytes. This load takes any
        // alignment.
        let lines = unsafe { _mm_loadu_si128(lines.as_ptr().cast()) };
        // SAFETY: `self` proves SSE4.1, which implies SSE2.
        let common = unsafe { _mm_and_si128(pattern, lines) };
        // SAFETY: `self` proves SSE4.1.
        let held = unsafe { _mm_cmpeq_epi64(common, pattern) };
        // SAFETY: `self` proves SSE4.1, which implies SSE2.
        let weights = unsafe { _mm_set_epi64x(weights[1], weights[0]) };
        // SAFETY: `self` proves SSE4.1, which implies SSE2.
        unsafe { _mm_and_si128(held, weights) }
    }
}
