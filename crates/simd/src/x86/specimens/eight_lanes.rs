//! The eight directions of one board, in the lanes of two AVX2 registers or of one AVX-512 register.

use core::arch::x86_64::{
    _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm512_reduce_or_epi64, _mm512_rolv_epi64,
};

use setwise_board::{Bitboard, Step};
use setwise_core::{Lanes, Spread, Words};

use crate::x86::avx2::{Avx2, FourBoards};
use crate::x86::avx512::{Avx512, EightBoards};

/// Computes all eight directions of one board at once, each in a separate lane, and unites them at the end.
///
/// With eight directions in eight lanes, one variable shift seems to be enough. The method is slow, however, because
/// the set must be broadcast to the lanes, and the lanes must be united at the end. These two movements across the
/// register cost more than the scalar operations that the method saves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EightLanes;

/// Computes eight directions of one board. Four directions are left shifts, and their opposites are right shifts. Each
/// lane is shifted by a different number of places.
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
        union_of_pairs(knights, &PairedSteps::KNIGHT)
    }

    #[inline(always)]
    fn king(self, kings: Words<1, Avx2>) -> Words<1, Avx2> {
        union_of_pairs(kings, &PairedSteps::KING)
    }
}

/// Four steps that are left shifts, and their opposites, which are right shifts by the same numbers of places.
#[derive(Debug)]
struct PairedSteps {
    /// The numbers of places to shift.
    counts: [u64; 4],
    /// The masks to apply after the left shifts.
    masks_left: [u64; 4],
    /// The masks of the opposite steps, to apply after the right shifts.
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
fn union_of_pairs(set: Words<1, Avx2>, steps: &'static PairedSteps) -> Words<1, Avx2> {
    let isa = set.isa();
    let board = FourBoards::splat(isa, set.boards()[0]);
    let counts = FourBoards::load(isa, &steps.counts);
    // SAFETY: `board` was made from an `Avx2`.
    let left = FourBoards::new(isa, unsafe { _mm256_sllv_epi64(board.register(), counts.register()) });
    // SAFETY: `board` was made from an `Avx2`.
    let right = FourBoards::new(isa, unsafe { _mm256_srlv_epi64(board.register(), counts.register()) });
    let directions =
        (left & FourBoards::load(isa, &steps.masks_left)) | (right & FourBoards::load(isa, &steps.masks_right));
    Words::load(isa, &[union_of_lanes(directions)])
}

/// Returns the union of the four boards. First the halves of the register are united, then the two boards that remain.
#[inline(always)]
fn union_of_lanes(boards: FourBoards) -> u64 {
    // SAFETY: `boards` was made from an `Avx2`.
    let low = unsafe { _mm256_castsi256_si128(boards.register()) };
    // SAFETY: `boards` was made from an `Avx2`.
    let high = unsafe { _mm256_extracti128_si256::<1>(boards.register()) };
    // SAFETY: `boards` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
    let two = unsafe { _mm_or_si128(low, high) };
    // SAFETY: `boards` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
    let upper = unsafe { _mm_unpackhi_epi64(two, two) };
    // SAFETY: `boards` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
    let one = unsafe { _mm_or_si128(two, upper) };
    // SAFETY: `boards` was made from an `Avx2`, and this module is compiled only for targets with SSE2.
    unsafe { _mm_cvtsi128_si64(one) }.cast_unsigned()
}

/// Computes eight directions of one board with one instruction, which rotates each lane by a different count. Then
/// applies a mask to each lane and unites the lanes.
impl Spread<Words<1, Avx512>> for EightLanes {
    #[inline(always)]
    fn knight(self, knights: Words<1, Avx512>) -> Words<1, Avx512> {
        union_of_rotations(knights, &RotatedSteps::KNIGHT)
    }

    #[inline(always)]
    fn king(self, kings: Words<1, Avx512>) -> Words<1, Avx512> {
        union_of_rotations(kings, &RotatedSteps::KING)
    }
}

/// Eight steps as left rotations. A rotation also wraps squares around the north and south edges. The mask of each
/// rotation is therefore the set of all squares on which the step can land.
#[derive(Debug)]
struct RotatedSteps {
    /// The numbers of places to rotate to the left.
    counts: [u64; 8],
    /// For each step, the squares on which it can land.
    images: [u64; 8],
}

impl RotatedSteps {
    const KNIGHT: Self = Self::new(Step::KNIGHT);
    const KING: Self = Self::new(Step::KING);

    const fn new(steps: [Step; 8]) -> Self {
        let mut rotated = Self { counts: [0; 8], images: [0; 8] };
        let mut lane = 0;
        while lane < 8 {
            rotated.counts[lane] = steps[lane].shift().rem_euclid(64).unsigned_abs() as u64;
            rotated.images[lane] = Bitboard::ALL.step(steps[lane]).0;
            lane += 1;
        }
        rotated
    }
}

#[inline(always)]
fn union_of_rotations(set: Words<1, Avx512>, steps: &'static RotatedSteps) -> Words<1, Avx512> {
    let isa = set.isa();
    let board = EightBoards::splat(isa, set.boards()[0]);
    let counts = EightBoards::load(isa, &steps.counts);
    // SAFETY: `board` was made from an `Avx512`.
    let rotated = EightBoards::new(isa, unsafe { _mm512_rolv_epi64(board.register(), counts.register()) });
    let directions = rotated & EightBoards::load(isa, &steps.images);
    // SAFETY: `directions` was made from an `Avx512`.
    let union = unsafe { _mm512_reduce_or_epi64(directions.register()) };
    Words::load(isa, &[union.cast_unsigned()])
}
