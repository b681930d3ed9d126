//! The kernels of the library by name, with names for their inputs and results.

use std::fmt;
use std::str::FromStr;

use setwise_board::Color::{Black, White};
use setwise_core::Spread;
use setwise_core::patterns::leaper::{
    Alfil, Alibaba, Antelope, Bison, Buffalo, Camel, Dabbaba, Ferz, Fourleaper, Giraffe, Gnu, LeaperAttacks,
    Root50Leaper, Squirrel, Stag, Threeleaper, Tripper, Wazir, Zebra,
};
use setwise_core::patterns::{
    AttackedSquares, EscapeSquares, ForkSquares, ForkSquaresExactly, KingAttacks, KingDistanceDigits, KingFiles,
    KingFill, KingFloodFill, KingMoves, KingSteps, KnightAttacks, KnightCaptures, KnightDirections,
    KnightDistanceDigits, KnightFill, KnightMobility, KnightMoves, KnightQuietMoves, KnightReachExactly,
    KnightReachWithin, KnightSteps, PassedPawns, RoyalForks, SafeForks, ShieldPawns, ShortestPathSquares,
    VulnerableLines,
};

use crate::{NotStraight, Program, Symbol};

macro_rules! library {
    ($($variant:ident $name:literal = $kernel:expr, [$($input:ident),+] -> [$($result:ident),+];)+) => {
        /// A kernel of the library, with its parameters. Its name is in snake case, such as `knight_attacks`. Kernels
        /// that depend on a side are white's; those with the suffix `_black` are black's.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the patterns of the same names are documented in `setwise_core`")]
        pub enum LibraryKernel {
            $($variant,)+
        }

        impl LibraryKernel {
            /// All kernels.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// Returns the name, such as `knight_attacks`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Returns the names of the inputs.
            #[must_use]
            pub fn inputs(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$(stringify!($input)),+],)+
                }
            }

            /// Returns the names of the results.
            #[must_use]
            pub fn results(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$(stringify!($result)),+],)+
                }
            }

            /// Records the kernel, as [`Program::record`] does.
            ///
            /// # Errors
            ///
            /// Returns an error if the kernel tests whether a set is empty.
            pub fn record<S: Spread<Symbol>>(self, spread: S) -> Result<Program, NotStraight> {
                match self {
                    $(Self::$variant => Program::record($kernel, spread),)+
                }
                .map(|program| self.named(program))
                .map_err(|error| error.of_kernel(self.name()))
            }

            /// Records a number of rounds of the kernel's loop, as [`Program::record_rounds`] does.
            ///
            /// # Errors
            ///
            /// Returns an error if the kernel stores boards as numbers; no kernel of the library does.
            pub fn record_rounds<S: Spread<Symbol>>(self, spread: S, rounds: usize) -> Result<Program, NotStraight> {
                match self {
                    $(Self::$variant => Program::record_rounds($kernel, spread, rounds),)+
                }
                .map(|program| self.named(program))
            }

            /// Records the operations that the kernel executes on these boards, as [`Program::record_on`] does.
            ///
            /// # Errors
            ///
            /// Returns an error if the kernel stores boards as numbers; no kernel of the library does.
            ///
            /// # Panics
            ///
            /// Panics if there are more or fewer boards than inputs.
            pub fn record_on<S: Spread<Symbol>>(self, spread: S, boards: &[u64]) -> Result<Program, NotStraight> {
                assert_eq!(boards.len(), self.inputs().len(), "{self} has {} inputs", self.inputs().len());
                match self {
                    $(Self::$variant => {
                        let mut boards = boards.iter().copied();
                        let boards = [$(stringify!($input)),+].map(|_| boards.next().unwrap_or_default());
                        Program::record_on($kernel, spread, boards)
                    })+
                }
                .map(|program| self.named(program))
            }
        }
    };
}

