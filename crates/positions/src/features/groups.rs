//! The one list of groups: the inputs of each term, and the terms that are computed together with it.

use setwise::backend::{Prefix, keep_registers};
use setwise::patterns::RoyalForks;
use setwise::{Color, Kernel, Lanes};

use super::block::{View, Whose, want};
use super::kernels::{
    AnyOfFour, FilesAndPassers, ForkMoves, Forks, ForksOfAny, KingSafety, KingSquares, KnightFills, KnightMoveCount,
    KnightSquares, PawnAttacks, Same, ShieldIndex, SliderAttacks, SliderAttacksOfBoth, Undefended, Without,
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
            pub(super) fn compute<V: Lanes>(self, mut view: View<'_, V>) {
                let $side = view.side;
                match self {
                    $(Self::$group => for i in 0..View::<V>::REGISTERS {
                        keep_registers::<V>();
                        let sets = [$(view.load((Whose::$whose, Term::$input), i)),+];
                        let results = $kernel.eval(Prefix, sets);
                        let outputs = [$((Whose::$out, Term::$output)),+];
                        for (result, output) in results.iter().zip(outputs) {
                            view.store(output, i, *result);
                        }
                    },)+
                    $(Self::$special => $by(&mut view),)+
                }
            }
        }
    };
}

