//! One board in all lanes: its eight directions, or the four lines through a square.

use core::arch::x86_64::{
    _mm512_mask_cmpeq_epi64_mask, _mm512_maskz_loadu_epi64, _mm512_reduce_or_epi64, _mm512_rolv_epi64,
};

use setwise_board::{Bitboard, LINES_THROUGH, Square, Step};
use setwise_core::patterns::FourLines;
use setwise_core::{Lanes, Spread, Words};

use super::{Avx512, EightBoards};
use crate::eight_lanes::EightLanes;

/// The four lines in the lower half of a register: the comparison gives its bits in a mask register. F has comparisons of
/// whole registers only (256 bits are the extension VL), so the upper half is masked off.
impl FourLines for Avx512 {
    #[inline(always)]
    fn lines_that_hold(self, square: Square, pattern: Bitboard) -> u8 {
        const LOWER_HALF: u8 = 0b1111;
        let pattern = EightBoards::splat(self, pattern.0);
        let lines: &[u64; 4] = &LINES_THROUGH[square.index()];
        // SAFETY: `self` proves F and BW; lanes 0 to 3 are the array's 32 bytes, the others are masked off and not read.
        let lines = EightBoards::new(self, unsafe { _mm512_maskz_loadu_epi64(LOWER_HALF, lines.as_ptr().cast()) });
        let common = lines & pattern;
        // SAFETY: `self` proves F and BW.
        unsafe { _mm512_mask_cmpeq_epi64_mask(LOWER_HALF, common.0, pattern.0) }
    }
}

/// Eight directions of one board: one rotation by a count a lane, one mask, the union of the lanes.
impl Spread<Words<1, Avx512>> for EightLanes {
    #[inline(always)]
    fn knight(self, knights: Words<1, Avx512>) -> Words<1, Avx512> {
        union_of_directions(knights, &RotatedSteps::KNIGHT)
    }

    #[inline(always)]
    fn king(self, kings: Words<1, Avx512>) -> Words<1, Avx512> {
        union_of_directions(kings, &RotatedSteps::KING)
    }
}

/// Eight steps as rotations to the left. A rotation wraps ranks as well as files, so the mask of each is the whole image of
/// the full board.
#[derive(Debug)]
struct RotatedSteps {
    /// Places to rotate to the left.
    counts: [u64; 8],
    /// The squares on which the step can land.
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
fn union_of_directions(set: Words<1, Avx512>, steps: &'static RotatedSteps) -> Words<1, Avx512> {
    let isa = set.isa();
    let board = EightBoards::splat(isa, set.boards()[0]);
    let counts = EightBoards::load(isa, &steps.counts);
    // SAFETY: `board` was made from an `Avx512`.
    let rotated = EightBoards::new(isa, unsafe { _mm512_rolv_epi64(board.0, counts.0) });
    let directions = rotated & EightBoards::load(isa, &steps.images);
    // SAFETY: `directions` was made from an `Avx512`.
    let union = unsafe { _mm512_reduce_or_epi64(directions.0) };
    Words::load(isa, &[union.cast_unsigned()])
}
