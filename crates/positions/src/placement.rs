//! The first field: where the pieces stand.
//!
//! One table says of every byte what it is and how many squares it fills. Six kinds and two colours are four bits, so four
//! planes, one word a bit, take any piece: the code's bits are spread to masks, cut by the square's bit, and united. No branch
//! depends on the piece, and the only one a letter takes is that of the loop.
//!
//! ```text
//! letter   fills   code (colour, kind)         a8 is written first, so squares count from a8 row by row;
//! P        1       0 001                       a byte swap of each plane at the end gives a1 = bit 0
//! k        1       1 110
//! 5        5       0 000      no piece: the masks are empty
//! /        0       0 000      here eight squares a rank must be full
//! ```
//!
//! At the end six comparisons of planes give the six kinds.

use crate::Reason;

/// The pieces of a position, both colours; a1 = bit 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Placement {
    /// Pawns, knights, bishops, rooks, queens, kings.
    pub kinds: [u64; 6],
    /// White's, black's pieces.
    pub sides: [u64; 2],
}

/// What a byte means: its code in the planes, and how many squares it fills.
#[derive(Clone, Copy)]
struct Letter {
    code: u8,
    fills: u8,
}

/// Ends the field.
const END: u8 = 0xFF;
/// No letter of a placement.
const UNKNOWN: u8 = 0xFE;
/// Between two ranks.
const SLASH: u8 = 0xFD;

const KINDS: [u8; 6] = *b"pnbrqk";
/// The bit of the code that says black.
const BLACK: u8 = 8;

static LETTERS: [Letter; 256] = letters();

const fn letters() -> [Letter; 256] {
    let mut letters = [Letter { code: 0, fills: UNKNOWN }; 256];
    let mut kind = 0;
    while kind < 6 {
        let code = kind as u8 + 1;
        letters[KINDS[kind] as usize] = Letter { code: code | BLACK, fills: 1 };
        letters[KINDS[kind].to_ascii_uppercase() as usize] = Letter { code, fills: 1 };
        kind += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        letters[(b'0' + digit) as usize].fills = digit;
        digit += 1;
    }
    letters[b'/' as usize].fills = SLASH;
    letters[b' ' as usize].fills = END;
    letters[b'\t' as usize].fills = END;
    letters
}

/// Planes of the code's bits, for every code: all ones where the bit is set.
static PLANES: [[u64; 4]; 16] = {
    let mut planes = [[0; 4]; 16];
    let mut code = 0;
    while code < 16 {
        let mut bit = 0;
        while bit < 4 {
            planes[code][bit] = if code >> bit & 1 == 1 { !0 } else { 0 };
            bit += 1;
        }
        code += 1;
    }
    planes
};

/// Reads a placement from the start of a line. Gives it with the number of bytes read.
///
/// # Errors
///
/// If it is not eight ranks of eight squares, or has another letter than those of pieces and the digits 1 to 8.
pub fn read(line: &[u8]) -> Result<(Placement, usize), Reason> {
    let mut planes = [0_u64; 4];
    let (mut square, mut ranks, mut length) = (0_u32, 1_u32, line.len());
    for (n, &byte) in line.iter().enumerate() {
        let Letter { code, fills } = LETTERS[usize::from(byte)];
        if fills > 8 {
            if fills == SLASH {
                if square != 8 * ranks {
                    return Err(Reason::Rank { rank: 9 - ranks.min(8), squares: square + 8 - 8 * ranks });
                }
                ranks += 1;
                continue;
            }
            if fills == END {
                length = n;
                break;
            }
            return Err(Reason::Letter(byte));
        }
        // A square beyond the board wraps, and its rank is found too long at its end.
        let bit = 1_u64 << (square & 63);
        let masks = &PLANES[usize::from(code & 15)];
        for (plane, mask) in planes.iter_mut().zip(masks) {
            *plane |= mask & bit;
        }
        square += u32::from(fills);
    }
    if ranks != 8 {
        return Err(Reason::Ranks(ranks));
    }
    if square != 64 {
        return Err(Reason::Rank { rank: 1, squares: (square + 8).saturating_sub(64) });
    }
    Ok((of_planes(planes.map(u64::swap_bytes)), length))
}

/// The kinds and sides that the planes spell.
fn of_planes([one, two, four, black]: [u64; 4]) -> Placement {
    let kinds = [one & !two & !four, two & !one & !four, one & two, four & !one & !two, four & one, four & two];
    let occupied = one | two | four;
    Placement { kinds, sides: [occupied & !black, black] }
}
