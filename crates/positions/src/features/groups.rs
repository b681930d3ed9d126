//! The one list of groups: the inputs of each term, and the terms that are computed together with it.
//!
//! Every term is made by one group of its own, or with terms that cost hardly more than it alone. A joint group makes the terms
//! of several such groups, its parts, which share intermediate results. It takes their place if enough of its terms are needed:
//!
//! ```text
//! needed                    computed by
//! king moves                KingMoves
//! king moves, shield pawns  KingSquares, which makes the king attacks too
//! ```
//!
//! So a single feature does not pay for others, and all features together do not compute anything twice. `order.rs` selects the
//! groups for a list of terms.
//!
//! A group with a long formula is marked `apart`: its loop is compiled as a function of its own. In one function together,
//! these loops would take the compiler about twice as long, for each backend. Short loops are not marked, because a call would
//! cost them too much.

use setwise::backend::{Isa, Prefix, no_revectorize};
use setwise::patterns::{
    Forks, Identity, KingAttacks, KingFiles, KingMoves, KnightAttacks, KnightCaptures, KnightMoves, Passers,
    PawnAttacks, RoyalForks, ShieldIndex, ShieldPawns,
};
use setwise::{Kernel, Lanes};

use super::block::{View, Whose};
use super::kernels::{
    AnyOfFour, AttacksAndTwice, Both, EscapeLines, FamilyOfRoyal, FilesAndPassers, ForksOfAny, ForksOfTwoAndThree,
    Hanging, KingSafety, KingSquares, KnightFill, KnightMovesAndCaptures, KnightSquares, MoveCountOfFew, SafeReach,
    SafeReachOfTwo, SliderAttacks, SliderAttacksOfBoth, SliderChecks, Undefended, Without, WithoutEither, ZoneAttacked,
};
use super::special::{king_flood, knight_uncatchable_passers, uncatchable_passers};
use super::terms::Term;

/// Expands to a loop, or to a call of a function that contains it if the group is `apart`.
macro_rules! by_itself {
    ($isa:expr, $loop:expr) => {
        $loop
    };
    (apart $isa:expr, $loop:expr) => {
        apart(
            $isa,
            #[inline(always)]
            move || $loop,
        )
    };
}

/// Runs a loop inside the target-feature boundary, as a function of its own.
#[inline(never)]
fn apart<I: Isa>(isa: I, run: impl FnOnce()) {
    isa.enter(run);
}

macro_rules! groups {
    (
        |$side:ident| kernels {
            $( $group:ident $(($apart:ident))? = $kernel:expr,
                [$($whose:ident $input:ident),+] -> [$($out:ident $output:ident),+]; )+
        }
        joint { $($joint:ident,)+ }
        special {
            $( $special:ident = $by:path, [$($special_whose:ident $special_input:ident),+] -> $special_output:ident; )+
        }
    ) => {
        /// Terms that are computed together, because they share most of the work.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Group {
            $($group,)+ $($special,)+
        }

        impl Group {
            /// All groups.
            pub(super) const ALL: &[Self] = &[$(Self::$group,)+ $(Self::$special,)+];

            /// The joint groups.
            pub(super) const JOINT: &[Self] = &[$(Self::$joint,)+];

            /// Returns the inputs, relative to the side that the group is computed for.
            pub(super) const fn inputs(self) -> &'static [(Whose, Term)] {
                match self {
                    $(Self::$group => &[$((Whose::$whose, Term::$input)),+],)+
                    $(Self::$special => &[$((Whose::$special_whose, Term::$special_input)),+],)+
                }
            }

            /// Returns the outputs, relative to the side that the group is computed for.
            pub(super) const fn outputs(self) -> &'static [(Whose, Term)] {
                match self {
                    $(Self::$group => &[$((Whose::$out, Term::$output)),+],)+
                    $(Self::$special => &[(Whose::Own, Term::$special_output)],)+
                }
            }

            /// Computes the outputs from the inputs.
            #[inline(always)]
            pub(super) fn compute<V: Lanes>(self, mut view: View<'_, V>) {
                let $side = view.side;
                match self {
                    $(Self::$group => by_itself!($($apart)? view.isa, for i in 0..View::<V>::REGISTERS {
                        no_revectorize::<V>();
                        let sets = [$(view.load((Whose::$whose, Term::$input), i)),+];
                        let results = $kernel.eval(Prefix, sets);
                        let outputs = [$((Whose::$out, Term::$output)),+];
                        for (result, output) in results.iter().zip(outputs) {
                            view.store(output, i, *result);
                        }
                    }),)+
                    $(Self::$special => $by(&mut view),)+
                }
            }
        }
    };
}

