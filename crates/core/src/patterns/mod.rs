//! The patterns, as kernels that run in batches on any backend.
//!
//! For one position, run a kernel with [`one_board`](crate::one_board), which needs no batch and no dispatch. The
//! documentation of each module draws its patterns and states their meaning, their limits and their source.
//!
//! | patterns | kernels; functions for one position |
//! |---|---|
//! | [knights](knight) | [`KnightAttacks`], [`KnightMoves`], [`KnightCaptures`], [`KnightQuietMoves`], [`KnightMobility`], [`KnightDirections`], [`KnightMovesByDirection`], [`KnightFill`], [`KnightReachExactly`], [`KnightReachWithin`]; [`knight_degree`] |
//! | [forks](fork) | [`ForkSquares`], [`ForkSquaresExactly`], [`SafeForks`], [`RoyalForks`], [`FamilyForks`], [`at_least`], [`at_least_two_images`], [`at_least_two_and_three_images`] |
//! | [kings](king) | [`KingAttacks`], [`KingMoves`], [`KingFill`], [`EscapeSquares`]; [`king_degree`] |
//! | [any leaper](leaper) | [`LeaperAttacks`](leaper::LeaperAttacks) of any [`Leaper`](leaper::Leaper), such as camel, zebra, giraffe or your own |
//! | [pawns] | [`PawnAttackDirections`], [`PawnPushes`], with [`pawn_attacks`] for use in your own kernels |
//! | [whole positions](position) | [`AttackedSquares`], with [`orthogonal_attacks`], [`diagonal_attacks`], [`attacks_by_line`] and [`rays`] for use in your own kernels |
//! | king safety: [lines], [checks], [files], [shield] | [`VulnerableLines`], [`DistantChecks`], [`KingFiles`], [`ShieldPawns`], [`PawnShieldIndex`], with [`ChecksOnLines`], [`file_fill`], [`fill_up`], [`fill_down`], [`lines_of_flights`]; [`vulnerable_lines`], [`pawn_shield_index`] |
//! | [pawn races](pawn_race) | [`PassedPawns`]; from tables [`caught_area`], [`uncatchable`], [`caught_by_knight`] |
//! | [pawn endings](pawn_endings), solved exactly | [`TwoPassers`](pawn_endings::TwoPassers), [`KingAndPawn`](pawn_endings::KingAndPawn) |
//! | [paths] | [`KingSteps`], [`KnightSteps`], [`KingFloodFill`], [`ShortestPathSquares`]; [`squares_are_connected`], [`king_steps_within`], [`knight_steps_within`], [`shortest_paths`] |
//! | [transposition](transpose) | [`flip_diagonal`], [`transpose_bytes`], [`transpose_bits`], for kernels that turn bytes into boards or digits into numbers |
//! | [distances](distance) | [`KnightDistanceDigits`], [`KingDistanceDigits`]; [`knight_distance`], [`king_distance`], [`manhattan_distance`], [`knight_distance_of_sets`], [`knight_distance_map`], [`king_distance_map`] |
//!
//! The loops of path kernels need different numbers of rounds on different boards. They run until all boards of a
//! register are done.

pub mod checks;
pub mod distance;
pub mod files;
pub mod fork;
pub mod king;
pub mod knight;
pub mod leaper;
pub mod lines;
pub mod paths;
pub mod pawn_endings;
pub mod pawn_race;
pub mod pawns;
pub mod position;
pub mod shield;
pub mod transpose;

pub use checks::{ChecksOnLines, DistantChecks};
pub use distance::{
    KingDistanceDigits, KnightDistanceDigits, king_distance, king_distance_map, knight_distance,
    knight_distance_by_ceilings, knight_distance_by_floors, knight_distance_map, knight_distance_of_sets,
    manhattan_distance,
};
pub use files::{KingFiles, file_fill, fill_down, fill_up};
pub use fork::{
    FamilyForks, ForkSquares, ForkSquaresExactly, RoyalForks, SafeForks, at_least, at_least_two_and_three_images,
    at_least_two_images,
};
pub use king::{EscapeSquares, KingAttacks, KingFill, KingMoves, king_degree};
pub use knight::{
    KnightAttacks, KnightCaptures, KnightDirections, KnightFill, KnightMobility, KnightMoves, KnightMovesByDirection,
    KnightQuietMoves, KnightReachExactly, KnightReachWithin, knight_degree,
};
pub use lines::{
    FourLines, VulnerableLines, lines_of_flights, lines_that_hold, vulnerable_lines, vulnerable_lines_branchy,
};
pub use paths::{
    KingFloodFill, KingSteps, KnightSteps, NO_WAY, ShortestPathSquares, ShortestPaths, king_steps_within,
    knight_steps_within, shortest_paths, squares_are_connected,
};
pub use pawn_race::{PassedPawns, caught_area, caught_area_by_wedges, caught_by_knight, uncatchable};
pub use pawns::{PawnAttackDirections, PawnPushes, pawn_attacks};
pub use position::{AttackedSquares, Rays, attacks_by_line, diagonal_attacks, orthogonal_attacks, rays};
pub use shield::{NO_SHIELD, PawnShieldIndex, ShieldPawns, Wing, pawn_shield_entry, pawn_shield_index};
pub use transpose::{flip_diagonal, transpose_bits, transpose_bytes};
