//! Compares the four lines through a square with a pattern, with one instruction.

use core::arch::x86_64::{_mm512_mask_cmpeq_epi64_mask, _mm512_maskz_loadu_epi64};

use setwise_board::{Bitboard, LINES_THROUGH, Square};
use setwise_core::Lanes;
use setwise_core::patterns::FourLines;

use super::{Avx512, EightBoards};

/// Compares the four lines, which are in the lower half of a register, and returns the mask that the comparison writes.
/// F can compare only full registers (256-bit comparisons are in the extension VL), so the upper half is masked off.
impl FourLines for Avx512 {
    #[inline(always)]
    fn lines_that_hold(self, square: Square, pattern: Bitboard) -> u8 {
        const LOWER_HALF: u8 = 0b1111;
        let pattern = EightBoards::splat(self, pattern.0);
        let lines: &[u64; 4] = &LINES_THROUGH[square.index()];
        // SAFETY: `self` proves F and BW; lanes 0 to 3 are the array's 32 bytes. Other lanes are masked off and not
        // read.
        let lines = EightBoards::new(self, unsafe { _mm512_maskz_loadu_epi64(LOWER_HALF, lines.as_ptr().cast()) });
        let common = lines & pattern;
        // SAFETY: `self` proves F and BW.
        unsafe { _mm512_mask_cmpeq_epi64_mask(LOWER_HALF, common.0, pattern.0) }
    }
}
