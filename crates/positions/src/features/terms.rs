//! The one list of terms. A term is computed for a position from other terms, usually by a kernel.
//!
//! A term belongs to a side. Its inputs are terms of the same side (`own`) or of the other side (`their`). Features are the
//! terms that have a public name. The others are intermediate results, some of which several features share.

use setwise::patterns::{
    ForkSquares, KingAttacks, KingFloodFill, KingMoves, KnightAttacks, KnightCaptures, KnightFill, KnightMobility,
    KnightMoves, PassedPawns, RoyalForks, SafeForks, ShieldPawns,
};
use setwise::{Backends, Color};

use super::kernels::{
    AnyOfThree, Attacks, AttacksThroughKing, Both, EscapeLines, HalfOpenFiles, Hanging, KingPath, OpenFiles,
    PawnAttacks, Without, ZoneAttacked,
};
use super::special::{caught_area, shield_index};

/// The side of an input, relative to the side of the term that uses it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Whose {
    Own,
    Their,
}

impl Whose {
    pub(super) fn side(self, side: Color) -> Color {
        match self {
            Self::Own => side,
            Self::Their => !side,
        }
    }
}

/// The data that a term is computed from.
pub(super) trait Context {
    /// Returns the column of a term, which has been computed before.
    fn column(&self, term: Term, side: Color) -> &[u64];

    /// Returns the side to move on each board.
    fn side_to_move(&self) -> &[Color];
}

macro_rules! terms {
    (
        |$side:ident| features {
            $( $(#[doc = $definition:literal])+ $name:literal $feature:ident = $kernel:expr, [$($whose:ident $input:ident),+]; )+
        }
        between { $( $between:ident = $between_kernel:expr, [$($between_whose:ident $between_input:ident),+]; )+ }
        special {
            $( $special:ident = $by:path, [$($special_whose:ident $special_input:ident),+] $(, $special_name:literal, $special_definition:literal)?; )+
        }
    ) => {
        /// A value computed from a position for one side.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(super) enum Term {
            // The columns that are read: of both sides by kind, then all pieces of the side.
            AllPawns, AllKnights, AllBishops, AllRooks, AllQueens, AllKings, Pieces,
            $($feature,)+ $($between,)+ $($special,)+
        }

        impl Term {
            /// The number of terms.
            pub(super) const COUNT: usize = 7 + [$(Self::$feature,)+ $(Self::$between,)+ $(Self::$special,)+].len();

            /// The terms with a public name: term, name, definition.
            pub(super) const FEATURES: &[(Self, &str, &str)] = &[
                $((Self::$feature, $name, concat!($($definition),+)),)+
                $($((Self::$special, $special_name, $special_definition),)?)+
            ];

            /// Returns the inputs.
            pub(super) fn inputs(self) -> &'static [(Whose, Self)] {
                match self {
                    $(Self::$feature => &[$((Whose::$whose, Self::$input)),+],)+
                    $(Self::$between => &[$((Whose::$between_whose, Self::$between_input)),+],)+
                    $(Self::$special => &[$((Whose::$special_whose, Self::$special_input)),+],)+
                    _ => &[],
                }
            }

            /// Computes the term from its inputs.
            pub(super) fn compute(self, $side: Color, backend: Backends, context: &impl Context, out: &mut [u64]) {
                match self {
                    $(Self::$feature => backend.map(
                        $kernel,
                        [$(context.column(Self::$input, Whose::$whose.side($side))),+],
                        [out],
                    ),)+
                    $(Self::$between => backend.map(
                        $between_kernel,
                        [$(context.column(Self::$between_input, Whose::$between_whose.side($side))),+],
                        [out],
                    ),)+
                    $(Self::$special => $by(
                        $side,
                        context.side_to_move(),
                        [$(context.column(Self::$special_input, Whose::$special_whose.side($side))),+],
                        out,
                    ),)+
                    _ => unreachable!("columns that are read are not computed"),
                }
            }
        }
    };
}

