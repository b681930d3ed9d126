//! AVX2: four boards in one 256-bit register.
//!
//! A prefix spread for four knights' boards is 16 vector operations: each shift, mask and union once for all four, and one
//! operation less for "east", which is `x + x` in every byte: a doubled byte drops its own top bit, file h, so nothing has
//! to be masked.

use core::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_loadu_si256, _mm256_or_si256,
    _mm256_set1_epi64x, _mm256_sll_epi64, _mm256_srl_epi64, _mm256_storeu_si256, _mm256_xor_si256,
};
use core::ops::{BitAnd, BitOr, BitXor, Not};

use setwise_core::{Body, Isa, Lanes};

cpufeatures::new!(cpu_has_avx2, "avx2");

/// Proof that this CPU has AVX2 and that the operating system keeps 256-bit registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Avx2(());

impl Isa for Avx2 {
    #[inline]
    fn detect() -> Option<Self> {
        cpu_has_avx2::get().then_some(Self(()))
    }

    #[inline]
    fn enter<B: Body>(self, body: B) -> B::Out {
        #[target_feature(enable = "avx2")]
        fn door<B: Body>(body: B) -> B::Out {
            body.run()
        }
        // SAFETY: `self` is made by `detect` alone, which found AVX2.
        unsafe { door(body) }
    }
}

/// Four boards side by side.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct FourBoards(__m256i);

impl Lanes for FourBoards {
    type Isa = Avx2;
    type Chunk = [u64; 4];

    #[inline(always)]
    fn load(_: Avx2, boards: &[u64; 4]) -> Self {
        // SAFETY: an `Avx2` was given; the reference is good for 32 bytes, and this load takes any alignment.
        Self(unsafe { _mm256_loadu_si256(boards.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; 4]) {
        // SAFETY: `self` was made from an `Avx2`; the reference is good for 32 bytes, this store takes any alignment.
        unsafe { _mm256_storeu_si256(boards.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn splat(_: Avx2, board: u64) -> Self {
        // SAFETY: an `Avx2` was given.
        Self(unsafe { _mm256_set1_epi64x(board.cast_signed()) })
    }

    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        // SAFETY: `self` was made from an `Avx2`, and every x86-64 CPU has SSE2.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` was made from an `Avx2`. A constant count becomes the shift by an immediate.
        Self(unsafe { _mm256_sll_epi64(self.0, count) })
    }

    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        // SAFETY: `self` was made from an `Avx2`, and every x86-64 CPU has SSE2.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` was made from an `Avx2`. A constant count becomes the shift by an immediate.
        Self(unsafe { _mm256_srl_epi64(self.0, count) })
    }

    #[inline(always)]
    fn east(self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_add_epi8(self.0, self.0) })
    }
}

impl FourBoards {
    /// The proof that made this register.
    #[inline(always)]
    fn isa(self) -> Avx2 {
        Avx2(())
    }
}

impl Not for FourBoards {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ !0
    }
}

/// A set operator between four boards, and between four boards and one word for all of them.
macro_rules! set_operator {
    ($operator:ident $method:ident $intrinsic:ident) => {
        impl $operator for FourBoards {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: `self` was made from an `Avx2`.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }

        impl $operator<u64> for FourBoards {
            type Output = Self;

            #[inline(always)]
            fn $method(self, word: u64) -> Self {
                $operator::$method(self, Self::splat(self.isa(), word))
            }
        }
    };
}

set_operator!(BitAnd bitand _mm256_and_si256);
set_operator!(BitOr bitor _mm256_or_si256);
set_operator!(BitXor bitxor _mm256_xor_si256);
