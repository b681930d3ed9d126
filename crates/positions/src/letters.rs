//! The meaning of each byte of a placement.

/// The bit of a code that marks a black piece. The bits below it are the kind, from 1: pawn, knight, bishop, rook, queen, king.
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

/// The number of squares that each byte fills. A cleared byte (0) fills none. A slash fills the places between two ranks of a
/// [mailbox](crate::scalar_block).
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
