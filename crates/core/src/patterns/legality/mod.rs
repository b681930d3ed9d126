//! Checks, pins and legal moves of many boards at once, without a table. There are only two branches: captures en passant,
//! and castling from squares that only Chess960 has, are skipped if no board of a register may have them.
//!
//! In each direction, the ray from the king meets the opposite rays of the other side's sliders. The squares where they
//! meet tell everything about this direction:
//!
//! ```text
//! king a1, rook e1          ray of the king      rays of the rook       they meet on
//! K . . . r                 . X X X X            X X X X .              b1 c1 d1: check, and its squares
//! K . N . r                 . X X . .            . . X X .              c1: the knight is pinned
//! K . N B r                 . X X . .            . . . X .              nothing
//! ```
//!
//! If no piece stands between them, they meet on all squares between the king and the slider: the squares on which a
//! check can be blocked. If one piece stands between them, they meet on this piece only. If it belongs to the king's
//! side, it is pinned: it may move only along this line.
//!
//! Source: Chess Programming Wiki, Checks and Pinned Pieces (Bitboards) and Pin. Using fills for all boards of a
//! register is our choice.

mod castling;
mod count;
mod kernels;
mod side;

use super::position::rays_by_direction;
use crate::{Lanes, Spread};

pub use count::LegalMoveCount;
pub use kernels::{CheckMask, Checkers, LegalKingMoves, LegalKnightMoveCount, LegalKnightMoves, Pinned};
pub use side::{Side, SideToMove};

/// A side's king, and all pieces that may attack it or stand in between.
#[derive(Debug, Clone, Copy)]
pub struct KingAndAttackers<V> {
    /// The king of the side.
    pub king: V,
    /// The other side's pawns.
    pub pawns: V,
    /// The other side's knights.
    pub knights: V,
    /// The other side's bishops and queens.
    pub diagonal: V,
    /// The other side's rooks and queens.
    pub straight: V,
    /// All pieces of the side.
    pub own: V,
    /// All pieces of the other side.
    pub their: V,
}

/// The checks and pins that the other side's pieces cause.
#[derive(Debug, Clone, Copy)]
pub struct ChecksAndPins<V> {
    /// The pieces of the other side that attack the king.
    pub checkers: V,
    /// The empty squares between the king and the sliders among the checkers.
    pub between: V,
    /// The pinned pieces, for each line through the king: file, rank, diagonal from south-west to north-east, diagonal
    /// from north-west to south-east.
    pub pinned: [V; 4],
}

impl<V: Lanes> ChecksAndPins<V> {
    /// Finds the checks and pins of a side, which determines the direction of pawns. The side should have one king.
    /// Without a king, nothing gives check and nothing is pinned.
    #[inline(always)]
    pub fn new<S: Spread<V>>(spread: S, side: impl Side<V>, pieces: KingAndAttackers<V>) -> Self {
        Self::with_slider_attacks(spread, side, pieces).0
    }

