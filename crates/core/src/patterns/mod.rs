//! The patterns, as kernels that run in batches on any backend.
//!
//! For one position, run a kernel with [`one_board`](crate::one_board), which needs no batch and no dispatch.
//!
//! Most types in this module are kernels. Functions that are generic over [`Lanes`](crate::Lanes), such as
//! [`pawn_attacks`], are formulas for your own kernels. The other functions, such as [`knight_distance`], compute a
//! result for one position.
//!
//! | topic | start with | results ignore |
//! |---|---|---|
//! | knights | [`KnightAttacks`], [`KnightMoves`], [`KnightMoveCount`], [`KnightFill`] | pins and checks |
//! | forks | [`Forks`], [`RoyalForks`], [`ForksSetwiseSafe`] | the value of the targets, pins, and attacks on the knight ([`ForksSetwiseSafe`] considers those by pawns and knights) |
//! | kings | [`KingAttacks`], [`KingMoves`], [`KingEscapes`], [`KingFill`] | castling and the other side's attacks ([`KingEscapes`] takes them as an input) |
//! | king safety | [`VulnerableLines`], [`DistantChecks`] | pins, blocks, and captures of the checking piece, so a check is only a candidate for mate |
//! | files and shields | [`KingFiles`], [`ShieldPawns`], [`ShieldIndex`], [`FileFill`] | pieces other than kings and pawns |
//! | pawns | [`PawnAttacks`], [`PawnAttackDirections`], [`PawnPushes`] | en passant, promotion, pins and checks |
//! | pawn races | [`Passers`], [`CaughtArea`], [`CaughtByKnight`], [`uncatchable`] | all pieces except one pawn and the piece that catches it ([`Passers`] considers all pawns) |
//! | all attacks | [`AttackedSquares`], [`RookAttacks`], [`BishopAttacks`], [`rays`] | pins |
//! | legality | [`Checkers`], [`Pinned`], [`LegalKnightMoves`], [`LegalMoveCount`] | castling and en passant, which only [`LegalMoveCount`] considers |
//! | paths | [`KingFlood`], [`KingSteps`], [`ShortestPathSquares`], [`shortest_paths`] | pieces: remove the squares of blocking pieces from the path |
//! | distances | [`KnightDistance`], [`KingDistance`], [`knight_distance`], [`knight_distance_map`] | pieces: the board is empty |
//! | symmetries | [`FlipDiagonal`], [`FlipVertical`], [`MirrorHorizontal`], [`Rotate180`] | |
//! | members | [`Identity`], [`PopCount`] | |
//! | numbers from a column | the module [`by_number`] | |
//! | other leapers | the module [`leaper`] | |
//! | lists of moves and attacks | the modules [`pairs`] and [`pair_kinds`] | |
//! | solved pawn endings | the module [`pawn_endings`] | |
//!
//! Each source file contains closely related patterns. The comment at the top of the file shows the idea and names the
//! sources, if there are any. To open the file, follow the link "Source" of an item.
//!
//! The crate `setwise-patterns` is for programs that choose a pattern at run time. It lists the kernels by name, with
//! their inputs, results and definitions.
//!
//! A kernel for paths contains a loop that needs more rounds on some boards than on others. The loop runs until all
//! boards of a register are done.

use crate::kernel;

// Each item has one public path. Items of private modules are re-exported here. A module is public if the names of its
// items are unclear without the name of the module; its items are not re-exported here.
pub mod by_number;
mod checks;
mod distance;
mod files;
mod fork;
mod king;
mod knight;
pub mod leaper;
mod legality;
mod lines;
pub mod pair_kinds;
pub mod pairs;
mod paths;
pub mod pawn_endings;
mod pawn_race;
mod pawns;
mod position;
mod shield;
mod transpose;

pub use checks::{ChecksOnLines, DistantChecks};
pub use distance::{
    KingDistance, KingDistanceDigits, KnightDistance, KnightDistanceDigits, ManhattanDistance, king_distance,
    king_distance_map, knight_distance, knight_distance_map, knight_distance_of_sets, manhattan_distance,
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
pub use legality::{
    CheckMask, Checkers, ChecksAndPins, KingAndAttackers, LegalKingMoves, LegalKnightMoveCount, LegalKnightMoves,
    LegalMoveCount, Legality, Pinned, Side, SideToMove, check_mask, single_lanes, without_lowest,
};
pub(crate) use lines::flight_squares;
pub use lines::{FourLines, VulnerableLines, lines_of_flights, vulnerable_lines};
pub use paths::{
    KingFlood, KingSteps, KnightSteps, NO_PATH, ShortestPathSquares, ShortestPaths, king_steps_within,
    knight_steps_within, shortest_paths, squares_are_connected,
};
pub use pawn_race::{CaughtArea, CaughtByKnight, Passers, caught_area, caught_by_knight, uncatchable};
pub use pawns::{PawnAttackDirections, PawnAttacks, PawnPushes, pawn_attacks};
pub use position::{
    AttackedSquares, BishopAttacks, Rays, RookAttacks, attacks_by_line, diagonal_attacks, orthogonal_attacks, rays,
};
pub use shield::{NO_SHIELD, ShieldIndex, ShieldPawns, Wing, pawn_shield_entry, shield_index};
pub use transpose::{
    FlipDiagonal, FlipVertical, MirrorHorizontal, Rotate180, flip_diagonal, transpose_bits, transpose_bytes,
};

kernel! {
    /// The set itself, so that its squares can be counted.
    ///
    /// `counts`, `total` and `heat` count the squares in the results of a kernel. With this kernel, they count the
    /// squares in the input sets themselves.
    ///
    /// ```
    /// # mod setwise { pub use {setwise_board::*, setwise_core::*}; pub mod backend { pub use setwise_core::*; } }
    /// use setwise::{backend::{Prefix, Runner, Strategy, Words}, patterns::Identity};
    ///
    /// let backend = Strategy::<Words<8>, Prefix>::detect().unwrap();
    /// let mut counts = [0; 2];
    /// backend.counts(Identity, [&[0x42, 0xFF]], [&mut counts]);
    /// assert_eq!(counts, [2, 8]);
    /// ```
    pub fn Identity(_spread, set) -> [same] {
        let same = set;
    }
}

kernel! {
    /// The number of squares in the set, as one word per board. Use [`Identity`] with `counts` for one byte per board.
    pub fn PopCount(_spread, set) -> [count: number(64)] {
        let count = set.popcount();
    }
}
