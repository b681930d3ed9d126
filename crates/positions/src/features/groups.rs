//! The list of all groups. A group computes one or several terms from the same inputs.
//!
//! For each stored term, there is exactly one group that makes it and is not joint. Such a group makes further terms
//! only if they take hardly any additional time. A joint group makes the terms of several other groups, or of one group
//! for both sides. These groups are its parts. The joint group computes their common intermediate results once, and
//! replaces its parts if enough of them are needed:
//!
//! ```text
//! needed                    computed by
//! king moves                KingMoves
//! king moves, shield pawns  KingSquares, which makes the king attacks too
//! ```
//!
//! As a result, a single feature does not cause unrelated terms to be computed, and many features do not cause work to
//! be repeated. `order.rs` selects the groups for a list of terms.
//!
//! A group with a long formula is marked `out_of_line`, and its loop is compiled as a separate function. If all long
//! loops were in one function, compiling it would take about twice as long, for each backend. Groups with short loops
//! are not marked, because a call would slow them down noticeably.

use setwise::backend::{Isa, Prefix, no_revectorize};
use setwise::patterns::{
    Forks, Identity, KingAttacks, KingFiles, KingMoves, KnightAttacks, KnightCaptures, KnightMoves, LegalMoveCount,
    Passers, PawnAttacks, RoyalForks, ShieldIndex, ShieldPawns,
};
use setwise::{Color, Kernel, Lanes};

use super::block::{RelativeSide, View};
use super::kernels::{
    AnyOfFour, AttacksAndTwice, Both, EscapeLines, FamilyOfRoyal, FilesAndPassers, ForksOfAny, ForksOfTwoAndThree,
    Hanging, KingSafety, KingSquares, KnightFill, KnightMovesAndCaptures, KnightSquares, MoveCountOfFew, SafeReach,
    SafeReachOfTwo, SliderAttacks, SliderAttacksOfBoth, SliderChecks, Undefended, Without, WithoutEither, ZoneAttacked,
};
use super::legality::{
    CheckMask, Checkmate, ChecksAndPins, InCheck, LegalKnightMoveCount, LegalKnightMoves, Stalemate,
};
use super::special::{king_flood, knight_uncatchable_passers, uncatchable_passers};
use super::terms::Term;

/// Expands to the loop of a group. For an `out_of_line` group, expands to a call of a function that contains the loop.
macro_rules! group_loop {
    ($isa:expr, $loop:expr) => {
        $loop
    };
    (out_of_line $isa:expr, $loop:expr) => {
        call_out_of_line(
            $isa,
            #[inline(always)]
            move || $loop,
        )
    };
}

/// Runs a loop inside the target-feature boundary, as a separate function.
#[inline(never)]
fn call_out_of_line<I: Isa>(isa: I, run: impl FnOnce()) {
    isa.enter(run);
}

/// Evaluates a kernel. If one function contained the code of all kernels, compiling it would take much longer, above all
/// with AddressSanitizer.
#[inline(never)]
fn evaluated<K: Kernel<IN, OUT>, V: Lanes, const IN: usize, const OUT: usize>(kernel: K, inputs: [V; IN]) -> [V; OUT] {
    kernel.eval(Prefix, inputs)
}

/// Takes the next input.
fn take_one<'a, V>(inputs: &mut std::slice::Iter<'a, V>, name: &str) -> &'a V {
    inputs.next().unwrap_or_else(|| panic!("no input {name}"))
}

