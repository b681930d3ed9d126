//! Transposition of bits and bytes, on all boards of a register at once.
//!
//! A transposition is a few exchanges across the diagonal: of single bits, of pairs, of fours, in every word at once;
//! then of bytes between words. No bit is handled individually.
//!
//! ```text
//! single bits        pairs              fours (row 1 on top)
//! . x . x            . . x x            two 4 by 4 blocks
//! . . . .            . . x x            change places
//! . x . x            . . . .
//! . . . .            . . . .            x: changes places with its image across the diagonal
//! ```
//!
//! Source: Chess Programming Wiki, Flipping Mirroring and Rotating; Warren, Hacker's Delight, section 7-3.

use setwise_board::masks::{BELOW_DIAGONAL_1, BELOW_DIAGONAL_2, BELOW_DIAGONAL_4, EVEN_BYTE_PAIRS, EVEN_BYTES};

use crate::Lanes;

/// Returns each board flipped about its diagonal from a1 to h8: bit i of byte j goes to bit j of byte i.
#[inline(always)]
pub fn flip_diagonal<V: Lanes>(mut board: V) -> V {
    let single = (board ^ board.down::<7>()) & BELOW_DIAGONAL_1;
    board = board ^ single ^ single.up::<7>();
    let pairs = (board ^ board.down::<14>()) & BELOW_DIAGONAL_2;
    board = board ^ pairs ^ pairs.up::<14>();
    let fours = (board ^ board.down::<28>()) & BELOW_DIAGONAL_4;
    board ^ fours ^ fours.up::<28>()
}

/// Transposes the bytes of four words, separately in the lower and the upper half: byte i of word j goes to byte j of
/// word i.
#[inline(always)]
#[must_use]
pub fn transpose_bytes<V: Lanes>([a, b, c, d]: [V; 4]) -> [V; 4] {
    let ((a, b), (c, d)) = (exchange::<8, V>(a, b, EVEN_BYTES), exchange::<8, V>(c, d, EVEN_BYTES));
    let ((a, c), (b, d)) = (exchange::<16, V>(a, c, EVEN_BYTE_PAIRS), exchange::<16, V>(b, d, EVEN_BYTE_PAIRS));
    [a, b, c, d]
}

/// Exchanges the bits of `b` under the mask with the bits of `a` that lie `N` places higher.
#[inline(always)]
fn exchange<const N: u32, V: Lanes>(a: V, b: V, mask: u64) -> (V, V) {
    let difference = (a.down::<N>() ^ b) & mask;
    (a ^ difference.up::<N>(), b ^ difference)
}

#[cfg(test)]
mod tests {
    use setwise_board::Bitboard;

    use super::*;
    use crate::{Scalar, Words};

    #[test]
    fn a_board_is_flipped_as_its_squares_are() {
        for square in 0..64 {
            let [flipped] = flip_diagonal(Words::<1>::load(Scalar, &[1 << square])).boards();
            assert_eq!(flipped, 1 << (8 * (square % 8) + square / 8));
            assert_eq!(flipped, Bitboard(1 << square).flip_diagonal().0);
        }
    }

    #[test]
    fn every_byte_of_both_halves_goes_to_its_place() {
        let word = |n: u8| u64::from_le_bytes(core::array::from_fn(|byte| 16 * n + byte as u8));
        let words = [0, 1, 2, 3].map(|n| Words::<1>::load(Scalar, &[word(n)]));
        for (n, transposed) in transpose_bytes(words).into_iter().enumerate() {
            let bytes = transposed.boards()[0].to_le_bytes();
            for (place, byte) in bytes.into_iter().enumerate() {
                let (half, row) = (place / 4, place % 4);
                assert_eq!(usize::from(byte), 16 * row + 4 * half + n);
            }
        }
    }
}
