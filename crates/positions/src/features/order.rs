//! Selects the groups that are needed to make the given terms, and orders them: each group comes after the groups that
//! make its inputs.
//!
//! Each computed term is made by exactly one group that is not joint. A joint group makes all terms of several such
//! groups, its parts. First, only groups that are not joint are selected. Then joint groups replace their parts:
//!
//! ```text
//! needed terms          king escapes, shield pawns
//! groups one by one     KingMoves, ..., KingEscapes, ShieldPawns
//! joint groups          KingSquares instead of KingMoves and ShieldPawns, two of its three parts
//! ```

use setwise::Color;

use super::block::{POSITION_COLUMNS, want};
use super::groups::Group;
use super::terms::Term;

/// A group that is computed for a side.
pub(super) type OfSide = (Group, Color);

/// Returns the groups that are needed to make the given terms. Every group comes after the groups that make its inputs.
pub(super) fn in_order(terms: &[(Term, Color)]) -> Vec<OfSide> {
    let with = |joint: &[OfSide]| {
        let mut order = Vec::new();
        terms.iter().for_each(|(term, side)| add_with_inputs(*term, *side, joint, &mut order));
        order
    };
    with(&joint_groups(with(&[])))
}

/// Finds the group that makes a term, and appends it to `order` after the groups that make its inputs. A group that is
/// already in `order` is not appended again. The groups in `joint` replace their parts.
fn add_with_inputs(term: Term, side: Color, joint: &[OfSide], order: &mut Vec<OfSide>) {
    let in_joint = joint.iter().copied().find(|group| makes(*group, term, side));
    let Some((group, of)) = in_joint.or_else(|| part_that_makes(term, side)) else { return };
    if order.contains(&(group, of)) {
        return;
    }
    for (relative, input) in group.inputs() {
        add_with_inputs(*input, relative.of(of), joint, order);
    }
    order.push((group, of));
}

/// Returns the joint groups that replace needed groups. A joint group is used if at least two of its parts are needed,
/// and at most one of its parts is not needed. If several joint groups could replace the same part, the one that comes
/// first in [`Group::JOINT`] does.
fn joint_groups(mut needed: Vec<OfSide>) -> Vec<OfSide> {
    let mut joint = Vec::new();
    for group in Group::JOINT {
        for side in Color::ALL {
            let parts = parts(*group, side);
            let count = parts.iter().filter(|part| needed.contains(part)).count();
            if count >= 2 && count + 1 >= parts.len() {
                needed.retain(|group| !parts.contains(group));
                joint.push((*group, side));
            }
        }
    }
    joint
}

/// Returns the parts of a joint group: the groups that are not joint and together make all its terms.
fn parts(joint: Group, side: Color) -> Vec<OfSide> {
    let mut parts = Vec::new();
    for (relative, term) in joint.outputs() {
        parts.extend(part_that_makes(*term, relative.of(side)).filter(|part| !parts.contains(part)));
    }
    parts
}

/// Returns the group that makes a term and is not joint. Returns `None` if the term is read from columns of positions.
fn part_that_makes(term: Term, side: Color) -> Option<OfSide> {
    let mut parts = Group::ALL.iter().filter(|group| !Group::JOINT.contains(group));
    parts.find(|group| makes((**group, side), term, side)).map(|group| (*group, side))
}

/// Returns whether a group makes a term of a side.
pub(super) fn makes((group, of): OfSide, term: Term, side: Color) -> bool {
    group.outputs().iter().any(|(relative, output)| *output == term && relative.of(of) == side)
}

