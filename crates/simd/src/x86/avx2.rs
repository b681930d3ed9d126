//! AVX2: four boards in one 256-bit register.
//!
//! A prefix spread for four knights' boards is 16 vector operations: each shift, mask and union once for all four, and one
//! operation less for "east", which is `x + x` in every byte: a doubled byte drops its own top bit, file h, so nothing has
//! to be masked.

use core::arch::x86_64::{
    __m256i, _mm_cvtepu8_epi32, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_cvtsi128_si64, _mm_or_si128,
    _mm_unpackhi_epi64, _mm_unpacklo_epi16, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_i32gather_epi64, _mm256_loadu_si256, _mm256_or_si256,
    _mm256_sad_epu8, _mm256_set1_epi64x, _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_sllv_epi64, _mm256_srl_epi64,
    _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_xor_si256,
};

use setwise_board::{KING_ATTACKS, KNIGHT_ATTACKS, Square, Step};
use setwise_core::{Body, Gather, Isa, Lanes, Single, Spread, Words};

use crate::eight_lanes::EightLanes;
use crate::operators::set_operators;
use crate::popcount::{BITS_HIGH, BITS_LOW, LOW_HALVES};

cpufeatures::new!(cpu_has_avx2, "avx2");

/// Proof that this CPU has AVX2 and that the operating system keeps 256-bit registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Avx2(());

impl Isa for Avx2 {
    const NAME: &'static str = "avx2";

    #[inline]
    fn detect() -> Option<Self> {
        cpu_has_avx2::get().then_some(Self(()))
    }

    #[inline]
    fn enter<B: Body>(self, body: B) -> B::Out {
        #[target_feature(enable = "avx2")]
        fn door<B: Body>(body: B) -> B::Out {
            body.run()
        }
        // SAFETY: `self` is made by `detect` alone, which found AVX2.
        unsafe { door(body) }
    }
}

/// Four boards side by side.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct FourBoards(__m256i);

impl Lanes for FourBoards {
    type Isa = Avx2;
    type Chunk = [u64; 4];

    #[inline(always)]
    fn load(_: Avx2, boards: &[u64; 4]) -> Self {
        // SAFETY: an `Avx2` was given; the reference is good for 32 bytes, and this load takes any alignment.
        Self(unsafe { _mm256_loadu_si256(boards.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; 4]) {
        // SAFETY: `self` was made from an `Avx2`; the reference is good for 32 bytes, this store takes any alignment.
        unsafe { _mm256_storeu_si256(boards.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn splat(_: Avx2, board: u64) -> Self {
        // SAFETY: an `Avx2` was given.
        Self(unsafe { _mm256_set1_epi64x(board.cast_signed()) })
    }

    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a board has 64 squares") }
        // SAFETY: `self` was made from an `Avx2`, and every x86-64 CPU has SSE2.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` was made from an `Avx2`. A constant count becomes the shift by an immediate.
        Self(unsafe { _mm256_sll_epi64(self.0, count) })
    }

    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a board has 64 squares") }
        // SAFETY: `self` was made from an `Avx2`, and every x86-64 CPU has SSE2.
        let count = unsafe { _mm_cvtsi32_si128(N.cast_signed()) };
        // SAFETY: `self` was made from an `Avx2`. A constant count becomes the shift by an immediate.
        Self(unsafe { _mm256_srl_epi64(self.0, count) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_add_epi64(self.0, other.0) })
    }

    /// Looks up the count of each half byte in a table of 16, then adds the bytes of each board.
    #[inline(always)]
    fn popcount(self) -> Self {
        let isa = self.isa();
        let table = Self::load(isa, &[BITS_LOW, BITS_HIGH, BITS_LOW, BITS_HIGH]);
        let low = self & LOW_HALVES;
        let high = self.down::<4>() & LOW_HALVES;
        // SAFETY: `self` was made from an `Avx2`.
        let of_low = unsafe { _mm256_shuffle_epi8(table.0, low.0) };
        // SAFETY: `self` was made from an `Avx2`.
        let of_high = unsafe { _mm256_shuffle_epi8(table.0, high.0) };
        // SAFETY: `self` was made from an `Avx2`.
        let of_bytes = unsafe { _mm256_add_epi8(of_low, of_high) };
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_sad_epu8(of_bytes, Self::splat(isa, 0).0) })
    }

    /// Brings the lowest byte of each count together: within halves by a shuffle, then the halves.
    #[inline(always)]
    fn counts(self, counts: &mut [u8; 4]) {
        /// Byte 0 of either word of a half, then nothing.
        const LOWEST_BYTES: [u64; 4] = [0x8080_8080_8080_0800, !0, 0x8080_8080_8080_0800, !0];
        let lowest = Self::load(self.isa(), &LOWEST_BYTES);
        // SAFETY: `self` was made from an `Avx2`.
        let pairs = unsafe { _mm256_shuffle_epi8(self.popcount().0, lowest.0) };
        // SAFETY: `self` was made from an `Avx2`.
        let low = unsafe { _mm256_castsi256_si128(pairs) };
        // SAFETY: `self` was made from an `Avx2`.
        let high = unsafe { _mm256_extracti128_si256::<1>(pairs) };
        // SAFETY: every x86-64 CPU has SSE2.
        let all = unsafe { _mm_unpacklo_epi16(low, high) };
        // SAFETY: every x86-64 CPU has SSE2.
        *counts = unsafe { _mm_cvtsi128_si32(all) }.to_le_bytes();
    }

    #[inline(always)]
    fn east(self) -> Self {
        // SAFETY: `self` was made from an `Avx2`.
        Self(unsafe { _mm256_add_epi8(self.0, self.0) })
    }
}

impl FourBoards {
    #[inline(always)]
    fn new(_: Avx2, register: __m256i) -> Self {
        Self(register)
    }

