//! AVX-512: eight boards in one 512-bit register.
//!
//! The same formulas as everywhere; the compiler finds three-way logic (`vpternlogq`) by itself, so a prefix spread for
//! eight knights' boards is 13 vector operations. Byte arithmetic, which gives "east" without a mask, is not in the
//! foundation (F) but in BW, so the proof asks for both by name.
//!
//! Counting bits in a register is an extension of its own, VPOPCNTDQ, which the first CPUs with AVX-512 lack: it has a
//! proof of its own, [`Avx512Vpopcnt`].

use core::arch::x86_64::{
    __m512i, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm256_cvtepu8_epi32, _mm512_add_epi8, _mm512_add_epi64,
    _mm512_and_si512, _mm512_cvtepi64_epi8, _mm512_i32gather_epi64, _mm512_loadu_si512, _mm512_or_si512,
    _mm512_popcnt_epi64, _mm512_reduce_or_epi64, _mm512_rolv_epi64, _mm512_sad_epu8, _mm512_set1_epi64,
    _mm512_shuffle_epi8, _mm512_slli_epi64, _mm512_srli_epi64, _mm512_storeu_si512, _mm512_xor_si512,
};

use setwise_board::{Bitboard, KING_ATTACKS, KNIGHT_ATTACKS, Square, Step};
use setwise_core::{Body, Gather, Isa, Lanes, Single, Spread, Words};

use crate::eight_lanes::EightLanes;
use crate::operators::set_operators;
use crate::popcount::{BITS_HIGH, BITS_LOW, LOW_HALVES};

cpufeatures::new!(cpu_has_avx512, "avx2", "avx512f", "avx512bw");
cpufeatures::new!(cpu_has_avx512_vpopcnt, "avx2", "avx512f", "avx512bw", "avx512vpopcntdq");

/// Proof that this CPU has AVX-512 F and BW and that the operating system keeps 512-bit registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Avx512(());

impl Isa for Avx512 {
    const NAME: &'static str = "avx512";

    #[inline]
    fn detect() -> Option<Self> {
        cpu_has_avx512::get().then_some(Self(()))
    }

    #[inline]
    fn enter<B: Body>(self, body: B) -> B::Out {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn door<B: Body>(body: B) -> B::Out {
            body.run()
        }
        // SAFETY: `self` is made by `detect` alone, which found F and BW.
        unsafe { door(body) }
    }
}

/// Proof of [`Avx512`] and of VPOPCNTDQ as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Avx512Vpopcnt(());

impl Avx512Vpopcnt {
    /// What it proves besides.
    #[inline]
    #[must_use]
    pub fn avx512(self) -> Avx512 {
        Avx512(())
    }
}

impl Isa for Avx512Vpopcnt {
    const NAME: &'static str = "avx512-vpopcnt";

    #[inline]
    fn detect() -> Option<Self> {
        cpu_has_avx512_vpopcnt::get().then_some(Self(()))
    }

    #[inline]
    fn enter<B: Body>(self, body: B) -> B::Out {
        #[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq")]
        fn door<B: Body>(body: B) -> B::Out {
            body.run()
        }
        // SAFETY: `self` is made by `detect` alone, which found F, BW and VPOPCNTDQ.
        unsafe { door(body) }
    }
}

/// A proof of AVX-512 F and BW, alone or with more, and what the more is for.
pub trait Avx512Proof: Isa {
    /// The number of bits of each 64-bit lane.
    #[doc(hidden)]
    fn popcount(self, boards: EightBoards<Self>) -> EightBoards<Self>;
}

impl Avx512Proof for Avx512 {
    /// Looks up the count of each half byte in a table of 16, then adds the bytes of each board.
    #[inline(always)]
    fn popcount(self, boards: EightBoards) -> EightBoards {
        let table = EightBoards::load(
            self,
            &[BITS_LOW, BITS_HIGH, BITS_LOW, BITS_HIGH, BITS_LOW, BITS_HIGH, BITS_LOW, BITS_HIGH],
        );
        let low = boards & LOW_HALVES;
        let high = boards.down::<4>() & LOW_HALVES;
        // SAFETY: `self` proves F and BW.
        let of_low = unsafe { _mm512_shuffle_epi8(table.0, low.0) };
        // SAFETY: `self` proves F and BW.
        let of_high = unsafe { _mm512_shuffle_epi8(table.0, high.0) };
        // SAFETY: `self` proves F and BW.
        let of_bytes = unsafe { _mm512_add_epi8(of_low, of_high) };
        // SAFETY: `self` proves F and BW.
        EightBoards::new(self, unsafe { _mm512_sad_epu8(of_bytes, EightBoards::splat(self, 0).0) })
    }
}

