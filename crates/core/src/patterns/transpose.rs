//! Transposition of bits and bytes, on all boards of a register at once.
//!
//! A transposition consists of a few rounds of exchanges across the diagonal. The first round exchanges single bits,
//! the next round pairs, and the last round groups of four. Each round works on all words at once, so no bit is moved
//! individually. [`flip_diagonal`] exchanges bits within a word, and [`transpose_bits`] between eight words.
//! [`transpose_bytes`] exchanges bytes and pairs of bytes between four words.
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

use setwise_board::masks::{
    BELOW_DIAGONAL_1, BELOW_DIAGONAL_2, BELOW_DIAGONAL_4, EVEN_BITS, EVEN_BYTE_PAIRS, EVEN_BYTES, EVEN_PAIRS,
    LOW_HALVES,
};

use crate::{Lanes, kernel};

/// Returns each board flipped about its diagonal from a1 to h8: bit i of byte j goes to bit j of byte i.
#[inline(always)]
pub fn flip_diagonal<V: Lanes>(mut board: V) -> V {
    let single = (board ^ board.shr::<7>()) & BELOW_DIAGONAL_1;
    board = board ^ single ^ single.shl::<7>();
    let pairs = (board ^ board.shr::<14>()) & BELOW_DIAGONAL_2;
    board = board ^ pairs ^ pairs.shl::<14>();
    let fours = (board ^ board.shr::<28>()) & BELOW_DIAGONAL_4;
    board ^ fours ^ fours.shl::<28>()
}

kernel! {
    /// A set reflected in the diagonal from a1 to h8, so that files become ranks: [`flip_diagonal`] as a kernel.
    pub fn FlipDiagonal(_spread, set) -> [flipped] {
        let flipped = flip_diagonal(set);
    }
}

kernel! {
    /// A set with the order of its ranks reversed: rank 1 becomes rank 8, rank 2 becomes rank 7, and so on.
    pub fn FlipVertical(_spread, set) -> [flipped] {
        let flipped = flip_vertical(set);
    }
}

kernel! {
    /// A set with the order of its files reversed: file a becomes file h, file b becomes file g, and so on.
    pub fn MirrorHorizontal(_spread, set) -> [mirrored] {
        let mirrored = set.mirror_horizontal();
    }
}

kernel! {
    /// A set rotated by 180 degrees: square `n` becomes square `63 - n`.
    pub fn Rotate180(_spread, set) -> [rotated] {
        let rotated = flip_vertical(set).mirror_horizontal();
    }
}

/// Reverses the order of the bytes of each board: adjacent ranks are exchanged, then adjacent pairs of ranks, then the
/// northern and southern halves of the board.
#[inline(always)]
fn flip_vertical<V: Lanes>(board: V) -> V {
    let ranks = ((board & EVEN_BYTES).shl::<8>()) | (board.shr::<8>() & EVEN_BYTES);
    let pairs = ((ranks & EVEN_BYTE_PAIRS).shl::<16>()) | (ranks.shr::<16>() & EVEN_BYTE_PAIRS);
    pairs.shl::<32>() | pairs.shr::<32>()
}

/// Transposes the bytes of four words, separately for their lower and upper halves. Within each half, byte i of word j
/// goes to byte j of word i.
// This function is hidden because it is not a pattern: it moves bytes, not squares. It is public because
// `setwise-positions` calls it.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn transpose_bytes<V: Lanes>([a, b, c, d]: [V; 4]) -> [V; 4] {
    let ((a, b), (c, d)) = (exchange::<8, V>(a, b, EVEN_BYTES), exchange::<8, V>(c, d, EVEN_BYTES));
    let ((a, c), (b, d)) = (exchange::<16, V>(a, c, EVEN_BYTE_PAIRS), exchange::<16, V>(b, d, EVEN_BYTE_PAIRS));
    [a, b, c, d]
}

/// Transposes the bits of eight words, separately for each byte. Within each byte, bit i of word j goes to bit j of
/// word i.
#[inline(always)]
#[must_use]
pub fn transpose_bits<V: Lanes>([a, b, c, d, e, f, g, h]: [V; 8]) -> [V; 8] {
    let ((a, b), (c, d)) = (exchange::<1, V>(a, b, EVEN_BITS), exchange::<1, V>(c, d, EVEN_BITS));
    let ((e, f), (g, h)) = (exchange::<1, V>(e, f, EVEN_BITS), exchange::<1, V>(g, h, EVEN_BITS));
    let ((a, c), (b, d)) = (exchange::<2, V>(a, c, EVEN_PAIRS), exchange::<2, V>(b, d, EVEN_PAIRS));
    let ((e, g), (f, h)) = (exchange::<2, V>(e, g, EVEN_PAIRS), exchange::<2, V>(f, h, EVEN_PAIRS));
    let ((a, e), (b, f)) = (exchange::<4, V>(a, e, LOW_HALVES), exchange::<4, V>(b, f, LOW_HALVES));
    let ((c, g), (d, h)) = (exchange::<4, V>(c, g, LOW_HALVES), exchange::<4, V>(d, h, LOW_HALVES));
    [a, b, c, d, e, f, g, h]
}

/// Exchanges the bits of `b` under the mask with the bits of `a` that lie `N` places higher.
#[inline(always)]
fn exchange<const N: u32, V: Lanes>(a: V, b: V, mask: u64) -> (V, V) {
    let difference = (a.shr::<N>() ^ b) & mask;
    (a ^ difference.shl::<N>(), b ^ difference)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scalar, Words};

    #[test]
    fn every_bit_of_every_byte_goes_to_its_place() {
        for (word, bit) in (0..8).flat_map(|word| (0..64).map(move |bit| (word, bit))) {
            let mut words = [0; 8];
            words[word] = 1_u64 << bit;
            let transposed = transpose_bits(words.map(|word| Words::<1>::load(Scalar, &[word])));
            let mut expected = [0; 8];
            expected[bit % 8] = 1_u64 << (bit / 8 * 8 + word);
            assert_eq!(transposed.map(|word| word.boards()[0]), expected);
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