macro_rules! groups {
    (
        |$side:ident| kernels {
            $( $group:ident $(($out_of_line:ident))? = $kernel:expr,
                [$($relative:ident $input:ident),+] -> [$($out:ident $output:ident),+]; )+
        }
        joint { $($joint:ident,)+ }
        special {
            $( $special:ident = $by:path, [$($special_relative:ident $special_input:ident),+] -> $special_output:ident; )+
        }
    ) => {
        /// One or several terms that are computed together from the same inputs.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Group {
            $($group,)+ $($special,)+
        }

        impl Group {
            pub(super) const ALL: &[Self] = &[$(Self::$group,)+ $(Self::$special,)+];

            pub(super) const JOINT: &[Self] = &[$(Self::$joint,)+];

            /// Returns the inputs, relative to the side for which the group is computed.
            pub(super) const fn inputs(self) -> &'static [(RelativeSide, Term)] {
                match self {
                    $(Self::$group => &[$((RelativeSide::$relative, Term::$input)),+],)+
                    $(Self::$special => &[$((RelativeSide::$special_relative, Term::$special_input)),+],)+
                }
            }

            /// Returns the outputs, relative to the side for which the group is computed.
            pub(super) const fn outputs(self) -> &'static [(RelativeSide, Term)] {
                match self {
                    $(Self::$group => &[$((RelativeSide::$out, Term::$output)),+],)+
                    $(Self::$special => &[(RelativeSide::Own, Term::$special_output)],)+
                }
            }

            /// Computes the outputs from registers with the inputs. Returns `None` for a group that is a loop over
            /// positions.
            pub(super) fn on_lanes<V: Lanes>(self, $side: Color, inputs: &[V]) -> Option<Vec<V>> {
                match self {
                    $(Self::$group => {
                        let mut inputs = inputs.iter();
                        let sets = [$(*take_one::<V>(&mut inputs, stringify!($input))),+];
                        Some(evaluated($kernel, sets).to_vec())
                    })+
                    $(Self::$special => None,)+
                }
            }

            /// Computes the outputs from the inputs.
            #[inline(always)]
            pub(super) fn compute<V: Lanes>(self, mut view: View<'_, V>) {
                let $side = view.side;
                match self {
                    $(Self::$group => group_loop!($($out_of_line)? view.isa, for i in 0..View::<V>::REGISTERS {
                        no_revectorize::<V>();
                        let sets = [$(view.load((RelativeSide::$relative, Term::$input), i)),+];
                        let results = $kernel.eval(Prefix, sets);
                        let outputs = [$((RelativeSide::$out, Term::$output)),+];
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
        KnightAttacksTwice (out_of_line) = Forks::<2>, [Own Knights] -> [Own KnightAttacksTwice];
        KnightMoves = KnightMoves, [Own Knights, Own Pieces] -> [Own KnightMoves];
        KnightCaptures = KnightCaptures, [Own Knights, Their Pieces] -> [Own KnightCaptures];
        KnightMoveCount (out_of_line) = MoveCountOfFew, [Own Knights, Own Pieces, Own KnightAttacks, Own KnightAttacksTwice]
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
        KingFiles (out_of_line) = KingFiles, [Own King, Own Pawns, Their Pawns] -> [Own OpenFiles, Own HalfOpenFiles];
        Passers = Passers { side }, [Own Pawns, Their Pawns] -> [Own Passers];
        ShieldIndex (out_of_line) = ShieldIndex { side }, [Own King, Own Pawns] -> [Own ShieldIndex];
        SliderAttacks (out_of_line) = SliderAttacks, [Own Diagonal, Own Straight, Own Pieces, Their Pieces, Their King]
            -> [Own SliderAttacks, Own ThroughKing];
        Attacks = AnyOfFour, [Own PawnAttacks, Own KnightAttacks, Own KingAttacks, Own SliderAttacks] -> [Own Attacks];
        KingEscapes = Without, [Own KingMoves, Their Attacks] -> [Own KingEscapes];
        LegalKingMoves = Without, [Own KingEscapes, Their ThroughKing] -> [Own LegalKingMoves];
        KingEscapeLines (out_of_line) = EscapeLines, [Own King, Own KingEscapes] -> [Own KingEscapeLines];
        KingZoneAttacked = ZoneAttacked, [Own King, Own KingAttacks, Their Attacks] -> [Own KingZoneAttacked];
        Forks (out_of_line) = Forks::<2>, [Their Targets] -> [Own Forks];
        ForksThree (out_of_line) = Forks::<3>, [Their Targets] -> [Own ForksThree];
        RoyalForks (out_of_line) = RoyalForks, [Their King, Their Queens] -> [Own RoyalForks];
        FamilyForks = FamilyOfRoyal, [Own RoyalForks, Their Rooks] -> [Own FamilyForks];
        DistantChecks (out_of_line) = SliderChecks,
            [Their King, Their KingEscapeLines, Own Diagonal, Own Straight, Own Pieces, Their Pieces] -> [Own DistantChecks];
        ChecksAndPins (out_of_line) = ChecksAndPins { side },
            [Own King, Their Pawns, Their Knights, Their Diagonal, Their Straight, Own Pieces, Their Pieces]
            -> [Own Checkers, Own BetweenCheckers, Own Pinned];
        CheckMask = CheckMask, [Own Checkers, Own BetweenCheckers] -> [Own CheckMask];
        LegalKnightMoves = LegalKnightMoves, [Own Knights, Own Pieces, Own Pinned, Own CheckMask]
            -> [Own LegalKnightMoves];
        LegalKnightMoveCount (out_of_line) = LegalKnightMoveCount, [Own Knights, Own Pieces, Own Pinned, Own CheckMask]
            -> [Own LegalKnightMoveCount];
        ForksLegal = Both, [Own Forks, Own LegalKnightMoves] -> [Own ForksLegal];
        ForksReachable = Both, [Own Forks, Own KnightMoves] -> [Own ForksReachable];
        ForksSetwiseSafe = WithoutEither, [Own ForksReachable, Their PawnAttacks, Their KnightAttacks]
            -> [Own ForksSetwiseSafe];
        ForksSafe = Without, [Own ForksReachable, Their Attacks] -> [Own ForksSafe];
        Hanging = Hanging, [Own Pieces, Own King, Their Attacks, Own Attacks] -> [Own Hanging];
        UndefendedPawns = Without, [Own Pawns, Own Attacks] -> [Own UndefendedPawns];
        ForksAny (out_of_line) = ForksOfAny, [Their Targets, Their Hanging, Their UndefendedPawns] -> [Own ForksAny];
        InCheck (out_of_line) = InCheck,
            [Own AllPawns, Own AllKnights, Own AllBishops, Own AllRooks, Own AllQueens, Own AllKings, Own Pieces,
             Their Pieces, Own BlackToMove]
            -> [Own InCheck];
        LegalMoveCount (out_of_line) = LegalMoveCount,
            [Own AllPawns, Own AllKnights, Own AllBishops, Own AllRooks, Own AllQueens, Own AllKings, Own Pieces,
             Their Pieces, Own UnmovedRooks, Own EnPassant, Own BlackToMove]
            -> [Own LegalMoveCount];
        Checkmate = Checkmate,
            [Own AllKings, Own Pieces, Their Pieces, Own BlackToMove, Own InCheck, Own LegalMoveCount] -> [Own Checkmate];
        Stalemate = Stalemate,
            [Own AllKings, Own Pieces, Their Pieces, Own BlackToMove, Own InCheck, Own LegalMoveCount] -> [Own Stalemate];
        KnightSquares (out_of_line) = KnightSquares, [Own Knights, Own Pieces, Their Pieces]
            -> [Own KnightAttacks, Own KnightAttacksTwice, Own KnightMoves, Own KnightCaptures];
        KnightMovesAndCaptures = KnightMovesAndCaptures, [Own Knights, Own Pieces, Their Pieces]
            -> [Own KnightAttacks, Own KnightMoves, Own KnightCaptures];
        AttacksAndTwice (out_of_line) = AttacksAndTwice, [Own Knights] -> [Own KnightAttacks, Own KnightAttacksTwice];
        KingSquares (out_of_line) = KingSquares { side }, [Own King, Own Pieces, Own Pawns]
            -> [Own KingAttacks, Own KingMoves, Own ShieldPawns];
        FilesAndPassers (out_of_line) = FilesAndPassers { side }, [Own King, Own Pawns, Their Pawns]
            -> [Own OpenFiles, Own HalfOpenFiles, Own Passers];
        KingSafety (out_of_line) = KingSafety, [Own King, Own KingAttacks, Own KingMoves, Their Attacks, Their ThroughKing]
            -> [Own KingEscapes, Own LegalKingMoves, Own KingEscapeLines, Own KingZoneAttacked];
        Undefended = Undefended, [Own Pieces, Own King, Own Pawns, Their Attacks, Own Attacks]
            -> [Own Hanging, Own UndefendedPawns];
        ForksTwoAndThree (out_of_line) = ForksOfTwoAndThree, [Their Targets] -> [Own Forks, Own ForksThree];
        SliderAttacksOfBoth (out_of_line) = SliderAttacksOfBoth,
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
