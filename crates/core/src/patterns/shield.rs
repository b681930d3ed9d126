//! Pawn shields: the pawns in front of a castled king as a number from 0 to 63, for use as a table index.
//!
//! ```text
//! white, kingside: files f to h, ranks 2 and 3      index = bits
//! 3   . . . . . X X X                                 f3 g3 h3  =  8 16 32
//! 2   . . . . . X X X                                 f2 g2 h2  =  1  2  4
//! 1   . . . . . . K .
//! ```
//!
//! The two ranks of a shield are eight bits apart, so shifts and one union bring the six squares together, without
//! multiplication or PEXT. On the queenside the bits are in the order of files a, b, c. This is not the mirror image of
//! the kingside's order f, g, h, so a shield and its mirror image may have different indices. A black shield has the
//! index of the vertically flipped white shield, so the same table is used for both colours. A king on file d or e is
//! on neither wing and has no shield.
//!
//! Source: Chess Programming Wiki, King Pattern, for the masks and the idea of an index. The order of the bits is ours.

use setwise_board::masks::{FILE_A, SHIELD_KINGSIDE, SHIELD_QUEENSIDE};
use setwise_board::{Bitboard, Color, File, Square};

use crate::{Kernel, Lanes, ResultKind, Spread};

/// Own pawns on the king's file and the adjacent files, one and two ranks ahead of the king. Inputs: king, own pawns.
///
/// ```text
/// 4  . . . . . x . .        white king f2
/// 3  . P . . x . . .        x: pawns of its shield; P: other pawns
/// 2  . . . . . K . P
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShieldPawns {
    /// The side of the king and the pawns.
    pub side: Color,
}

impl Kernel<2, 1> for ShieldPawns {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [king, pawns]: [V; 2]) -> [V; 1] {
        let three = king.widen();
        let ahead = match self.side {
            Color::White => three.shl::<8>() | three.shl::<16>(),
            Color::Black => three.shr::<8>() | three.shr::<16>(),
        };
        [ahead & pawns]
    }
}

/// The index that stands for a king on file d or e, which has no shield. [`ShieldIndex`] also returns it for a board
/// without a king.
pub const NO_SHIELD: usize = 64;

/// A wing of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Files a to c.
    Queenside,
    /// Files f to h.
    Kingside,
}

impl Wing {
    /// Returns the wing of a king on this file, or `None` on files d and e.
    #[must_use]
    pub const fn of(file: File) -> Option<Self> {
        match file {
            File::A | File::B | File::C => Some(Self::Queenside),
            File::D | File::E => None,
            File::F | File::G | File::H => Some(Self::Kingside),
        }
    }

    /// Returns the six squares of a shield on this wing: three files, on the two ranks in front of the home rank.
    #[must_use]
    pub const fn shield(self, color: Color) -> Bitboard {
        let white = Bitboard(match self {
            Self::Queenside => SHIELD_QUEENSIDE,
            Self::Kingside => SHIELD_KINGSIDE,
        });
        match color {
            Color::White => white,
            Color::Black => white.flip_vertical(),
        }
    }
}

/// Returns which of the six shield squares on the king's wing have a pawn, as a number from 0 to 63. Bits 0 to 2 are
/// the rank next to the home rank, and bits 3 to 5 are the rank ahead of it. Within each rank, the bits are in the
/// order of the files from a to h. Returns [`NO_SHIELD`] (64) for a king on file d or e.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Bitboard, Color, Square::{F2, F7, G1, G3, G6, G8, H2, H7}, patterns::shield_index};
///
/// let pawns = Bitboard::from_squares(&[F2, G3, H2, F7, G6, H7]);
/// assert_eq!(shield_index(G1, pawns, Color::White), 21);
/// assert_eq!(shield_index(G8, pawns, Color::Black), 21);
/// ```
#[must_use]
pub const fn shield_index(king: Square, own_pawns: Bitboard, color: Color) -> usize {
    let pawns = match color {
        Color::White => own_pawns,
        Color::Black => own_pawns.flip_vertical(),
    };
    match Wing::of(king.file()) {
        None => NO_SHIELD,
        Some(Wing::Kingside) => gather(pawns.0 & SHIELD_KINGSIDE, 13),
        Some(Wing::Queenside) => gather(pawns.0 & SHIELD_QUEENSIDE, 8),
    }
}

/// [`shield_index`] for batches, without a branch. The result is a number: 0 to 63, or [`NO_SHIELD`] for a king on
/// file d or e and for a board without a king. With several kings, the one on the lowest square counts (a1 is lowest,
/// h8 highest).
///
/// Inputs: king, own pawns.
///
/// The pawns of the king's wing are moved to files a to c, so one formula works for both wings:
///
/// ```text
/// . . . . . . . .      3  3 4 5 . . . . .
/// . . . . . X X X      2  0 1 2 . . . . .      bits of the index
/// . . . . . . . .      1  . . . . . . . .
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShieldIndex {
    /// The side of the king and the pawns.
    pub side: Color,
}

impl Kernel<2, 1> for ShieldIndex {
    const KINDS: [ResultKind; 1] = [ResultKind::NumberOrNone { none: NO_SHIELD as u64 }];

    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [kings, pawns]: [V; 2]) -> [V; 1] {
        const QUEENSIDE: u64 = FILE_A | FILE_A << 1 | FILE_A << 2;
        let king = kings & !(kings & kings.wrapping_add(!kings.nothing()));
        let not_kingside = (king & (QUEENSIDE << 5)).empty_lanes();
        let not_queenside = (king & QUEENSIDE).empty_lanes();
        let wing = (pawns & not_kingside) | (pawns.shr::<5>() & !not_kingside);
        let index = match self.side {
            Color::White => {
                let shield = wing & SHIELD_QUEENSIDE;
                shield.shr::<8>() | shield.shr::<13>()
            }
            Color::Black => {
                let shield = wing & SHIELD_QUEENSIDE.swap_bytes();
                shield.shr::<48>() | shield.shr::<37>()
            }
        };
        let none = not_kingside & not_queenside;
        [((index & 0b11_1111) & !none) | (none & NO_SHIELD as u64)]
    }
}

/// Returns the table entry, such as an evaluation, for the shield of a king. The table has 64 entries for shields,
/// followed by one entry for kings without a shield.
#[must_use]
pub fn pawn_shield_entry<T: Copy>(table: &[T; 65], king: Square, own_pawns: Bitboard, color: Color) -> T {
    table[shield_index(king, own_pawns, color)]
}

/// Moves the nearer rank to bits 0 to 2 and the farther rank to bits 3 to 5. `first` is the index of the lowest square
/// in the nearer rank.
const fn gather(shield: u64, first: u32) -> usize {
    ((shield >> first | shield >> (first + 5)) & 63) as usize
}
