//! Columns of squares with byte shuffles: each shuffle looks up the sets of one register (four with AVX2, eight with
//! AVX-512) in a table of 16 bytes that is kept in a register.
//!
//! ```text
//! king on e4 = 28               rank 8   7    6    5    4    3    2    1
//! copied to all bytes of a lane     28   28   28   28   28   28   28   28
//! place: plus 8, minus 8 per rank  236  244  252    4   12   20   28   36      modulo 256; below 24 if within reach
//! index: plus 104, at most 255     255  255  255  108  116  124  132  140      below 128 only for places below 24
//! bytes of even and odd distances    .    .    .  def   df  def    .    .
//! ```
//!
//! One shuffle copies the squares, and another looks up the bytes of their sets. If an index is below 128, the shuffle
//! reads only its low four bits, which contain the file and whether the distance is even or odd. For any other index,
//! the shuffle returns an empty byte.
//!
//! A knight attacks no square on its own rank, but squares above and below it. Two additions cannot make the index of
//! the own rank large and those of both neighbours small. A mask and one addition can, if suitable codes have replaced
//! the ranks of the squares. Replacing the ranks takes four operations, but only once for 16 squares. [`Indices`] explains
//! the codes.

use core::array;

use setwise_board::Square;
use setwise_core::{Chunk, FromSquares, Indices, Isa, Scalar, SquareTable, each_16, in_each_byte};

use super::bytes::Bytes;

/// Writes the set of `squares[i]` to `sets[i]`. The columns must have the same length, at least 16. If the table has an
/// alternating form, each block of 16 squares is looked up by byte shuffles. Otherwise, the table is read once for each
/// square.
#[inline(always)]
pub(super) fn write_sets<V: Bytes>(isa: V::Isa, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
    let Some(table) = table.alternating() else { return Scalar.write_sets(table, squares, sets) };
    isa.enter(
        #[inline(always)]
        move || {
            let bytes = V::copies(isa, table.bytes);
            match table.indices {
                Indices::WithOwnRank { first, saturate } => {
                    let (first, saturate) = (V::splat(isa, first), V::splat(isa, saturate));
                    each_16(
                        squares,
                        sets,
                        #[inline(always)]
                        |squares| load(isa, squares),
                        #[inline(always)]
                        |squares: V, register| {
                            let places = spread(isa, squares, register).add_bytes(first);
                            bytes.look_up(places.add_saturating(saturate))
                        },
                    );
                }
                Indices::WithoutOwnRank { recode, masks, addends } => {
                    let (masks, addends) = (V::splat(isa, masks), V::splat(isa, addends));
                    let recode = V::splat(isa, recode);
                    each_16(
                        squares,
                        sets,
                        #[inline(always)]
                        |squares| {
                            let squares: V = load(isa, squares);
                            squares ^ recode.look_up(squares.shr::<3>() & in_each_byte(7))
                        },
                        #[inline(always)]
                        |coded: V, register| {
                            let selected = spread(isa, coded, register) & masks;
                            bytes.look_up(selected.add_bytes(addends))
                        },
                    );
                }
            }
        },
    );
}

/// Returns a register with copies of 16 squares.
#[inline(always)]
fn load<V: Bytes>(isa: V::Isa, squares: &[Square; 16]) -> V {
    let (halves, _) = squares.as_chunks();
    V::copies(isa, array::from_fn(|half| u64::from_le_bytes(halves[half].map(|square| square as u8))))
}

/// Fills each lane with one of 16 bytes: the first lane with the byte `V::COUNT * register`, the second lane with the next
/// byte, and so on.
#[inline(always)]
fn spread<V: Bytes>(isa: V::Isa, bytes: V, register: usize) -> V {
    let mut indices = V::Chunk::EMPTY;
    for (lane, index) in indices.as_mut().iter_mut().enumerate() {
        *index = in_each_byte((V::COUNT * register + lane) as u8);
    }
    bytes.look_up(V::load(isa, &indices))
}
