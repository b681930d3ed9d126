//! The one list of groups: the inputs of each term, and the terms that are computed together with it.

use setwise::patterns::RoyalForks;
use setwise::{Color, Lanes, Spread};

use super::block::{View, Whose};
use super::kernels::{
    AnyOfFour, FilesAndPassers, ForkMoves, Forks, ForksOfAny, KingSafety, KingSquares, KnightFills, KnightMoveCount,
    KnightSquares, OwnPieces, PawnAttacks, ShieldIndex, SliderAttacks, Undefended, Without,
};
use super::special::{king_flood, uncatchable_passers};
use super::terms::Term;

macro_rules! groups {
    (
        |$side:ident| kernels {
            $( $group:ident = $kernel:expr, [$($whose:ident $input:ident),+] -> [$($out:ident $output:ident),+]; )+
        }
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
            const ALL: &[Self] = &[$(Self::$group,)+ $(Self::$special,)+];

            /// Returns the inputs, relative to the side that the group is computed for.
            pub(super) const fn inputs(self) -> &'static [(Whose, Term)] {
                match self {
                    $(Self::$group => &[$((Whose::$whose, Term::$input)),+],)+
                    $(Self::$special => &[$((Whose::$special_whose, Term::$special_input)),+],)+
                }
            }

            /// Returns the outputs, relative to the side that the group is computed for.
            const fn outputs(self) -> &'static [(Whose, Term)] {
                match self {
                    $(Self::$group => &[$((Whose::$out, Term::$output)),+],)+
                    $(Self::$special => &[(Whose::Own, Term::$special_output)],)+
                }
            }

            /// Computes the outputs from the inputs.
            #[inline(always)]
            pub(super) fn compute<V: Lanes, S: Spread<V>>(self, mut view: View<'_, V, S>) {
                let $side = view.side;
                match self {
                    $(Self::$group => view.map(
                        $kernel,
                        [$((Whose::$whose, Term::$input)),+],
                        [$((Whose::$out, Term::$output)),+],
                    ),)+
                    $(Self::$special => $by(&mut view),)+
                }
            }
        }
    };
}

groups! {
    |side| kernels {
        OwnPieces = OwnPieces,
            [Read AllPawns, Read AllKnights, Read AllBishops, Read AllRooks, Read AllQueens, Read AllKings, Read AllOwn]
            -> [Own Pieces, Own Pawns, Own Knights, Own Queens, Own King, Own Diagonal, Own Straight, Own Targets];
        KnightSquares = KnightSquares, [Own Knights, Own Pieces, Their Pieces]
            -> [Own KnightAttacks, Own KnightAttacksTwice, Own KnightMoves, Own KnightCaptures];
        KnightMoveCount = KnightMoveCount, [Own Knights, Own Pieces, Own KnightAttacks, Own KnightAttacksTwice]
            -> [Own KnightMoveCount];
        KnightFills = KnightFills, [Own Knights, Own KnightAttacks] -> [Own KnightFillTwo, Own KnightFillThree];
        KnightSafeMoves = Without, [Own KnightMoves, Their PawnAttacks] -> [Own KnightSafeMoves];
        PawnAttacks = PawnAttacks { side }, [Own Pawns] -> [Own PawnAttacks];
        KingSquares = KingSquares { side }, [Own King, Own Pieces, Own Pawns]
            -> [Own KingAttacks, Own KingMoves, Own ShieldPawns];
        FilesAndPassers = FilesAndPassers { side }, [Own King, Own Pawns, Their Pawns]
            -> [Own OpenFiles, Own HalfOpenFiles, Own Passers];
        ShieldIndex = ShieldIndex { side }, [Own King, Own Pawns] -> [Own ShieldIndex];
        SliderAttacks = SliderAttacks,
            [Own Diagonal, Their Diagonal, Own Straight, Their Straight, Own Pieces, Their Pieces, Own King, Their King]
            -> [Own SliderAttacks, Own ThroughKing, Their SliderAttacks, Their ThroughKing];
        Attacks = AnyOfFour, [Own PawnAttacks, Own KnightAttacks, Own KingAttacks, Own SliderAttacks] -> [Own Attacks];
        KingSafety = KingSafety, [Own King, Own KingAttacks, Own KingMoves, Their Attacks, Their ThroughKing]
            -> [Own KingEscapes, Own KingLegalSteps, Own KingEscapeLines, Own KingZoneAttacked];
        Forks = Forks, [Their Targets] -> [Own Forks, Own ForksThree];
        RoyalForks = RoyalForks, [Their King, Their Queens] -> [Own RoyalForks];
        ForkMoves = ForkMoves, [Own Forks, Own KnightMoves, Their PawnAttacks, Their KnightAttacks]
            -> [Own ForksReachable, Own ForksSetwiseSafe];
        ForksSafe = Without, [Own ForksReachable, Their Attacks] -> [Own ForksSafe];
        Undefended = Undefended, [Own Pieces, Own King, Own Pawns, Their Attacks, Own Attacks]
            -> [Own Hanging, Own UndefendedPawns];
        ForksAny = ForksOfAny, [Their Targets, Their Hanging, Their UndefendedPawns] -> [Own ForksAny];
    }
    special {
        UncatchablePassers = uncatchable_passers, [Own Passers, Their King] -> UncatchablePassers;
        KingFlood = king_flood, [Own King, Own Pieces, Their Pieces, Their Attacks] -> KingFlood;
    }
}

