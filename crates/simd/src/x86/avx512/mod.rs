//! AVX-512: eight boards in one 512-bit register.
//!
//! The formulas are the same as for all other instruction sets. The compiler combines two logical operations into one
//! instruction with three inputs (`vpternlogq`). The spread `Prefix` therefore computes the knight attacks on eight
//! boards in 12 vector operations. A step east without a mask needs the addition of bytes, which is not in the
//! foundation (F), but in the extension BW. A comparison selects lanes, and its result becomes a register in one
//! instruction of the extension DQ. Without DQ, the compiler would use an instruction that waits for the register that
//! it overwrites, which makes some loops much slower. Every CPU with BW also has DQ. The proof checks all three.
//!
//! The instruction that counts the bits of each lane is in another extension, VPOPCNTDQ, which the first CPUs with
//! AVX-512 lack. The same is true of GFNI, whose instruction flips boards. Both extensions have one proof,
//! [`Avx512Vpopcnt`], because every CPU with BW and VPOPCNTDQ also has GFNI.

/// Defines a module with a function `get`, which checks the CPU for AVX-512 F, BW and DQ and for further features.
// If F, BW and DQ are switched on, the compiler assumes all features of this list, so all of them are checked. The
// compiler also assumes F16C, which `cpufeatures` cannot check. Every CPU with AVX-512 has F16C.
macro_rules! cpu_has_avx512_and {
    ($module:ident $(, $feature:tt)*) => {
        crate::x86::detection::cpu_has!(
            $module, "sse3", "ssse3", "sse4.1", "sse4.2", "avx2", "fma", "avx512f", "avx512bw", "avx512dq" $(, $feature)*
        );
    };
}

mod lines;
mod members;
pub(crate) mod placement;
mod squares;
mod vpopcnt;

use core::arch::asm;
use core::arch::x86_64::{
    __m512i, _MM_HINT_T0, _MM_HINT_T1, _mm_cvtsi128_si64, _mm_prefetch, _mm_sfence, _mm512_add_epi8, _mm512_add_epi64,
    _mm512_adds_epu8, _mm512_and_si512, _mm512_cmpeq_epi64_mask, _mm512_cvtepi64_epi8, _mm512_loadu_si512,
    _mm512_maskz_loadu_epi64, _mm512_maskz_set1_epi64, _mm512_or_si512, _mm512_sad_epu8, _mm512_set1_epi64,
    _mm512_shuffle_epi8, _mm512_slli_epi64, _mm512_srli_epi64, _mm512_storeu_si512, _mm512_stream_si512,
    _mm512_sub_epi8, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_xor_si512,
};

use setwise_board::masks::{NOT_GH, NOT_H};
use setwise_core::{Isa, Lanes, PastCaches, flip_antidiagonal, mirror_horizontal, sum_of_popcounts};

use crate::Sealed;
use crate::operators::set_operators;
use crate::proof::proof;
#[cfg(feature = "avx2")]
use crate::x86::avx2::Avx2;
use crate::x86::bytes::{self, Bytes};

pub use vpopcnt::Avx512Vpopcnt;

cpu_has_avx512_and!(cpu_has_avx512);

proof! {
    /// Proof that this CPU has AVX-512 F, BW and DQ and that the operating system preserves 512-bit registers.
    Avx512 = "avx512", found by cpu_has_avx512, enables "avx512f,avx512bw,avx512dq"
}

impl Avx512 {
    /// Returns the proof of AVX2. Detection of AVX-512 checks all features that AVX2 needs.
    #[cfg(feature = "avx2")]
    #[inline]
    #[must_use]
    pub fn avx2(self) -> Avx2 {
        // SAFETY: `self` is made by detection of AVX-512, which checks all features that AVX2 needs.
        unsafe { Avx2::included() }
    }
}

/// A proof of AVX-512 F, BW and DQ, which may include the proof of VPOPCNTDQ and GFNI. The trait is sealed, because a proof
/// from another crate would prove nothing.
pub trait Avx512Proof: Isa + Sealed {
    /// Whether the proof includes the proof of VPOPCNTDQ and GFNI.
    #[doc(hidden)]
    const HAS_VPOPCNT: bool = false;

