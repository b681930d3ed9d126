//! Paths of a king, and path lengths of a knight, through a set of squares. The kernels compute whether a path exists,
//! the length of a shortest path, and all shortest paths at once.
//!
//! ```text
//! frontiers from e4 to a1 and h8: each board shows all squares at one distance that lie on some shortest path
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
//! The kernels with the inputs `a`, `b` and `path` start with the squares of `a`. In each round, the set of reached
//! squares grows by one step within the path. The rounds end when the set contains a square of `b`, or when it no
//! longer grows. A diagonal step between two squares of the path is allowed even if the two squares adjacent to both
//! are outside the path. A shortest path has at most 63 steps.
//!
//! In a batch, the boards of a register need different numbers of steps. The loop runs until all boards are done, and
//! the lanes of finished boards are idle. The benefit of a wide register therefore depends on the share of lanes that
//! are busy.
//!
//! Source: Chess Programming Wiki, King Pattern (connected squares, by Steffan Westcott) and All Shortest Paths. The
//! wiki counts the length of a path in two different ways; here it is the number of steps. If there is no path, a
//! function that computes a length returns `None`, and a kernel that computes a length returns [`NO_PATH`].

use setwise_board::Bitboard;

use crate::patterns::KingAttacks;
use crate::{Kernel, Lanes, Spread, kernel, one_board};

/// The result of a kernel for a board without a path. It is larger than every possible number of steps.
pub const NO_PATH: u64 = 64;

