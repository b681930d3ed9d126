//! The kernels of the library by name, with names for their inputs and results.

mod define;

use std::fmt;
use std::str::FromStr;

use setwise_board::Color::{Black, White};
use setwise_core::patterns::leaper::{
    Alfil, Alibaba, Antelope, Bison, Buffalo, Camel, Dabbaba, Ferz, Fourleaper, Giraffe, Gnu, LeaperAttacks,
    Root50Leaper, Squirrel, Stag, Threeleaper, Tripper, Wazir, Zebra,
};
use setwise_core::patterns::{
    AttackedSquares, DistantChecks, EscapeSquares, FamilyForks, ForkSquares, ForkSquaresExactly, KingAttacks,
    KingDistanceDigits, KingFiles, KingFill, KingFloodFill, KingMoves, KingSteps, KnightAttacks, KnightCaptures,
    KnightDirections, KnightDistanceDigits, KnightFill, KnightMobility, KnightMoves, KnightMovesByDirection,
    KnightQuietMoves, KnightReachExactly, KnightReachWithin, KnightSteps, PassedPawns, PawnAttackDirections,
    PawnPushes, PawnShieldIndex, RoyalForks, SafeForks, ShieldPawns, ShortestPathSquares, VulnerableLines,
};
use setwise_core::{Kernel, ResultKind};

use crate::Program;
use define::library;

