//! SSE2: two boards in one 128-bit register. Every x86-64 CPU has it.

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_add_epi64, _mm_and_si128, _mm_cmpeq_epi32, _mm_cvtsi32_si128, _mm_loadu_si128,
    _mm_movemask_epi8, _mm_or_si128, _mm_sad_epu8, _mm_set1_epi64x, _mm_shuffle_epi32, _mm_sll_epi64, _mm_srl_epi64,
    _mm_storeu_si128, _mm_xor_si128,
};

use setwise_core::{Body, Isa, Lanes};

use crate::operators::set_operators;
use crate::popcount::{LOW_HALVES, ODD_BITS, ODD_PAIRS};

/// Proof of SSE2. The module is compiled only for targets that have it, so detection cannot fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sse2(());

impl Isa for Sse2 {
    const NAME: &'static str = "sse2";

    #[inline]
    fn detect() -> Option<Self> {
        Some(Self(()))
    }

    // The whole program is compiled with SSE2: there is nothing to switch on.
    #[inline]
    fn enter<B: Body>(self, body: B) -> B::Out {
        body.run()
    }
}

/// Two boards side by side.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct TwoBoards(__m128i);

impl Lanes for TwoBoards {
    type Isa = Sse2;
    type Chunk = [u64; 2];

    #[inline(always)]
    fn load(_: Sse2, boards: &[u64; 2]) -> Self {
        // SAFETY: an `Sse2` was given; the reference is good for 16 bytes, and this load takes any alignment.
        Self(unsafe { _mm_loadu_si128(boards.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; 2]) {
        // SAFETY: `self` was made from an `Sse2`; the reference is good for 16 bytes, this store takes any alignment.
        unsafe { _mm_storeu_si128(boards.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn splat(_: Sse2, board: u64) -> Self {
        // SAFETY: an `Sse2` was given.
        Self(unsafe { _mm_set1_epi64x(board.cast_signed()) })
    }

    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a board has 64 squares") }
        // SAFETY: `self` was made from an `Sse2`.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` was made from an `Sse2`. A constant count becomes the shift by an immediate.
        Self(unsafe { _mm_sll_epi64(self.0, count) })
    }

    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a board has 64 squares") }
        // SAFETY: `self` was made from an `Sse2`.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` was made from an `Sse2`. A constant count becomes the shift by an immediate.
        Self(unsafe { _mm_srl_epi64(self.0, count) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: `self` was made from an `Sse2`.
        Self(unsafe { _mm_add_epi64(self.0, other.0) })
    }

    /// SSE2 compares no more than 32 bits: halves, then each with the other half of its lane.
    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        /// Halves 1, 0, 3, 2.
        const OTHER_HALF: i32 = 0b10_11_00_01;
        // SAFETY: `self` was made from an `Sse2`.
        let halves = unsafe { _mm_cmpeq_epi32(self.0, other.0) };
        // SAFETY: `self` was made from an `Sse2`.
        Self(halves) & Self(unsafe { _mm_shuffle_epi32::<OTHER_HALF>(halves) })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: `self` was made from an `Sse2`.
        let zero = unsafe { _mm_cmpeq_epi32(self.0, Self::splat(self.isa(), 0).0) };
        // SAFETY: `self` was made from an `Sse2`. One bit a byte, sixteen bytes.
        (unsafe { _mm_movemask_epi8(zero) }) == 0xFFFF
    }

    /// Adds neighbouring bits, then pairs, then half bytes, each within its byte; then the bytes of each board.
    #[inline(always)]
    fn popcount(self) -> Self {
        let pairs = (self & ODD_BITS).add(self.down::<1>() & ODD_BITS);
        let halves = (pairs & ODD_PAIRS).add(pairs.down::<2>() & ODD_PAIRS);
        let bytes = halves.add(halves.down::<4>()) & LOW_HALVES;
        // SAFETY: `self` was made from an `Sse2`.
        Self(unsafe { _mm_sad_epu8(bytes.0, Self::splat(self.isa(), 0).0) })
    }

    #[inline(always)]
    fn east(self) -> Self {
        // SAFETY: `self` was made from an `Sse2`.
        Self(unsafe { _mm_add_epi8(self.0, self.0) })
    }
}

impl TwoBoards {
    #[inline(always)]
    fn new(_: Sse2, register: __m128i) -> Self {
        Self(register)
    }

    /// The proof that made this register.
    #[inline(always)]
    fn isa(self) -> Sse2 {
        Sse2(())
    }
}

set_operators!([] TwoBoards: _mm_and_si128, _mm_or_si128, _mm_xor_si128);
