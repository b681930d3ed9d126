//! Paths of a king through a set of squares: whether there is one, how long the shortest is, and all shortest ones at once.
//!
//! ```text
//! frontiers from e4 to a1 and h8: each board all squares at one distance that lie on some shortest path
//!
//! 0 . . . . . . . .  1 . . . . . . . .  2 . . . . . . . .  3 . . . . . . . .  4 . . . . . . . X
//!   . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . X X    . . . . . . . .
//!   . . . . . . . .    . . . . . . . .    . . . . . X X .    . . . . . . . .    . . . . . . . .
//!   . . . . . . . .    . . . . X X . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!   . . . . X . . .    . . . X . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!   . . . . . . . .    . . . X . . . .    . . X . . . . .    . . . . . . . .    . . . . . . . .
//!   . . . . . . . .    . . . . . . . .    . . X . . . . .    . X . . . . . .    . . . . . . . .
//!   . . . . . . . .    . . . . . . . .    . . . . . . . .    . X . . . . . .    X . . . . . . .
//! ```
//!
//! A wave of king steps, cut by the path after every step, grows until it meets the goal. Diagonal steps between two squares
//! of the path are allowed even where both squares beside them are not. At most 63 steps.
//!
//! Source: Chess Programming Wiki, King Pattern (connected squares, by Steffan Westcott) and All Shortest Paths. The wiki
//! has two conventions for the length; here it is the number of steps, and no way is `None`.

use setwise_board::Bitboard;

use crate::one_board;
use crate::patterns::KingAttacks;

/// Whether a king can go from some square of `a` to some square of `b`, start and end among the squares of `path`.
///
/// Squares outside `path` are taken off both sets first; squares in both are connected at once.
///
/// ```
/// use setwise_board::{Bitboard, Square::{A1, B2, C3, H8}};
/// use setwise_core::patterns::squares_are_connected;
///
/// let path = Bitboard::from_squares(&[A1, B2, C3, H8]);
/// assert!(squares_are_connected(A1.into(), C3.into(), path));
/// assert!(!squares_are_connected(A1.into(), H8.into(), path));
/// ```
#[must_use]
pub fn squares_are_connected(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    king_steps_within(a, b, path).is_some()
}

/// The least number of king steps from some square of `a` to some square of `b`, each onto a square of `path`, start and end
/// among them; `None` where there is no way.
#[must_use]
pub fn king_steps_within(a: Bitboard, b: Bitboard, path: Bitboard) -> Option<u32> {
    let (mut reached, goal) = (a & path, b & path);
    let mut steps = 0;
    while reached.is_disjoint(goal) {
        let grown = (reached | king_attacks(reached)) & path;
        if grown == reached {
            return None;
        }
        (reached, steps) = (grown, steps + 1);
    }
    Some(steps)
}

/// All shortest king paths between two sets, as one board for each distance from the start; made by [`shortest_paths`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShortestPaths {
    boards: [Bitboard; 64],
    steps: usize,
}

impl ShortestPaths {
    /// The number of steps, 0 where the sets meet.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// Board `i`: the squares `i` steps from the start that lie on some shortest path; one board more than steps.
    #[must_use]
    pub fn boards(&self) -> &[Bitboard] {
        &self.boards[..=self.steps]
    }

    /// All squares of all shortest paths.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        self.boards().iter().fold(Bitboard::EMPTY, |all, board| all | *board)
    }
}

/// All shortest paths from some square of `a` to the nearest squares of `b`, each step onto a square of `path`; `None` where
/// there is no way.
///
/// Forward, the frontiers of the wave are kept; backward from the goal, each is cut by what can still arrive.
#[must_use]
pub fn shortest_paths(a: Bitboard, b: Bitboard, path: Bitboard) -> Option<ShortestPaths> {
    let mut boards = [Bitboard::EMPTY; 64];
    let (mut reached, goal) = (a & path, b & path);
    let mut steps = 0;
    boards[0] = reached;
    while boards[steps].is_disjoint(goal) {
        let frontier = (king_attacks(boards[steps]) & path) - reached;
        if frontier.is_empty() {
            return None;
        }
        steps += 1;
        boards[steps] = frontier;
        reached |= frontier;
    }
    boards[steps] &= goal;
    for i in (0..steps).rev() {
        boards[i] &= king_attacks(boards[i + 1]);
    }
    Some(ShortestPaths { boards, steps })
}

#[inline(always)]
fn king_attacks(kings: Bitboard) -> Bitboard {
    let [attacks] = one_board(KingAttacks, [kings]);
    attacks
}