    /// Also returns the squares that the other side's sliders attack, not including the squares behind the king. The third
    /// result has a set for each direction, in the order of [`rays_by_direction`]: the king if a slider attacks it in this
    /// direction, and otherwise no square.
    #[inline(always)]
    fn with_slider_attacks<S: Spread<V>>(
        spread: S,
        side: impl Side<V>,
        pieces: KingAndAttackers<V>,
    ) -> (Self, V, [V; 8]) {
        let KingAndAttackers { king, pawns, knights, diagonal, straight, own, their } = pieces;
        let empty = !(own | their);
        let sliders = [straight, straight, diagonal, diagonal];
        let rays = rays_by_direction(sliders.map(|sliders| [king, sliders]), empty);

        let [mut meeting, mut by_sliders, mut attacked] = [empty.nothing(); 3];
        let (mut pinned, mut at_king) = ([empty.nothing(); 4], [empty.nothing(); 8]);
        macro_rules! look_along {
            ($($line:expr),+) => {$(
                let line = $line;
                let mut meeting_here = empty.nothing();
                for direction in [2 * line, 2 * line + 1] {
                    let ([from_king, theirs], [_, opposite]) = (rays[direction], rays[direction ^ 1]);
                    meeting_here |= from_king & opposite;
                    by_sliders |= from_king & sliders[line];
                    attacked |= theirs;
                    at_king[direction] = theirs & king;
                }
                pinned[line] = meeting_here & own;
                meeting |= meeting_here;
            )+};
        }
        // If a ray is a single word, the compiler keeps the rays in registers only if there is no loop. If it is an array
        // of words, the compiler vectorises only a loop. Vector registers also use the loop, because without it some
        // kernels become slower.
        if const { V::COUNT == 1 } {
            look_along!(0, 1, 2, 3);
        } else {
            for line in 0..4 {
                look_along!(line);
            }
        }

        let by_knights = spread.knight(king) & knights;
        let by_pawns = both_ways(side.ahead(king)) & pawns;
        let checkers = by_sliders | (by_knights | by_pawns);
        (Self { checkers, between: meeting & empty, pinned }, attacked, at_king)
    }

    /// Returns the pieces that are pinned on any line.
    #[inline(always)]
    #[must_use]
    pub fn all_pinned(&self) -> V {
        let [a, b, c, d] = self.pinned;
        (a | b) | (c | d)
    }
}

/// Returns the squares on which a move other than a move of the king ends every check. These are all squares if there
/// is no check, and none in double check. The inputs are those of [`ChecksAndPins`].
#[inline(always)]
pub fn check_mask<V: Lanes>(checkers: V, between: V) -> V {
    (checkers | between | checkers.empty_lanes()) & without_lowest(checkers).empty_lanes()
}

/// Returns all ones in the lanes whose set has exactly one member, and zero in the other lanes.
#[inline(always)]
pub fn single_lanes<V: Lanes>(set: V) -> V {
    without_lowest(set).empty_lanes() & !set.empty_lanes()
}

/// Removes the lowest member of each set.
#[inline(always)]
pub fn without_lowest<V: Lanes>(set: V) -> V {
    // Adding all ones subtracts one, which clears the lowest member.
    set & set.wrapping_add(!set.nothing())
}

/// What the other side's pieces allow: computed once, and shared by all kernels about legal moves.
#[derive(Debug, Clone, Copy)]
pub struct Legality<V> {
    /// The checks and pins.
    pub checks: ChecksAndPins<V>,
    /// The squares on which a move other than a move of the king ends every check: [`check_mask`].
    pub check_mask: V,
    /// The squares that the other side attacks. Its sliders also attack the square behind the king.
    pub attacked: V,
}

impl<V: Lanes> Legality<V> {
    /// Computes the legality for a side. [`ChecksAndPins::new`] describes the arguments, apart from the other side's king.
    #[inline(always)]
    pub fn new<S: Spread<V>>(spread: S, side: impl Side<V>, pieces: KingAndAttackers<V>, their_king: V) -> Self {
        let (checks, by_sliders, at_king) = ChecksAndPins::with_slider_attacks(spread, side, pieces);
        // A slider also attacks the square behind the king. The steps to the east and to the west come last, because three
        // directions share each of them. The steps to the north and to the south are shared with the other pieces.
        let [north, south, east, west, north_east, south_west, south_east, north_west] = at_king;
        let to_east = V::union_3(east, north_east.north(), south_east.south());
        let to_west = V::union_3(west, south_west.south(), north_west.north());
        let [pawns_north, pawns_south] = side.north_and_south_behind(both_ways(pieces.pawns));
        let by_steps = spread.steps(pieces.knights, their_king, north | pawns_north, south | pawns_south);
        let attacked = by_sliders | by_steps | (to_east.east() | to_west.west());
        Self { checks, check_mask: check_mask(checks.checkers, checks.between), attacked }
    }
}

/// Returns the squares to the east and to the west of a set.
#[inline(always)]
fn both_ways<V: Lanes>(set: V) -> V {
    set.east() | set.west()
}
