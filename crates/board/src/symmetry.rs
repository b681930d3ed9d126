//! Flips and mirrors of a whole set.
//!
//! A flip is an exchange of ever larger neighbours: bytes are ranks, so a byte swap flips ranks; swapping bits, pairs and
//! nibbles within each byte mirrors files; swapping 1x1, 2x2 and 4x4 blocks across the diagonal transposes.

use crate::Bitboard;
use crate::masks::{BELOW_DIAGONAL_1, BELOW_DIAGONAL_2, BELOW_DIAGONAL_4};

impl Bitboard {
    /// Rank 1 becomes rank 8: e1 goes to e8. Each square's index xor 56.
    #[inline]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// File a becomes file h: a4 goes to h4. Each square's index xor 7. This is also the way from and to mappings
    /// with h1 = bit 0.
    #[inline]
    #[must_use]
    pub const fn mirror_horizontal(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// Both at once, a half turn: a1 goes to h8. Each square's index xor 63.
    #[inline]
    #[must_use]
    pub const fn rotate_180(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// Files become ranks, about the diagonal a1-h8: b1 goes to a2.
    #[inline]
    #[must_use]
    pub const fn flip_diagonal(self) -> Self {
        let x = swap_with_distance(self.0, 7, BELOW_DIAGONAL_1);
        let x = swap_with_distance(x, 14, BELOW_DIAGONAL_2);
        Self(swap_with_distance(x, 28, BELOW_DIAGONAL_4))
    }

    /// Files become ranks, about the diagonal a8-h1: a1 goes to h8, b1 to h7.
    #[inline]
    #[must_use]
    pub const fn flip_antidiagonal(self) -> Self {
        self.flip_diagonal().rotate_180()
    }
}

/// Exchanges the bits under `mask` with those `distance` places above them.
const fn swap_with_distance(x: u64, distance: u32, mask: u64) -> u64 {
    let difference = (x ^ (x >> distance)) & mask;
    x ^ difference ^ (difference << distance)
}

#[cfg(test)]
mod tests {
    use crate::{Bitboard, File, Rank, Square};

    /// Every symmetry moves squares one by one, so 64 single squares and the union of sets fix it.
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
