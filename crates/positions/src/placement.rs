//! The first field: where the pieces stand.
//!
//! One table says of every byte what it is and how many squares it fills. Six kinds and two colours are four bits, so four
//! planes, one word a bit, take any piece: the code's bits are spread to masks, cut by the square's bit, and united. No branch
//! depends on a byte: what is wrong is only collected, and a line with anything wrong is read once more for the reason.
//!
//! ```text
//! letter   fills   code (colour, kind)         a8 is written first, so squares count from a8 row by row;
//! P        1       0 001                       a byte swap of each plane at the end gives a1 = bit 0
//! k        1       1 110
//! 5        5       0 000      no piece: the masks are empty
//! /        0       0 000      here eight squares a rank must be full
//! ```
//!
//! At the end six combinations of planes give the six kinds.

use crate::Reason;

/// The pieces of a position, both colours; a1 = bit 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Placement {
    /// Pawns, knights, bishops, rooks, queens, kings.
    pub kinds: [u64; 6],
    /// White's, black's pieces.
    pub sides: [u64; 2],
}

/// What a byte means.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct Letter {
    /// Colour and kind in four bits; 0 for no piece.
    code: u8,
    /// How many squares it fills.
    fills: u8,
    /// 1 for what stands between two ranks.
    slash: u8,
    /// 1 for what no placement has.
    wrong: u8,
}

const KINDS: [u8; 6] = *b"pnbrqk";
/// The bit of the code that says black.
const BLACK: u8 = 8;

static LETTERS: [Letter; 256] = {
    let mut letters = [Letter { code: 0, fills: 0, slash: 0, wrong: 1 }; 256];
    let mut kind = 0;
    while kind < 6 {
        let code = kind as u8 + 1;
        letters[KINDS[kind] as usize] = Letter { code: code | BLACK, fills: 1, slash: 0, wrong: 0 };
        letters[KINDS[kind].to_ascii_uppercase() as usize] = Letter { code, fills: 1, slash: 0, wrong: 0 };
        kind += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        letters[(b'0' + digit) as usize] = Letter { code: 0, fills: digit, slash: 0, wrong: 0 };
        digit += 1;
    }
    letters[b'/' as usize] = Letter { code: 0, fills: 0, slash: 1, wrong: 0 };
    letters
};

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

/// Reads a placement: the whole of these bytes.
///
/// # Errors
///
/// If it is not eight ranks of eight squares, or has another letter than those of pieces and the digits 1 to 8.
#[inline(always)]
pub fn read(field: &[u8]) -> Result<Placement, Reason> {
    let (planes, wrong) = planes(field);
    if wrong == 0 { Ok(of_planes(planes)) } else { Err(reason(field)) }
}

/// The planes, a1 = bit 0, and not 0 where anything is wrong.
// A function of its own, so that its loop has all registers for itself.
#[inline(never)]
fn planes(field: &[u8]) -> ([u64; 4], u32) {
    let mut planes = [0_u64; 4];
    let (mut square, mut ranks, mut wrong) = (0_u32, 1_u32, 0_u32);
    for &byte in field {
        let letter = LETTERS[usize::from(byte)];
        // A square beyond the board wraps, and its rank is found too long.
        let bit = 1_u64 << (square & 63);
        for (plane, mask) in planes.iter_mut().zip(&PLANES[usize::from(letter.code & 15)]) {
            *plane |= mask & bit;
        }
        let slash = u32::from(letter.slash);
        wrong |= u32::from(letter.wrong) | (slash * (square ^ (8 * ranks)));
        ranks += slash;
        square += u32::from(letter.fills);
    }
    (planes.map(u64::swap_bytes), wrong | (ranks ^ 8) | (square ^ 64))
}

/// Why a field is no placement, from left to right.
#[cold]
fn reason(field: &[u8]) -> Reason {
    let (mut squares, mut rank) = (0, 1);
    for &byte in field {
        let Letter { fills, slash, wrong, .. } = LETTERS[usize::from(byte)];
        if wrong == 1 {
            return Reason::Letter(byte);
        }
        if slash == 1 {
            if squares != 8 {
                return Reason::Rank { rank: 9 - rank.min(8), squares };
            }
            (squares, rank) = (0, rank + 1);
        }
        squares += u32::from(fills);
    }
    if rank == 8 { Reason::Rank { rank: 1, squares } } else { Reason::Ranks(rank) }
}

/// The kinds and sides that the planes spell.
fn of_planes([one, two, four, black]: [u64; 4]) -> Placement {
    let kinds = [one & !two & !four, two & !one & !four, one & two, four & !one & !two, four & one, four & two];
    let occupied = one | two | four;
    Placement { kinds, sides: [occupied & !black, black] }
}
