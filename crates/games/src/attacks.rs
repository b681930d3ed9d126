//! Attacks to one square of one board.
//!
//! The kernels of the library compute the attacks of many boards at once, without tables. A game has one board, so a
//! table of the four lines through each square is faster. On each line, one subtraction finds the squares up to the
//! nearest piece in both directions:
//!
//! ```text
//! line     . . . . . . . .      the square is d, the pieces are on b and g
//! pieces   . X . o . . X .
//! below    . X . . . . . .      the highest piece below the square, or a1
//! above    . . . . . . X .      all pieces above the square; those after the first do not matter
//!
//! above - below borrows through every square from b to g, so
//! above ^ (above - below) has b c d e f g
//! ```
//!
//! Source: Chess Programming Wiki, Obstruction Difference, by Michael Hoffmann.

use setwise::masks::{NOT_A, NOT_H};
use setwise::tables::{KING_ATTACKS, KNIGHT_ATTACKS, LINES_THROUGH};
use setwise::{Color, Square};
use setwise_positions::placement::{BISHOP, KNIGHT, Placement, QUEEN, ROOK};

/// Returns the squares from which a piece of this kind, other than a pawn, attacks `square`. These are also the squares
/// that such a piece on `square` attacks.
#[inline(always)]
pub(crate) fn of_kind(kind: usize, square: Square, occupied: u64) -> u64 {
    match kind {
        KNIGHT => KNIGHT_ATTACKS[square.index()],
        BISHOP => diagonal(square, occupied),
        ROOK => straight(square, occupied),
        QUEEN => diagonal(square, occupied) | straight(square, occupied),
        _ => KING_ATTACKS[square.index()],
    }
}

/// Returns the members of `attackers` that attack `square`. `attackers` belong to the side `by`, and `occupied` holds
/// the pieces that stand in the way of sliders.
#[inline(always)]
pub(crate) fn to_square(square: Square, kinds: &[u64; 6], attackers: u64, by: Color, occupied: u64) -> u64 {
    let [pawns, knights, bishops, rooks, queens, kings] = kinds;
    let leapers = (KNIGHT_ATTACKS[square.index()] & knights)
        | (KING_ATTACKS[square.index()] & kings)
        | (of_pawns(square, by) & pawns);
    let sliders = (diagonal(square, occupied) & (bishops | queens)) | (straight(square, occupied) & (rooks | queens));
    (leapers | sliders) & attackers
}

/// Returns the squares from which a pawn of the side `by` attacks `square`.
#[inline(always)]
pub(crate) fn of_pawns(square: Square, by: Color) -> u64 {
    let behind = behind(1 << square.index(), by);
    (behind << 1 & NOT_A) | (behind >> 1 & NOT_H)
}

/// Moves a set one step backward, as seen by pawns of this side.
#[inline(always)]
pub(crate) fn behind(set: u64, side: Color) -> u64 {
    if side == Color::White { set >> 8 } else { set << 8 }
}

/// Returns all pieces.
#[inline(always)]
pub(crate) fn occupied(Placement { sides: [white, black], .. }: &Placement) -> u64 {
    white | black
}

#[inline(always)]
fn straight(square: Square, occupied: u64) -> u64 {
    let [rank, file, ..] = LINES_THROUGH[square.index()];
    on_line(rank, square, occupied) | on_line(file, square, occupied)
}

#[inline(always)]
fn diagonal(square: Square, occupied: u64) -> u64 {
    let [_, _, rising, falling] = LINES_THROUGH[square.index()];
    on_line(rising, square, occupied) | on_line(falling, square, occupied)
}

/// Returns the squares on `line` that a slider on `square` attacks.
#[inline(always)]
fn on_line(line: u64, square: Square, occupied: u64) -> u64 {
    let bit = 1_u64 << square.index();
    let blockers = line & occupied;
    let below = blockers & (bit - 1);
    let above = blockers & !(bit | (bit - 1));
    let highest_below = (1 << 63) >> (below | 1).leading_zeros();
    (above ^ above.wrapping_sub(highest_below)) & line & !bit
}
