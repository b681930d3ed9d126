//! Casts between columns of [`Bitboard`]s and columns of words, without a copy.
//!
//! A batch takes columns of words, because columns come from files, arrays and other programs. A column of
//! [`Bitboard`]s has the same bytes in memory as a column of words: the type is `repr(transparent)` over its word, and
//! every word is a valid set. So a reference to a slice of one type can be cast to a reference to a slice of the other
//! type. The functions of this module compile to no instructions.
//!
//! ```
//! use setwise_board::{Bitboard, Square::{B1, G1, H3}};
//! use setwise_simd::columns::{bitboards, words, words_mut};
//!
//! let mut knights = [Bitboard::from_squares(&[B1, G1]), H3.into()];
//! assert_eq!(words(&knights), [0x42, 1 << 23]);
//! words_mut(&mut knights)[1] = 0;
//! assert_eq!(knights[1], Bitboard::EMPTY);
//! assert_eq!(bitboards(&[0x42]), &knights[..1]);
//! ```

use core::slice;

use setwise_board::Bitboard;

/// Returns the boards as words. In each word, a1 is bit 0.
#[inline]
#[must_use]
pub const fn words(boards: &[Bitboard]) -> &[u64] {
    // SAFETY: the slice is valid for its length and lifetime. A `Bitboard` has the size, the alignment and the bytes of
    // a `u64` (`repr(transparent)`), and every word is a valid set.
    unsafe { slice::from_raw_parts(boards.as_ptr().cast(), boards.len()) }
}

/// Returns the boards as words that can be written. Any word may be written, because every word is a valid set.
#[inline]
#[must_use]
pub const fn words_mut(boards: &mut [Bitboard]) -> &mut [u64] {
    // SAFETY: as in `words`. The result borrows `boards` exclusively, and every `u64` written is a valid `Bitboard`.
    unsafe { slice::from_raw_parts_mut(boards.as_mut_ptr().cast(), boards.len()) }
}

/// Returns the words as sets. In each word, a1 is bit 0.
#[inline]
#[must_use]
pub const fn bitboards(words: &[u64]) -> &[Bitboard] {
    // SAFETY: the slice is valid for its length and lifetime. A `u64` has the size, the alignment and the bytes of a
    // `Bitboard` (`repr(transparent)`), and every set is a valid word.
    unsafe { slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
}

/// Returns the words as sets that can be written.
#[inline]
#[must_use]
pub const fn bitboards_mut(words: &mut [u64]) -> &mut [Bitboard] {
    // SAFETY: as in `bitboards`. The result borrows `words` exclusively, and every `Bitboard` written is a valid `u64`.
    unsafe { slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len()) }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    /// A cast to words and back must keep the address, length and content of every subslice of a column.
    #[test]
    fn every_part_of_a_column_is_itself() {
        let mut column: Vec<Bitboard> = (0..9_u64).map(|n| Bitboard(n.wrapping_mul(0x9E37_79B9_7F4A_7C15))).collect();
        for (start, end) in (0..=9).flat_map(|start| (start..=9).map(move |end| (start, end))) {
            let part = &column[start..end];
            let same: Vec<u64> = part.iter().map(|board| board.0).collect();
            assert_eq!(words(part), same);
            assert_eq!(bitboards(words(part)).as_ptr_range(), part.as_ptr_range());
            let range = part.as_ptr_range();
            assert_eq!(bitboards_mut(words_mut(&mut column[start..end])).as_ptr_range(), range);
        }
        assert_eq!((words(&[]), bitboards(&[])), (&[][..], &[][..]));
    }

    #[test]
    fn what_is_written_through_one_kind_is_read_through_the_other() {
        let (mut boards, mut column) = ([Bitboard::EMPTY; 3], [0_u64; 3]);
        words_mut(&mut boards)[2] = 0x42;
        bitboards_mut(&mut column)[2] = Bitboard(0x42);
        assert_eq!(words(&boards), column);
        const FIRST: u64 = words(&[Bitboard::ALL])[0];
        assert_eq!(FIRST, !0);
    }
}
