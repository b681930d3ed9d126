//! One board's eight directions in the lanes of a register, as a specimen.
//!
//! The natural thought: eight directions, eight lanes, one variable shift. It shows well what a register can do, and it
//! loses: the set must be broadcast, the lanes must be united again, and those two ways across the register cost more than
//! the shared scalar operations in between. `cargo bench` shows by how much, in throughput and in latency.

use setwise_board::Step;

/// All eight directions of one board at once, each in a lane of its own, united at the end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EightLanes;

/// Four steps toward h8 and their opposites, for shifts to the left and to the right by the same counts.
#[derive(Debug)]
pub(crate) struct PairedSteps {
    /// Places to shift.
    pub(crate) counts: [u64; 4],
    /// Masks behind the shifts to the left.
    pub(crate) masks_left: [u64; 4],
    /// Masks behind the shifts to the right: those of the opposite steps.
    pub(crate) masks_right: [u64; 4],
}

impl PairedSteps {
    pub(crate) const KNIGHT: Self = Self::new([Step::NO_EA_EA, Step::NO_NO_EA, Step::NO_NO_WE, Step::NO_WE_WE]);
    pub(crate) const KING: Self = Self::new([Step::EAST, Step::NORTH, Step::NORTH_WEST, Step::NORTH_EAST]);

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

/// Eight steps as rotations to the left. A rotation wraps ranks as well as files, so the mask of each is the whole image of
/// the full board.
#[derive(Debug)]
pub(crate) struct RotatedSteps {
    /// Places to rotate to the left.
    pub(crate) counts: [u64; 8],
    /// The squares on which the step can land.
    pub(crate) images: [u64; 8],
}

impl RotatedSteps {
    pub(crate) const KNIGHT: Self = Self::new(Step::KNIGHT);
    pub(crate) const KING: Self = Self::new(Step::KING);

    const fn new(steps: [Step; 8]) -> Self {
        let mut rotated = Self { counts: [0; 8], images: [0; 8] };
        let mut lane = 0;
        while lane < 8 {
            rotated.counts[lane] = steps[lane].shift().rem_euclid(64).unsigned_abs() as u64;
            rotated.images[lane] = setwise_board::Bitboard::ALL.step(steps[lane]).0;
            lane += 1;
        }
        rotated
    }
}