    /// Returns the proof of VPOPCNTDQ and GFNI, if this proof includes it.
    #[doc(hidden)]
    #[inline(always)]
    fn vpopcnt(self) -> Option<Avx512Vpopcnt> {
        None
    }
}

impl Sealed for Avx512 {}
impl Avx512Proof for Avx512 {}

impl Avx512Vpopcnt {
    /// Returns the proof of F, BW and DQ, which this proof includes.
    #[inline]
    #[must_use]
    pub fn avx512(self) -> Avx512 {
        Avx512(())
    }
}

impl Sealed for Avx512Vpopcnt {}

impl Avx512Proof for Avx512Vpopcnt {
    const HAS_VPOPCNT: bool = true;

    #[inline(always)]
    fn vpopcnt(self) -> Option<Self> {
        Some(self)
    }
}

/// Eight boards side by side.
#[derive(Debug, Clone, Copy)]
pub struct EightBoards<P = Avx512>(__m512i, P);

impl<P: Avx512Proof> Lanes for EightBoards<P> {
    type Isa = P;
    type Chunk = [u64; 8];
    const COUNTS_BY_INSTRUCTION: bool = P::HAS_VPOPCNT;
    const FLIPS_BY_INSTRUCTION: bool = P::HAS_VPOPCNT;
    const STORES_PAST_CACHES: bool = true;

    #[inline(always)]
    fn isa(self) -> P {
        self.1
    }

    #[inline(always)]
    fn load(isa: P, boards: &[u64; 8]) -> Self {
        // SAFETY: `isa` proves F and BW; the reference is valid for 64 bytes, and this load takes any alignment.
        Self(unsafe { _mm512_loadu_si512(boards.as_ptr().cast()) }, isa)
    }

    #[inline(always)]
    fn load_first(isa: P, boards: &[u64]) -> Self {
        let lanes = boards.len().min(8);
        let mask = (u16::from(u8::MAX) >> (8 - lanes)) as u8;
        // SAFETY: `isa` proves F and BW. The mask selects one lane per board; the memory of other lanes is not
        // accessed.
        Self(unsafe { _mm512_maskz_loadu_epi64(mask, boards.as_ptr().cast()) }, isa)
    }

    #[inline(always)]
    fn prefetch<const AHEAD: usize>(_: P, boards: &[u64; 8]) {
        // SAFETY: the proof of F and BW includes SSE; a prefetch reads nothing and takes any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(boards.as_ptr().cast::<i8>().wrapping_add(AHEAD)) }
    }

