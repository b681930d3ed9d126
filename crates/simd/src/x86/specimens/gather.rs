//! Looks up the sets of columns of squares by gathers from a table.

use core::arch::x86_64::{
    _mm_cvtepu8_epi32, _mm_cvtsi32_si128, _mm_cvtsi64_si128, _mm256_cvtepu8_epi32, _mm256_i32gather_epi64,
    _mm512_i32gather_epi64,
};
use core::array;

use setwise_board::Square;
use setwise_core::{FromSquares, Isa, SquareTable, each_register};

use crate::x86::avx2::{Avx2, FourBoards};
use crate::x86::avx512::{Avx512, EightBoards};

/// A method of looking up the sets of a column of squares: one instruction reads several entries of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Gather<P>(P);

impl<P> From<P> for Gather<P> {
    fn from(proof: P) -> Self {
        Self(proof)
    }
}

/// Reads the sets of four squares by one gather from the table.
impl FromSquares for Gather<Avx2> {
    #[inline(always)]
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        self.0.enter(
            #[inline(always)]
            move || {
                each_register(
                    squares,
                    sets,
                    #[inline(always)]
                    |squares| gather_4(self.0, table.sets(), squares),
                );
            },
        );
    }
}

#[inline(always)]
fn gather_4(isa: Avx2, table: &[u64; 64], squares: &[Square]) -> FourBoards {
    let packed = i32::from_le_bytes(array::from_fn(|n| squares[n] as u8));
    // SAFETY: `isa` is an `Avx2`, and this module is compiled only for targets with SSE2.
    let bytes = unsafe { _mm_cvtsi32_si128(packed) };
    // SAFETY: `isa` is an `Avx2`, whose detection checks SSE4.1 by name.
    let indices = unsafe { _mm_cvtepu8_epi32(bytes) };
    // SAFETY: `isa` is an `Avx2`; a `Square` is below 64, the length of the table, and each entry is 8 bytes.
    FourBoards::new(isa, unsafe { _mm256_i32gather_epi64::<8>(table.as_ptr().cast(), indices) })
}

/// Reads the sets of eight squares by one gather from the table.
impl FromSquares for Gather<Avx512> {
    #[inline(always)]
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        self.0.enter(
            #[inline(always)]
            move || {
                each_register(
                    squares,
                    sets,
                    #[inline(always)]
                    |squares| gather_8(self.0, table.sets(), squares),
                );
            },
        );
    }
}

#[inline(always)]
fn gather_8(isa: Avx512, table: &[u64; 64], squares: &[Square]) -> EightBoards {
    let packed = i64::from_le_bytes(array::from_fn(|n| squares[n] as u8));
    // SAFETY: `isa` is an `Avx512`, and this module is compiled only for targets with SSE2.
    let bytes = unsafe { _mm_cvtsi64_si128(packed) };
    // SAFETY: `isa` is an `Avx512`, whose detection checks AVX2 by name.
    let indices = unsafe { _mm256_cvtepu8_epi32(bytes) };
    // SAFETY: `isa` is an `Avx512`; a `Square` is below 64, the length of the table, and each entry is 8 bytes.
    EightBoards::new(isa, unsafe { _mm512_i32gather_epi64::<8>(indices, table.as_ptr().cast()) })
}
