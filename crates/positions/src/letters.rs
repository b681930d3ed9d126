//! What a byte of a placement means.

/// The bit of a code that says black. Below it the kinds from 1: pawn, knight, bishop, rook, queen, king.
pub(crate) const BLACK: u8 = 8;
/// The code of the stroke between two ranks.
pub(crate) const STROKE: u8 = 0x10;
/// The code of what no placement has.
pub(crate) const WRONG: u8 = 0x20;
/// The bits that no piece has.
pub(crate) const NO_PIECE: u8 = STROKE | WRONG;

/// What is put on a square for each byte: a colour and a kind in four bits, 0 for a number of empty squares, else one of the
/// constants here.
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

/// How many squares each byte fills, a wiped byte (0) none; a stroke as many as lie between the ranks of a [block](crate::block).
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