/// Adds the group that makes a term to a list, after those that make its inputs, unless the list already contains it.
pub(super) fn add_with_inputs(term: Term, side: Color, order: &mut Vec<(Group, Color)>) {
    let Some((group, side)) = made_by(term, side) else { return };
    if order.contains(&(group, side)) {
        return;
    }
    for (whose, input) in group.inputs() {
        add_with_inputs(*input, if *whose == Whose::Their { !side } else { side }, order);
    }
    order.push((group, side));
}

/// Returns the group that makes a term of a side, and the side that it is computed for, or `None` if the term is read. A group
/// that makes terms of both sides is always computed for white.
pub(super) fn made_by(term: Term, side: Color) -> Option<(Group, Color)> {
    let makes = |group: &Group| group.outputs().iter().any(|(_, output)| *output == term);
    let group = Group::ALL.iter().copied().find(makes)?;
    let is_for_both = group.outputs().iter().any(|(whose, _)| *whose == Whose::Their);
    Some((group, if is_for_both { Color::White } else { side }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(term: Term) -> Vec<(Group, Color)> {
        let mut order = Vec::new();
        add_with_inputs(term, Color::White, &mut order);
        order
    }

    /// The time for one feature is the time for its groups, so an expensive group must not be computed without need.
    #[test]
    fn a_feature_needs_only_the_groups_of_its_inputs() {
        use Group::{Attacks, ForkMoves, Forks, KingFlood, KnightSquares, OwnPieces, PawnAttacks, SliderAttacks};
        let (white, black) = (Color::White, Color::Black);
        let pieces = [(OwnPieces, white), (OwnPieces, black)];
        assert_eq!(order(Term::King), [(OwnPieces, white)]);
        assert_eq!(order(Term::KnightMoves), [pieces[0], pieces[1], (KnightSquares, white)]);
        assert_eq!(order(Term::Forks), [(OwnPieces, black), (Forks, white)]);
        let forks = order(Term::ForksReachable);
        assert!(forks.contains(&(ForkMoves, white)) && forks.contains(&(PawnAttacks, black)), "{forks:?}");
        assert!(!forks.iter().any(|(group, _)| *group == SliderAttacks), "{forks:?}");
        let flood = order(Term::KingFlood);
        assert!(flood.contains(&(SliderAttacks, white)) && flood.contains(&(Attacks, black)), "{flood:?}");
        assert!(!flood.contains(&(SliderAttacks, black)) && !flood.contains(&(Attacks, white)), "{flood:?}");
        assert_eq!(flood.last(), Some(&(KingFlood, white)));
    }

    #[test]
    fn every_group_comes_after_the_groups_of_its_inputs() {
        for &(term, name, _) in Term::FEATURES {
            let order = order(term);
            assert_eq!(order.last(), made_by(term, Color::White).as_ref(), "{name}");
            for (n, &(group, side)) in order.iter().enumerate() {
                for &(whose, input) in group.inputs().iter().filter(|(whose, _)| *whose != Whose::Read) {
                    let of = if whose == Whose::Their { !side } else { side };
                    let needed = made_by(input, of).unwrap_or_else(|| panic!("no group makes {input:?}"));
                    assert!(order[..n].contains(&needed), "{name}: {group:?} before {needed:?}");
                }
            }
        }
    }

    #[test]
    fn every_term_is_made_by_one_group() {
        for (n, &(_, term)) in Group::ALL.iter().flat_map(|group| group.outputs()).enumerate() {
            let mut others = Group::ALL.iter().flat_map(|group| group.outputs()).enumerate();
            let is_other =
                |(m, &(whose, other)): (usize, &(Whose, Term))| m != n && other == term && whose == Whose::Own;
            let both = Group::ALL.iter().any(|group| group.outputs().contains(&(Whose::Their, term)));
            assert!(both || !others.any(is_other), "{term:?} is made twice");
        }
    }
}
