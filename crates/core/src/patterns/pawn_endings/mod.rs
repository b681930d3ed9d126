//! Exact results for pawn endings to which the rule of the square does not apply. In [`TwoPassers`], two passed pawns
//! play against a lone king. In [`KingAndPawn`], a passed pawn is supported by its own king.
//!
//! ```text
//! 8  . . . . . . . .      white pawns P, black king k, king to move
//! 7  . . . . . . . .
//! 6  . . . . . . . .      Each pawn alone is caught, because the king is in its square.
//! 5  P . . k . . . P      Together they win: when the king takes one pawn, the other is out of reach.
//! 4  . . . . . . . .
//! ```
//!
//! The [rule of the square](super::caught_area) considers one pawn and one king. For more pieces there is no closed
//! form, so each result is computed backwards from decided positions (retrograde analysis). The analysis treats all
//! squares of the lone king as one set, so each step solves 64 positions with a few set operations:
//!
//! ```text
//! the lone king to move                       the pawn's side to move
//! holds   = squares where it stands safely    won = union over its moves of lost', where lost' is
//!           and that are not in won                 the set `lost` of the position after the move
//! escapes = king_attacks(holds)
//! lost    = !escapes, without stalemates
//! ```
//!
//! The computations for the two sides alternate until no set changes. Pawns never move back, so the positions with the
//! most advanced pawns are solved first, and only the computations for king moves have to be repeated. The set-wise
//! kernel [`KingAttacks`] computes the attacks of the kings.
//!
//! A value of [`TwoPassers`] or [`KingAndPawn`] stores 64 by 64 sets for each side to move, 64 KiB in total. `solve`
//! returns the value itself, not a pointer to it, so a value that is kept belongs in a `Box` or a `static`. Pawns and
//! kings may have either colour. A position with a black pawn has the same result as the vertically flipped position
//! with exchanged colours.
//!
//! Source: Chess Programming Wiki, King Pattern, which says that the rule of the square covers neither of the two
//! endings. The method is that of endgame bitbases. Solving all squares of a king at once is our own idea. Sections 6.6
//! and 6.7 of `docs/reference.md` define the rules. They also count all positions, and the positions in which the rule
//! of the square is wrong.

mod king_and_pawn;
mod two_passers;

pub use king_and_pawn::KingAndPawn;
pub use two_passers::{LoneKing, TwoPassers};

use setwise_board::masks::PAWN_RANKS;
use setwise_board::{Bitboard, Color, Square};

use crate::one_board;
use crate::patterns::KingAttacks;

/// The side that is to move: the side with the pawns, or the side of the lone king.
#[derive(Clone, Copy)]
enum Turn {
    Pawn,
    King,
}

impl Turn {
    fn new(pawn_color: Color, to_move: Color) -> Self {
        if pawn_color == to_move { Self::Pawn } else { Self::King }
    }
}

/// Returns the squares on which a pawn can be, from h7 to a2, so that the most advanced white pawns come first.
fn pawn_squares() -> impl DoubleEndedIterator<Item = Square> + Clone {
    Square::ALL.into_iter().filter(|square| is_pawn_square(*square)).rev()
}

fn is_pawn_square(square: Square) -> bool {
    Bitboard(PAWN_RANKS).contains(square)
}

fn king_attacks(kings: Bitboard) -> Bitboard {
    one_board(KingAttacks, [kings])[0]
}

/// Returns the squares that white pawns attack.
fn pawn_attacks(pawns: Bitboard) -> Bitboard {
    pawns.north_east() | pawns.north_west()
}

/// Returns the square as seen by the pawn's side: for a black pawn, the square is flipped vertically.
fn seen_by(pawn_color: Color, square: Square) -> Square {
    match pawn_color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}

/// Returns the set as seen by the pawn's side: for a black pawn, the set is flipped vertically. The function is its own
/// inverse.
fn set_seen_by(pawn_color: Color, set: Bitboard) -> Bitboard {
    match pawn_color {
        Color::White => set,
        Color::Black => set.flip_vertical(),
    }
}
