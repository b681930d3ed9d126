//! NEON: two boards in one 128-bit register. Every AArch64 CPU with floating point has NEON.
//!
//! The spread `Prefix` computes the knight attacks on two boards in 13 vector operations. Steps along a rank need no
//! mask: they are additions and shifts of bytes, which drop the bits that would leave a byte.

use core::arch::aarch64::{
    uint8x16_t, uint64x2_t, vaddq_u8, vaddq_u64, vandq_u64, vceqq_u64, vcnt_u8, vcntq_u8, vcreate_u8, vdupq_n_s64,
    vdupq_n_u64, veorq_u64, vget_lane_u64, vld1q_u64, vmaxvq_u32, vorrq_u64, vpaddlq_u8, vpaddlq_u16, vpaddlq_u32,
    vreinterpret_u64_u8, vreinterpretq_u8_u64, vreinterpretq_u32_u64, vreinterpretq_u64_u8, vshlq_u64, vshrq_n_u8,
    vst1q_u64,
};
use core::arch::asm;

use setwise_core::{LIST_ROOM, Lanes, ListMembers, write_by_rank};

use crate::operators::set_operators;
use crate::proof::proof;

proof! {
    /// Proof of NEON. Every target for which this file is compiled has NEON.
    Neon = "neon", part of the target
}

/// Two boards side by side.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct TwoBoards(uint64x2_t, Neon);

impl Lanes for TwoBoards {
    type Isa = Neon;
    type Chunk = [u64; 2];
    const COUNTS_BY_INSTRUCTION: bool = true;

    #[inline(always)]
    fn isa(self) -> Neon {
        self.1
    }

    #[inline(always)]
    fn load(isa: Neon, boards: &[u64; 2]) -> Self {
        // SAFETY: `isa` is a `Neon`; the reference is valid for 16 bytes, and this load needs only the alignment of a
        // `u64`.
        Self(unsafe { vld1q_u64(boards.as_ptr()) }, isa)
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; 2]) {
        // SAFETY: `self` was made from a `Neon`; the reference is valid for 16 bytes. This store needs only the
        // alignment of a `u64`.
        unsafe { vst1q_u64(boards.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn splat(isa: Neon, board: u64) -> Self {
        // SAFETY: `isa` is a `Neon`.
        Self(unsafe { vdupq_n_u64(board) }, isa)
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        self.shifted(i64::from(N))
    }

    // NEON has no right shift by a count in a register. A left shift by a negative count shifts to the right.
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        self.shifted(-i64::from(N))
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        // SAFETY: `self` was made from a `Neon`.
        Self(unsafe { vaddq_u64(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        // SAFETY: `self` was made from a `Neon`.
        Self(unsafe { vceqq_u64(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: `self` was made from a `Neon`.
        let quarters = unsafe { vreinterpretq_u32_u64(self.0) };
        // SAFETY: `self` was made from a `Neon`. The largest quarter is zero only if all quarters are zero.
        (unsafe { vmaxvq_u32(quarters) }) == 0
    }

    /// Counts the set bits of each byte, and then adds neighbouring counts in three steps.
    #[inline(always)]
    fn popcount(self) -> Self {
        // SAFETY: `self` was made from a `Neon`.
        let bytes = unsafe { vreinterpretq_u8_u64(self.0) };
        // SAFETY: `self` was made from a `Neon`.
        let of_bytes = unsafe { vcntq_u8(bytes) };
        // SAFETY: `self` was made from a `Neon`.
        let of_pairs = unsafe { vpaddlq_u8(of_bytes) };
        // SAFETY: `self` was made from a `Neon`.
        let of_halves = unsafe { vpaddlq_u16(of_pairs) };
        // SAFETY: `self` was made from a `Neon`.
        Self(unsafe { vpaddlq_u32(of_halves) }, self.1)
    }

    #[inline(always)]
    fn east(self) -> Self {
        // SAFETY: `self` was made from a `Neon`.
        let bytes = unsafe { vreinterpretq_u8_u64(self.0) };
        // SAFETY: `self` was made from a `Neon`.
        let doubled = opaque(unsafe { vaddq_u8(bytes, bytes) });
        // SAFETY: `self` was made from a `Neon`.
        Self(unsafe { vreinterpretq_u64_u8(doubled) }, self.1)
    }

    #[inline(always)]
    fn two_east(self) -> Self {
        self.east().east()
    }

    #[inline(always)]
    fn west(self) -> Self {
        self.toward_a::<1>()
    }

    #[inline(always)]
    fn two_west(self) -> Self {
        self.toward_a::<2>()
    }
}

/// Returns the register unchanged. The function compiles to no instruction, but the compiler must assume that it
/// changes the register. The compiler therefore cannot merge the additions of two [`east`](Lanes::east) steps into one
/// shift. Many cores execute shifts on only half of their vector pipelines.
#[inline(always)]
fn opaque(mut register: uint8x16_t) -> uint8x16_t {
    // SAFETY: the template contains no instruction.
    unsafe { asm!("/* {0:v} */", inout(vreg) register, options(pure, nomem, nostack, preserves_flags)) };
    register
}

impl TwoBoards {
    #[inline(always)]
    fn new(isa: Neon, register: uint64x2_t) -> Self {
        Self(register, isa)
    }

    /// Moves every set `N` files toward file a. A shift within bytes drops the squares that would leave a rank, so no
    /// mask is needed.
    #[inline(always)]
    fn toward_a<const N: i32>(self) -> Self {
        // SAFETY: `self` was made from a `Neon`.
        let bytes = unsafe { vreinterpretq_u8_u64(self.0) };
        // SAFETY: `self` was made from a `Neon`.
        let shifted = unsafe { vshrq_n_u8::<N>(bytes) };
        // SAFETY: `self` was made from a `Neon`.
        Self(unsafe { vreinterpretq_u64_u8(shifted) }, self.1)
    }

    /// Shifts to the left, or to the right if the count is negative. The compiler turns a constant count into a shift
    /// by an immediate.
    #[inline(always)]
    fn shifted(self, places: i64) -> Self {
        // SAFETY: `self` was made from a `Neon`.
        let count = unsafe { vdupq_n_s64(places) };
        // SAFETY: `self` was made from a `Neon`.
        Self(unsafe { vshlq_u64(self.0, count) }, self.1)
    }
}

set_operators!([] TwoBoards: vandq_u64, vorrq_u64, veorq_u64);

/// Lists members by the method of the portable code, with one table entry for each rank. One instruction counts the members
/// of all ranks, for which portable code needs ten operations.
impl ListMembers for Neon {
    #[inline(always)]
    fn write(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        // SAFETY: `self` is a `Neon`.
        let ranks = unsafe { vcreate_u8(set) };
        // SAFETY: `self` is a `Neon`.
        let counts = unsafe { vcnt_u8(ranks) };
        // SAFETY: `self` is a `Neon`.
        let word = unsafe { vreinterpret_u64_u8(counts) };
        // SAFETY: `self` is a `Neon`.
        write_by_rank(set, unsafe { vget_lane_u64::<0>(word) }, room)
    }
}
