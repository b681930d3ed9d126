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

use std::mem;

use setwise::Color;

use super::block::{POSITION_COLUMNS, RelativeSide, want};
use super::groups::Group;
use super::terms::Term;

/// A group that is computed for a side.
pub(super) type OfSide = (Group, Color);

/// Returns the groups that are needed to make the given terms. Every group comes after the groups that make its inputs.
pub(super) fn in_order(terms: &[(Term, Color)]) -> Vec<OfSide> {
    let with = |joint: &[OfSide]| {
        let mut order = Order::new(joint);
        terms.iter().for_each(|(term, side)| order.add_maker(*term, *side));
        order.groups
    };
    with(&joint_groups(with(&[])))
}

/// The needed groups found so far, in order.
struct Order {
    groups: Vec<OfSide>,
    /// For each side and each group, whether `groups` contains the group, or will contain it after the groups that make its
    /// inputs.
    added: [[bool; Group::ALL.len()]; 2],
    /// For each side and each stored term, the group that makes the term, and the side for which the group is computed.
    makers: [[OfSide; Term::STORED]; 2],
}

impl Order {
    /// Creates an empty order in which the groups in `joint` replace their parts. No two of them make the same term.
    fn new(joint: &[OfSide]) -> Self {
        let mut makers = Color::ALL.map(|side| PARTS.map(|group| (group, side)));
        for (group, of) in joint {
            for (relative, term) in group.outputs() {
                makers[relative.of(*of).index()][term.place()] = (*group, *of);
            }
        }
        Self { groups: Vec::new(), added: [[false; Group::ALL.len()]; 2], makers }
    }

    /// Adds the group that makes a term, after the groups that make its inputs. A group that has been added before is not
    /// added again. Does nothing if the term is read from columns of positions.
    fn add_maker(&mut self, term: Term, side: Color) {
        if term.is_read() {
            return;
        }
        let (group, of) = self.makers[side.index()][term.place()];
        if mem::replace(&mut self.added[of.index()][group as usize], true) {
            return;
        }
        for (relative, input) in group.inputs() {
            self.add_maker(*input, relative.of(of));
        }
        self.groups.push((group, of));
    }
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
    (!term.is_read()).then(|| (PARTS[term.place()], side))
}

/// For each stored term, the group that makes it and is not joint. Such a group makes only terms of its own side.
const PARTS: [Group; Term::STORED] = {
    let mut parts = [None; Term::STORED];
    let mut n = 0;
    while n < Group::ALL.len() {
        let outputs = if is_joint(Group::ALL[n]) { &[] } else { Group::ALL[n].outputs() };
        let mut k = 0;
        while k < outputs.len() {
            let (side, term) = outputs[k];
            assert!(matches!(side, RelativeSide::Own), "a group that is not joint makes a term of the other side");
            assert!(parts[term.place()].is_none(), "two groups that are not joint make the same term");
            parts[term.place()] = Some(Group::ALL[n]);
            k += 1;
        }
        n += 1;
    }
    let mut made = [Group::ALL[0]; Term::STORED];
    let mut term = 0;
    while term < made.len() {
        made[term] = parts[term].expect("every stored term is made by a group that is not joint");
        term += 1;
    }
    made
};

const fn is_joint(group: Group) -> bool {
    let mut n = 0;
    while n < Group::JOINT.len() {
        if Group::JOINT[n] as usize == group as usize {
            return true;
        }
        n += 1;
    }
    false
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

    fn makes((group, of): OfSide, term: Term, side: Color) -> bool {
        group.outputs().iter().any(|(relative, output)| *output == term && relative.of(of) == side)
    }

    fn order(terms: &[Term]) -> Vec<OfSide> {
        in_order(&terms.iter().map(|term| (*term, Color::White)).collect::<Vec<_>>())
    }

    fn groups(terms: &[Term]) -> Vec<Group> {
        order(terms).into_iter().map(|(group, _)| group).collect()
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
}
