//! Pawn shields: the pawns in front of a castled king as a number from 0 to 63, to look things up by.
//!
//! ```text
//! white, kingside: files f to h, ranks 2 and 3      index = bits
//! 3   . . . . . X X X                                 f3 g3 h3  =  8 16 32
//! 2   . . . . . X X X                                 f2 g2 h2  =  1  2  4
//! 1   . . . . . . K .
//! ```
//!
//! Two ranks of three squares lie eight bits apart, so a shift and a union bring them together: no multiplication and no
//! PEXT. The queenside reads a, b, c in that order, which is not the mirror image of f, g, h. Black is flipped first, so one
//! table serves both colours. A king on d or e has not chosen a wing: no shield.
//!
//! Source: Chess Programming Wiki, King Pattern, names the masks and the idea of an index; the index itself is ours.

use setwise_board::masks::{SHIELD_KINGSIDE, SHIELD_QUEENSIDE};
use setwise_board::{Bitboard, Color, File, Square};

use crate::{Kernel, Lanes, Spread};

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
        let three = king | king.east() | king.west();
        let ahead = match self.side {
            Color::White => three.up::<8>() | three.up::<16>(),
            Color::Black => three.down::<8>() | three.down::<16>(),
        };
        [ahead & pawns]
    }
}

/// The index that means: the king is on file d or e, so there is no shield to speak of.
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
    /// The wing of a king on this file; `None` on d and e.
    #[must_use]
    pub const fn of(file: File) -> Option<Self> {
        match file {
            File::A | File::B | File::C => Some(Self::Queenside),
            File::D | File::E => None,
            File::F | File::G | File::H => Some(Self::Kingside),
        }
    }

    /// The six squares of a shield on this wing: three files, the two ranks in front of the home rank.
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

/// Which of the six squares hold a pawn, 0 to 63: bits 0 to 2 the nearer rank, bits 3 to 5 the farther, files from a to h;
/// [`NO_SHIELD`] (64) for a king on d or e.
///
/// ```
/// use setwise_board::{Bitboard, Color, Square::{F2, F7, G1, G3, G6, G8, H2, H7}};
/// use setwise_core::patterns::pawn_shield_index;
///
/// let pawns = Bitboard::from_squares(&[F2, G3, H2, F7, G6, H7]);
/// assert_eq!(pawn_shield_index(G1, pawns, Color::White), 21);
/// assert_eq!(pawn_shield_index(G8, pawns, Color::Black), 21);
/// ```
#[must_use]
pub const fn pawn_shield_index(king: Square, own_pawns: Bitboard, color: Color) -> usize {
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

/// An evaluation, or whatever else, from a table of 64 shields and one entry for no shield.
#[must_use]
pub fn pawn_shield_entry<T: Copy>(table: &[T; 65], king: Square, own_pawns: Bitboard, color: Color) -> T {
    table[pawn_shield_index(king, own_pawns, color)]
}

/// The nearer rank to bits 0 to 2, the farther, eight squares on, to bits 3 to 5.
const fn gather(shield: u64, first: u32) -> usize {
    ((shield >> first | shield >> (first + 5)) & 63) as usize
}
