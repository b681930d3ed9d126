//! Pawns: attacks as one set, attacks as one set per direction, and pushes as one set per distance.
//!
//! ```text
//! 4  . 2 . . . . . .
//! 3  w 1 e . . . . .      a white pawn on b2: e and w are attacks, 1 and 2 are pushes
//! 2  . P . . . . . .
//! ```
//!
//! Two pawns never reach the same square in the same direction. Counting the squares in the set of one direction
//! therefore counts the attacks or pushes in that direction.
//!
//! Source: Chess Programming Wiki, Knight Pattern, which mentions the three directions in which pawns move. Computing
//! the double step as a second single step from rank 3 is common practice.

use setwise_board::Color;
use setwise_board::masks::{RANK_3, RANK_6};

use crate::{Kernel, Lanes, Spread};

/// Returns the squares that pawns of one colour attack, occupied or not.
#[inline(always)]
pub fn pawn_attacks<V: Lanes>(pawns: V, color: Color) -> V {
    let [union, ..] = ahead(pawns, color).overlay_one_file();
    union
}

/// Returns the squares that pawns of one colour attack toward file h, and the squares that they attack toward file a.
#[inline(always)]
fn attack_directions<V: Lanes>(pawns: V, color: Color) -> [V; 2] {
    let ahead = ahead(pawns, color);
    [ahead.east(), ahead.west()]
}

/// Moves every square in the set one step in the direction in which pawns of this colour move.
#[inline(always)]
pub(super) fn ahead<V: Lanes>(set: V, color: Color) -> V {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

/// The squares that the pawns of a side attack: [`pawn_attacks`] as a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PawnAttacks {
    /// The side of the pawns.
    pub side: Color,
}

impl Kernel<1, 1> for PawnAttacks {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [pawns]: [V; 1]) -> [V; 1] {
        [pawn_attacks(pawns, self.side)]
    }
}

/// The squares that pawns attack toward file h, and the squares that they attack toward file a, as two sets. Each
/// square of a set is attacked by exactly one pawn in that direction. The union of the two sets is [`pawn_attacks`].
///
/// ```text
/// white pawns         east              west
/// . . . . . . . .     . . . . . . . .   . . . . . . . .
/// . . . . . . . .     . . X . X . . .   X . X . . . X .
/// . X . X . . . X     . . . . . . . .   . . . . . . . .
/// ```
///
/// The sets contain both occupied and empty squares. A pawn on its last rank attacks no square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PawnAttackDirections {
    /// The side of the pawns.
    pub side: Color,
}

impl Kernel<1, 2> for PawnAttackDirections {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [pawns]: [V; 1]) -> [V; 2] {
        attack_directions(pawns, self.side)
    }
}

/// The squares that pawns reach by one step ahead, and the squares that they reach by two steps, as two sets. Inputs:
/// pawns, the pieces of both sides.
///
/// ```text
/// white pawns P, other pieces o     one step          two steps
/// 5  . . . . . o . .                . . . X . . . .   . . . . . . . .
/// 4  . . . P o P . .                . . . . . . . .   X . . . . . . .
/// 3  . o . . . . . .                X . . . X . . .   . . . . . . . .
/// 2  P P . . P . . .                . . . . . . . .   . . . . . . . .
/// ```
///
/// A pawn on the second rank of its side can move two steps if both squares ahead are empty. A pawn on its last rank
/// cannot move. Pins and checks are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PawnPushes {
    /// The side of the pawns.
    pub side: Color,
}

impl Kernel<2, 2> for PawnPushes {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [pawns, occupied]: [V; 2]) -> [V; 2] {
        let third_rank = match self.side {
            Color::White => RANK_3,
            Color::Black => RANK_6,
        };
        let one_step = ahead(pawns, self.side) & !occupied;
        let two_steps = ahead(one_step & third_rank, self.side) & !occupied;
        [one_step, two_steps]
    }
}
