//! Formulas of shifts, masks and unions, derived from the deltas of a leaper, with their operations counted.
//!
//! ```text
//! shifts      one shift and one mask for each delta, and the union of the results
//! factored    files first: the set moved by each distance to both sides, shared by all deltas of that distance;
//!             then ranks
//! ```
//!
//! Moving along ranks first would cost the same. Steps are the same along either axis, and so are the shared terms, the masks
//! (two for each distance of files) and the shifts. Groups of distances that several deltas share are united once, the larger
//! ones from the smaller. For a knight this is the second form in the Chess Programming Wiki, Knight Pattern.

use std::collections::{BTreeMap, BTreeSet};

use crate::Leaper;

/// A term of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    /// A set with a name: the argument, or a set bound before.
    Named(String),
    /// A set moved toward h8 by this number of places.
    Left(Box<Term>, u32),
    /// A set moved toward a1 by this number of places.
    Right(Box<Term>, u32),
    /// A set limited by a mask.
    Masked(Box<Term>, u64),
    /// A set with the halves of the board exchanged, a rotation by 32 places: four ranks up and four ranks down in one operation.
    Exchanged(Box<Term>),
    /// The union of two sets.
    Union(Box<Term>, Box<Term>),
}

/// The syntax that differs between languages.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Writes a constant.
    pub(crate) mask: fn(u64) -> String,
    /// Writes a set, which is a name or in brackets, with its halves exchanged.
    pub(crate) exchanged: fn(&str) -> String,
}

/// The terms bound to names, in order, and the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Formula {
    pub(crate) bound: Vec<(String, Term)>,
    pub(crate) result: Term,
}

/// The numbers of operations in a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Operations {
    /// Shifts, including rotations.
    pub shifts: u32,
    /// ANDs with a mask.
    pub masks: u32,
    /// ORs.
    pub unions: u32,
}

impl Operations {
    /// Returns the number of all operations together.
    #[must_use]
    pub fn total(self) -> u32 {
        self.shifts + self.masks + self.unions
    }
}

/// The name of the argument.
pub(crate) const ARGUMENT: &str = "set";

impl Formula {
    /// Returns the formula with one shift and one mask for each delta: every image is bound to a name, and the result is their
    /// union.
    pub(crate) fn shifts(leaper: &Leaper) -> Self {
        let bound: Vec<(String, Term)> =
            leaper.deltas().iter().map(|&delta| (direction(delta), image(argument(), delta))).collect();
        let result = union(bound.iter().map(|(name, _)| Term::Named(name.clone())).collect());
        Self { bound, result }
    }

    /// Returns the formula that moves along files, then along ranks. Every leaper jumps in both directions along either axis, so
    /// one distance along each axis is enough to describe a delta.
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

    /// Writes the term as source text.
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

/// Returns the set moved by a distance to either side.
fn along_files(set: &Term, distance: u8) -> Term {
    let files = distance as i8;
    union(vec![image(set.clone(), (files, 0)), image(set.clone(), (-files, 0))])
}

/// Returns the set moved by a distance up and down. For half the ranks, the moves up and down are the two halves of one rotation.
fn along_ranks(set: &Term, distance: u8) -> Term {
    const HALF_THE_RANKS: u8 = 4;
    let ranks = distance as i8;
    if distance == HALF_THE_RANKS {
        return Term::Exchanged(Box::new(set.clone()));
    }
    union(vec![image(set.clone(), (0, ranks)), image(set.clone(), (0, -ranks))])
}

/// Returns the union of each group of distances. A group is built from the largest smaller group that it contains.
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

/// Returns the name of a delta, such as `e1n2` for one file to the east and two ranks to the north.
fn direction((df, dr): (i8, i8)) -> String {
    let along = |distance: i8, [plus, minus]: [char; 2]| match distance {
        0 => String::new(),
        1.. => format!("{plus}{distance}"),
        _ => format!("{minus}{}", -distance),
    };
    along(df, ['e', 'w']) + &along(dr, ['n', 's'])
}

/// Returns the set moved by a delta: a shift, and a mask if the delta changes files, since a square that leaves the board along a
/// rank would wrap around to the next rank.
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

/// Returns the union of terms, in pairs, so that the chain of dependent operations is short.
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

    /// Formulas distribute over union, so their values for the empty set and for single squares determine them. Pairs of squares
    /// test that assumption.
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
