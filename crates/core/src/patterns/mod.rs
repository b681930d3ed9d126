//! The patterns, each written once, as kernels for batches over any backend.
//!
//! For one position run a kernel with [`one_board`](crate::one_board): no batch, no dispatch.
//!
//! | of | kernels |
//! |---|---|
//! | knights | [`KnightAttacks`], [`KnightMoves`], [`KnightCaptures`], [`KnightQuietMoves`], [`KnightMobility`], [`KnightDirections`], [`KnightFill`], [`KnightReachExactly`], [`KnightReachWithin`] |
//! | forks | [`ForkSquares`], [`SafeForks`], [`RoyalForks`], [`at_least`] |
//! | kings | [`KingAttacks`], [`KingMoves`], [`KingFill`], [`EscapeSquares`] |
//! | whole positions | [`AttackedSquares`], with [`orthogonal_attacks`], [`diagonal_attacks`] and [`pawn_attacks`] for kernels of your own |
//! | king safety (one position, no kernels) | [`vulnerable_lines`], [`pawn_shield_index`] |
//! | pawn races (one position, no kernels) | [`caught_area`], [`uncatchable`], [`caught_by_knight`] |
//! | paths (one position, no kernels) | [`squares_are_connected`], [`king_steps_within`], [`shortest_paths`] |
//! | distances (of squares, no kernels) | [`knight_distance`], [`king_distance`], [`manhattan_distance`], [`knight_distance_of_sets`] |

mod distance;
mod fork;
mod king;
mod knight;
mod lines;
mod paths;
mod pawn_race;
mod position;
mod shield;

pub use distance::{
    king_distance, knight_distance, knight_distance_by_ceilings, knight_distance_by_floors, knight_distance_of_sets,
    manhattan_distance,
};
pub use fork::{ForkSquares, RoyalForks, SafeForks, at_least};
pub use king::{EscapeSquares, KingAttacks, KingFill, KingMoves};
pub use knight::{
    KnightAttacks, KnightCaptures, KnightDirections, KnightFill, KnightMobility, KnightMoves, KnightQuietMoves,
    KnightReachExactly, KnightReachWithin,
};
pub use lines::{lines_that_hold, vulnerable_lines, vulnerable_lines_branchy};
pub use paths::{ShortestPaths, king_steps_within, shortest_paths, squares_are_connected};
pub use pawn_race::{caught_area, caught_area_by_wedges, caught_by_knight, uncatchable};
pub use position::{AttackedSquares, diagonal_attacks, orthogonal_attacks, pawn_attacks};
pub use shield::{NO_SHIELD, Wing, pawn_shield_entry, pawn_shield_index};
