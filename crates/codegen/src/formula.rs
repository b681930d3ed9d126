//! Formulas of shifts, masks and unions, found from the deltas of a leaper and counted.
//!
//! ```text
//! shifts      one shift and one mask a delta, and their union
//! factored    files first: the set moved by each distance to both sides, shared by all deltas of that distance;
//!             then ranks
//! ```
//!
//! Ranks first would cost the same: steps are the same along either axis, and so are what is shared, the masks (two for each
//! distance of files) and the shifts. Groups of distances that several deltas share are united once, the larger from the
//! smaller. For a knight that is the second form of the Chess Programming Wiki's Knight Pattern page.

use std::collections::{BTreeMap, BTreeSet};

use crate::Leaper;

/// A term of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    /// A set that has a name: the argument, or one bound before.
    Named(String),
    /// Moved toward h8 by so many places.
    Left(Box<Term>, u32),
    /// Moved toward a1 by so many places.
    Right(Box<Term>, u32),
    /// Cut by a mask.
    Masked(Box<Term>, u64),
    /// Both halves of the board exchanged, a rotation by 32 places: four ranks up and four ranks down in one operation.
    Exchanged(Box<Term>),
    /// United.
    Union(Box<Term>, Box<Term>),
}

/// How a language writes what languages write differently.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// A constant.
    pub(crate) mask: fn(u64) -> String,
    /// A set, named or in brackets, with its halves exchanged.
    pub(crate) exchanged: fn(&str) -> String,
}

/// What is bound to names, in order, and the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Formula {
    pub(crate) bound: Vec<(String, Term)>,
    pub(crate) result: Term,
}

/// How many operations a formula takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Operations {
    /// Shifts, a rotation among them.
    pub shifts: u32,
    /// Ands with a mask.
    pub masks: u32,
    /// Ors.
    pub unions: u32,
}

impl Operations {
    /// All together.
    #[must_use]
    pub fn total(self) -> u32 {
        self.shifts + self.masks + self.unions
    }
}

/// The name of the argument.
pub(crate) const ARGUMENT: &str = "set";

impl Formula {
    /// One shift and one mask a delta: the images of all deltas, disjoint in origin, each bound to a name, and their union.
    pub(crate) fn shifts(leaper: &Leaper) -> Self {
        let bound: Vec<(String, Term)> =
            leaper.deltas().iter().map(|&delta| (direction(delta), image(argument(), delta))).collect();
        let result = union(bound.iter().map(|(name, _)| Term::Named(name.clone())).collect());
        Self { bound, result }
    }

    /// Along files, then along ranks. Every leaper jumps both ways along either axis, so a distance along each says it all.
    pub(crate) fn factored(leaper: &Leaper) -> Self {
        let mut groups: BTreeMap<u8, BTreeSet<u8>> = BTreeMap::new();
        for (df, dr) in leaper.deltas() {
            groups.entry(dr.unsigned_abs()).or_default().insert(df.unsigned_abs());
        }
        let distances: BTreeSet<u8> = groups.values().flatten().copied().filter(|distance| *distance > 0).collect();
        let moved = |distance| (format!("files_{distance}"), along_files(&argument(), distance));
        let mut bound: Vec<(String, Term)> = distances.into_iter().map(moved).collect();
        let united = unite_groups(groups.values(), &mut bound);
        let parts = groups.iter().map(|(ranks, files)| match ranks {
            0 => united[files].clone(),
            _ => along_ranks(&united[files], *ranks),
        });
        let result = union(parts.collect());
        Self { bound, result }
    }

    pub(crate) fn operations(&self) -> Operations {
        let mut operations = Operations::default();
        self.bound.iter().map(|(_, term)| term).chain([&self.result]).for_each(|term| term.count(&mut operations));
        operations
    }
}