/// Defines a kernel that computes the least number of steps from one set to another.
macro_rules! steps {
    ($(#[$doc:meta])+ $name:ident, $leaper:ident) => {
        kernel! {
            $(#[$doc])+
            pub fn $name(spread, a, b, path) -> [steps: number_or_none(NO_PATH)] {
                let steps = steps_within(a, b, path, #[inline(always)] |set| spread.$leaper(set));
            }
        }
    };
}

/// Returns the least number of steps from a square of `a` to a square of `b` within `path`, or [`NO_PATH`] if there is
/// no path. `next(set)` returns the squares that are one step from `set`.
#[inline(always)]
pub(super) fn steps_within<V: Lanes>(a: V, b: V, path: V, next: impl Fn(V) -> V) -> V {
    let (mut reached, goal) = (a & path, b & path);
    let mut steps = path.nothing();
    let mut apart = (reached & goal).empty_lanes();
    let mut growing = apart;
    while !growing.is_empty() {
        let grown = (reached | next(reached)) & path;
        growing &= !grown.equal(reached);
        steps = steps.wrapping_add(growing & 1);
        reached = grown;
        apart = (reached & goal).empty_lanes();
        growing &= apart;
    }
    (steps & !apart) | (apart & NO_PATH)
}

steps! {
    /// The least number of king steps from a square of `a` to a square of `b`, 0 to 63, or [`NO_PATH`] if there is no
    /// path. All squares on the way, including both ends, must be in `path`. For one board use [`king_steps_within`].
    KingSteps, king
}

steps! {
    /// The least number of knight moves from a square of `a` to a square of `b`, 0 to 63, or [`NO_PATH`] if there is no
    /// path. All squares on the way, including both ends, must be in `path`. For one board use [`knight_steps_within`].
    ///
    /// If `path` contains all squares, this is the knight distance, 0 to 6.
    KnightSteps, knight
}

kernel! {
    /// Every square of `path` that a king can reach from a square of `start` by steps within `path`. Start squares
    /// outside `path` are dropped first.
    ///
    /// ```text
    /// path                start h2: reached
    /// . . . . . . . .     . . . . . . . .
    /// . X X . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . X X .     . . . . . X X .
    /// . . . . . . . X     . . . . . . . X
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub fn KingFlood(spread, start, path) -> [reached] {
        let mut reached = start & path;
        let mut added = reached;
        while !added.is_empty() {
            added = spread.king(reached) & path & !reached;
            reached |= added;
        }
    }
}

/// All squares of all shortest king paths within `path` from a square of `a` to the nearest squares of `b`. The result
/// is empty if there is no path. For one board, [`shortest_paths`] returns these squares as one set per step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ShortestPathSquares;

impl Kernel<3, 1> for ShortestPathSquares {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [a, b, path]: [V; 3]) -> [V; 1] {
        let (goal, nothing) = (b & path, path.nothing());
        let mut frontiers = [nothing; 64];
        let mut frontier = a & path;
        let mut reached = frontier;
        let mut rounds = 0;
        // Forward: compute frontiers until each board has met its goal or has no new squares. A board that has met its
        // goal stops growing.
        while rounds < frontiers.len() && !frontier.is_empty() {
            frontiers[rounds] = frontier;
            rounds += 1;
            let apart = (frontier & goal).empty_lanes();
            frontier = spread.king(frontier) & path & !reached & apart;
            reached |= frontier;
        }
        // Backward: from the first frontier that meets the goal, keep only squares from which the goal can be reached.
        let (mut squares, mut arriving) = (nothing, nothing);
        for frontier in frontiers[..rounds].iter().rev() {
            arriving = (spread.king(arriving) | goal) & *frontier;
            squares |= arriving;
        }
        [squares]
    }
}

/// Returns `true` if a king can go from a square of `a` to a square of `b`. All squares on the way, including both
/// ends, must be in `path`.
///
/// Squares outside `path` are removed from both sets first. If the sets then have a square in common, the result is
/// `true`.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Bitboard, Square::{A1, B2, C3, H8}, patterns::squares_are_connected};
///
/// let path = Bitboard::from_squares(&[A1, B2, C3, H8]);
/// assert!(squares_are_connected(A1.into(), C3.into(), path));
/// assert!(!squares_are_connected(A1.into(), H8.into(), path));
/// ```
#[must_use]
pub fn squares_are_connected(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    king_steps_within(a, b, path).is_some()
}

/// Returns the least number of king steps from a square of `a` to a square of `b`, or `None` if there is no path. All
/// squares on the way, including both ends, must be in `path`.
#[must_use]
pub fn king_steps_within(a: Bitboard, b: Bitboard, path: Bitboard) -> Option<u32> {
    number(one_board(KingSteps, [a, b, path]))
}

/// Returns the least number of knight moves from a square of `a` to a square of `b`, or `None` if there is no path. All
/// squares on the way, including both ends, must be in `path`.
#[must_use]
pub fn knight_steps_within(a: Bitboard, b: Bitboard, path: Bitboard) -> Option<u32> {
    number(one_board(KnightSteps, [a, b, path]))
}

fn number([steps]: [Bitboard; 1]) -> Option<u32> {
    u32::try_from(steps.0).ok().filter(|&steps| steps < NO_PATH as u32)
}

/// All shortest king paths between two sets, as one board for each distance from the start; see [`shortest_paths`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShortestPaths {
    boards: [Bitboard; 64],
    steps: usize,
}

impl ShortestPaths {
    /// Returns the number of steps, which is the same for all shortest paths. It is 0 if a square of `path` is in both
    /// `a` and `b`.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// Returns one board for each distance from the start, from 0 to the number of steps. Board `i` has the squares
    /// that are `i` steps from the start and lie on some shortest path.
    #[must_use]
    pub fn boards(&self) -> &[Bitboard] {
        &self.boards[..=self.steps]
    }

    /// Returns all squares of all shortest paths.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        self.boards().iter().fold(Bitboard::EMPTY, |all, board| all | *board)
    }
}

/// Returns all shortest paths from a square of `a` to the nearest squares of `b`, or `None` if there is no path. All
/// squares on the way, including both ends, must be in `path`.
///
/// The function first computes, for each number of steps, the squares that are exactly this number of steps from the
/// start (the frontier). Then, from the last frontier back to the first, it reduces each frontier to the squares from
/// which the nearest squares of `b` can still be reached.
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
