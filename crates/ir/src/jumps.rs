//! Records the attacks of leapers whose steps are known only at run time.
//!
//! ```text
//! camel C, steps 3,1          files first: three_files = east(3) | west(3), one_file = east(1) | west(1)
//! . x . x . . .               then ranks:  three_files one rank up and down, one_file three ranks up and down
//! ```
//!
//! [`attacks`] uses the same formula as [`LeaperAttacks`](setwise_core::patterns::leaper::LeaperAttacks), which needs the
//! steps at compile time. The formula first moves the set along files. For each distance in ranks, the steps have one or more
//! distances in files. The images for these distances in files are united. Such a union is built from the largest earlier
//! union of some of its images. The formula then moves the unions along ranks. [`at_least_two`] computes two sets instead of
//! each union: the squares in at least one image, and the squares in at least two images.
//!
//! Source: the factored forms of the Chess Programming Wiki's Knight Pattern page, applied to other steps.

use std::collections::BTreeMap;

use setwise_board::masks::{FILES_BUT_LAST, FILES_FROM};
use setwise_core::Lanes;

use crate::Symbol;

/// Records the squares that members of a set attack.
pub(crate) fn attacks(steps: &[(u8, u8)], set: Symbol) -> Symbol {
    let files_at = files_at(steps);
    let mut groups: Vec<u8> = files_at.values().copied().collect();
    groups.sort_by_key(|files| (files.count_ones(), *files));
    // The unions recorded so far, each with its mask of distances in files, to both sides.
    let mut united: Vec<(u8, Symbol)> = Vec::new();
    for files in groups {
        let contained = united.iter().filter(|(part, _)| files & part == *part);
        let largest = contained.max_by_key(|(part, _)| part.count_ones()).copied();
        let rest = distances(files & !largest.map_or(0, |(part, _)| part));
        let rest = rest.map(|distance| union(images(set, distance)));
        united.push((files, union(largest.map(|(_, union)| union).into_iter().chain(rest).collect())));
    }
    let along_ranks = |(ranks, files): (&u32, &u8)| {
        let (_, row) = *united.iter().find(|(known, _)| known == files).expect("every set of distances is united");
        if *ranks == 0 { row } else { row.up(8 * ranks) | row.down(8 * ranks) }
    };
    union(files_at.iter().map(along_ranks).collect())
}

/// Records the squares that at least two members of a set attack.
pub(crate) fn at_least_two(steps: &[(u8, u8)], set: Symbol) -> Symbol {
    let mut counts = Vec::new();
    for (ranks, files) in files_at(steps) {
        let images = distances(files).flat_map(|distance| images(set, distance));
        let row = in_pairs(images.map(|one| Count { one, two: None }).collect(), Count::sum);
        match ranks {
            0 => counts.push(row),
            _ => counts.extend([Symbol::up, Symbol::down].map(|shift| {
                let moved = |set: Symbol| shift(set, 8 * ranks);
                Count { one: moved(row.one), two: row.two.map(moved) }
            })),
        }
    }
    in_pairs(counts, Count::sum).two.expect("every step has four jumps")
}

/// For each distance in ranks, returns a mask of the distances in files that form a step with it. Bit n of the mask
/// means a distance of n files.
fn files_at(steps: &[(u8, u8)]) -> BTreeMap<u32, u8> {
    let mut files_at: BTreeMap<u32, u8> = BTreeMap::new();
    for (a, b) in steps.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]) {
        *files_at.entry(u32::from(b)).or_default() |= 1 << a;
    }
    files_at
}

/// Returns the distances in a mask.
fn distances(files: u8) -> impl Iterator<Item = u32> {
    (0..8).filter(move |distance| files >> distance & 1 == 1)
}

/// Records the set moved by a distance in files, once to each side. For the distance 0, returns only the set itself.
fn images(set: Symbol, distance: u32) -> Vec<Symbol> {
    match distance {
        0 => vec![set],
        1 => vec![set.east(), set.west()],
        2 => vec![set.two_east(), set.two_west()],
        _ => {
            let [from, but_last] = [FILES_FROM, FILES_BUT_LAST].map(|masks| masks[distance as usize]);
            vec![set.up(distance) & from, set.down(distance) & but_last]
        }
    }
}

/// The squares in at least one of several sets (`one`), and the squares in at least two (`two`). For a single set,
/// `two` is `None`.
#[derive(Clone, Copy)]
struct Count {
    one: Symbol,
    two: Option<Symbol>,
}

impl Count {
    fn sum(self, other: Self) -> Self {
        let (one, both) = (self.one | other.one, self.one & other.one);
        let twice = [self.two, other.two].into_iter().flatten();
        Self { one, two: Some(twice.fold(both, |both, two| both | two)) }
    }
}

fn union(sets: Vec<Symbol>) -> Symbol {
    in_pairs(sets, |a, b| a | b)
}

/// Combines values in pairs until one is left, which keeps the chain of dependent operations short.
fn in_pairs<T: Copy>(mut values: Vec<T>, combine: impl Fn(T, T) -> T) -> T {
    while values.len() > 1 {
        values = values.chunks(2).map(|pair| if let [a, b] = *pair { combine(a, b) } else { pair[0] }).collect();
    }
    values[0]
}