    /// The proof that made this register.
    #[inline(always)]
    fn isa(self) -> Avx2 {
        Avx2(())
    }
}

set_operators!([] FourBoards: _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256);

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
    let left = FourBoards(unsafe { _mm256_sllv_epi64(board.0, counts.0) });
    // SAFETY: `board` was made from an `Avx2`.
    let right = FourBoards(unsafe { _mm256_srlv_epi64(board.0, counts.0) });
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
        // SAFETY: `self` was made from an `Avx2`, and every x86-64 CPU has SSE2.
        let two = unsafe { _mm_or_si128(low, high) };
        // SAFETY: as above.
        let upper = unsafe { _mm_unpackhi_epi64(two, two) };
        // SAFETY: as above.
        let one = unsafe { _mm_or_si128(two, upper) };
        // SAFETY: as above.
        unsafe { _mm_cvtsi128_si64(one) }.cast_unsigned()
    }
}

/// Attacks of four squares by one gather from the table.
impl Single<FourBoards> for Gather {
    #[inline(always)]
    fn knight(self, isa: Avx2, squares: &[Square; 4]) -> FourBoards {
        gather(isa, squares, &KNIGHT_ATTACKS)
    }

    #[inline(always)]
    fn king(self, isa: Avx2, squares: &[Square; 4]) -> FourBoards {
        gather(isa, squares, &KING_ATTACKS)
    }
}

#[inline(always)]
fn gather(_: Avx2, squares: &[Square; 4], table: &'static [u64; 64]) -> FourBoards {
    let packed = u32::from_le_bytes(squares.map(|square| square as u8)).cast_signed();
    // SAFETY: an `Avx2` was given, and every x86-64 CPU has SSE2.
    let bytes = unsafe { _mm_cvtsi32_si128(packed) };
    // SAFETY: an `Avx2` was given; it implies SSE4.1.
    let indices = unsafe { _mm_cvtepu8_epi32(bytes) };
    // SAFETY: an `Avx2` was given; a `Square` is below 64, the length of the table, and each entry is 8 bytes.
    FourBoards(unsafe { _mm256_i32gather_epi64::<8>(table.as_ptr().cast(), indices) })
}
