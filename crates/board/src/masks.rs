//! Named constants for the masks that formulas use.
//!
//! The masks are plain `u64` words, because lanes of every width have operators that take a word. A mask that excludes
//! one or two files removes squares that a shift has moved around the edge of the board. For example, no piece can be
//! on file a after a step east, so a bit on file a came from file h. Instead of masking after the shift, a formula can
//! mask before the shift, with the mirror image of the mask.

/// File a.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// File h.
pub const FILE_H: u64 = FILE_A << 7;
/// Rank 1.
pub const RANK_1: u64 = 0xFF;
/// Rank 3, which a white pawn crosses when it moves two squares.
pub const RANK_3: u64 = RANK_1 << 16;
/// Rank 6, which a black pawn crosses when it moves two squares.
pub const RANK_6: u64 = RANK_1 << 40;
/// Rank 8.
pub const RANK_8: u64 = RANK_1 << 56;
/// Ranks 2 to 7, the ranks on which pawns can be.
pub const PAWN_RANKS: u64 = !(RANK_1 | RANK_8);
/// The squares of the colour of a1: a1, c1, ..., b2, ..., h8.
pub const DARK_SQUARES: u64 = EVEN_BITS & EVEN_BYTES | !EVEN_BITS & !EVEN_BYTES;
/// All squares except file a: the mask after one step east, or before one step west.
pub const NOT_A: u64 = !FILE_A;
/// All squares except files a and b: the mask after two steps east, or before two steps west.
pub const NOT_AB: u64 = !(FILE_A | FILE_A << 1);
/// All squares except file h: the mask after one step west, or before one step east.
pub const NOT_H: u64 = !FILE_H;
/// All squares except files g and h: the mask after two steps west, or before two steps east.
pub const NOT_GH: u64 = !(FILE_H | FILE_H >> 1);

/// Entry n has all squares except those on the first n files: the mask after n steps east.
pub const FILES_FROM: [u64; 8] = {
    let mut files = [!0; 8];
    let mut n = 1;
    while n < 8 {
        files[n] = files[n - 1] & !(FILE_A << (n - 1));
        n += 1;
    }
    files
};
/// Entry n has all squares except those on the last n files: the mask after n steps west.
pub const FILES_BUT_LAST: [u64; 8] = {
    let mut files = [!0; 8];
    let mut n = 1;
    while n < 8 {
        files[n] = files[n - 1] & !(FILE_H >> (n - 1));
        n += 1;
    }
    files
};

/// White's pawn shield on the kingside: f2 g2 h2 f3 g3 h3.
pub const SHIELD_KINGSIDE: u64 = 0x00E0_E000;
/// White's pawn shield on the queenside: a2 b2 c2 a3 b3 c3.
pub const SHIELD_QUEENSIDE: u64 = 0x0007_0700;

/// In each 2 by 2 block, the square south-east of the block's diagonal: b1, d1, f1, h1, and likewise on ranks 3, 5, 7.
pub const BELOW_DIAGONAL_1: u64 = 0x00AA_00AA_00AA_00AA;
/// In each 4 by 4 block, the 2 by 2 block south-east of the diagonal: c1 d1 c2 d2, ...
pub const BELOW_DIAGONAL_2: u64 = 0x0000_CCCC_0000_CCCC;
/// The 4 by 4 block south-east of the long diagonal: e1 to h4.
pub const BELOW_DIAGONAL_4: u64 = 0x0000_0000_F0F0_F0F0;

/// Every second bit of a word, starting with the lowest.
pub const EVEN_BITS: u64 = 0x5555_5555_5555_5555;
/// Every second pair of bits of a word, starting with the lowest.
pub const EVEN_PAIRS: u64 = 0x3333_3333_3333_3333;
/// The low half of each byte.
pub const LOW_HALVES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
/// Every second byte of a word, starting with the lowest.
pub const EVEN_BYTES: u64 = 0x00FF_00FF_00FF_00FF;
/// Every second pair of bytes of a word, starting with the lowest.
pub const EVEN_BYTE_PAIRS: u64 = 0x0000_FFFF_0000_FFFF;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_the_published_values() {
        assert_eq!((NOT_A, NOT_AB), (0xFEFE_FEFE_FEFE_FEFE, 0xFCFC_FCFC_FCFC_FCFC));
        assert_eq!((NOT_H, NOT_GH), (0x7F7F_7F7F_7F7F_7F7F, 0x3F3F_3F3F_3F3F_3F3F));
        assert_eq!((FILE_A, FILE_H), (0x0101_0101_0101_0101, 0x8080_8080_8080_8080));
        assert_eq!((RANK_1, RANK_8), (0xFF, 0xFF00_0000_0000_0000));
        assert_eq!(PAWN_RANKS, 0x00FF_FFFF_FFFF_FF00);
        assert_eq!((FILES_FROM[0], FILES_FROM[1], FILES_FROM[2], FILES_FROM[7]), (!0, NOT_A, NOT_AB, FILE_H));
        assert_eq!(
            (FILES_BUT_LAST[0], FILES_BUT_LAST[1], FILES_BUT_LAST[2], FILES_BUT_LAST[7]),
            (!0, NOT_H, NOT_GH, FILE_A)
        );
    }
}
