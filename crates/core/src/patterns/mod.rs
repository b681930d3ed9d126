//! The patterns, as kernels that run in batches on any backend.
//!
//! For one position, run a kernel with [`one_board`](crate::one_board), which needs no batch and no dispatch. The
//! documentation of each module draws its patterns and states their meaning, their limits and their source.
//!
//! The crate `setwise-patterns` lists the kernels by name, with inputs, results and definition, for programs that choose a
//! pattern at run time.
//!
//! The loops of path kernels need different numbers of rounds on different boards. They run until all boards of a
//! register are done.

pub mod by_number;
pub mod checks;
pub mod distance;
pub mod files;
pub mod fork;
pub mod king;
pub mod knight;
pub mod leaper;
pub mod lines;
pub mod members;
pub mod paths;
pub mod pawn_endings;
pub mod pawn_race;
pub mod pawns;
pub mod position;
pub mod shield;
pub mod transpose;

pub use checks::{ChecksOnLines, DistantChecks};
pub use distance::{
    KingDistance, KingDistanceDigits, KnightDistance, KnightDistanceDigits, ManhattanDistance, king_distance,
    king_distance_map, knight_distance, knight_distance_by_ceilings, knight_distance_by_floors, knight_distance_map,
    knight_distance_of_sets, manhattan_distance,
};
pub use files::{FileFill, FillDown, FillUp, KingFiles, file_fill, fill_down, fill_up};
pub use fork::{
    FamilyForks, Forks, ForksExactly, ForksSetwiseSafe, RoyalForks, at_least, at_least_two_and_three_images,
    at_least_two_images,
};
pub use king::{KingAttacks, KingEscapes, KingFill, KingMoves, king_degree};
pub use knight::{
    KnightAttacks, KnightCaptures, KnightDirections, KnightFill, KnightMoveCount, KnightMoves, KnightMovesByDirection,
    KnightQuietMoves, KnightReachExactly, KnightReachWithin, knight_degree,
};
pub use lines::{
    FourLines, VulnerableLines, lines_of_flights, lines_that_hold, vulnerable_lines, vulnerable_lines_branchy,
};
pub use members::{Identity, PopCount};
pub use paths::{
    KingFlood, KingSteps, KnightSteps, NO_WAY, ShortestPathSquares, ShortestPaths, king_steps_within,
    knight_steps_within, shortest_paths, squares_are_connected,
};
pub use pawn_race::{
    CaughtArea, CaughtByKnight, Passers, caught_area, caught_area_by_wedges, caught_by_knight, uncatchable,
};
pub use pawns::{PawnAttackDirections, PawnAttacks, PawnPushes, pawn_attacks};
pub use position::{
    AttackedSquares, BishopAttacks, Rays, RookAttacks, attacks_by_line, diagonal_attacks, orthogonal_attacks, rays,
};
pub use shield::{NO_SHIELD, ShieldIndex, ShieldPawns, Wing, pawn_shield_entry, shield_index};
pub use transpose::{
    FlipDiagonal, FlipVertical, MirrorHorizontal, Rotate180, flip_diagonal, transpose_bits, transpose_bytes,
};
