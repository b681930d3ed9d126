//! Handwritten AVX2 assembly for the attacks of knights and of kings. The loops take 15 and 9 operations per register,
//! the fewest that we know. On a CPU with three vector ports, these operations take 5 and 3 cycles.
//!
//! The index in `rax` counts bytes. It starts at minus the length of the columns and ends at zero. One addition
//! therefore both advances the index and sets the flag that ends the loop.

use core::arch::asm;
use core::ptr;

use setwise_board::masks::{NOT_GH, NOT_H};

use crate::x86::avx2::Avx2;

/// Writes, for each board, the squares that the knights on it attack.
///
/// If the columns differ in length, the boards beyond the end of the shorter column are ignored.
pub fn knight_attacks(_: Avx2, knights: &[[u64; 4]], attacks: &mut [[u64; 4]]) {
    const { assert!(usize::BITS == 64, "the index is a 64-bit register") }
    let bytes = size_of_val(knights).min(size_of_val(attacks)).cast_signed();
    if bytes == 0 {
        return;
    }
    // SAFETY: the proof says that this CPU has the instructions. The loop reads `bytes` bytes of one column and writes
    // `bytes` bytes of the other, and neither column is shorter. The loads and stores take any alignment.
    unsafe {
        asm!(
            "vpbroadcastq ymm4, [{not_h}]",
            "vpbroadcastq ymm5, [{not_gh}]",
            ".p2align 5",
            "2:",
            "vmovdqu ymm0, [{from} + rax]",
            "vpaddb ymm1, ymm0, ymm0", // one file east
            "vpsrlq ymm2, ymm0, 1",
            "vpand ymm2, ymm2, ymm4",
            "vpor ymm2, ymm2, ymm1", // one file away
            "vpaddb ymm1, ymm1, ymm1", // two files east
            "vpsrlq ymm0, ymm0, 2",
            "vpand ymm0, ymm0, ymm5",
            "vpor ymm0, ymm0, ymm1", // two files away
            "vpsllq ymm1, ymm2, 16",
            "vpsrlq ymm2, ymm2, 16",
            "vpor ymm1, ymm1, ymm2",
            "vpsllq ymm2, ymm0, 8",
            "vpsrlq ymm0, ymm0, 8",
            "vpor ymm0, ymm0, ymm2",
            "vpor ymm0, ymm0, ymm1",
            "vmovdqu [{to} + rax], ymm0",
            "add rax, 32",
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
pub fn king_attacks(_: Avx2, kings: &[[u64; 4]], attacks: &mut [[u64; 4]]) {
    const { assert!(usize::BITS == 64, "the index is a 64-bit register") }
    let bytes = size_of_val(kings).min(size_of_val(attacks)).cast_signed();
    if bytes == 0 {
        return;
    }
    // SAFETY: the proof says that this CPU has the instructions. The loop reads `bytes` bytes of one column and writes
    // `bytes` bytes of the other, and neither column is shorter. The loads and stores take any alignment.
    unsafe {
        asm!(
            "vpbroadcastq ymm4, [{not_h}]",
            ".p2align 5",
            "2:",
            "vmovdqu ymm0, [{from} + rax]",
            "vpaddb ymm1, ymm0, ymm0", // east
            "vpsrlq ymm2, ymm0, 1",
            "vpand ymm2, ymm2, ymm4",
            "vpor ymm2, ymm2, ymm1", // beside
            "vpor ymm0, ymm0, ymm2", // row
            "vpsllq ymm1, ymm0, 8",
            "vpsrlq ymm0, ymm0, 8",
            "vpor ymm1, ymm1, ymm2",
            "vpor ymm0, ymm0, ymm1",
            "vmovdqu [{to} + rax], ymm0",
            "add rax, 32",
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