impl Term {
    fn count(&self, operations: &mut Operations) {
        match self {
            Self::Named(_) => {}
            Self::Left(term, _) | Self::Right(term, _) | Self::Exchanged(term) => {
                operations.shifts += 1;
                term.count(operations);
            }
            Self::Masked(term, _) => {
                operations.masks += 1;
                term.count(operations);
            }
            Self::Union(a, b) => {
                operations.unions += 1;
                a.count(operations);
                b.count(operations);
            }
        }
    }

    /// As source text.
    pub(crate) fn text(&self, style: Style) -> String {
        let inner = |term: &Self| match term {
            Self::Named(name) => name.clone(),
            other => format!("({})", other.text(style)),
        };
        match self {
            Self::Named(name) => name.clone(),
            Self::Left(term, places) => format!("{} << {places}", inner(term)),
            Self::Right(term, places) => format!("{} >> {places}", inner(term)),
            Self::Masked(term, set) => format!("{} & {}", inner(term), (style.mask)(*set)),
            Self::Exchanged(term) => (style.exchanged)(&inner(term)),
            Self::Union(a, b) => format!("{} | {}", inner(a), inner(b)),
        }
    }
}

/// A set moved by a distance to either side.
fn along_files(set: &Term, distance: u8) -> Term {
    let files = distance as i8;
    union(vec![image(set.clone(), (files, 0)), image(set.clone(), (-files, 0))])
}

/// A set moved by a distance up and down; by half the ranks, up and down are the two halves of one rotation.
fn along_ranks(set: &Term, distance: u8) -> Term {
    const HALF_THE_RANKS: u8 = 4;
    let ranks = distance as i8;
    if distance == HALF_THE_RANKS {
        return Term::Exchanged(Box::new(set.clone()));
    }
    union(vec![image(set.clone(), (0, ranks)), image(set.clone(), (0, -ranks))])
}

/// The union of each group of distances, the larger from the largest smaller one that is a part of it.
fn unite_groups<'a>(
    groups: impl Iterator<Item = &'a BTreeSet<u8>>,
    bound: &mut Vec<(String, Term)>,
) -> BTreeMap<BTreeSet<u8>, Term> {
    let mut groups: Vec<&BTreeSet<u8>> = groups.collect();
    groups.sort_by_key(|group| group.len());
    let mut united: BTreeMap<BTreeSet<u8>, Term> = BTreeMap::new();
    for group in groups {
        if united.contains_key(group) {
            continue;
        }
        let part = united.keys().filter(|part| part.is_subset(group)).max_by_key(|part| part.len()).cloned();
        let part = part.unwrap_or_default();
        let rest = group.difference(&part).map(|distance| match distance {
            0 => argument(),
            _ => Term::Named(format!("files_{distance}")),
        });
        let terms: Vec<Term> = united.get(&part).cloned().into_iter().chain(rest).collect();
        let term = if terms.len() == 1 {
            union(terms)
        } else {
            let distances: Vec<String> = group.iter().map(u8::to_string).collect();
            let name = format!("files_{}", distances.join("_"));
            bound.push((name.clone(), union(terms)));
            Term::Named(name)
        };
        united.insert(group.clone(), term);
    }
    united
}

fn argument() -> Term {
    Term::Named(ARGUMENT.to_string())
}

/// The name of a delta, such as `e1n2` for one file to the east and two ranks to the north.
fn direction((df, dr): (i8, i8)) -> String {
    let along = |distance: i8, [plus, minus]: [char; 2]| match distance {
        0 => String::new(),
        1.. => format!("{plus}{distance}"),
        _ => format!("{minus}{}", -distance),
    };
    along(df, ['e', 'w']) + &along(dr, ['n', 's'])
}

/// A set moved by a delta: a shift, and a mask where it changes files, since what leaves the board along a rank comes in again
/// on the next.
fn image(set: Term, (df, dr): (i8, i8)) -> Term {
    let places = i32::from(df) + 8 * i32::from(dr);
    let shifted = match places {
        1.. => Term::Left(Box::new(set), places.unsigned_abs()),
        _ => Term::Right(Box::new(set), places.unsigned_abs()),
    };
    match df {
        0 => shifted,
        1.. => Term::Masked(Box::new(shifted), u64::from_le_bytes([0xFF << df; 8])),
        _ => Term::Masked(Box::new(shifted), u64::from_le_bytes([0xFF >> -df; 8])),
    }
}

