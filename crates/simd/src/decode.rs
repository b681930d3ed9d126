//! Traits for decoding positions: the placement of a FEN line, and packed boards. Instruction sets implement the
//! traits, and the file readers of `setwise-positions` call their methods. If the CPU has no instruction set that
//! implements the traits, the readers use portable code.
//!
//! An instruction set that can shuffle bytes parses a placement as follows:
//!
//! ```text
//! "r3k2r/p1ppqpb1/..."        the letters of each rank; the number of squares each fills; the sum up to it
//!                rank 8       r 3 k 2 r . . .       1 3 1 2 1 0 0 0       1 4 5 7 8 8 8 8
//!                rank 7       p 1 p p q p b 1       1 1 1 1 1 1 1 1       1 2 3 4 5 6 7 8
//! ```
//!
//! Several ranks are computed at once, and no branch depends on a letter. In a valid rank, the last sum is 8.
//!
//! A packed board, which formats of training data use, consists of the set of occupied squares and a code of four bits
//! for each piece. The codes are in the order of their squares, a1 first. An instruction set that can deposit bits
//! moves the codes to their squares as follows:
//!
//! ```text
//! occupied squares   . x . . x x . x     squares from the right: a1, c1, d1, g1
//! plane of codes             1 0 0 1     the same bit of the code of every piece, the first piece lowest
//! deposited          . 1 . . 0 0 . 1     each bit goes to the next occupied square
//! ```

use setwise_core::Isa;

/// The length in bytes of the text that [`ParsePlacement::placement`] takes. A placement ends within the first 64
/// bytes, but the method may load the eight bytes that start at byte 63.
pub const PLACEMENT_TEXT: usize = 72;

/// An instruction set that can parse the placement of a FEN line and find certain bytes, such as line ends.
///
/// A set of bytes is a word whose bit `i` stands for byte `i` of the text. Implementations must mark all methods
/// `#[inline(always)]`. Call the methods inside the target-feature boundary of the instruction set.
pub trait ParsePlacement: Isa {
    /// Returns the set of bytes that equal `byte`.
    fn equal(self, text: &[u8; 64], byte: u8) -> u64;

    /// Returns the set of bytes that are at most `byte`. Bytes are compared as numbers from 0 to 255.
    fn at_most(self, text: &[u8; 64], byte: u8) -> u64;

    /// Writes `first + i` to `members` for each byte `i` of a set, in ascending order. The elements of `members` after
    /// these numbers may change, too.
    ///
    /// The CPU cannot predict how many bytes the set has. The default implementation therefore always writes four
    /// elements without a branch, and branches only for the elements after them.
    #[inline(always)]
    fn write_members(self, mut set: u64, first: usize, members: &mut [usize; 64]) {
        const FEW: usize = 4;
        let bytes = set.count_ones() as usize;
        let (few, more) = members.split_at_mut(FEW);
        let mut write = |member: &mut usize| {
            *member = first + set.trailing_zeros() as usize;
            set &= set.wrapping_sub(1);
        };
        few.iter_mut().for_each(&mut write);
        if bytes > FEW {
            more[..bytes - FEW].iter_mut().for_each(write);
        }
    }

    /// Reads the placement at the start of `text`. The placement ends before the first blank.
    ///
    /// Returns `None` if the first 64 bytes have no blank. Also returns `None` if the bytes before the blank are not
    /// eight ranks of eight squares. Valid bytes are the letters `PNBRQKpnbrqk`, the digits 1 to 8, and seven slashes
    /// between the ranks.
    fn placement(self, text: &[u8; PLACEMENT_TEXT]) -> Option<PlacementPlanes>;
}

/// A parsed placement as sets, returned by [`ParsePlacement::placement`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacementPlanes {
    /// The number of bytes before the blank.
    pub bytes: usize,
    /// Four sets of squares, a1 = bit 0. Each kind of piece has a number: pawn 1, knight 2, bishop 3, rook 4, queen 5,
    /// king 6. Each of the first three sets stands for one bit of this number, lowest bit first. It contains the pieces
    /// whose number has that bit set. The last set contains the black pieces.
    pub planes: [u64; 4],
}

/// An instruction set that can unpack packed boards.
///
/// Implementations must mark the method `#[inline(always)]`. Call the method inside the target-feature boundary of the
/// instruction set.
pub trait UnpackBoards: Isa {
    /// Returns the four planes of a packed board as sets of squares, a1 = bit 0. Plane `k` contains the squares of the
    /// pieces whose code has bit `k` set.
    ///
    /// Byte `i` of `codes` has the code of piece `2 * i` in its low half and the code of the next piece in its high
    /// half. Codes after the last piece are ignored. If there are more than 32 occupied squares, the pieces after the
    /// 32nd have code 0.
    fn planes(self, occupied: u64, codes: &[u8; 16]) -> [u64; 4];
}
