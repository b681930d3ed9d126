//! The four lines through a square in the lanes of one register.

use core::arch::x86_64::{_mm256_castsi256_pd, _mm256_movemask_pd};

use setwise_board::{Bitboard, LINES_THROUGH, Square};
use setwise_core::Lanes;
use setwise_core::patterns::FourLines;

use super::{Avx2, FourBoards};

/// Compares all four lines in one register. The sign bits of the lanes are the result.
impl FourLines for Avx2 {
    #[inline(always)]
    fn lines_that_hold(self, square: Square, pattern: Bitboard) -> u8 {
        let pattern = FourBoards::splat(self, pattern.0);
        let held = (FourBoards::load(self, &LINES_THROUGH[square.index()]) & pattern).equal(pattern);
        // SAFETY: `held` was made from an `Avx2`.
        let lanes = unsafe { _mm256_castsi256_pd(held.0) };
        // SAFETY: `held` was made from an `Avx2`. The result has four bits.
        (unsafe { _mm256_movemask_pd(lanes) }) as u8
    }
}