/// The union of terms, in pairs, so that the chain is short.
fn union(mut terms: Vec<Term>) -> Term {
    while terms.len() > 1 {
        let mut pairs = Vec::with_capacity(terms.len().div_ceil(2));
        let mut rest = terms.into_iter();
        while let Some(a) = rest.next() {
            pairs.push(match rest.next() {
                Some(b) => Term::Union(Box::new(a), Box::new(b)),
                None => a,
            });
        }
        terms = pairs;
    }
    terms.pop().expect("a leaper has a delta")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KING, KNIGHT};

    impl Term {
        fn value(&self, named: &BTreeMap<String, u64>) -> u64 {
            match self {
                Self::Named(name) => named[name],
                Self::Left(term, places) => term.value(named) << places,
                Self::Right(term, places) => term.value(named) >> places,
                Self::Masked(term, mask) => term.value(named) & mask,
                Self::Exchanged(term) => term.value(named).rotate_left(32),
                Self::Union(a, b) => a.value(named) | b.value(named),
            }
        }
    }

    fn value(formula: &Formula, set: u64) -> u64 {
        let mut named = BTreeMap::from([(ARGUMENT.to_string(), set)]);
        for (name, term) in &formula.bound {
            let value = term.value(&named);
            assert!(named.insert(name.clone(), value).is_none(), "{name} is bound once");
        }
        formula.result.value(&named)
    }

    /// Formulas distribute over union, so their values on the empty set and on single squares are all; pairs guard that.
    #[test]
    fn every_formula_of_every_leaper_gives_what_a_walk_gives() {
        let pairs = (0..=7).flat_map(|long| (0..=long).map(move |short| format!("x={long},{short}")));
        let leapers: Vec<Leaper> = Leaper::built_in().chain(pairs.filter_map(|text| text.parse().ok())).collect();
        assert_eq!(leapers.len(), 20 + 35);
        for leaper in leapers {
            let attacks = leaper.attacks();
            for formula in [Formula::shifts(&leaper), Formula::factored(&leaper)] {
                assert_eq!(value(&formula, 0), 0);
                for a in 0..64 {
                    for b in 0..64 {
                        let set = 1 << a | 1 << b;
                        assert_eq!(value(&formula, set), attacks[a] | attacks[b], "{} on {a} and {b}", leaper.name());
                    }
                }
            }
        }
    }

    #[test]
    fn the_knight_and_the_king_come_out_as_their_known_forms() {
        let text = |formula: &Formula| {
            let mask = Style { mask: |mask| format!("{mask:x}"), exchanged: |set| format!("swap {set}") };
            let bound: Vec<String> =
                formula.bound.iter().map(|(name, term)| format!("{name} = {}; ", term.text(mask))).collect();
            bound.concat() + &formula.result.text(mask)
        };
        let knight = Formula::factored(&KNIGHT);
        assert_eq!(
            text(&knight),
            "files_1 = ((set << 1) & fefefefefefefefe) | ((set >> 1) & 7f7f7f7f7f7f7f7f); \
             files_2 = ((set << 2) & fcfcfcfcfcfcfcfc) | ((set >> 2) & 3f3f3f3f3f3f3f3f); \
             ((files_2 << 8) | (files_2 >> 8)) | ((files_1 << 16) | (files_1 >> 16))"
        );
        assert_eq!(knight.operations(), Operations { shifts: 8, masks: 4, unions: 5 });
        let king = Formula::factored(&KING);
        assert_eq!(
            text(&king),
            "files_1 = ((set << 1) & fefefefefefefefe) | ((set >> 1) & 7f7f7f7f7f7f7f7f); \
             files_0_1 = files_1 | set; files_1 | ((files_0_1 << 8) | (files_0_1 >> 8))"
        );
        assert_eq!(king.operations(), Operations { shifts: 4, masks: 2, unions: 4 });
    }
}
