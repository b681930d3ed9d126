//! The operations of registers that need VPOPCNTDQ or GFNI.
//!
//! VPOPCNTDQ counts the bits of each lane with one instruction.
//!
//! One instruction of GFNI multiplies two matrices of 8 by 8 bits in each lane. In the first matrix, each byte is a row.
//! In the second, byte `7 - j` has the factors for bit `j` of every byte of the product:
//!
//! ```text
//! bit j of byte i = the parity of (byte i of the first & byte 7 - j of the second)
//!
//! second constant, byte 7 - j has only bit 7 - j     bit j of byte i = bit 7 - j of byte i          files mirrored
//! first constant, byte i has only bit 7 - i          bit j of byte i = bit 7 - i of byte 7 - j      files become ranks
//! ```

use core::arch::x86_64::{__m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_popcnt_epi64, _mm512_set1_epi64};

use crate::proof::proof;

cpu_has_avx512_and!(cpu_has_avx512_vpopcnt, "avx512vpopcntdq", "gfni");

proof! {
    /// Proof that this CPU has VPOPCNTDQ and GFNI in addition to F, BW and DQ.
    Avx512Vpopcnt = "avx512-vpopcnt", found by cpu_has_avx512_vpopcnt, enables "avx512f,avx512bw,avx512dq,avx512vpopcntdq,gfni"
}

/// The second matrix, for mirroring: bit `j` of a product is bit `7 - j` of the board.
const MIRROR: u64 = 0x8040_2010_0804_0201;

/// Like [`MIRROR`], but one step farther toward file h: bit `j` of a product is bit `8 - j` of the board. Bit 0 is
/// empty.
const MIRROR_EAST: u64 = MIRROR >> 8;

/// The first matrix, for flipping: byte `i` has only bit `7 - i`.
const ANTIDIAGONAL: u64 = 0x0102_0408_1020_4080;

impl Avx512Vpopcnt {
    /// Counts the members of all lanes with one instruction.
    #[inline(always)]
    pub(super) fn popcount(self, boards: __m512i) -> __m512i {
        // SAFETY: `self` proves VPOPCNTDQ.
        unsafe { _mm512_popcnt_epi64(boards) }
    }

    #[inline(always)]
    pub(super) fn mirrored(self, boards: __m512i) -> __m512i {
        self.product(boards, self.matrix(MIRROR))
    }

    /// Mirrors the boards, and moves them one step toward file h.
    #[inline(always)]
    pub(super) fn mirrored_one_east(self, boards: __m512i) -> __m512i {
        self.product(boards, self.matrix(MIRROR_EAST))
    }

    /// Flips the boards about the antidiagonal.
    #[inline(always)]
    pub(super) fn flipped(self, boards: __m512i) -> __m512i {
        self.product(self.matrix(ANTIDIAGONAL), boards)
    }

    /// Returns the same matrix in each lane.
    #[inline(always)]
    fn matrix(self, matrix: u64) -> __m512i {
        // SAFETY: `self` proves F.
        unsafe { _mm512_set1_epi64(matrix.cast_signed()) }
    }

    #[inline(always)]
    fn product(self, first: __m512i, second: __m512i) -> __m512i {
        // SAFETY: `self` proves F and GFNI.
        unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(first, second) }
    }
}
