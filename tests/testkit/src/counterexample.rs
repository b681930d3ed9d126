//! Published formulas that are wrong. They are kept to show on which squares they fail. Only tests may use them.

use setwise::masks::{NOT_A, NOT_AB, NOT_GH, NOT_H, RANK_1};
use setwise::{Bitboard, Square};

/// Returns the union of the eight shifts of a knight without any mask. A blog article shows this formula first.
///
/// Bits that leave the board to the north or south are shifted out of the word. Bits that leave to the east or west
/// reappear near the opposite edge, one rank too high or too low: a knight on a4 "attacks" g2. The formula is correct
/// for the 32 squares of files c to f and wrong for all squares of files a, b, g, h.
#[must_use]
pub fn maskless_knight_attacks(n: u64) -> u64 {
    n << 17 | n << 10 | n >> 6 | n >> 15 | n >> 17 | n >> 10 | n << 6 | n << 15
}

/// Returns the bit of a square as the blog article with [`maskless_knight_attacks`] computes it: `1 << knightNr` in C#.
/// There, 1 has 32 bits, and only the lowest five bits of the shift count are used. The result for h4 is negative, and
/// its sign bit fills the upper half of a 64-bit word. The result is correct for the squares a1 to g4 and wrong for h4
/// and all later squares.
#[must_use]
pub fn bit_of_a_32_bit_one(square: Square) -> u64 {
    let one = 1_i32.wrapping_shl(square as u32);
    i64::from(one).cast_unsigned()
}

/// The masks without file a, without files a and b, without file h, and without files g and h, if a1 = bit 0, as in all of
/// setwise.
pub const A1_IS_BIT_0: [u64; 4] = [NOT_A, NOT_AB, NOT_H, NOT_GH];

/// The same masks if h1 = bit 0 and a1 = bit 7, so file a has the bits that file h has in setwise.
pub const H1_IS_BIT_0: [u64; 4] = [NOT_H, NOT_GH, NOT_A, NOT_AB];

/// Returns the union of the eight formulas on an engine's wiki page, in the order of the page. Each formula applies a
/// mask and then a shift.
///
/// The page counts from h1 = bit 0, so both the set and the masks must have that bit order. With the bit order of
/// setwise the same formulas are wrong on all 32 squares of files a, b, g and h.
#[must_use]
pub fn engine_wiki_knight_attacks(n: u64, [not_a, not_ab, not_h, not_gh]: [u64; 4]) -> u64 {
    (n & not_ab) << 10
        | (n & not_a) << 17
        | (n & not_h) << 15
        | (n & not_gh) << 6
        | (n & not_gh) >> 10
        | (n & not_h) >> 17
        | (n & not_a) >> 15
        | (n & not_ab) >> 6
}

/// Returns the same union as [`engine_wiki_knight_attacks`], but with each mask applied after its shift. The result is
/// correct with the bit order of setwise.
#[must_use]
pub fn engine_wiki_knight_attacks_masked_after(n: u64) -> u64 {
    n << 10 & NOT_AB
        | n << 17 & NOT_A
        | n << 15 & NOT_H
        | n << 6 & NOT_GH
        | n >> 10 & NOT_GH
        | n >> 17 & NOT_H
        | n >> 15 & NOT_A
        | n >> 6 & NOT_AB
}

/// Returns the squares of white pawns that a black king catches if White is to move, by a published construction. The
/// king's square is widened along its rank, then filled downward to the third rank, one file wider on each side at each
/// rank. Then the third rank is copied to the second, and the first rank is added.
///
/// The construction is correct for kings on every rank except the second. For kings on the second rank, the widened
/// rank contains pawns that step past the king: 54 pairs of king and pawn are wrong. The loop counter in the code on
/// the page would underflow for kings on ranks 1 and 2.
#[must_use]
pub fn published_caught_area(king: Square) -> Bitboard {
    let rank = king.rank().index();
    let mut area = king.bitboard();
    for _ in 0..7 - rank {
        area = area | area.east() | area.west();
    }
    for _ in 2..rank {
        area = area | area.south() | area.south_east() | area.south_west();
    }
    area | area.south() | Bitboard(RANK_1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::random::fnv1a_of_sets;
    use setwise::bitboard;
    use setwise::tables::CAUGHT_AREA;

    /// The 32 squares of files a, b, g and h.
    const OUTER_FILES: Bitboard = bitboard! {
        X X . . . . X X
        X X . . . . X X
        X X . . . . X X
        X X . . . . X X
        X X . . . . X X
        X X . . . . X X
        X X . . . . X X
        X X . . . . X X
    };

    fn failing_squares(formula: impl Fn(u64) -> u64) -> Bitboard {
        let wrong = |square: &Square| formula(square.bitboard().0) != oracle::knight_attacks(square.bitboard().0);
        Square::ALL.into_iter().filter(wrong).collect()
    }

    #[test]
    fn without_masks_exactly_the_outer_files_are_wrong() {
        assert_eq!(failing_squares(maskless_knight_attacks), OUTER_FILES);
        assert_eq!(OUTER_FILES.count(), 32);
        let a4 = Square::A4.bitboard().0;
        assert_eq!(maskless_knight_attacks(a4), 0x0000_0284_4004_4280);
        assert_eq!(oracle::knight_attacks(a4), 0x0000_0204_0004_0200);
    }

    #[test]
    fn a_32_bit_one_is_wrong_from_h4_on() {
        let wrong = Square::ALL.into_iter().filter(|square| bit_of_a_32_bit_one(*square) != square.bitboard().0);
        assert!(wrong.eq(Square::ALL.into_iter().skip(31)));
        assert_eq!(bit_of_a_32_bit_one(Square::H4), 0xFFFF_FFFF_8000_0000);
        assert_eq!(bit_of_a_32_bit_one(Square::A5), Square::A1.bitboard().0);
    }

    #[test]
    fn the_mirrored_list_is_right_only_with_its_own_mapping_or_with_masks_behind() {
        let misread = |set| engine_wiki_knight_attacks(set, A1_IS_BIT_0);
        assert_eq!(failing_squares(misread), OUTER_FILES);
        assert_eq!(Bitboard(misread(Square::A1.bitboard().0)), Bitboard::from_squares(&[Square::G1, Square::H2]));

        let mirror = |set: u64| Bitboard(set).mirror_horizontal().0;
        let read_right = |set| mirror(engine_wiki_knight_attacks(mirror(set), H1_IS_BIT_0));
        assert_eq!(failing_squares(read_right), Bitboard::EMPTY);
        assert_eq!(failing_squares(engine_wiki_knight_attacks_masked_after), Bitboard::EMPTY);
    }

    #[test]
    fn the_published_race_is_wrong_for_kings_on_the_second_rank_only() {
        assert_eq!(fnv1a_of_sets(Square::ALL.map(|king| published_caught_area(king).0)), 0xA67C_649F_DDED_FA2B);
        let mut wrong = 0;
        for king in Square::ALL {
            let pawns = Bitboard(0x00FF_FFFF_FFFF_FF00).without(king);
            let difference = (published_caught_area(king) & pawns) ^ Bitboard(CAUGHT_AREA[1][0][king.index()]);
            assert!(difference.is_empty() || king.rank() == setwise::Rank::Second, "{king}");
            assert!(difference.is_subset(setwise::Rank::Second.bitboard()), "{king}");
            wrong += difference.count();
        }
        assert_eq!(wrong, 54);
    }
}
