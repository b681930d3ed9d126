//! Parsing the placement of a FEN line, with an instruction set that can shuffle bytes.
//!
//! ```text
//! "r3k2r/p1ppqpb1/..."        the letters of each rank; the number of squares each fills; the sum up to it
//!                rank 8       r 3 k 2 r . . .       1 3 1 2 1 0 0 0       1 4 5 7 8 8 8 8
//!                rank 7       p 1 p p q p b 1       1 1 1 1 1 1 1 1       1 2 3 4 5 6 7 8
//! ```
//!
//! All ranks are computed at once, so no branch depends on a letter. A rank is valid if the last sum is 8.

use crate::Isa;

/// The number of bytes that [`ParsePlacement::placement`] needs. It may load eight bytes from byte 63 on.
pub const PLACEMENT_TEXT: usize = 72;

/// An instruction set that parses the placement of a FEN line, and finds bytes such as the ends of lines. It is for
/// readers of text, such as `setwise-positions`.
///
/// A set of bytes has bit `i` for byte `i` of the text. Implementations mark both functions `#[inline(always)]`; call
/// them inside the target-feature boundary.
pub trait ParsePlacement: Isa {
    /// Returns the set of bytes that are equal to `byte`.
    fn equal(self, text: &[u8; 64], byte: u8) -> u64;

    /// Reads the placement at the start of `text`, which ends before the first blank.
    ///
    /// Returns `None` if the first 64 bytes have no blank, or if the bytes before it are not eight ranks of eight
    /// squares, written with the letters `PNBRQKpnbrqk`, the digits 1 to 8 and seven slashes.
    fn placement(self, text: &[u8; PLACEMENT_TEXT]) -> Option<PlacementPlanes>;
}

/// A placement as bits, read by [`ParsePlacement::placement`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacementPlanes {
    /// The number of bytes before the blank.
    pub bytes: usize,
    /// Four sets of squares, a1 = bit 0. Each of the first three has one bit of the kind of every piece, the lowest
    /// first: pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6. The last is the set of black pieces.
    pub planes: [u64; 4],
}
