//! Reads a placement, the first field of a line, byte by byte, so that errors can be described. Also defines the codes
//! of pieces. `scalar_block.rs` and `simd_block.rs` use the same codes to read blocks of lines.

use crate::Reason;

/// The pieces of both colours in a position, as sets with a1 in bit 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Placement {
    /// The sets of pawns, knights, bishops, rooks, queens and kings, in this order.
    pub kinds: [u64; 6],
    /// The pieces of White, then the pieces of Black.
    pub sides: [u64; 2],
}

/// The index of the pawns in [`Placement::kinds`].
pub const PAWN: usize = 0;
/// The index of the knights in [`Placement::kinds`].
pub const KNIGHT: usize = 1;
/// The index of the bishops in [`Placement::kinds`].
pub const BISHOP: usize = 2;
/// The index of the rooks in [`Placement::kinds`].
pub const ROOK: usize = 3;
/// The index of the queens in [`Placement::kinds`].
pub const QUEEN: usize = 4;
/// The index of the kings in [`Placement::kinds`].
pub const KING: usize = 5;

/// Reads the placement in `field`, which must contain nothing else.
///
/// # Errors
///
/// Returns the first error from left to right. Each byte must be a piece, a slash or a digit from 1 to 8. No digit may
/// follow another digit, and there must be eight ranks of eight squares. The number of ranks is checked before the
/// length of the last rank.
pub fn read(field: &[u8]) -> Result<Placement, Reason> {
    let mut placement = Placement::default();
    let (mut rank, mut squares) = (8, 0);
    let (mut ranks, mut last) = (1, 0_u8);
    for &byte in field {
        let (code, fills) = (CODES[usize::from(byte)], FILLS[usize::from(byte)]);
        match code {
            _ if byte == 0 || code == WRONG => return Err(Reason::Letter(byte)),
            _ if last.is_ascii_digit() && byte.is_ascii_digit() => return Err(Reason::Digits([last, byte])),
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
        last = byte;
    }
    if ranks != 8 {
        Err(Reason::Ranks(ranks))
    } else if squares != 8 {
        Err(Reason::Rank { rank, squares })
    } else {
        Ok(placement)
    }
}

/// The bit that marks a black piece in a code. The three bits below it are the kind: pawn 1, knight 2, bishop 3, rook
/// 4, queen 5, king 6.
pub(crate) const BLACK: u8 = 8;
/// The code of the slash between two ranks.
pub(crate) const STROKE: u8 = 0x10;
/// The code of a byte that must not occur in a placement.
pub(crate) const WRONG: u8 = 0x20;
/// A mask of the bits [`STROKE`] and [`WRONG`]. The code of a piece or of an empty square has neither of these bits.
pub(crate) const NO_PIECE: u8 = STROKE | WRONG;

/// The code of each byte. The code of a piece has four bits: a colour and a kind. A digit from 1 to 8 and the byte 0
/// have the code 0. The slash has the code [`STROKE`], and all other bytes have the code [`WRONG`].
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

/// For each byte of a placement, the number of [mailbox](crate::scalar_block) bytes that it fills. A slash fills the
/// eight bytes after a rank, and the byte 0 fills none.
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