groups! {
    |side| kernels {
        OwnKnights = Same, [Own Knights] -> [Own OwnKnights];
        OwnKing = Same, [Own King] -> [Own OwnKing];
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
        SliderAttacks = SliderAttacks, [Own Diagonal, Own Straight, Own Pieces, Their Pieces, Their King]
            -> [Own SliderAttacks, Own ThroughKing];
        SliderAttacksOfBoth = SliderAttacksOfBoth,
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

/// Returns the groups that make terms, and the side that each is computed for. Every group comes after those that make its
/// inputs.
pub(super) fn in_order(terms: impl Iterator<Item = (Term, Color)>) -> Vec<(Group, Color)> {
    let mut order = Vec::new();
    for (term, side) in terms {
        add_with_inputs(term, side, &mut order);
    }
    join_sides(&mut order);
    order
}

/// Adds the group that makes a term to a list, after those that make its inputs, unless the list already contains it.
fn add_with_inputs(term: Term, side: Color, order: &mut Vec<(Group, Color)>) {
    let Some(group) = made_by(term) else { return };
    if order.contains(&(group, side)) {
        return;
    }
    for (whose, input) in group.inputs() {
        add_with_inputs(*input, if *whose == Whose::Their { !side } else { side }, order);
    }
    order.push((group, side));
}

/// Replaces the slider attacks of white and those of black by the group that computes both, where the first of them is. It
/// takes less time than the two, but more than one. All its inputs are read, so no group has to come before it.
fn join_sides(order: &mut Vec<(Group, Color)>) {
    let is_one = |(group, _): &(Group, Color)| *group == Group::SliderAttacks;
    if order.iter().filter(|one| is_one(one)).count() == Color::ALL.len() {
        if let Some(first) = order.iter().position(is_one) {
            order[first] = (Group::SliderAttacksOfBoth, Color::White);
        }
        order.retain(|one| !is_one(one));
    }
}

/// Returns which columns of positions the groups read: six kinds of pieces, and the pieces of each side.
pub(super) fn columns_read(order: &[(Group, Color)]) -> [bool; 8] {
    let mut wanted = [false; 8];
    for (group, side) in order {
        for (whose, input) in group.inputs() {
            want(&mut wanted, *input, if *whose == Whose::Their { !*side } else { *side });
        }
    }
    wanted
}

/// Returns the group that makes a term for one side, or `None` if the term is read.
pub(super) fn made_by(term: Term) -> Option<Group> {
    let makes = |group: &Group| group.outputs().contains(&(Whose::Own, term));
    Group::ALL.iter().copied().find(makes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(terms: &[Term]) -> Vec<(Group, Color)> {
        in_order(terms.iter().map(|term| (*term, Color::White)))
    }

    /// The time for one feature is the time for its groups, so an expensive group must not be computed without need.
    #[test]
    fn a_feature_needs_only_the_groups_of_its_inputs() {
        use Group::{
            Attacks, ForkMoves, Forks, KingFlood, KnightSquares, OwnKing, PawnAttacks, SliderAttacks,
            SliderAttacksOfBoth,
        };
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(order(&[Term::OwnKing]), [(OwnKing, white)]);
        assert_eq!(order(&[Term::KnightMoves]), [(KnightSquares, white)]);
        assert_eq!(order(&[Term::Forks]), [(Forks, white)]);
        let forks = order(&[Term::ForksReachable]);
        assert!(forks.contains(&(ForkMoves, white)) && forks.contains(&(PawnAttacks, black)), "{forks:?}");
        assert!(!forks.iter().any(|(group, _)| *group == SliderAttacks), "{forks:?}");
        let flood = order(&[Term::KingFlood]);
        assert!(flood.contains(&(SliderAttacks, black)) && flood.contains(&(Attacks, black)), "{flood:?}");
        assert!(!flood.contains(&(SliderAttacks, white)) && !flood.contains(&(Attacks, white)), "{flood:?}");
        assert!(!flood.contains(&(SliderAttacksOfBoth, white)), "{flood:?}");
        assert_eq!(flood.last(), Some(&(KingFlood, white)));
    }

    #[test]
    fn only_the_columns_that_a_feature_needs_are_read() {
        let read = |terms: &[Term]| columns_read(&order(terms)).map(u8::from);
        assert_eq!(read(&[Term::KnightAttacks]), [0, 1, 0, 0, 0, 0, 1, 1]);
        assert_eq!(read(&[Term::Forks]), [0, 0, 0, 1, 1, 1, 0, 1]);
        assert_eq!(read(&[Term::Passers]), [1, 0, 0, 0, 0, 1, 1, 1]);
        assert_eq!(read(&[Term::Attacks]), [1; 8]);
    }

    #[test]
    fn sliders_of_both_sides_are_computed_together() {
        let order = order(&[Term::Attacks, Term::KingEscapes]);
        let sliders: Vec<_> = order.iter().filter(|(group, _)| format!("{group:?}").starts_with("Slider")).collect();
        assert_eq!(sliders, [&(Group::SliderAttacksOfBoth, Color::White)]);
    }

    #[test]
    fn every_group_comes_after_the_groups_of_its_inputs() {
        for &(term, name, _) in Term::FEATURES {
            let order = order(&[term]);
            assert_eq!(order.last().map(|(group, _)| *group), made_by(term), "{name}");
            for (n, &(group, side)) in order.iter().enumerate() {
                for &(whose, input) in group.inputs() {
                    let of = if whose == Whose::Their { !side } else { side };
                    let made = made_by(input).is_none_or(|group| {
                        order[..n].contains(&(group, of))
                            || group == Group::SliderAttacks
                                && order[..n].contains(&(Group::SliderAttacksOfBoth, Color::White))
                    });
                    assert!(made, "{name}: {group:?} before {input:?} of {of:?}");
                }
            }
        }
    }

    #[test]
    fn every_term_is_made_by_one_group_or_read() {
        let groups = || Group::ALL.iter().filter(|group| **group != Group::SliderAttacksOfBoth);
        for (n, (_, term)) in groups().flat_map(|group| group.outputs()).enumerate() {
            let mut others = groups().flat_map(|group| group.outputs()).enumerate();
            assert!(!others.any(|(m, (_, other))| m != n && other == term), "{term:?} is made twice");
        }
        let made = |term: &Term| made_by(*term).is_some();
        assert!(Term::FEATURES.iter().all(|(term, ..)| made(term)));
        assert!([Term::SliderAttacks, Term::ThroughKing].iter().all(made));
        assert!(!made(&Term::Pieces) && !made(&Term::Targets));
    }
}
