//! The first field of a line, the placement, and the meaning of each of its bytes. It is read square by square here, so
//! that errors can be described. Usual lines are read in larger numbers by `scalar_block.rs` and `simd_block.rs`.

use crate::Reason;

/// The pieces of a position, both colours; a1 = bit 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Placement {
    /// Pawns, knights, bishops, rooks, queens, kings.
    pub kinds: [u64; 6],
    /// The pieces of White, then of Black.
    pub sides: [u64; 2],
}

/// The indices of some kinds in [`Placement::kinds`].
pub(crate) const PAWN: usize = 0;
pub(crate) const KNIGHT: usize = 1;
pub(crate) const ROOK: usize = 3;
pub(crate) const KING: usize = 5;

/// Reads a placement, which must be all of `field`.
///
/// # Errors
///
/// If the placement does not have eight ranks of eight squares, or has a letter that is neither a piece nor a digit from 1 to
/// 8. The first error from left to right is returned.
pub fn read(field: &[u8]) -> Result<Placement, Reason> {
    let mut placement = Placement::default();
    let (mut rank, mut squares) = (8, 0);
    let mut ranks = 1;
    for &byte in field {
        let (code, fills) = (CODES[usize::from(byte)], FILLS[usize::from(byte)]);
        match code {
            _ if byte == 0 || code == WRONG => return Err(Reason::Letter(byte)),
            STROKE if squares != 8 => return Err(Reason::Rank { rank, squares }),
            // A ninth rank is counted for the error message, but its pieces are not stored.
            STROKE => (rank, ranks, squares) = ((rank - 1).max(1), ranks + 1, 0),
            _ => {
                if code != 0 && squares < 8 && ranks <= 8 {
                    let bit = 1 << (8 * (rank - 1) + squares);
                    placement.kinds[usize::from(code & !BLACK) - 1] |= bit;
                    placement.sides[usize::from(code & BLACK != 0)] |= bit;
                }
                squares += u32::from(fills);
            }
        }
    }
    if ranks != 8 {
        Err(Reason::Ranks(ranks))
    } else if squares != 8 {
        Err(Reason::Rank { rank, squares })
    } else {
        Ok(placement)
    }
}

/// The bit of a code that marks a black piece. The bits below it are the number of the kind, from 1: pawn, knight,
/// bishop, rook, queen, king.
pub(crate) const BLACK: u8 = 8;
/// The code of the slash between two ranks.
pub(crate) const STROKE: u8 = 0x10;
/// The code of a byte that no placement contains.
pub(crate) const WRONG: u8 = 0x20;
/// The bits that are not set in the code of any piece.
pub(crate) const NO_PIECE: u8 = STROKE | WRONG;

/// The code that is stored on a square for each byte: a colour and a kind in four bits for a piece, 0 for a digit, otherwise
/// [`STROKE`] or [`WRONG`].
pub(crate) static CODES: [u8; 256] = {
    const KINDS: [u8; 6] = *b"pnbrqk";
    let mut codes = [WRONG; 256];
    let mut kind = 0;
    while kind < 6 {
        let code = kind as u8 + 1;
        codes[KINDS[kind] as usize] = code | BLACK;
        codes[KINDS[kind].to_ascii_uppercase() as usize] = code;
        kind += 1;
    }
    let mut digit = b'1';
    while digit <= b'8' {
        codes[digit as usize] = 0;
        digit += 1;
    }
    codes[b'/' as usize] = STROKE;
    codes[0] = 0;
    codes
};

/// The number of squares that each byte fills. A cleared byte (0) fills none. A slash fills the bytes between two ranks
/// of a [mailbox](crate::scalar_block).
pub(crate) static FILLS: [u8; 256] = {
    let mut fills = [1; 256];
    let mut digit = 1;
    while digit <= 8 {
        fills[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    fills[b'/' as usize] = 8;
    fills[0] = 0;
    fills
};
