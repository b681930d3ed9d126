//! WebAssembly simd128: two boards in one 128-bit register.
//!
//! The spread `Prefix` computes the knight attacks on two boards in 17 vector operations. Steps along a rank use the
//! default methods of [`Lanes`], which shift words and then apply a mask. The instruction set also has shifts of bytes,
//! which need no mask. These shifts are not faster:
//!
//! - On AArch64, `i8x16.shl` and `i8x16.shr_u` are one instruction each. On x86, which has no shifts of bytes, V8 (the
//!   engine of Chromium and Node.js) compiles each of them to several instructions. These instructions shift words,
//!   make a mask and apply it. The default methods take only two instructions.
//! - `i8x16.add` is one instruction everywhere, but LLVM turns the sum of a register with itself into `i8x16.shl` by
//!   one place. For x86 targets, LLVM turns the shift back into an addition. For WebAssembly, it keeps the shift.
//!
//! An engine without vector instructions rejects every module that contains such an instruction, so a module cannot
//! detect simd128 at run time. This file is therefore compiled only with `-C target-feature=+simd128`. With this option
//! all intrinsics are safe to call, except intrinsics that take a pointer.

use core::arch::wasm32::{
    u8x16_popcnt, u16x8_extadd_pairwise_u8x16, u32x4_extadd_pairwise_u16x8, u64x2_add, u64x2_eq, u64x2_extract_lane,
    u64x2_shl, u64x2_shr, u64x2_splat, v128, v128_and, v128_any_true, v128_load, v128_or, v128_store, v128_xor,
};

use setwise_core::{LIST_ROOM, Lanes, ListMembers, write_by_rank};

use crate::operators::set_operators;
use crate::proof::proof;

proof! {
    /// Proof of simd128. Every target for which this file is compiled has simd128.
    Simd128 = "simd128", part of the target
}

/// Two boards side by side.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct TwoBoards(v128);

impl Lanes for TwoBoards {
    type Isa = Simd128;
    type Chunk = [u64; 2];
    const COUNTS_BY_INSTRUCTION: bool = true;

    #[inline(always)]
    fn isa(self) -> Simd128 {
        Simd128(())
    }

    #[inline(always)]
    fn load(_: Simd128, boards: &[u64; 2]) -> Self {
        // SAFETY: the reference is valid for 16 bytes, and this load takes any alignment.
        Self(unsafe { v128_load(boards.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; 2]) {
        // SAFETY: the reference is valid for 16 bytes, and this store takes any alignment.
        unsafe { v128_store(boards.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn splat(_: Simd128, board: u64) -> Self {
        Self(u64x2_splat(board))
    }

    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        Self(u64x2_shl(self.0, N))
    }

    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        Self(u64x2_shr(self.0, N))
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        Self(u64x2_add(self.0, other.0))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Self(u64x2_eq(self.0, other.0))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        !v128_any_true(self.0)
    }

    /// Counts the set bits of each byte, and then adds neighbouring counts in three steps. The first two steps are one
    /// instruction each. simd128 has no such instruction for the third step.
    #[inline(always)]
    fn popcount(self) -> Self {
        const LOW_HALF: u64 = 0xFFFF_FFFF;
        let of_pairs = u16x8_extadd_pairwise_u8x16(u8x16_popcnt(self.0));
        let of_halves = Self(u32x4_extadd_pairwise_u16x8(of_pairs));
        (of_halves & LOW_HALF).wrapping_add(of_halves.shr::<32>())
    }
}

impl TwoBoards {
    #[inline(always)]
    fn new(_: Simd128, register: v128) -> Self {
        Self(register)
    }
}

set_operators!([] TwoBoards: v128_and, v128_or, v128_xor);

/// Lists members by the method of the portable code, with one table entry for each rank. One instruction counts the members
/// of all ranks, for which portable code needs ten operations.
impl ListMembers for Simd128 {
    #[inline(always)]
    fn write(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        write_by_rank(set, u64x2_extract_lane::<0>(u8x16_popcnt(u64x2_splat(set))), room)
    }
}
