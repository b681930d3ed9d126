//! AVX-512, one board: its eight directions in the lanes of one register.

use core::arch::x86_64::{_mm512_reduce_or_epi64, _mm512_rolv_epi64};

use setwise_board::{Bitboard, Step};
use setwise_core::{Lanes, Spread, Words};

use super::EightLanes;
use crate::x86::avx512::{Avx512, EightBoards};

/// Computes eight directions of one board: one rotation with a count per lane, one mask, then the union of the lanes.
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

/// Eight steps as left rotations. A rotation wraps ranks as well as files, so the mask of each is the whole image of
/// the full board.
#[derive(Debug)]
struct RotatedSteps {
    /// The numbers of places to rotate to the left.
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
    let rotated = EightBoards::new(isa, unsafe { _mm512_rolv_epi64(board.register(), counts.register()) });
    let directions = rotated & EightBoards::load(isa, &steps.images);
    // SAFETY: `directions` was made from an `Avx512`.
    let union = unsafe { _mm512_reduce_or_epi64(directions.register()) };
    Words::load(isa, &[union.cast_unsigned()])
}
