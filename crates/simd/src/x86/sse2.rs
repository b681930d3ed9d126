//! SSE2: two boards in one 128-bit register. Every x86-64 CPU has SSE2.

use core::arch::asm;
use core::arch::x86_64::{
    __m128i, _MM_HINT_T0, _MM_HINT_T1, _mm_add_epi8, _mm_add_epi64, _mm_and_si128, _mm_cmpeq_epi32, _mm_cvtsi32_si128,
    _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128, _mm_prefetch, _mm_sad_epu8, _mm_set1_epi64x, _mm_shuffle_epi32,
    _mm_sll_epi64, _mm_srl_epi64, _mm_storeu_si128, _mm_sub_epi64, _mm_xor_si128,
};

use setwise_board::masks::{EVEN_BITS, EVEN_PAIRS, LOW_HALVES};
use setwise_core::popcount::{Fours, popcount_of_8_by_fours};
use setwise_core::{Isa, Lanes, sum_of_popcounts};

use crate::Sealed;
use crate::operators::set_operators;
use crate::proof::proof;

proof! {
    /// Proof of SSE2. Every target for which this file is compiled has SSE2.
    Sse2 = "sse2", part of the target
}

/// A proof of SSE2, and possibly of more instructions. The methods are the operations that use the additional
/// instructions. The trait is sealed, because a proof from another crate would prove nothing.
pub trait Sse2Proof: Isa + Sealed {
    /// Returns the number of members in each 64-bit lane.
    #[doc(hidden)]
    fn popcount(self, boards: TwoBoards<Self>) -> TwoBoards<Self>;

    /// Returns the number of members of eight sets together in each 64-bit lane.
    #[doc(hidden)]
    #[inline(always)]
    fn popcount_of_8(self, sets: [TwoBoards<Self>; 8]) -> TwoBoards<Self> {
        sum_of_popcounts(sets)
    }
}

impl Sealed for Sse2 {}

impl Sse2Proof for Sse2 {
    #[inline(always)]
    fn popcount(self, boards: TwoBoards) -> TwoBoards {
        let fours = boards.counts_of_fours();
        (fours.wrapping_add(fours.shr::<4>()) & LOW_HALVES).sum_of_bytes()
    }

    #[inline(always)]
    fn popcount_of_8(self, sets: [TwoBoards; 8]) -> TwoBoards {
        popcount_of_8_by_fours(sets)
    }
}

/// Two boards side by side.
#[derive(Debug, Clone, Copy)]
pub struct TwoBoards<P = Sse2>(__m128i, P);

impl<P: Sse2Proof> Lanes for TwoBoards<P> {
    type Isa = P;
    type Chunk = [u64; 2];

    #[inline(always)]
    fn isa(self) -> P {
        self.1
    }

    #[inline(always)]
    fn load(isa: P, boards: &[u64; 2]) -> Self {
        // SAFETY: `isa` proves SSE2; the reference is valid for 16 bytes, and this load takes any alignment.
        Self(unsafe { _mm_loadu_si128(boards.as_ptr().cast()) }, isa)
    }

    #[inline(always)]
    fn prefetch<const AHEAD: usize>(_: P, boards: &[u64; 2]) {
        // SAFETY: the proof of SSE2 includes SSE; a prefetch reads nothing and takes any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(boards.as_ptr().cast::<i8>().wrapping_add(AHEAD)) }
    }