/// Returns which columns of positions the groups read.
pub(super) fn columns_read(order: &[OfSide]) -> [bool; POSITION_COLUMNS] {
    let mut wanted = [false; POSITION_COLUMNS];
    for (group, side) in order {
        for (relative, input) in group.inputs() {
            want(&mut wanted, *input, relative.of(*side));
        }
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::block::RelativeSide;

    fn order(terms: &[Term]) -> Vec<OfSide> {
        in_order(&terms.iter().map(|term| (*term, Color::White)).collect::<Vec<_>>())
    }

    fn groups(terms: &[Term]) -> Vec<Group> {
        order(terms).into_iter().map(|(group, _)| group).collect()
    }

    /// The evaluator computes every group in the order, so the order for a feature must contain only groups that the
    /// feature needs.
    #[test]
    fn a_feature_needs_only_the_groups_of_its_inputs() {
        let contains = |order: &[OfSide], group| Color::ALL.map(|side| order.contains(&(group, side)));
        assert_eq!(groups(&[Term::OwnKing]), [Group::OwnKing]);
        assert_eq!(groups(&[Term::KnightMoves]), [Group::KnightMoves]);
        assert_eq!(groups(&[Term::Forks]), [Group::Forks]);
        assert_eq!(groups(&[Term::Passers]), [Group::Passers]);
        assert_eq!(groups(&[Term::ForksReachable]), [Group::Forks, Group::KnightMoves, Group::ForksReachable]);
        let undefended = order(&[Term::UndefendedPawns]);
        assert_eq!(contains(&undefended, Group::SliderAttacks), [true, false], "{undefended:?}");
        let flood = order(&[Term::KingFlood]);
        assert_eq!(contains(&flood, Group::SliderAttacks), [false, true], "{flood:?}");
        assert_eq!(contains(&flood, Group::Attacks), [false, true], "{flood:?}");
        assert_eq!(contains(&flood, Group::SliderAttacksOfBoth), [false, false], "{flood:?}");
        assert_eq!(groups(&[Term::FamilyForks]), [Group::RoyalForks, Group::FamilyForks]);
        assert_eq!(groups(&[Term::KnightUncatchablePassers]), [Group::Passers, Group::KnightUncatchablePassers]);
        let reach = order(&[Term::KnightSafeReachThree]);
        assert_eq!(contains(&reach, Group::KnightAttacks), [true, true], "{reach:?}");
        assert_eq!(contains(&reach, Group::SliderAttacks), [false, true], "{reach:?}");
        let checks = order(&[Term::DistantChecks]);
        assert_eq!(contains(&checks, Group::KingEscapeLines), [false, true], "{checks:?}");
        assert_eq!(contains(&checks, Group::SliderAttacks), [true, false], "{checks:?}");
        assert_eq!(flood.last(), Some(&(Group::KingFlood, Color::White)));
    }

    #[test]
    fn only_the_columns_that_a_feature_needs_are_read() {
        let read = |terms: &[Term]| columns_read(&order(terms)).map(u8::from);
        assert_eq!(read(&[Term::KnightAttacks]), [0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
        assert_eq!(read(&[Term::KnightCaptures]), [0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0]);
        assert_eq!(read(&[Term::Forks]), [0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0]);
        assert_eq!(read(&[Term::FamilyForks]), [0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0]);
        assert_eq!(read(&[Term::KnightUncatchablePassers]), [1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0]);
        assert_eq!(read(&[Term::Passers]), [1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]);
        assert_eq!(read(&[Term::Attacks]), [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0]);
        assert_eq!(read(&[Term::InCheck]), [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
        assert_eq!(read(&[Term::LegalMoveCount]), [1; 11]);
    }

    #[test]
    fn a_joint_group_takes_the_place_of_two_parts_if_at_most_one_of_its_parts_is_not_needed() {
        use Term::{KingMoves, KnightAttacks, KnightAttacksTwice, KnightCaptures, KnightMoves, Passers, ShieldPawns};
        assert_eq!(groups(&[KingMoves, ShieldPawns]), [Group::KingSquares]);
        assert_eq!(groups(&[Passers, Term::OpenFiles, Term::HalfOpenFiles]), [Group::FilesAndPassers]);
        assert_eq!(groups(&[KnightMoves, KnightCaptures]), [Group::KnightMovesAndCaptures]);
        assert_eq!(groups(&[KnightAttacks, KnightAttacksTwice]), [Group::AttacksAndTwice]);
        assert_eq!(groups(&[KnightMoves, KnightAttacksTwice]), [Group::KnightMoves, Group::KnightAttacksTwice]);
        assert_eq!(groups(&[KnightMoves, KnightAttacksTwice, KnightCaptures]), [Group::KnightSquares]);
        let of_both = in_order(&[(KingMoves, Color::White), (ShieldPawns, Color::Black)]);
        assert_eq!(of_both, [(Group::KingMoves, Color::White), (Group::ShieldPawns, Color::Black)]);
        let sliders = order(&[Term::Attacks, Term::KingEscapes]).into_iter();
        let sliders: Vec<_> = sliders.filter(|(group, _)| format!("{group:?}").starts_with("Slider")).collect();
        assert_eq!(sliders, [(Group::SliderAttacksOfBoth, Color::White)]);
    }

    #[test]
    fn every_group_comes_after_the_groups_of_its_inputs() {
        let all = Term::FEATURES.iter().chain(Term::OF_SIDE_TO_MOVE);
        let all: Vec<Term> = all.map(|(term, ..)| *term).collect();
        let alone = all.iter().map(std::slice::from_ref);
        let pairs = all.windows(2);
        for terms in alone.chain(pairs).chain([&all[..]]) {
            let order = order(terms);
            for term in terms {
                let making = order.iter().filter(|group| makes(**group, *term, Color::White));
                assert_eq!(making.count(), 1, "{term:?} among {terms:?}");
            }
            for (n, (group, side)) in order.iter().enumerate() {
                for (relative, input) in group.inputs() {
                    let of = relative.of(*side);
                    let made =
                        part_that_makes(*input, of).is_none() || order[..n].iter().any(|g| makes(*g, *input, of));
                    assert!(made, "{terms:?}: {group:?} before {input:?} of {of:?}");
                }
            }
        }
    }

    #[test]
    fn every_term_is_made_by_one_group_that_is_not_joint_or_read() {
        let alone = Group::ALL.iter().filter(|group| !Group::JOINT.contains(group));
        let made: Vec<_> = alone.flat_map(|group| group.outputs()).collect();
        for (n, (relative, term)) in made.iter().enumerate() {
            assert_eq!(*relative, RelativeSide::Own, "{term:?}");
            assert!(!made[..n].iter().any(|(_, other)| other == term), "{term:?} is made twice");
        }
        let is_made = |term: &Term| part_that_makes(*term, Color::White).is_some();
        assert!(Term::FEATURES.iter().all(|(term, ..)| is_made(term)));
        assert!([Term::SliderAttacks, Term::ThroughKing].iter().all(is_made));
        assert!(!is_made(&Term::Pieces) && !is_made(&Term::Targets));
        assert!(Group::JOINT.iter().all(|joint| parts(*joint, Color::White).len() >= 2));
    }
}
