//! All squares that a side attacks, from which a taboo can be computed for real positions.
//!
//! Sliders are also computed set-wise, by occluded fills (Kogge-Stone): three doublings per direction for all sliders
//! of a side at once.
//!
//! ```text
//! free     = empty & NOT_A              squares that a slider may pass; the mask stops wrapping
//! sliders |= free & (sliders << 1)      one square farther, if it is free
//! free    &= free << 1                  runs of two free squares
//! sliders |= free & (sliders << 2)      two squares farther; then the same with << 2 and << 4
//! attacks  = sliders << 1 & NOT_A       one step farther: the blocker is attacked too
//! ```
//!
//! There is no branch and no table, so the fills run on many boards at once, which magic bitboards cannot do. Magic
//! bitboards are faster for one slider on one board.
//!
//! Source: Chess Programming Wiki, Kogge-Stone Algorithm and Fill Algorithms.

use setwise_board::Color;
use setwise_board::masks::{NOT_A, NOT_H};

use crate::{Kernel, Lanes, Spread};

/// Defines one direction: the occluded fill by three doublings, then one more step.
macro_rules! ray {
    ($name:ident, $shift:ident, $one:literal, $two:literal, $four:literal, $mask:expr) => {
        #[inline(always)]
        fn $name<V: Lanes>(mut sliders: V, empty: V) -> V {
            let mut free = empty & $mask;
            sliders |= free & sliders.$shift::<$one>();
            free &= free.$shift::<$one>();
            sliders |= free & sliders.$shift::<$two>();
            free &= free.$shift::<$two>();
            sliders |= free & sliders.$shift::<$four>();
            sliders.$shift::<$one>() & $mask
        }
    };
}

ray!(north, up, 8, 16, 32, !0);
ray!(south, down, 8, 16, 32, !0);
ray!(east, up, 1, 2, 4, NOT_A);
ray!(west, down, 1, 2, 4, NOT_H);
ray!(north_east, up, 9, 18, 36, NOT_A);
ray!(north_west, up, 7, 14, 28, NOT_H);
ray!(south_east, down, 7, 14, 28, NOT_A);
ray!(south_west, down, 9, 18, 36, NOT_H);

/// Returns the squares that rooks (and queens) attack, up to and including the first piece on the way.
#[inline(always)]
pub fn orthogonal_attacks<V: Lanes>(sliders: V, occupied: V) -> V {
    let empty = !occupied;
    (north(sliders, empty) | south(sliders, empty)) | (east(sliders, empty) | west(sliders, empty))
}

/// Returns the squares that bishops (and queens) attack, up to and including the first piece on the way.
#[inline(always)]
pub fn diagonal_attacks<V: Lanes>(sliders: V, occupied: V) -> V {
    let empty = !occupied;
    (north_east(sliders, empty) | north_west(sliders, empty))
        | (south_east(sliders, empty) | south_west(sliders, empty))
}

/// Returns the squares that pawns of one colour attack, occupied or not.
#[inline(always)]
pub fn pawn_attacks<V: Lanes>(pawns: V, color: Color) -> V {
    let ahead = match color {
        Color::White => pawns.north(),
        Color::Black => pawns.south(),
    };
    ahead.east() | ahead.west()
}

/// All squares that a side attacks.
///
/// Inputs: the side's pawns, knights, bishops, rooks, queens, king; all pieces of both sides; and the pieces through
/// which sliders attack. For a taboo the last input is the other side's king, since a king cannot flee along the ray
/// that checks it. Otherwise it is empty.
///
/// ```text
/// rook e8 attacks through king e4     attacked
/// . . . . R . . .                     X X X X . X X X
/// . . . . . . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// . . . . k . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AttackedSquares {
    /// The colour of the side, which determines the direction of its pawn captures.
    pub side: Color,
}

impl Kernel<8, 1> for AttackedSquares {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 8]) -> [V; 1] {
        let [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] = input;
        let blockers = occupied & !looked_through;
        let steps = pawn_attacks(pawns, self.side) | spread.knight(knights) | spread.king(king);
        [steps | diagonal_attacks(bishops | queens, blockers) | orthogonal_attacks(rooks | queens, blockers)]
    }
}
