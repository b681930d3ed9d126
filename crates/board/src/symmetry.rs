//! Flips, mirror images and rotations of a whole set.
//!
//! Each byte of the word is a rank, so reversing the order of the bytes flips the ranks. Reversing the order of the
//! bits rotates the board by 180 degrees, so reversing first the bits and then the bytes mirrors the files. The board
//! is transposed by swapping 1x1, 2x2 and 4x4 blocks across the diagonal.

use crate::Bitboard;
use crate::masks::{BELOW_DIAGONAL_1, BELOW_DIAGONAL_2, BELOW_DIAGONAL_4};

impl Bitboard {
    /// Flips the ranks: e1 goes to e8. The index of each square is XORed with 56.
    #[inline]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Mirrors the files: a4 goes to h4. The index of each square is XORed with 7. This also converts a set from the
    /// mapping of this crate to a mapping with h1 = bit 0, and back.
    #[inline]
    #[must_use]
    pub const fn mirror_horizontal(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// Rotates the board by 180 degrees, which flips the ranks and mirrors the files: a1 goes to h8. The index of each
    /// square is XORed with 63.
    #[inline]
    #[must_use]
    pub const fn rotate_180(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// Flips the board about the diagonal from a1 to h8: b1 goes to a2. Files become ranks.
    #[inline]
    #[must_use]
    pub const fn flip_diagonal(self) -> Self {
        let x = swap_with_distance(self.0, 7, BELOW_DIAGONAL_1);
        let x = swap_with_distance(x, 14, BELOW_DIAGONAL_2);
        Self(swap_with_distance(x, 28, BELOW_DIAGONAL_4))
    }

    /// Flips the board about the antidiagonal from a8 to h1: a1 goes to h8, b1 to h7. Files become ranks.
    #[inline]
    #[must_use]
    pub const fn flip_antidiagonal(self) -> Self {
        self.flip_diagonal().rotate_180()
    }
}

/// Exchanges each bit in `mask` with the bit `distance` places above it.
const fn swap_with_distance(x: u64, distance: u32, mask: u64) -> u64 {
    let difference = (x ^ (x >> distance)) & mask;
    x ^ difference ^ (difference << distance)
}

#[cfg(test)]
mod tests {
    use crate::{Bitboard, File, Rank, Square};

    /// A symmetry moves each square independently of the others, so it is enough to check the 64 single squares.
    #[test]
    fn each_symmetry_moves_each_square_as_its_coordinates_say() {
        let at = |file: usize, rank: usize| Square::new(File::ALL[file], Rank::ALL[rank]).bitboard();
        for square in Square::ALL {
            let (file, rank) = (square.file().index(), square.rank().index());
            let set = square.bitboard();
            assert_eq!(set.flip_vertical(), at(file, 7 - rank));
            assert_eq!(set.mirror_horizontal(), at(7 - file, rank));
            assert_eq!(set.rotate_180(), at(7 - file, 7 - rank));
            assert_eq!(set.flip_diagonal(), at(rank, file));
            assert_eq!(set.flip_antidiagonal(), at(7 - rank, 7 - file));
            assert_eq!(square.flip_vertical().bitboard(), at(file, 7 - rank));
            assert_eq!(square.mirror_horizontal().bitboard(), at(7 - file, rank));
        }
        assert_eq!(Bitboard::ALL.flip_diagonal(), Bitboard::ALL);
    }
}
