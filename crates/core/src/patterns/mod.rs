//! The patterns, each written once, as kernels for batches over any backend.
//!
//! For one position run a kernel with [`one_board`](crate::one_board): no batch, no dispatch.
//!
//! | of | kernels |
//! |---|---|
//! | knights | [`KnightAttacks`], [`KnightMoves`], [`KnightCaptures`], [`KnightQuietMoves`], [`KnightMobility`], [`KnightDirections`], [`KnightFill`], [`KnightReachExactly`], [`KnightReachWithin`] |
//! | forks | [`ForkSquares`], [`SafeForks`], [`RoyalForks`], [`at_least`] |
//! | kings | [`KingAttacks`], [`KingMoves`], [`KingFill`], [`EscapeSquares`] |
//! | distances (of squares, no kernels) | [`knight_distance`], [`king_distance`], [`manhattan_distance`], [`knight_distance_of_sets`] |

mod distance;
mod fork;
mod king;
mod knight;

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
