//! AVX2: four boards in one 256-bit register.
//!
//! The spread `Prefix` computes the knight attacks on four boards in 15 vector operations. On a single board in a
//! 64-bit word, the spread takes two more operations, which are the masks of steps to the east. With AVX2, a step east
//! adds each byte to itself. Doubling a byte drops its top bit, which is file h, so no mask is needed. A step east by
//! two files doubles the bytes once more.

pub(crate) mod bmi2;
mod members;
pub(crate) mod placement;

use core::arch::asm;
use core::arch::x86_64::{
    __m256i, _MM_HINT_T0, _MM_HINT_T1, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_prefetch, _mm_sfence,
    _mm_unpacklo_epi16, _mm256_add_epi8, _mm256_add_epi64, _mm256_adds_epu8, _mm256_and_si256, _mm256_castsi256_pd,
    _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_maskload_epi64, _mm256_movemask_pd, _mm256_or_si256, _mm256_sad_epu8, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_srl_epi64, _mm256_storeu_si256,
    _mm256_stream_si256, _mm256_testz_si256, _mm256_xor_si256,
};

use setwise_board::{Bitboard, LINES_THROUGH, Square};
use setwise_core::patterns::FourLines;
use setwise_core::{FromSquares, Isa, Lanes, PastCaches, SquareTable};

use crate::operators::set_operators;
use crate::proof::proof;
use crate::x86::bytes::{self, Bytes};
use crate::x86::detection::cpu_has;
use crate::x86::squares;

// If AVX2 is switched on, the compiler assumes all of these features, so all of them are checked.
cpu_has!(cpu_has_avx2, "sse3", "ssse3", "sse4.1", "sse4.2", "avx2");

proof! {
    /// Proof that this CPU has AVX2 and that the operating system preserves 256-bit registers.
    Avx2 = "avx2", found by cpu_has_avx2, enables "avx2"
}

impl Avx2 {
    /// Returns the proof without detection.
    ///
    /// # Safety
    ///
    /// The caller has a proof of an instruction set whose detection checks everything that `cpu_has_avx2` checks.
    #[cfg(feature = "avx512")]
    #[inline]
    pub(in crate::x86) unsafe fn included() -> Self {
        Self(())
    }
}

/// Four boards side by side.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct FourBoards(__m256i, Avx2);

impl Lanes for FourBoards {
    type Isa = Avx2;
    type Chunk = [u64; 4];
    const STORES_PAST_CACHES: bool = true;

    #[inline(always)]
    fn isa(self) -> Avx2 {
        self.1
    }

    #[inline(always)]
    fn load(isa: Avx2, boards: &[u64; 4]) -> Self {
        // SAFETY: `isa` is an `Avx2`; the reference is valid for 32 bytes, and this load takes any alignment.
        Self(unsafe { _mm256_loadu_si256(boards.as_ptr().cast()) }, isa)
    }

    #[inline(always)]
    fn load_first(isa: Avx2, boards: &[u64]) -> Self {
        // SAFETY: `isa` is an `Avx2`.
        let lanes = unsafe { _mm256_setr_epi64x(0, 1, 2, 3) };
        let count = Self::splat(isa, boards.len().min(4) as u64);
        // SAFETY: `isa` is an `Avx2`.
        let mask = unsafe { _mm256_cmpgt_epi64(count.0, lanes) };
        // SAFETY: `isa` is an `Avx2`. The mask selects one lane per board; the memory of other lanes is not accessed.
        Self(unsafe { _mm256_maskload_epi64(boards.as_ptr().cast(), mask) }, isa)
    }

    #[inline(always)]
    fn prefetch<const AHEAD: usize>(_: Avx2, boards: &[u64; 4]) {
        // SAFETY: every x86-64 CPU with AVX2 has SSE; a prefetch reads nothing and takes any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(boards.as_ptr().cast::<i8>().wrapping_add(AHEAD)) }
    }