impl Avx512Proof for Avx512Vpopcnt {
    /// One instruction.
    #[inline(always)]
    fn popcount(self, boards: EightBoards<Self>) -> EightBoards<Self> {
        // SAFETY: `self` proves VPOPCNTDQ.
        EightBoards::new(self, unsafe { _mm512_popcnt_epi64(boards.0) })
    }
}

/// Eight boards side by side.
#[derive(Debug, Clone, Copy)]
pub struct EightBoards<P = Avx512>(__m512i, P);

impl<P: Avx512Proof> Lanes for EightBoards<P> {
    type Isa = P;
    type Chunk = [u64; 8];

    #[inline(always)]
    fn load(isa: P, boards: &[u64; 8]) -> Self {
        // SAFETY: `isa` proves F and BW; the reference is good for 64 bytes, and this load takes any alignment.
        Self(unsafe { _mm512_loadu_si512(boards.as_ptr().cast()) }, isa)
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; 8]) {
        // SAFETY: `self` holds a proof of F and BW; the reference is good for 64 bytes, this store takes any alignment.
        unsafe { _mm512_storeu_si512(boards.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn splat(isa: P, board: u64) -> Self {
        // SAFETY: `isa` proves F and BW.
        Self(unsafe { _mm512_set1_epi64(board.cast_signed()) }, isa)
    }

    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a board has 64 squares") }
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_slli_epi64::<N>(self.0) }, self.1)
    }

    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a board has 64 squares") }
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_srli_epi64::<N>(self.0) }, self.1)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn popcount(self) -> Self {
        self.1.popcount(self)
    }

    #[inline(always)]
    fn counts(self, counts: &mut [u8; 8]) {
        // SAFETY: `self` holds a proof of F and BW.
        let bytes = unsafe { _mm512_cvtepi64_epi8(self.popcount().0) };
        // SAFETY: every x86-64 CPU has SSE2.
        *counts = unsafe { _mm_cvtsi128_si64(bytes) }.to_le_bytes();
    }

    #[inline(always)]
    fn east(self) -> Self {
        // SAFETY: `self` holds a proof of F and BW.
        Self(unsafe { _mm512_add_epi8(self.0, self.0) }, self.1)
    }
}

impl<P: Avx512Proof> EightBoards<P> {
    #[inline(always)]
    fn new(isa: P, register: __m512i) -> Self {
        Self(register, isa)
    }

    /// The proof that made this register.
    #[inline(always)]
    fn isa(self) -> P {
        self.1
    }
}

set_operators!([P: Avx512Proof] EightBoards<P>: _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512);

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

/// Attacks of eight squares by one gather from the table.
impl Single<EightBoards> for Gather {
    #[inline(always)]
    fn knight(self, isa: Avx512, squares: &[Square; 8]) -> EightBoards {
        gather(isa, squares, &KNIGHT_ATTACKS)
    }

    #[inline(always)]
    fn king(self, isa: Avx512, squares: &[Square; 8]) -> EightBoards {
        gather(isa, squares, &KING_ATTACKS)
    }
}

#[inline(always)]
fn gather(isa: Avx512, squares: &[Square; 8], table: &'static [u64; 64]) -> EightBoards {
    let packed = u64::from_le_bytes(squares.map(|square| square as u8)).cast_signed();
    // SAFETY: an `Avx512` was given, and every x86-64 CPU has SSE2.
    let bytes = unsafe { _mm_cvtsi64_si128(packed) };
    // SAFETY: an `Avx512` was given; its detection asks for AVX2 by name.
    let indices = unsafe { _mm256_cvtepu8_epi32(bytes) };
    // SAFETY: an `Avx512` was given; a `Square` is below 64, the length of the table, and each entry is 8 bytes.
    EightBoards::new(isa, unsafe { _mm512_i32gather_epi64::<8>(indices, table.as_ptr().cast()) })
}