    #[inline(always)]
    fn prefetch_into_l2<const AHEAD: usize>(_: P, boards: &[u64; 8]) {
        // SAFETY: the proof of F and BW includes SSE; a prefetch reads nothing and takes any address.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(boards.as_ptr().cast::<i8>().wrapping_add(AHEAD)) }
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; 8]) {
        // SAFETY: `self` holds a proof of F and BW. The reference is valid for 64 bytes; any alignment is allowed.
        unsafe { _mm512_storeu_si512(boards.as_mut_ptr().cast(), self.0) }
    }

    #[inline]
    fn copy_past_caches(isa: P, from: &[u64], to: &mut [u64], _: &PastCaches<Self>) {
        if from.len() != to.len() || !to.len().is_multiple_of(8) || !to.as_ptr().addr().is_multiple_of(64) {
            return to.copy_from_slice(from);
        }
        isa.enter(
            #[inline(always)]
            move || {
                for (from, to) in from.as_chunks().0.iter().zip(to.as_chunks_mut::<8>().0) {
                    let boards = Self::load(isa, from);
                    // SAFETY: `isa` proves the instruction. The reference is valid for 64 bytes and is aligned, because
                    // the slice is. A `PastCaches` executes the fence before other code can access the memory.
                    unsafe { _mm512_stream_si512(to.as_mut_ptr().cast(), boards.0) }
                }
            },
        );
    }

    #[inline(always)]
    fn fence(_: P) {
        // SAFETY: this module is compiled only for targets with SSE2.
        unsafe { _mm_sfence() }
    }

    #[inline(always)]
    fn splat(isa: P, board: u64) -> Self {
        // SAFETY: `isa` proves F and BW.
        Self(unsafe { _mm512_set1_epi64(board.cast_signed()) }, isa)
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_slli_epi64::<N>(self.0) }, self.1)
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_srli_epi64::<N>(self.0) }, self.1)
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) }, self.1)
    }

    /// Unites three sets with one instruction that has three inputs.
    #[inline(always)]
    fn union_3(self, b: Self, c: Self) -> Self {
        const UNION: i32 = 0b1111_1110;
        // SAFETY: `self` was made from a proof of F and BW.
        Self(unsafe { _mm512_ternarylogic_epi64::<UNION>(self.0, b.0, c.0) }, self.1)
    }

    /// Unites the sets with one instruction that has three inputs. If two sets are filled with the same `allowed`, the
    /// compiler would otherwise merge a part of its computation into each union.
    #[inline(always)]
    fn union_within(self, other: Self, allowed: Self) -> Self {
        const UNION: i32 = 0b1111_1000;
        // SAFETY: `self` was made from a proof of F and BW.
        Self(unsafe { _mm512_ternarylogic_epi64::<UNION>(self.0, other.0, allowed.0) }, self.1)
    }

    /// Intersects three sets with one instruction that has three inputs.
    #[inline(always)]
    fn within(self, allowed: Self, mask: u64) -> Self {
        const INTERSECTION: i32 = 0b1000_0000;
        let mask = Self::splat(self.isa(), mask);
        // SAFETY: `self` was made from a proof of F and BW.
        Self(unsafe { _mm512_ternarylogic_epi64::<INTERSECTION>(self.0, allowed.0, mask.0) }, self.1)
    }

    /// Computes each binary digit of the sum with one instruction that has three inputs. For the default formula, the
    /// compiler would generate four instructions, because both digits share a part of the formula.
    #[inline(always)]
    fn add_3(self, b: Self, c: Self) -> [Self; 2] {
        const ODD: i32 = 0b1001_0110;
        const MAJORITY: i32 = 0b1110_1000;
        // SAFETY: `self` was made from a proof of F and BW.
        let ones = unsafe { _mm512_ternarylogic_epi64::<ODD>(self.0, b.0, c.0) };
        // SAFETY: `self` was made from a proof of F and BW.
        let twos = unsafe { _mm512_ternarylogic_epi64::<MAJORITY>(self.0, b.0, c.0) };
        [Self(ones, self.1), Self(twos, self.1)]
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        // SAFETY: `self` holds a proof of F and BW.
        let lanes = unsafe { _mm512_cmpeq_epi64_mask(self.0, other.0) };
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_maskz_set1_epi64(lanes, -1) }, self.1)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: `self` holds a proof of F and BW. The result has one bit for each lane that is not zero.
        (unsafe { _mm512_test_epi64_mask(self.0, self.0) }) == 0
    }

    #[inline(always)]
    fn popcount(self) -> Self {
        match self.1.vpopcnt() {
            Some(isa) => Self(isa.popcount(self.0), self.1),
            None => bytes::popcount(self),
        }
    }

    /// If the CPU has the instruction that counts bits, counts each set separately, because an adder takes more instructions
    /// than a count.
    #[inline(always)]
    fn popcount_of_8(sets: [Self; 8]) -> Self {
        if P::HAS_VPOPCNT { sum_of_popcounts(sets) } else { bytes::popcount_of_8(sets) }
    }

    #[inline(always)]
    fn counts(self, counts: &mut [u8]) {
        let numbers = self.popcount();
        // SAFETY: `self` holds a proof of F and BW.
        let bytes = unsafe { _mm512_cvtepi64_epi8(numbers.0) };
        // SAFETY: this module is compiled only for targets with SSE2.
        let counted = unsafe { _mm_cvtsi128_si64(bytes) };
        counts.copy_from_slice(&counted.to_le_bytes());
    }

    #[inline(always)]
    fn east(self) -> Self {
        let doubled = self.add_bytes(self);
        // SAFETY: `self` holds a proof of F.
        Self(unsafe { opaque(doubled.0) }, self.1)
    }

    #[inline(always)]
    fn two_east(self) -> Self {
        self.east().east()
    }

    /// Adds the step toward file a last, because one instruction can mask and add it.
    #[inline(always)]
    fn widen(self) -> Self {
        (self | self.east()).overlay(self.shr::<1>(), NOT_H)[0]
    }

    #[inline(always)]
    fn copy_rank_1(self) -> Self {
        bytes::copy_rank_1(self)
    }

    #[inline(always)]
    fn overlay_one_file(self) -> [Self; 3] {
        self.east().overlay(self.shr::<1>(), NOT_H)
    }

    #[inline(always)]
    fn overlay_two_files(self) -> [Self; 3] {
        self.two_east().overlay(self.shr::<2>(), NOT_GH)
    }

    #[inline(always)]
    fn subtract_in_ranks(self, other: Self) -> Self {
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_sub_epi8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn mirror_horizontal(self) -> Self {
        match self.1.vpopcnt() {
            Some(isa) => Self(isa.mirrored(self.0), self.1),
            None => mirror_horizontal(self),
        }
    }

    #[inline(always)]
    fn mirror_east(self) -> Self {
        match self.1.vpopcnt() {
            Some(isa) => Self(isa.mirrored_one_east(self.0), self.1),
            None => mirror_horizontal(self).east(),
        }
    }

    #[inline(always)]
    fn flip_antidiagonal(self) -> Self {
        match self.1.vpopcnt() {
            Some(isa) => Self(isa.flipped(self.0), self.1),
            None => flip_antidiagonal(self),
        }
    }
}