    #[inline(always)]
    fn prefetch_into_l2<const AHEAD: usize>(_: P, boards: &[u64; 2]) {
        // SAFETY: the proof of SSE2 includes SSE; a prefetch reads nothing and takes any address.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(boards.as_ptr().cast::<i8>().wrapping_add(AHEAD)) }
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; 2]) {
        // SAFETY: `self` holds a proof of SSE2; the reference is valid for 16 bytes. This store takes any alignment.
        unsafe { _mm_storeu_si128(boards.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn splat(isa: P, board: u64) -> Self {
        // SAFETY: `isa` proves SSE2.
        Self(unsafe { _mm_set1_epi64x(board.cast_signed()) }, isa)
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        // SAFETY: `self` holds a proof of SSE2.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` holds a proof of SSE2. The compiler turns the constant count into an immediate.
        Self(unsafe { _mm_sll_epi64(self.0, count) }, self.1)
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        // SAFETY: `self` holds a proof of SSE2.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` holds a proof of SSE2. The compiler turns the constant count into an immediate.
        Self(unsafe { _mm_srl_epi64(self.0, count) }, self.1)
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        // SAFETY: `self` holds a proof of SSE2.
        Self(unsafe { _mm_add_epi64(self.0, other.0) }, self.1)
    }

    /// Compares the two halves of each lane separately, because SSE2 compares at most 32 bits. Two lanes are equal if
    /// both of their halves are equal.
    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        /// The order 1, 0, 3, 2 of the 32-bit halves, which exchanges the two halves of each lane.
        const OTHER_HALF: i32 = 0b10_11_00_01;
        // SAFETY: `self` holds a proof of SSE2.
        let halves = unsafe { _mm_cmpeq_epi32(self.0, other.0) };
        // SAFETY: `self` holds a proof of SSE2.
        Self(halves, self.1) & Self(unsafe { _mm_shuffle_epi32::<OTHER_HALF>(halves) }, self.1)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let nothing = Self::splat(self.isa(), 0);
        // SAFETY: `self` holds a proof of SSE2.
        let zero = unsafe { _mm_cmpeq_epi32(self.0, nothing.0) };
        // SAFETY: `self` holds a proof of SSE2. The mask has one bit for each of the sixteen bytes.
        (unsafe { _mm_movemask_epi8(zero) }) == 0xFFFF
    }

    #[inline(always)]
    fn popcount(self) -> Self {
        self.1.popcount(self)
    }

    #[inline(always)]
    fn popcount_of_8(sets: [Self; 8]) -> Self {
        sets[0].1.popcount_of_8(sets)
    }

    #[inline(always)]
    fn east(self) -> Self {
        // SAFETY: `self` holds a proof of SSE2.
        let doubled = unsafe { _mm_add_epi8(self.0, self.0) };
        Self(opaque(doubled), self.1)
    }

    #[inline(always)]
    fn two_east(self) -> Self {
        self.east().east()
    }

    #[inline(always)]
    fn widen(self) -> Self {
        // SAFETY: `self` holds a proof of SSE2.
        let doubled = unsafe { _mm_add_epi8(self.0, self.0) };
        // SAFETY: `self` holds a proof of SSE2.
        let with_east = unsafe { _mm_or_si128(self.0, doubled) };
        Self(opaque(with_east), self.1) | self.west()
    }
}

/// Returns the register unchanged. The function compiles to no instruction, but the compiler must assume that it
/// changes the register. The compiler therefore cannot merge the additions of two [`east`](Lanes::east) steps into a
/// shift and a mask, and cannot change the order of the unions in [`widen`](Lanes::widen).
#[inline(always)]
fn opaque(mut register: __m128i) -> __m128i {
    // SAFETY: the template contains no instruction.
    unsafe { asm!("/* {0} */", inout(xmm_reg) register, options(pure, nomem, nostack, preserves_flags)) };
    register
}

impl<P: Sse2Proof> TwoBoards<P> {
    #[inline(always)]
    pub(super) fn new(isa: P, register: __m128i) -> Self {
        Self(register, isa)
    }

    #[cfg(feature = "specimens")]
    #[inline(always)]
    pub(super) fn register(self) -> __m128i {
        self.0
    }
}

impl<P: Sse2Proof> Fours for TwoBoards<P> {
    /// Counts pairs of bits first: the number of ones in a pair is the value of the pair minus its upper bit.
    #[inline(always)]
    fn counts_of_fours(self) -> Self {
        let odd = self.shr::<1>() & EVEN_BITS;
        // SAFETY: `self` holds a proof of SSE2.
        let pairs = Self(unsafe { _mm_sub_epi64(self.0, odd.0) }, self.1);
        (pairs & EVEN_PAIRS).wrapping_add(pairs.shr::<2>() & EVEN_PAIRS)
    }

    #[inline(always)]
    fn sum_of_bytes(self) -> Self {
        let zero = Self::splat(self.isa(), 0);
        // SAFETY: `self` holds a proof of SSE2.
        Self(unsafe { _mm_sad_epu8(self.0, zero.0) }, self.1)
    }
}

set_operators!([P: Sse2Proof] TwoBoards<P>: _mm_and_si128, _mm_or_si128, _mm_xor_si128);
