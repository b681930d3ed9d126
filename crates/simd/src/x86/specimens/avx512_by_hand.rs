//! Handwritten AVX-512 assembly for the attacks of knights and of kings. The loops take 12 and 7 operations per
//! register, the fewest that we know. Intel's CPUs have two ports for 512-bit operations, and only one of them executes
//! shifts. The operations therefore take 6 and 3.5 cycles.
//!
//! The index in `rax` counts bytes. It starts at minus the length of the columns and ends at zero. One addition
//! therefore both advances the index and sets the flag that ends the loop.

use core::arch::asm;
use core::ptr;

use setwise_board::masks::{NOT_GH, NOT_H};

use crate::x86::avx512::Avx512;

/// Writes, for each board, the squares that the knights on it attack.
///
/// If the columns differ in length, the boards beyond the end of the shorter column are ignored.
pub fn knight_attacks(_: Avx512, knights: &[[u64; 8]], attacks: &mut [[u64; 8]]) {
    const { assert!(usize::BITS == 64, "the index is a 64-bit register") }
    let bytes = size_of_val(knights).min(size_of_val(attacks)).cast_signed();
    if bytes == 0 {
        return;
    }
    // SAFETY: the proof says that this CPU has the instructions. The loop reads `bytes` bytes of one column and writes
    // `bytes` bytes of the other, and neither column is shorter. The loads and stores take any alignment.
    unsafe {
        asm!(
            "vpbroadcastq zmm4, [{not_h}]",
            "vpbroadcastq zmm5, [{not_gh}]",
            ".p2align 5",
            "2:",
            "vmovdqu64 zmm0, [{from} + rax]",
            "vpaddb zmm1, zmm0, zmm0", // one file east
            "vpsrlq zmm2, zmm0, 1",
            "vpternlogq zmm2, zmm1, zmm4, 0xEC", // (shifted & NOT_H) | east: one file away
            "vpaddb zmm1, zmm1, zmm1", // two files east
            "vpsrlq zmm0, zmm0, 2",
            "vpternlogq zmm0, zmm1, zmm5, 0xEC", // two files away
            "vpsllq zmm1, zmm2, 16",
            "vpsrlq zmm2, zmm2, 16",
            "vpsllq zmm3, zmm0, 8",
            "vpsrlq zmm0, zmm0, 8",
            "vpternlogq zmm1, zmm2, zmm3, 0xFE", // the union of three
            "vporq zmm0, zmm0, zmm1",
            "vmovdqu64 [{to} + rax], zmm0",
            "add rax, 64",
            "jne 2b",
            "vzeroupper",
            from = in(reg) knights.as_ptr().wrapping_byte_offset(bytes),
            to = in(reg) attacks.as_mut_ptr().wrapping_byte_offset(bytes),
            inout("rax") -bytes => _,
            not_h = in(reg) ptr::from_ref(&NOT_H),
            not_gh = in(reg) ptr::from_ref(&NOT_GH),
            clobber_abi("sysv64"),
            options(nostack),
        );
    }
}

/// Writes, for each board, the squares that the kings on it attack.
///
/// If the columns differ in length, the boards beyond the end of the shorter column are ignored.
pub fn king_attacks(_: Avx512, kings: &[[u64; 8]], attacks: &mut [[u64; 8]]) {
    const { assert!(usize::BITS == 64, "the index is a 64-bit register") }
    let bytes = size_of_val(kings).min(size_of_val(attacks)).cast_signed();
    if bytes == 0 {
        return;
    }
    // SAFETY: the proof says that this CPU has the instructions. The loop reads `bytes` bytes of one column and writes
    // `bytes` bytes of the other, and neither column is shorter. The loads and stores take any alignment.
    unsafe {
        asm!(
            "vpbroadcastq zmm4, [{not_h}]",
            ".p2align 5",
            "2:",
            "vmovdqu64 zmm0, [{from} + rax]",
            "vpaddb zmm1, zmm0, zmm0", // east
            "vpsrlq zmm2, zmm0, 1",
            "vpternlogq zmm2, zmm1, zmm4, 0xEC", // beside
            "vporq zmm0, zmm0, zmm2", // row
            "vpsllq zmm1, zmm0, 8",
            "vpsrlq zmm0, zmm0, 8",
            "vpternlogq zmm0, zmm1, zmm2, 0xFE",
            "vmovdqu64 [{to} + rax], zmm0",
            "add rax, 64",
            "jne 2b",
            "vzeroupper",
            from = in(reg) kings.as_ptr().wrapping_byte_offset(bytes),
            to = in(reg) attacks.as_mut_ptr().wrapping_byte_offset(bytes),
            inout("rax") -bytes => _,
            not_h = in(reg) ptr::from_ref(&NOT_H),
            clobber_abi("sysv64"),
            options(nostack),
        );
    }
}
