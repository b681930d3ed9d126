//! Placing the pieces of a packed board on their squares, with an instruction set that can deposit bits.
//!
//! Formats for training data store a board as the set of occupied squares and one code of four bits (a nibble) for each piece,
//! in the order of squares, a1 first:
//!
//! ```text
//! occupied squares   . x . . x x . x     squares from the right: a1, c1, d1, g1
//! plane of codes             1 0 0 1     the same bit of the code of every piece, the first piece lowest
//! deposited          . 1 . . 0 0 . 1     each bit goes to the next occupied square
//! ```

use crate::Isa;

/// An instruction set that unpacks boards, for readers of packed positions such as those of `setwise-positions`.
///
/// Implementations mark the function `#[inline(always)]`; call it inside the target-feature boundary.
pub trait UnpackBoards: Isa {
    /// Returns the four planes of a packed board as sets of squares, a1 = bit 0. Plane `k` has a square if its piece has bit `k`
    /// of its code set.
    ///
    /// Byte `i` of `codes` has the code of piece `2 * i` in its low half and that of the next piece in its high half. Codes
    /// after the last piece are ignored. If there are more than 32 occupied squares, the pieces after the 32nd have code 0.
    fn planes(self, occupied: u64, codes: &[u8; 16]) -> [u64; 4];
}