groups! {
    |side| kernels {
        OwnKnights = Identity, [Own Knights] -> [Own OwnKnights];
        OwnKing = Identity, [Own King] -> [Own OwnKing];
        KnightAttacks = KnightAttacks, [Own Knights] -> [Own KnightAttacks];
        KnightAttacksTwice (apart) = Forks::<2>, [Own Knights] -> [Own KnightAttacksTwice];
        KnightMoves = KnightMoves, [Own Knights, Own Pieces] -> [Own KnightMoves];
        KnightCaptures = KnightCaptures, [Own Knights, Their Pieces] -> [Own KnightCaptures];
        KnightMoveCount (apart) = MoveCountOfFew, [Own Knights, Own Pieces, Own KnightAttacks, Own KnightAttacksTwice]
            -> [Own KnightMoveCount];
        KnightFillTwo = KnightFill, [Own Knights, Own KnightAttacks] -> [Own KnightFillTwo];
        KnightFillThree = KnightFill, [Own Knights, Own KnightFillTwo] -> [Own KnightFillThree];
        KnightSafeReachTwo = SafeReachOfTwo, [Own Knights, Own KnightAttacks, Own Pieces, Their Attacks]
            -> [Own KnightSafeReachTwo];
        KnightSafeReachThree = SafeReach, [Own KnightSafeReachTwo, Own Pieces, Their Attacks] -> [Own KnightSafeReachThree];
        KnightSafeMoves = Without, [Own KnightMoves, Their PawnAttacks] -> [Own KnightSafeMoves];
        PawnAttacks = PawnAttacks { side }, [Own Pawns] -> [Own PawnAttacks];
        KingAttacks = KingAttacks, [Own King] -> [Own KingAttacks];
        KingMoves = KingMoves, [Own King, Own Pieces] -> [Own KingMoves];
        ShieldPawns = ShieldPawns { side }, [Own King, Own Pawns] -> [Own ShieldPawns];
        KingFiles (apart) = KingFiles, [Own King, Own Pawns, Their Pawns] -> [Own OpenFiles, Own HalfOpenFiles];
        Passers = Passers { side }, [Own Pawns, Their Pawns] -> [Own Passers];
        ShieldIndex (apart) = ShieldIndex { side }, [Own King, Own Pawns] -> [Own ShieldIndex];
        SliderAttacks (apart) = SliderAttacks, [Own Diagonal, Own Straight, Own Pieces, Their Pieces, Their King]
            -> [Own SliderAttacks, Own ThroughKing];
        Attacks = AnyOfFour, [Own PawnAttacks, Own KnightAttacks, Own KingAttacks, Own SliderAttacks] -> [Own Attacks];
        KingEscapes = Without, [Own KingMoves, Their Attacks] -> [Own KingEscapes];
        KingLegalSteps = Without, [Own KingEscapes, Their ThroughKing] -> [Own KingLegalSteps];
        KingEscapeLines (apart) = EscapeLines, [Own King, Own KingEscapes] -> [Own KingEscapeLines];
        KingZoneAttacked = ZoneAttacked, [Own King, Own KingAttacks, Their Attacks] -> [Own KingZoneAttacked];
        Forks (apart) = Forks::<2>, [Their Targets] -> [Own Forks];
        ForksThree (apart) = Forks::<3>, [Their Targets] -> [Own ForksThree];
        RoyalForks (apart) = RoyalForks, [Their King, Their Queens] -> [Own RoyalForks];
        FamilyForks = FamilyOfRoyal, [Own RoyalForks, Their Rooks] -> [Own FamilyForks];
        DistantChecks (apart) = SliderChecks,
            [Their King, Their KingEscapeLines, Own Diagonal, Own Straight, Own Pieces, Their Pieces] -> [Own DistantChecks];
        ForksReachable = Both, [Own Forks, Own KnightMoves] -> [Own ForksReachable];
        ForksSetwiseSafe = WithoutEither, [Own ForksReachable, Their PawnAttacks, Their KnightAttacks]
            -> [Own ForksSetwiseSafe];
        ForksSafe = Without, [Own ForksReachable, Their Attacks] -> [Own ForksSafe];
        Hanging = Hanging, [Own Pieces, Own King, Their Attacks, Own Attacks] -> [Own Hanging];
        UndefendedPawns = Without, [Own Pawns, Own Attacks] -> [Own UndefendedPawns];
        ForksAny (apart) = ForksOfAny, [Their Targets, Their Hanging, Their UndefendedPawns] -> [Own ForksAny];
        KnightSquares (apart) = KnightSquares, [Own Knights, Own Pieces, Their Pieces]
            -> [Own KnightAttacks, Own KnightAttacksTwice, Own KnightMoves, Own KnightCaptures];
        KnightMovesAndCaptures = KnightMovesAndCaptures, [Own Knights, Own Pieces, Their Pieces]
            -> [Own KnightAttacks, Own KnightMoves, Own KnightCaptures];
        AttacksAndTwice (apart) = AttacksAndTwice, [Own Knights] -> [Own KnightAttacks, Own KnightAttacksTwice];
        KingSquares (apart) = KingSquares { side }, [Own King, Own Pieces, Own Pawns]
            -> [Own KingAttacks, Own KingMoves, Own ShieldPawns];
        FilesAndPassers (apart) = FilesAndPassers { side }, [Own King, Own Pawns, Their Pawns]
            -> [Own OpenFiles, Own HalfOpenFiles, Own Passers];
        KingSafety (apart) = KingSafety, [Own King, Own KingAttacks, Own KingMoves, Their Attacks, Their ThroughKing]
            -> [Own KingEscapes, Own KingLegalSteps, Own KingEscapeLines, Own KingZoneAttacked];
        Undefended = Undefended, [Own Pieces, Own King, Own Pawns, Their Attacks, Own Attacks]
            -> [Own Hanging, Own UndefendedPawns];
        ForksTwoAndThree (apart) = ForksOfTwoAndThree, [Their Targets] -> [Own Forks, Own ForksThree];
        SliderAttacksOfBoth (apart) = SliderAttacksOfBoth,
            [Own Diagonal, Their Diagonal, Own Straight, Their Straight, Own Pieces, Their Pieces, Own King, Their King]
            -> [Own SliderAttacks, Own ThroughKing, Their SliderAttacks, Their ThroughKing];
    }
    joint {
        KnightSquares, KnightMovesAndCaptures, AttacksAndTwice, KingSquares, FilesAndPassers, KingSafety, Undefended, ForksTwoAndThree,
        SliderAttacksOfBoth,
    }
    special {
        UncatchablePassers = uncatchable_passers, [Own Passers, Their King] -> UncatchablePassers;
        KnightUncatchablePassers = knight_uncatchable_passers, [Own Passers, Their Knights] -> KnightUncatchablePassers;
        KingFlood = king_flood, [Own King, Own Pieces, Their Pieces, Their Attacks] -> KingFlood;
    }
}
