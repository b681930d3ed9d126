//! Columns of squares with AVX2: two byte shuffles look up the sets of four squares, in a table of 16 bytes that is
//! kept in a register. The first shuffle copies the squares, and the second looks up the bytes of their sets.
//!
//! ```text
//! knight on e4 = 28              rank 8   7    6    5    4    3    2    1
//! copied to all bytes of a lane      28   28   28   28   28   28   28   28
//! place: plus 16, minus 8 per rank  -12   -4    4   12   20   28   36   44      0 to 39: at most two ranks away
//! index: plus 88, at most 255       255  255   92  100  108  116  124  132      below 128 only for places 0 to 39
//! bytes of even and odd distances     .    .   df   cg   df   cg   df    .
//! a knight omits its own rank         .    .   df   cg    .   cg   df    .
//! ```
//!
//! If an index is below 128, the second shuffle reads only its low four bits, which contain the file and whether the
//! distance is even or odd. For any other index, the shuffle returns an empty byte. [`AlternatingBytes`] has the 16
//! bytes and the numbers to add for each table.

use core::arch::x86_64::{
    _mm256_add_epi8, _mm256_adds_epu8, _mm256_cmpeq_epi8, _mm256_set1_epi32, _mm256_shuffle_epi8,
};
use core::array;

use setwise_board::Square;
use setwise_core::{AlternatingBytes, FromSquares, Isa, Lanes, Scalar, SquareTable, each_register, in_each_byte};

use super::{Avx2, FourBoards};

/// Looks up the sets of four squares at once if the table has a form of 16 bytes. Otherwise reads the table once for
/// each square.
impl FromSquares for Avx2 {
    const SQUARES: usize = FourBoards::COUNT;

    #[inline(always)]
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        let Some(bytes) = table.alternating() else { return Scalar.write_sets(table, squares, sets) };
        self.enter(
            #[inline(always)]
            move || {
                let lookup = Lookup::new(self, bytes);
                match bytes.own_rank {
                    None => each_register(
                        squares,
                        sets,
                        #[inline(always)]
                        |squares| lookup.sets(lookup.places(squares)),
                    ),
                    Some(own_rank) => each_register(
                        squares,
                        sets,
                        #[inline(always)]
                        |squares| lookup.sets_without(own_rank, lookup.places(squares)),
                    ),
                }
            },
        );
    }
}

/// A table of 16 bytes in registers.
#[derive(Clone, Copy)]
struct Lookup {
    bytes: FourBoards,
    first: FourBoards,
    saturate: FourBoards,
}

impl Lookup {
    #[inline(always)]
    fn new(isa: Avx2, table: &AlternatingBytes) -> Self {
        let [low, high] = table.bytes;
        Self {
            bytes: FourBoards::load(isa, &[low, high, low, high]),
            first: FourBoards::splat(isa, table.first),
            saturate: FourBoards::splat(isa, table.saturate),
        }
    }

    /// Returns the places of the bytes of four sets.
    #[inline(always)]
    fn places(self, squares: &[Square]) -> FourBoards {
        /// The number of each lane, in all bytes of the lane.
        const LANE: [u64; 4] = [0, in_each_byte(1), in_each_byte(2), in_each_byte(3)];
        let isa = self.bytes.isa();
        let squares = i32::from_le_bytes(array::from_fn(|n| squares[n] as u8));
        // SAFETY: `isa` is an `Avx2`.
        let squares = unsafe { _mm256_set1_epi32(squares) };
        // SAFETY: `isa` is an `Avx2`.
        let copied = unsafe { _mm256_shuffle_epi8(squares, FourBoards::load(isa, &LANE).0) };
        // SAFETY: `isa` is an `Avx2`.
        FourBoards::new(isa, unsafe { _mm256_add_epi8(copied, self.first.0) })
    }

    /// Returns the sets whose bytes have these places.
    #[inline(always)]
    fn sets(self, places: FourBoards) -> FourBoards {
        // SAFETY: `places` was made from an `Avx2`.
        let indices = unsafe { _mm256_adds_epu8(places.0, self.saturate.0) };
        // SAFETY: `places` was made from an `Avx2`.
        FourBoards::new(places.isa(), unsafe { _mm256_shuffle_epi8(self.bytes.0, indices) })
    }

    /// Returns the sets whose bytes have these places, without the bytes on the rank of the square. `own_rank` is that
    /// of [`AlternatingBytes`].
    #[inline(always)]
    fn sets_without(self, own_rank: u64, places: FourBoards) -> FourBoards {
        let isa = self.bytes.isa();
        let without_file = places & !in_each_byte(7);
        // SAFETY: `isa` is an `Avx2`.
        let is_own = unsafe { _mm256_cmpeq_epi8(without_file.0, FourBoards::splat(isa, own_rank).0) };
        self.sets(places) & !FourBoards::new(isa, is_own)
    }
}
