//! SSSE3, which adds a byte shuffle to the instructions of SSE2. The shuffle looks up the population count of each half
//! byte in a table of sixteen entries.

use core::arch::x86_64::{_mm_add_epi8, _mm_sad_epu8, _mm_shuffle_epi8};

use setwise_board::masks::LOW_HALVES;
use setwise_core::Lanes;

use crate::Sealed;
use crate::proof::proof;
use crate::x86::bytes::{BITS_HIGH, BITS_LOW};
use crate::x86::sse2::{Sse2Proof, TwoBoards};

// If SSSE3 is switched on, the compiler assumes SSE3 too, so both are checked.
cpufeatures::new!(cpu_has_ssse3, "sse3", "ssse3");

proof! {
    /// Proof that this CPU has SSSE3.
    Ssse3 = "ssse3", found by cpu_has_ssse3, enables "ssse3"
}

impl Sealed for Ssse3 {}

impl Sse2Proof for Ssse3 {
    /// Looks up the population count of each half byte in a table of 16 entries, then adds the counts of each board.
    #[inline(always)]
    fn popcount(self, boards: TwoBoards<Self>) -> TwoBoards<Self> {
        let table = TwoBoards::load(self, &[BITS_LOW, BITS_HIGH]);
        let low = boards & LOW_HALVES;
        let high = boards.shr::<4>() & LOW_HALVES;
        let (table, low, high) = (table.register(), low.register(), high.register());
        // SAFETY: `self` proves SSSE3.
        let of_low = unsafe { _mm_shuffle_epi8(table, low) };
        // SAFETY: `self` proves SSSE3.
        let of_high = unsafe { _mm_shuffle_epi8(table, high) };
        // SAFETY: `self` proves SSSE3, which implies SSE2.
        let of_bytes = unsafe { _mm_add_epi8(of_low, of_high) };
        let zero = TwoBoards::splat(self, 0).register();
        // SAFETY: `self` proves SSSE3, which implies SSE2.
        TwoBoards::new(self, unsafe { _mm_sad_epu8(of_bytes, zero) })
    }
}