    #[inline(always)]
    fn prefetch_into_l2<const AHEAD: usize>(_: Avx2, boards: &[u64; 4]) {
        // SAFETY: every x86-64 CPU with AVX2 has SSE; a prefetch reads nothing and takes any address.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(boards.as_ptr().cast::<i8>().wrapping_add(AHEAD)) }
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; 4]) {
        // SAFETY: `self` was made from an `Avx2`; the reference is valid for 32 bytes. This store takes any alignment.
        unsafe { _mm256_storeu_si256(boards.as_mut_ptr().cast(), self.0) }
    }

    #[inline]
    fn copy_past_caches(isa: Avx2, from: &[u64], to: &mut [u64], _: &PastCaches<Self>) {
        if from.len() != to.len() || !to.len().is_multiple_of(8) || !to.as_ptr().addr().is_multiple_of(64) {
            return to.copy_from_slice(from);
        }
        isa.enter(
            #[inline(always)]
            move || {
                for (from, to) in from.as_chunks().0.iter().zip(to.as_chunks_mut::<4>().0) {
                    let boards = Self::load(isa, from);
                    // SAFETY: `isa` proves the instruction. The reference is valid for 32 bytes and is aligned, because
                    // the slice is. A `PastCaches` executes the fence before other code can access the memory.
                    unsafe { _mm256_stream_si256(to.as_mut_ptr().cast(), boards.0) }
                }
            },
        );
    }

    #[inline(always)]
    fn fence(_: Avx2) {
        // SAFETY: this module is compiled only for targets with SSE2.
        unsafe { _mm_sfence() }
    }

    #[inline(always)]
    fn splat(isa: Avx2, board: u64) -> Self {
        // SAFETY: `isa` is an `Avx2`.
        Self(unsafe { _mm256_set1_epi64x(board.cast_signed()) }, isa)
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        // SAFETY: `self` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` was made from an `Avx2`. The compiler turns the constant count into an immediate.
        Self(unsafe { _mm256_sll_epi64(self.0, count) }, self.1)
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        // SAFETY: `self` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` was made from an `Avx2`. The compiler turns the constant count into an immediate.
        Self(unsafe { _mm256_srl_epi64(self.0, count) }, self.1)
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_add_epi64(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_cmpeq_epi64(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: `self` was made from an `Avx2`. `testz` returns 1 if the intersection of its operands, which is the
        // register itself, is zero.
        (unsafe { _mm256_testz_si256(self.0, self.0) }) == 1
    }

    #[inline(always)]
    fn popcount(self) -> Self {
        bytes::popcount(self)
    }

    #[inline(always)]
    fn popcount_of_8(sets: [Self; 8]) -> Self {
        bytes::popcount_of_8(sets)
    }

    /// Collects the lowest byte of each count. A shuffle collects the bytes of each half of the register, and the two
    /// halves are then joined.
    #[inline(always)]
    fn counts(self, counts: &mut [u8]) {
        /// The indices of the shuffle. In each half of the register, the shuffle moves the lowest byte of each of the
        /// two words to the front, and clears all other bytes.
        const LOWEST_BYTES: [u64; 4] = [0x8080_8080_8080_0800, !0, 0x8080_8080_8080_0800, !0];
        let lowest = Self::load(self.isa(), &LOWEST_BYTES);
        let numbers = self.popcount();
        // SAFETY: `self` was made from an `Avx2`.
        let pairs = unsafe { _mm256_shuffle_epi8(numbers.0, lowest.0) };
        // SAFETY: `self` was made from an `Avx2`.
        let low = unsafe { _mm256_castsi256_si128(pairs) };
        // SAFETY: `self` was made from an `Avx2`.
        let high = unsafe { _mm256_extracti128_si256::<1>(pairs) };
        // SAFETY: this module is compiled only for targets with SSE2.
        let all = unsafe { _mm_unpacklo_epi16(low, high) };
        // SAFETY: this module is compiled only for targets with SSE2.
        let counted = unsafe { _mm_cvtsi128_si32(all) };
        counts.copy_from_slice(&counted.to_le_bytes());
    }

    #[inline(always)]
    fn east(self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        let doubled = unsafe { _mm256_add_epi8(self.0, self.0) };
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { opaque(doubled) }, self.1)
    }

    #[inline(always)]
    fn two_east(self) -> Self {
        self.east().east()
    }

    #[inline(always)]
    fn widen(self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        let doubled = unsafe { _mm256_add_epi8(self.0, self.0) };
        // SAFETY: `self` was made from an `Avx2`.
        let with_east = unsafe { _mm256_or_si256(self.0, doubled) };
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { opaque(with_east) }, self.1) | self.west()
    }

    #[inline(always)]
    fn copy_rank_1(self) -> Self {
        bytes::copy_rank_1(self)
    }
}

/// Returns the register unchanged. The function compiles to no instruction, but the compiler must assume that it
/// changes the register. The compiler therefore cannot merge the additions of two [`east`](Lanes::east) steps into a
/// shift and a mask, and cannot change the order of the unions in [`widen`](Lanes::widen).
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(mut register: __m256i) -> __m256i {
    // SAFETY: the template contains no instruction.
    unsafe { asm!("/* {0} */", inout(ymm_reg) register, options(pure, nomem, nostack, preserves_flags)) };
    register
}

impl FourBoards {
    #[inline(always)]
    pub(super) fn new(isa: Avx2, register: __m256i) -> Self {
        Self(register, isa)
    }

    #[cfg(feature = "specimens")]
    #[inline(always)]
    pub(super) fn register(self) -> __m256i {
        self.0
    }
}

impl Bytes for FourBoards {
    #[inline(always)]
    fn copies(isa: Avx2, [low, high]: [u64; 2]) -> Self {
        Self::load(isa, &[low, high, low, high])
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_add_epi8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn add_saturating(self, other: Self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_adds_epu8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn look_up(self, indices: Self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_shuffle_epi8(self.0, indices.0) }, self.1)
    }

    #[inline(always)]
    fn sum_of_bytes(self) -> Self {
        let zero = Self::splat(self.isa(), 0);
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_sad_epu8(self.0, zero.0) }, self.1)
    }
}

set_operators!([] FourBoards: _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256);

/// Compares all four lines in one register. The returned bits are the sign bits of the four lanes.
impl FourLines for Avx2 {
    #[inline(always)]
    fn lines_that_hold(self, square: Square, pattern: Bitboard) -> u8 {
        let pattern = FourBoards::splat(self, pattern.0);
        let held = (FourBoards::load(self, &LINES_THROUGH[square.index()]) & pattern).equal(pattern);
        // SAFETY: `held` was made from an `Avx2`.
        let lanes = unsafe { _mm256_castsi256_pd(held.0) };
        // SAFETY: `held` was made from an `Avx2`. The mask has only four bits.
        (unsafe { _mm256_movemask_pd(lanes) }) as u8
    }
}

/// If the table has an alternating form, looks up each block of 16 squares by byte shuffles. Otherwise, reads the table
/// once for each square.
impl FromSquares for Avx2 {
    #[inline(always)]
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        squares::write_sets::<FourBoards>(self, table, squares, sets);
    }
}
