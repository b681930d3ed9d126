//! One board in all lanes: its eight directions, or the four lines through a square.

use core::arch::x86_64::{
    _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_castsi256_pd, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_movemask_pd, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use setwise_board::{Bitboard, LINES_THROUGH, Square, Step};
use setwise_core::patterns::FourLines;
use setwise_core::{Lanes, Spread, Words};

use super::{Avx2, FourBoards};
use crate::eight_lanes::EightLanes;

/// All four lines in one register: compare, and the sign bits of the lanes are the answer.
impl FourLines for Avx2 {
    #[inline(always)]
    fn lines_that_hold(self, square: Square, pattern: Bitboard) -> u8 {
        let pattern = FourBoards::splat(self, pattern.0);
        let held = (FourBoards::load(self, &LINES_THROUGH[square.index()]) & pattern).equal(pattern);
        // SAFETY: `held` was made from an `Avx2`.
        let lanes = unsafe { _mm256_castsi256_pd(held.0) };
        // SAFETY: `held` was made from an `Avx2`. Four bits.
        (unsafe { _mm256_movemask_pd(lanes) }) as u8
    }
}

/// Eight directions of one board: four to the left and their opposites to the right, one variable shift each.
///
/// ```text
/// broadcast   [ set  | set  | set  | set  ]
/// << counts   noEaEa  noNoEa  noNoWe  noWeWe    & masks
/// >> counts   soWeWe  soSoWe  soSoEa  soEaEa    & masks of the opposites
/// ```
///
/// Source: Chess Programming Wiki, AVX2, section Knight Attacks; the union of the eight lanes is ours.
impl Spread<Words<1, Avx2>> for EightLanes {
    #[inline(always)]
    fn knight(self, knights: Words<1, Avx2>) -> Words<1, Avx2> {
        union_of_directions(knights, &PairedSteps::KNIGHT)
    }

    #[inline(always)]
    fn king(self, kings: Words<1, Avx2>) -> Words<1, Avx2> {
        union_of_directions(kings, &PairedSteps::KING)
    }
}

/// Four steps toward h8 and their opposites, for shifts to the left and to the right by the same counts.
#[derive(Debug)]
struct PairedSteps {
    /// Places to shift.
    counts: [u64; 4],
    /// Masks behind the shifts to the left.
    masks_left: [u64; 4],
    /// Masks behind the shifts to the right: those of the opposite steps.
    masks_right: [u64; 4],
}

impl PairedSteps {
    const KNIGHT: Self = Self::new([Step::NO_EA_EA, Step::NO_NO_EA, Step::NO_NO_WE, Step::NO_WE_WE]);
    const KING: Self = Self::new([Step::EAST, Step::NORTH, Step::NORTH_WEST, Step::NORTH_EAST]);

    const fn new(steps: [Step; 4]) -> Self {
        let mut paired = Self { counts: [0; 4], masks_left: [0; 4], masks_right: [0; 4] };
        let mut lane = 0;
        while lane < 4 {
            paired.counts[lane] = steps[lane].shift().unsigned_abs() as u64;
            paired.masks_left[lane] = steps[lane].mask_after().0;
            paired.masks_right[lane] = steps[lane].opposite().mask_after().0;
            lane += 1;
        }
        paired
    }
}

#[inline(always)]
fn union_of_directions(set: Words<1, Avx2>, steps: &'static PairedSteps) -> Words<1, Avx2> {
    let isa = set.isa();
    let board = FourBoards::splat(isa, set.boards()[0]);
    let counts = FourBoards::load(isa, &steps.counts);
    // SAFETY: `board` was made from an `Avx2`.
    let left = FourBoards::new(isa, unsafe { _mm256_sllv_epi64(board.0, counts.0) });
    // SAFETY: `board` was made from an `Avx2`.
    let right = FourBoards::new(isa, unsafe { _mm256_srlv_epi64(board.0, counts.0) });
    let directions =
        (left & FourBoards::load(isa, &steps.masks_left)) | (right & FourBoards::load(isa, &steps.masks_right));
    Words::load(isa, &[directions.union_of_lanes()])
}

impl FourBoards {
    /// The union of the four boards: halves, then quarters.
    #[inline(always)]
    fn union_of_lanes(self) -> u64 {
        // SAFETY: `self` was made from an `Avx2`.
        let low = unsafe { _mm256_castsi256_si128(self.0) };
        // SAFETY: `self` was made from an `Avx2`.
        let high = unsafe { _mm256_extracti128_si256::<1>(self.0) };
        // SAFETY: `self` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
        let two = unsafe { _mm_or_si128(low, high) };
        // SAFETY: `self` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
        let upper = unsafe { _mm_unpackhi_epi64(two, two) };
        // SAFETY: `self` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
        let one = unsafe { _mm_or_si128(two, upper) };
        // SAFETY: `self` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
        unsafe { _mm_cvtsi128_si64(one) }.cast_unsigned()
    }
}