library! {
    KnightAttacks "knight_attacks" = KnightAttacks, [knights] -> [attacks];
    KnightMoves "knight_moves" = KnightMoves, [knights, own] -> [moves];
    KnightCaptures "knight_captures" = KnightCaptures, [knights, their] -> [captures];
    KnightQuietMoves "knight_quiet_moves" = KnightQuietMoves, [knights, occupied] -> [quiet];
    KnightMobility "knight_mobility" = KnightMobility, [knights, own] -> [moves];
    KnightDirections "knight_directions" = KnightDirections, [knights] -> [
        no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we
    ];
    KnightFill2 "knight_fill2" = KnightFill::<2>, [knights] -> [reached];
    KnightFill3 "knight_fill3" = KnightFill::<3>, [knights] -> [reached];
    KnightFill6 "knight_fill6" = KnightFill::<6>, [knights] -> [reached];
    KnightReachExactly2 "knight_reach_exactly2" = KnightReachExactly::<2>, [knights, allowed] -> [reached];
    KnightReachWithin2 "knight_reach_within2" = KnightReachWithin::<2>, [knights, allowed] -> [reached];
    KnightDistanceDigits "knight_distance_digits" = KnightDistanceDigits, [from] -> [ones, twos, fours];
    ForkSquares "fork_squares" = ForkSquares::<2>, [targets] -> [forks];
    ForkSquares3 "fork_squares3" = ForkSquares::<3>, [targets] -> [forks];
    ForkSquares4 "fork_squares4" = ForkSquares::<4>, [targets] -> [forks];
    ForkSquaresExactly2 "fork_squares_exactly2" = ForkSquaresExactly::<2>, [targets] -> [forks];
    RoyalForks "royal_forks" = RoyalForks, [king, queens] -> [forks];
    SafeForks "safe_forks" = SafeForks { pawns: Black }, [targets, own, own_knights, pawns, their_knights] -> [forks];
    SafeForksBlack "safe_forks_black" = SafeForks { pawns: White },
        [targets, own, own_knights, pawns, their_knights] -> [forks];
    KingAttacks "king_attacks" = KingAttacks, [kings] -> [attacks];
    KingMoves "king_moves" = KingMoves, [kings, own] -> [moves];
    EscapeSquares "escape_squares" = EscapeSquares, [king, taboo] -> [escapes];
    KingFill2 "king_fill2" = KingFill::<2>, [kings] -> [reached];
    KingFill3 "king_fill3" = KingFill::<3>, [kings] -> [reached];
    KingFill7 "king_fill7" = KingFill::<7>, [kings] -> [reached];
    KingDistanceDigits "king_distance_digits" = KingDistanceDigits, [from] -> [ones, twos, fours];
    VulnerableLines "vulnerable_lines" = VulnerableLines, [king, taboo] -> [lines];
    KingFiles "king_files" = KingFiles, [king, own_pawns, their_pawns] -> [open, half_open];
    ShieldPawns "shield_pawns" = ShieldPawns { side: White }, [king, pawns] -> [shield];
    ShieldPawnsBlack "shield_pawns_black" = ShieldPawns { side: Black }, [king, pawns] -> [shield];
    PassedPawns "passed_pawns" = PassedPawns { side: White }, [pawns, their_pawns] -> [passed];
    PassedPawnsBlack "passed_pawns_black" = PassedPawns { side: Black }, [pawns, their_pawns] -> [passed];
    AttackedSquares "attacked_squares" = AttackedSquares { side: White },
        [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] -> [attacked];
    AttackedSquaresBlack "attacked_squares_black" = AttackedSquares { side: Black },
        [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] -> [attacked];
    WazirAttacks "wazir_attacks" = LeaperAttacks::<Wazir>::new(), [leapers] -> [attacks];
    FerzAttacks "ferz_attacks" = LeaperAttacks::<Ferz>::new(), [leapers] -> [attacks];
    DabbabaAttacks "dabbaba_attacks" = LeaperAttacks::<Dabbaba>::new(), [leapers] -> [attacks];
    AlfilAttacks "alfil_attacks" = LeaperAttacks::<Alfil>::new(), [leapers] -> [attacks];
    AlibabaAttacks "alibaba_attacks" = LeaperAttacks::<Alibaba>::new(), [leapers] -> [attacks];
    SquirrelAttacks "squirrel_attacks" = LeaperAttacks::<Squirrel>::new(), [leapers] -> [attacks];
    ThreeleaperAttacks "threeleaper_attacks" = LeaperAttacks::<Threeleaper>::new(), [leapers] -> [attacks];
    CamelAttacks "camel_attacks" = LeaperAttacks::<Camel>::new(), [leapers] -> [attacks];
    ZebraAttacks "zebra_attacks" = LeaperAttacks::<Zebra>::new(), [leapers] -> [attacks];
    TripperAttacks "tripper_attacks" = LeaperAttacks::<Tripper>::new(), [leapers] -> [attacks];
    GnuAttacks "gnu_attacks" = LeaperAttacks::<Gnu>::new(), [leapers] -> [attacks];
    BisonAttacks "bison_attacks" = LeaperAttacks::<Bison>::new(), [leapers] -> [attacks];
    BuffaloAttacks "buffalo_attacks" = LeaperAttacks::<Buffalo>::new(), [leapers] -> [attacks];
    FourleaperAttacks "fourleaper_attacks" = LeaperAttacks::<Fourleaper>::new(), [leapers] -> [attacks];
    GiraffeAttacks "giraffe_attacks" = LeaperAttacks::<Giraffe>::new(), [leapers] -> [attacks];
    StagAttacks "stag_attacks" = LeaperAttacks::<Stag>::new(), [leapers] -> [attacks];
    AntelopeAttacks "antelope_attacks" = LeaperAttacks::<Antelope>::new(), [leapers] -> [attacks];
    Root50LeaperAttacks "root50_leaper_attacks" = LeaperAttacks::<Root50Leaper>::new(), [leapers] -> [attacks];
    KingFloodFill "king_flood_fill" = KingFloodFill, [start, path] -> [reached];
    KingSteps "king_steps" = KingSteps, [a, b, path] -> [steps];
    KnightSteps "knight_steps" = KnightSteps, [a, b, path] -> [steps];
    ShortestPathSquares "shortest_path_squares" = ShortestPathSquares, [a, b, path] -> [squares];
}

impl LibraryKernel {
    fn named(self, program: Program) -> Program {
        program.with_names(self.name(), self.inputs(), self.results())
    }

    /// Returns whether a result is a number and not a set.
    #[must_use]
    pub fn is_number(self) -> bool {
        matches!(self, Self::KnightMobility | Self::VulnerableLines | Self::KingSteps | Self::KnightSteps)
    }
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
