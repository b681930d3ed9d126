//! Columns of squares with AVX2: four sets in a register.

use core::arch::x86_64::{_mm256_add_epi8, _mm256_adds_epu8, _mm256_shuffle_epi8};

use setwise_board::Square;
use setwise_core::{FromSquares, Lanes, SquareTable};

use super::{Avx2, FourBoards};
use crate::x86::squares::{self, Bytes};

/// If the table has an alternating form, looks up each block of 16 squares by byte shuffles. Otherwise, reads the table
/// once for each square.
impl FromSquares for Avx2 {
    #[inline(always)]
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        squares::write_sets::<FourBoards>(self, table, squares, sets);
    }
}

impl Bytes for FourBoards {
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self::new(self.isa(), unsafe { _mm256_add_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn add_saturating(self, other: Self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self::new(self.isa(), unsafe { _mm256_adds_epu8(self.0, other.0) })
    }

    #[inline(always)]
    fn look_up(self, indices: Self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self::new(self.isa(), unsafe { _mm256_shuffle_epi8(self.0, indices.0) })
    }
}