library! {
    /// The squares that the knights attack.
    KnightAttacks "knight_attacks" = KnightAttacks, [knights] -> [attacks];
    /// The squares that the knights attack, without own pieces.
    KnightMoves "knight_moves" = KnightMoves, [knights, own] -> [moves];
    /// The pieces of the other side that the knights attack.
    KnightCaptures "knight_captures" = KnightCaptures, [knights, their] -> [captures];
    /// The empty squares that the knights attack.
    KnightQuietMoves "knight_quiet_moves" = KnightQuietMoves, [knights, occupied] -> [quiet];
    /// The number of moves of the knights, added up over the knights: 0 to 336.
    KnightMobility "knight_mobility" = KnightMobility, [knights, own] -> [moves];
    /// The squares that the knights attack in each of the eight directions, clockwise from north-north-east.
    KnightDirections "knight_directions" = KnightDirections, [knights] -> [
        no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we
    ];
    /// The squares that the knights attack in each of the eight directions, without own pieces, clockwise from
    /// north-north-east.
    KnightMovesByDirection "knight_moves_by_direction" = KnightMovesByDirection, [knights, own] -> [
        no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we
    ];
    /// The squares within two knight moves on an empty board, including those of the knights.
    KnightFill2 "knight_fill2" = KnightFill::<2>, [knights] -> [reached];
    /// The squares within three knight moves on an empty board, including those of the knights.
    KnightFill3 "knight_fill3" = KnightFill::<3>, [knights] -> [reached];
    /// The squares within six knight moves on an empty board, including those of the knights.
    KnightFill6 "knight_fill6" = KnightFill::<6>, [knights] -> [reached];
    /// The squares reached by exactly two knight moves, each onto an allowed square.
    KnightReachExactly2 "knight_reach_exactly2" = KnightReachExactly::<2>, [knights, allowed] -> [reached];
    /// The squares reached by at most two knight moves, each onto an allowed square, including those of the knights.
    KnightReachWithin2 "knight_reach_within2" = KnightReachWithin::<2>, [knights, allowed] -> [reached];
    /// The knight distance of each square from the set, in binary, one set for each digit.
    KnightDistanceDigits "knight_distance_digits" = KnightDistanceDigits, [from] -> [ones, twos, fours];
    /// The squares from which a knight attacks at least two of the targets.
    ForkSquares "fork_squares" = ForkSquares::<2>, [targets] -> [forks];
    /// The squares from which a knight attacks at least three of the targets.
    ForkSquares3 "fork_squares3" = ForkSquares::<3>, [targets] -> [forks];
    /// The squares from which a knight attacks at least four of the targets.
    ForkSquares4 "fork_squares4" = ForkSquares::<4>, [targets] -> [forks];
    /// The squares from which a knight attacks exactly two of the targets.
    ForkSquaresExactly2 "fork_squares_exactly2" = ForkSquaresExactly::<2>, [targets] -> [forks];
    /// The squares from which a knight attacks the king and a queen.
    RoyalForks "royal_forks" = RoyalForks, [king, queens] -> [forks];
    /// The squares from which a knight attacks the king, a queen and a rook at once.
    FamilyForks "family_forks" = FamilyForks, [king, queens, rooks] -> [forks];
    /// The squares to which a white knight can move, where it forks at least two targets and no black pawn or knight
    /// attacks it.
    SafeForks "safe_forks" = SafeForks { pawns: Black }, [targets, own, own_knights, pawns, their_knights] -> [forks];
    /// The squares to which a black knight can move, where it forks at least two targets and no white pawn or knight
    /// attacks it.
    SafeForksBlack "safe_forks_black" = SafeForks { pawns: White },
        [targets, own, own_knights, pawns, their_knights] -> [forks];
    /// The squares that the kings attack.
    KingAttacks "king_attacks" = KingAttacks, [kings] -> [attacks];
    /// The squares that the kings attack, without own pieces.
    KingMoves "king_moves" = KingMoves, [kings, own] -> [moves];
    /// The squares that the king attacks, without the taboo squares.
    EscapeSquares "escape_squares" = EscapeSquares, [king, taboo] -> [escapes];
    /// The squares within two king steps on an empty board, including those of the kings.
    KingFill2 "king_fill2" = KingFill::<2>, [kings] -> [reached];
    /// The squares within three king steps on an empty board, including those of the kings.
    KingFill3 "king_fill3" = KingFill::<3>, [kings] -> [reached];
    /// The squares within seven king steps on an empty board, including those of the kings.
    KingFill7 "king_fill7" = KingFill::<7>, [kings] -> [reached];
    /// The king distance of each square from the set, in binary, one set for each digit.
    KingDistanceDigits "king_distance_digits" = KingDistanceDigits, [from] -> [ones, twos, fours];
    /// The lines that contain the king and all its escape squares, added up: 1 rank, 2 file, 4 diagonal, 8
    /// antidiagonal.
    VulnerableLines "vulnerable_lines" = VulnerableLines, [king, taboo] -> [lines];
    /// The squares, not next to the king, to which a slider of the other side can move and from which it then checks along
    /// one of the king's vulnerable lines.
    DistantChecks "distant_checks" = DistantChecks,
        [king, taboo, their_diagonal, their_straight, their, occupied] -> [checks];
    /// The open and the half-open files among the king's file and the adjacent files.
    KingFiles "king_files" = KingFiles, [king, own_pawns, their_pawns] -> [open, half_open];
    /// The white pawns one or two ranks ahead of the white king, on its file or an adjacent file.
    ShieldPawns "shield_pawns" = ShieldPawns { side: White }, [king, pawns] -> [shield];
    /// The black pawns one or two ranks ahead of the black king, on its file or an adjacent file.
    ShieldPawnsBlack "shield_pawns_black" = ShieldPawns { side: Black }, [king, pawns] -> [shield];
    /// The white pawns on the wing of the white king (files a to c or f to h) as a number from 0 to 63: bits 0 to 2 are
    /// rank 2, bits 3 to 5 rank 3, in the order of files; 64 without a king or with one on file d or e.
    PawnShieldIndex "pawn_shield_index" = PawnShieldIndex { side: White }, [king, pawns] -> [index];
    /// The black pawns on the wing of the black king (files a to c or f to h) as a number from 0 to 63: bits 0 to 2 are
    /// rank 7, bits 3 to 5 rank 6, in the order of files; 64 without a king or with one on file d or e.
    PawnShieldIndexBlack "pawn_shield_index_black" = PawnShieldIndex { side: Black }, [king, pawns] -> [index];
    /// The squares that the white pawns attack toward file h, and those that they attack toward file a.
    PawnAttackDirections "pawn_attack_directions" = PawnAttackDirections { side: White }, [pawns] -> [east, west];
    /// The squares that the black pawns attack toward file h, and those that they attack toward file a.
    PawnAttackDirectionsBlack "pawn_attack_directions_black" = PawnAttackDirections { side: Black },
        [pawns] -> [east, west];
    /// The empty squares that the white pawns reach by one step, and those that they reach by two steps.
    PawnPushes "pawn_pushes" = PawnPushes { side: White }, [pawns, occupied] -> [one_step, two_steps];
    /// The empty squares that the black pawns reach by one step, and those that they reach by two steps.
    PawnPushesBlack "pawn_pushes_black" = PawnPushes { side: Black }, [pawns, occupied] -> [one_step, two_steps];
    /// The white pawns without a black pawn ahead of them on their file or an adjacent file.
    PassedPawns "passed_pawns" = PassedPawns { side: White }, [pawns, their_pawns] -> [passed];
    /// The black pawns without a white pawn ahead of them on their file or an adjacent file.
    PassedPawnsBlack "passed_pawns_black" = PassedPawns { side: Black }, [pawns, their_pawns] -> [passed];
    /// The squares that the white pieces attack. Sliders see through the pieces in `looked_through`.
    AttackedSquares "attacked_squares" = AttackedSquares { side: White },
        [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] -> [attacked];
    /// The squares that the black pieces attack. Sliders see through the pieces in `looked_through`.
    AttackedSquaresBlack "attacked_squares_black" = AttackedSquares { side: Black },
        [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] -> [attacked];
    /// The squares that the wazirs (1, 0) attack.
    WazirAttacks "wazir_attacks" = LeaperAttacks::<Wazir>::new(), [leapers] -> [attacks];
    /// The squares that the ferzes (1, 1) attack.
    FerzAttacks "ferz_attacks" = LeaperAttacks::<Ferz>::new(), [leapers] -> [attacks];
    /// The squares that the dabbabas (2, 0) attack.
    DabbabaAttacks "dabbaba_attacks" = LeaperAttacks::<Dabbaba>::new(), [leapers] -> [attacks];
    /// The squares that the alfils (2, 2) attack.
    AlfilAttacks "alfil_attacks" = LeaperAttacks::<Alfil>::new(), [leapers] -> [attacks];
    /// The squares that the alibabas (2, 0) and (2, 2) attack.
    AlibabaAttacks "alibaba_attacks" = LeaperAttacks::<Alibaba>::new(), [leapers] -> [attacks];
    /// The squares that the squirrels (2, 0), (2, 1) and (2, 2) attack.
    SquirrelAttacks "squirrel_attacks" = LeaperAttacks::<Squirrel>::new(), [leapers] -> [attacks];
    /// The squares that the threeleapers (3, 0) attack.
    ThreeleaperAttacks "threeleaper_attacks" = LeaperAttacks::<Threeleaper>::new(), [leapers] -> [attacks];
    /// The squares that the camels (3, 1) attack.
    CamelAttacks "camel_attacks" = LeaperAttacks::<Camel>::new(), [leapers] -> [attacks];
    /// The squares that the zebras (3, 2) attack.
    ZebraAttacks "zebra_attacks" = LeaperAttacks::<Zebra>::new(), [leapers] -> [attacks];
    /// The squares that the trippers (3, 3) attack.
    TripperAttacks "tripper_attacks" = LeaperAttacks::<Tripper>::new(), [leapers] -> [attacks];
    /// The squares that the gnus (3, 1) and (2, 1) attack.
    GnuAttacks "gnu_attacks" = LeaperAttacks::<Gnu>::new(), [leapers] -> [attacks];
    /// The squares that the bisons (3, 1) and (3, 2) attack.
    BisonAttacks "bison_attacks" = LeaperAttacks::<Bison>::new(), [leapers] -> [attacks];
    /// The squares that the buffaloes (2, 1), (3, 1) and (3, 2) attack.
    BuffaloAttacks "buffalo_attacks" = LeaperAttacks::<Buffalo>::new(), [leapers] -> [attacks];
    /// The squares that the fourleapers (4, 0) attack.
    FourleaperAttacks "fourleaper_attacks" = LeaperAttacks::<Fourleaper>::new(), [leapers] -> [attacks];
    /// The squares that the giraffes (4, 1) attack.
    GiraffeAttacks "giraffe_attacks" = LeaperAttacks::<Giraffe>::new(), [leapers] -> [attacks];
    /// The squares that the stags (4, 2) attack.
    StagAttacks "stag_attacks" = LeaperAttacks::<Stag>::new(), [leapers] -> [attacks];
    /// The squares that the antelopes (4, 3) attack.
    AntelopeAttacks "antelope_attacks" = LeaperAttacks::<Antelope>::new(), [leapers] -> [attacks];
    /// The squares that the root-50 leapers (5, 5) and (7, 1) attack.
    Root50LeaperAttacks "root50_leaper_attacks" = LeaperAttacks::<Root50Leaper>::new(), [leapers] -> [attacks];
    /// The squares of `path` that a king reaches from `start` by steps within `path`.
    KingFloodFill "king_flood_fill" = KingFloodFill, [start, path] -> [reached];
    /// The least number of king steps from `a` to `b` within `path`; 64 if there is no way.
    KingSteps "king_steps" = KingSteps, [a, b, path] -> [steps];
    /// The least number of knight moves from `a` to `b` within `path`; 64 if there is no way.
    KnightSteps "knight_steps" = KnightSteps, [a, b, path] -> [steps];
    /// The squares of all shortest king paths within `path` from `a` to the nearest squares of `b`.
    ShortestPathSquares "shortest_path_squares" = ShortestPathSquares, [a, b, path] -> [squares];
}

impl LibraryKernel {
    fn named(self, program: Program) -> Program {
        program.with_names(self.name(), self.inputs(), self.results())
    }
}

/// Returns the kind of each result of a kernel.
fn kinds_of<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(_: K) -> &'static [ResultKind] {
    const { &K::KINDS }
}

impl fmt::Display for LibraryKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses the name.
impl FromStr for LibraryKernel {
    type Err = UnknownKernel;

    fn from_str(name: &str) -> Result<Self, UnknownKernel> {
        Self::ALL.iter().copied().find(|kernel| kernel.name() == name).ok_or_else(|| UnknownKernel(name.into()))
    }
}

/// No kernel has this name. The message lists all names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownKernel(String);

impl fmt::Display for UnknownKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = LibraryKernel::ALL.iter().map(|kernel| kernel.name()).collect();
        write!(f, "'{}' is not a kernel; kernels are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownKernel {}