/// Returns the register unchanged. The function compiles to no instruction, but the compiler must assume that it
/// changes the register. The compiler therefore cannot merge the additions of two [`east`](Lanes::east) steps into a
/// shift and a mask. The additions are faster on Intel's CPUs, which execute 512-bit shifts on only one port, but
/// additions on two.
#[inline]
#[target_feature(enable = "avx512f")]
fn opaque(mut register: __m512i) -> __m512i {
    // SAFETY: the template contains no instruction.
    unsafe { asm!("/* {0} */", inout(zmm_reg) register, options(pure, nomem, nostack, preserves_flags)) };
    register
}

impl<P: Avx512Proof> EightBoards<P> {
    #[inline(always)]
    pub(super) fn new(isa: P, register: __m512i) -> Self {
        Self(register, isa)
    }

    #[cfg(feature = "specimens")]
    #[inline(always)]
    pub(super) fn register(self) -> __m512i {
        self.0
    }

    /// Restricts `other` to a mask. Returns the squares that are then in at least one of the two sets, in exactly one,
    /// and in both. Each result takes one instruction with three inputs. Otherwise the compiler would apply the mask
    /// with an additional instruction, because all three results use the restricted set.
    #[inline(always)]
    fn overlay(self, other: Self, mask: u64) -> [Self; 3] {
        const EXACTLY_ONE: i32 = 0b0111_1000;
        const INTERSECTION: i32 = 0b1000_0000;
        let mask = Self::splat(self.isa(), mask);
        // SAFETY: `self` holds a proof of F and BW.
        let exactly_one = unsafe { _mm512_ternarylogic_epi64::<EXACTLY_ONE>(self.0, other.0, mask.0) };
        // SAFETY: `self` holds a proof of F and BW.
        let intersection = unsafe { _mm512_ternarylogic_epi64::<INTERSECTION>(self.0, other.0, mask.0) };
        [self.union_within(other, mask), Self(exactly_one, self.1), Self(intersection, self.1)]
    }
}

impl<P: Avx512Proof> Bytes for EightBoards<P> {
    #[inline(always)]
    fn copies(isa: P, [low, high]: [u64; 2]) -> Self {
        Self::load(isa, &[low, high, low, high, low, high, low, high])
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_add_epi8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn add_saturating(self, other: Self) -> Self {
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_adds_epu8(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn look_up(self, indices: Self) -> Self {
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_shuffle_epi8(self.0, indices.0) }, self.1)
    }

    #[inline(always)]
    fn sum_of_bytes(self) -> Self {
        let zero = Self::splat(self.isa(), 0);
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_sad_epu8(self.0, zero.0) }, self.1)
    }
}

set_operators!([P: Avx512Proof] EightBoards<P>: _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512);