terms! {
    |side| features {
        /// own knights
        "knights" Knights = Both, [Own AllKnights, Own Pieces];
        /// own king; if there are several, all of them
        "king" King = Both, [Own AllKings, Own Pieces];
        /// squares attacked by own knights
        "knight_attacks" KnightAttacks = KnightAttacks, [Own Knights];
        /// squares attacked by at least two own knights
        "knight_attacks_ge2" KnightAttacksTwice = ForkSquares::<2>, [Own Knights];
        /// knight_attacks minus own pieces
        "knight_moves" KnightMoves = KnightMoves, [Own Knights, Own Pieces];
        /// number of pseudo-legal knight moves, summed over own knights
        "knight_move_count" KnightMoveCount = KnightMobility, [Own Knights, Own Pieces];
        /// squares of knight_attacks occupied by the other side
        "knight_captures" KnightCaptures = KnightCaptures, [Own Knights, Their Pieces];
        /// knight_moves minus squares attacked by pawns of the other side
        "knight_safe_moves" KnightSafeMoves = Without, [Own KnightMoves, Their PawnAttacks];
        /// squares that own knights reach in at most two moves on an empty board, including their own squares
        "knight_fill2" KnightFillTwo = KnightFill::<2>, [Own Knights];
        /// squares that own knights reach in at most three moves on an empty board, including their own squares
        "knight_fill3" KnightFillThree = KnightFill::<3>, [Own Knights];
        /// squares attacked by own pawns; a pawn on its last rank attacks none
        "pawn_attacks" PawnAttacks = PawnAttacks { side }, [Own Pawns];
        /// squares attacked by any own piece; sliders stop at the first piece, which counts as attacked
        "attacks" Attacks = Attacks { side },
            [Own Pawns, Own Knights, Own Bishops, Own Rooks, Own Queens, Own King, Own Pieces, Their Pieces];
        /// squares next to any own king
        "king_attacks" KingAttacks = KingAttacks, [Own King];
        /// king_attacks minus own pieces
        "king_moves" KingMoves = KingMoves, [Own King, Own Pieces];
        /// king_moves minus attacks of the other side
        "king_escapes" KingEscapes = Without, [Own KingMoves, Their Attacks];
        /// king_moves minus attacks of the other side on the board without own kings, so that sliders see through them
        "king_legal_steps" KingLegalSteps = Without, [Own KingMoves, Their AttacksThroughKing];
        /// lines along which every square of king_escapes is next to an own king, added up: 1 rank, 2 file, 4 diagonal,
        /// 8 antidiagonal; 15 without escapes, 0 without a king
        "king_escape_lines" KingEscapeLines = EscapeLines, [Own King, Own KingEscapes];
        /// squares of king and king_attacks that the other side attacks
        "king_zone_attacked" KingZoneAttacked = ZoneAttacked, [Own King, Own KingAttacks, Their Attacks];
        /// own pawns one or two ranks ahead of any own king, on its file or an adjacent file
        "shield_pawns" ShieldPawns = ShieldPawns { side }, [Own King, Own Pawns];
        /// files without pawns, among the files of own kings and the files next to them; every square of each such file
        "open_files" OpenFiles = OpenFiles, [Own King, Own Pawns, Their Pawns];
        /// files with pawns of the other side only, among the files of own kings and the files next to them; every square of each
        /// such file
        "half_open_files" HalfOpenFiles = HalfOpenFiles, [Own King, Own Pawns, Their Pawns];
        /// squares from which a knight attacks at least two of the other side's kings, queens and rooks
        "forks" Forks = ForkSquares::<2>, [Their Targets];
        /// squares from which a knight attacks at least three of the other side's kings, queens and rooks
        "forks_ge3" ForksThree = ForkSquares::<3>, [Their Targets];
        /// squares from which a knight attacks both a king and a queen of the other side
        "royal_forks" RoyalForks = RoyalForks, [Their King, Their Queens];
        /// squares in both forks and knight_moves
        "forks_reachable" ForksReachable = Both, [Own Forks, Own KnightMoves];
        /// forks_reachable minus attacks of the other side
        "forks_safe" ForksSafe = Without, [Own ForksReachable, Their Attacks];
        /// forks_reachable minus squares attacked by pawns and knights of the other side
        "forks_setwise_safe" ForksSetwiseSafe = SafeForks { pawns: !side },
            [Their Targets, Own Pieces, Own Knights, Their Pawns, Their Knights];
        /// own pieces other than kings that the other side attacks and no own piece defends
        "hanging" Hanging = Hanging, [Own Pieces, Own King, Their Attacks, Own Attacks];
        /// own pawns that no own piece defends
        "undefended_pawns" UndefendedPawns = Without, [Own Pawns, Own Attacks];
        /// squares from which a knight attacks at least two of the other side's kings, queens, rooks, hanging pieces and
        /// undefended_pawns
        "forks_any" ForksAny = ForkSquares::<2>, [Their AnyTargets];
        /// own pawns with no pawn of the other side ahead of them on their own file or an adjacent file; a pawn on its last rank
        /// is always one
        "passers" Passers = PassedPawns { side }, [Own Pawns, Their Pawns];
        /// passers that the other side's king cannot catch on an otherwise empty board, given the side to move; passers on ranks 1
        /// and 8 cannot be caught, nor any without a king; with several kings, the one on the lowest square counts (a1 is lowest,
        /// h8 highest)
        "uncatchable_passers" UncatchablePassers = Without, [Own Passers, Their CaughtArea];
        /// squares that own kings reach over empty squares not attacked by the other side, including their own squares
        "king_flood" KingFlood = KingFloodFill, [Own King, Own KingPath];
    }
    between {
        Pawns = Both, [Own AllPawns, Own Pieces];
        Bishops = Both, [Own AllBishops, Own Pieces];
        Rooks = Both, [Own AllRooks, Own Pieces];
        Queens = Both, [Own AllQueens, Own Pieces];
        AttacksThroughKing = AttacksThroughKing { side },
            [Own Pawns, Own Knights, Own Bishops, Own Rooks, Own Queens, Own King, Own Pieces, Their Pieces, Their King];
        Targets = AnyOfThree, [Own King, Own Queens, Own Rooks];
        AnyTargets = AnyOfThree, [Own Targets, Own Hanging, Own UndefendedPawns];
        KingPath = KingPath, [Own King, Own Pieces, Their Pieces, Their Attacks];
    }
    special {
        ShieldIndex = shield_index, [Own King, Own Pawns], "shield_index",
            "own pawns on the king's wing (files a to c or f to h) as a number from 0 to 63: bits 0 to 2 are the side's second \
             rank, bits 3 to 5 its third, in the order of files; 64 without a king or with one on file d or e; with several \
             kings, the one on the lowest square counts (a1 is lowest, h8 highest)";
        CaughtArea = caught_area, [Own King];
    }
}
