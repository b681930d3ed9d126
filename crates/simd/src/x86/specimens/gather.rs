//! Attacks from single squares, gathered from a table.

use core::arch::x86_64::{
    _mm_cvtepu8_epi32, _mm_cvtsi32_si128, _mm_cvtsi64_si128, _mm256_cvtepu8_epi32, _mm256_i32gather_epi64,
    _mm512_i32gather_epi64,
};

use setwise_board::{KING_ATTACKS, KNIGHT_ATTACKS, Square};
use setwise_core::FromSquares;

use crate::x86::avx2::{Avx2, FourBoards};
use crate::x86::avx512::{Avx512, EightBoards};

/// Computes attacks from single squares with an instruction that reads several table entries at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Gather;

/// Reads the attacks of four squares by one gather from the table.
impl FromSquares<FourBoards> for Gather {
    #[inline(always)]
    fn knight(self, isa: Avx2, squares: &[Square]) -> FourBoards {
        gather_4(isa, squares, &KNIGHT_ATTACKS)
    }

    #[inline(always)]
    fn king(self, isa: Avx2, squares: &[Square]) -> FourBoards {
        gather_4(isa, squares, &KING_ATTACKS)
    }
}

#[inline(always)]
fn gather_4(isa: Avx2, squares: &[Square], table: &'static [u64; 64]) -> FourBoards {
    let packed = u32::from_le_bytes(core::array::from_fn(|n| squares[n] as u8)).cast_signed();
    // SAFETY: `isa` is an `Avx2`, and this module is compiled only for targets with SSE2.
    let bytes = unsafe { _mm_cvtsi32_si128(packed) };
    // SAFETY: `isa` is an `Avx2`, whose detection checks SSE4.1 by name.
    let indices = unsafe { _mm_cvtepu8_epi32(bytes) };
    // SAFETY: `isa` is an `Avx2`; a `Square` is below 64, the length of the table, and each entry is 8 bytes.
    FourBoards::new(isa, unsafe { _mm256_i32gather_epi64::<8>(table.as_ptr().cast(), indices) })
}

/// Reads the attacks of eight squares by one gather from the table.
impl FromSquares<EightBoards> for Gather {
    #[inline(always)]
    fn knight(self, isa: Avx512, squares: &[Square]) -> EightBoards {
        gather_8(isa, squares, &KNIGHT_ATTACKS)
    }

    #[inline(always)]
    fn king(self, isa: Avx512, squares: &[Square]) -> EightBoards {
        gather_8(isa, squares, &KING_ATTACKS)
    }
}

#[inline(always)]
fn gather_8(isa: Avx512, squares: &[Square], table: &'static [u64; 64]) -> EightBoards {
    let packed = u64::from_le_bytes(core::array::from_fn(|n| squares[n] as u8)).cast_signed();
    // SAFETY: `isa` is an `Avx512`, and this module is compiled only for targets with SSE2.
    let bytes = unsafe { _mm_cvtsi64_si128(packed) };
    // SAFETY: `isa` is an `Avx512`, whose detection checks AVX2 by name.
    let indices = unsafe { _mm256_cvtepu8_epi32(bytes) };
    // SAFETY: `isa` is an `Avx512`; a `Square` is below 64, the length of the table, and each entry is 8 bytes.
    EightBoards::new(isa, unsafe { _mm512_i32gather_epi64::<8>(indices, table.as_ptr().cast()) })
}
