//! Formulas for comparison with the formulas of the library.

use setwise::backend::Prefix;
use setwise::masks::{NOT_A, NOT_AB, NOT_GH, NOT_H};
use setwise::{Lanes, Spread};

/// Moves pieces by files first, then by ranks. The move by two files is computed from the move by one file. The formula
/// has as many operations as [`Prefix`], but a longer dependency chain.
///
/// The page Knight Pattern of the Chess Programming Wiki gives this form first. The page has this form only for
/// knights, so kings use the formula of [`Prefix`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PrefixSerial;

impl<V: Lanes> Spread<V> for PrefixSerial {
    #[inline(always)]
    fn knight(self, knights: V) -> V {
        let (east, west) = (knights.east(), knights.west());
        let one_file = east | west;
        let attacks = one_file.shl::<16>() | one_file.shr::<16>();
        let two_files = east.east() | west.west();
        attacks | two_files.shl::<8>() | two_files.shr::<8>()
    }

    #[inline(always)]
    fn king(self, kings: V) -> V {
        Prefix.king(kings)
    }
}

/// Computes eight directions with one shift each. If a direction needs a mask, the mask is applied before the shift.
/// Directions with the same mask share the masked set.
///
/// The masks are the pre-shift masks of the Knight Pattern page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EightShiftsMaskedBefore;

impl<V: Lanes> Spread<V> for EightShiftsMaskedBefore {
    #[inline(always)]
    fn knight(self, knights: V) -> V {
        let (not_a, not_ab, not_h, not_gh) = (knights & NOT_A, knights & NOT_AB, knights & NOT_H, knights & NOT_GH);
        let east = not_h.shl::<17>() | not_gh.shl::<10>() | not_gh.shr::<6>() | not_h.shr::<15>();
        let west = not_a.shl::<15>() | not_ab.shl::<6>() | not_ab.shr::<10>() | not_a.shr::<17>();
        east | west
    }

    #[inline(always)]
    fn king(self, kings: V) -> V {
        let (not_a, not_h) = (kings & NOT_A, kings & NOT_H);
        let east = not_h.shl::<9>() | not_h.shl::<1>() | not_h.shr::<7>();
        let west = not_a.shl::<7>() | not_a.shr::<1>() | not_a.shr::<9>();
        east | west | (kings.shl::<8>() | kings.shr::<8>())
    }
}

/// Applies each of the four file masks once, to the union of the two shifts that need it. This takes 19 operations,
/// with a dependency chain of five.
///
/// The formula for knights is from a blog article, which leaves the king as an exercise. For kings there are two masks,
/// each on the union of three shifts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FourMasks;

impl<V: Lanes> Spread<V> for FourMasks {
    #[inline(always)]
    fn knight(self, knights: V) -> V {
        let two_west = (knights.shl::<6>() | knights.shr::<10>()) & NOT_GH;
        let west = (knights.shl::<15>() | knights.shr::<17>()) & NOT_H;
        let east = (knights.shl::<17>() | knights.shr::<15>()) & NOT_A;
        let two_east = (knights.shl::<10>() | knights.shr::<6>()) & NOT_AB;
        (two_west | west) | (east | two_east)
    }

    #[inline(always)]
    fn king(self, kings: V) -> V {
        let west = (kings.shl::<7>() | kings.shr::<1>() | kings.shr::<9>()) & NOT_H;
        let east = (kings.shl::<9>() | kings.shl::<1>() | kings.shr::<7>()) & NOT_A;
        west | east | (kings.shl::<8>() | kings.shr::<8>())
    }
}
