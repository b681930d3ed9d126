//! Columns of squares with AVX-512: two byte shuffles look up the sets of eight squares, in tables that are kept in
//! registers. The first shuffle copies the squares, and the second looks up the bytes of their sets.
//!
//! With F and BW, the method is that of AVX2: the second shuffle reads a table of 16 bytes. For knights, a third shuffle
//! first replaces the ranks of 16 squares with codes.
//!
//! With VBMI, the second shuffle reads a register of 64 bytes, or two registers together. Their 128 bytes are the bytes
//! of all offsets of a [`SquareTable`], so one addition computes the indices for any table. Intel's CPUs execute the
//! shuffle of two registers as three operations. For tables that reach at most three ranks, the 64 bytes of the offsets
//! from -31 to 32 are enough, because the bytes of all lower and higher offsets are empty. Two instructions replace a
//! lower offset by -31 and a higher one by 32, whose bytes are also empty in all these tables:
//!
//! ```text
//! offset          -56 ... -31  -30 ...  31   32 ...  63
//! plus 223        167 ... 192  193 ... 254  255 ... 255     at most 255
//! at least 192    192 ... 192  193 ... 254  255 ... 255     the shuffle reads the low six bits: 0 to 63
//! ```

use core::arch::x86_64::{
    _mm512_add_epi8, _mm512_adds_epu8, _mm512_max_epu8, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8,
    _mm512_set1_epi64, _mm512_shuffle_epi8,
};
use core::array;

use setwise_board::Square;
use setwise_core::{FromSquares, Isa, Lanes, SquareTable, each_register, in_each_byte, minus_rank};

use super::placement::Avx512Vbmi2;
use super::{Avx512, EightBoards};
use crate::x86::squares;

/// If the table has an alternating form, looks up each block of 16 squares by byte shuffles. Otherwise, reads the table
/// once for each square.
impl FromSquares for Avx512 {
    #[inline(always)]
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        squares::write_sets::<EightBoards>(self, table, squares, sets);
    }
}

/// Looks up the sets of eight squares at once.
impl FromSquares for Avx512Vbmi2 {
    #[inline(always)]
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        self.enter(
            #[inline(always)]
            move || {
                // The bytes are loaded before the loops. Otherwise each loop would load them again for each register,
                // because it also writes to memory.
                if table.reach() <= NEAR_RANKS {
                    let bytes = load(self.avx512(), &table.bytes()[ZERO - 31..]);
                    each_register(
                        squares,
                        sets,
                        #[inline(always)]
                        |squares| self.near_sets(bytes, squares),
                    );
                } else {
                    let (low, high) = table.bytes().split_at(ZERO);
                    let halves = [load(self.avx512(), low), load(self.avx512(), high)];
                    each_register(
                        squares,
                        sets,
                        #[inline(always)]
                        |squares| self.sets(halves, squares),
                    );
                }
            },
        );
    }
}

/// The longest distance in ranks for which the bytes of the offsets from -31 to 32 are enough.
const NEAR_RANKS: usize = 3;

/// The index of offset 0 in a table of 128 bytes.
const ZERO: usize = 64;

impl Avx512Vbmi2 {
    /// Returns the sets of eight squares, looked up in the bytes of the offsets from -31 to 32.
    #[inline(always)]
    fn near_sets(self, bytes: EightBoards, squares: &[Square]) -> EightBoards {
        let isa = bytes.isa();
        let first = EightBoards::splat(isa, const { minus_rank(223) });
        let least = EightBoards::splat(isa, const { in_each_byte(192) });
        // SAFETY: `self` proves F and BW.
        let at_most = unsafe { _mm512_adds_epu8(copy(isa, squares).0, first.0) };
        // SAFETY: `self` proves F and BW.
        let indices = unsafe { _mm512_max_epu8(at_most, least.0) };
        // SAFETY: `self` proves VBMI.
        EightBoards::new(isa, unsafe { _mm512_permutexvar_epi8(indices, bytes.0) })
    }

    /// Returns the sets of eight squares, looked up in the bytes of all offsets, from -64 to 63.
    #[inline(always)]
    fn sets(self, [low, high]: [EightBoards; 2], squares: &[Square]) -> EightBoards {
        let isa = low.isa();
        let first = EightBoards::splat(isa, const { minus_rank(ZERO as u8) });
        // SAFETY: `self` proves F and BW.
        let indices = unsafe { _mm512_add_epi8(copy(isa, squares).0, first.0) };
        // SAFETY: `self` proves VBMI.
        EightBoards::new(isa, unsafe { _mm512_permutex2var_epi8(low.0, indices, high.0) })
    }
}

/// Loads the first 64 bytes of a slice.
#[inline(always)]
fn load(isa: Avx512, bytes: &[u8]) -> EightBoards {
    let (words, _) = bytes.as_chunks();
    EightBoards::load(isa, &array::from_fn(|n| u64::from_le_bytes(words[n])))
}

/// Returns a register that has the first square in all bytes of the first lane, the second square in all bytes of the
/// second lane, and so on.
#[inline(always)]
fn copy(isa: Avx512, squares: &[Square]) -> EightBoards {
    /// The number of each lane, in all bytes of the lane.
    const LANE: [u64; 8] = {
        let (mut lanes, mut lane) = ([0; 8], 0);
        while lane < 8 {
            lanes[lane as usize] = in_each_byte(lane);
            lane += 1;
        }
        lanes
    };
    let squares = i64::from_le_bytes(array::from_fn(|n| squares[n] as u8));
    // SAFETY: `isa` proves F and BW.
    let squares = unsafe { _mm512_set1_epi64(squares) };
    // SAFETY: `isa` proves F and BW.
    EightBoards::new(isa, unsafe { _mm512_shuffle_epi8(squares, EightBoards::load(isa, &LANE).0) })
}
