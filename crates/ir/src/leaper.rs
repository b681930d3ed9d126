//! Builds the programs of leapers whose steps are known only at run time.
//!
//! ```text
//! camel C, steps 3,1          files first: three_files = east(3) | west(3), one_file = east(1) | west(1)
//! . x . x . . .               then ranks:  three_files one rank up and down, one_file three ranks up and down
//! ```
//!
//! [`Program::leaper`] uses the same formula as [`LeaperAttacks`](setwise_core::patterns::leaper::LeaperAttacks), which
//! needs the steps at compile time. The formula first moves the set along files. Each distance in ranks forms a step
//! with one or more distances in files, and the images for these distances in files are united. Such a union is built
//! from the largest earlier union of some of its images. The formula then moves the unions along ranks.
//! [`Program::leaper_at_least_two`] computes two sets instead of each union: the squares in at least one image, and the
//! squares in at least two images.
//!
//! Source: the factored forms of the Chess Programming Wiki's Knight Pattern page, applied to other steps.

use std::collections::BTreeMap;

use setwise_board::masks::{FILES_BUT_LAST, FILES_FROM};

use crate::tape::{Answers, Tape};
use crate::{Operation, Program, ValueId};

impl Program {
    /// Returns the program that computes the squares attacked by a set of leapers, including squares with own pieces. A
    /// step consists of two distances from 0 to 7. A leaper moves by one of them along files and by the other along
    /// ranks, in either order and in any direction.
    ///
    /// ```
    /// use setwise_ir::Program;
    ///
    /// let giraffe = Program::leaper("giraffe_attacks", &[(4, 1)]);
    /// assert_eq!(giraffe.run(&[1]), [1 << 12 | 1 << 33]); // from a1: e2 and b5
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there is no step, or if a step is 0,0 or has a distance of more than 7.
    #[must_use]
    pub fn leaper(name: &str, steps: &[(u8, u8)]) -> Self {
        let files_at = files_at(steps);
        let mut leaper = Recorder::new();
        let mut groups: Vec<u8> = files_at.values().copied().collect();
        groups.sort_by_key(|files| (files.count_ones(), *files));
        groups.into_iter().for_each(|files| leaper.unite(files));
        let parts = files_at.iter().map(|(ranks, files)| leaper.along_ranks(*files, *ranks)).collect();
        let attacks = leaper.union(parts);
        Self::of_tape(name.into(), vec!["leapers".into()], vec!["attacks".into()], leaper.tape, vec![attacks])
    }

    /// Returns the program that computes the squares attacked by at least two leapers of a set. These squares are also
    /// the fork squares of the set: a leaper on such a square attacks at least two squares of the set.
    ///
    /// ```
    /// use setwise_ir::Program;
    ///
    /// let forks = Program::leaper_at_least_two("knight_forks", &[(2, 1)]);
    /// assert_eq!(forks.run(&[1 << 56 | 1 << 60]), [1 << 50]); // a8 and e8: c7
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there is no step, or if a step is 0,0 or has a distance of more than 7.
    #[must_use]
    pub fn leaper_at_least_two(name: &str, steps: &[(u8, u8)]) -> Self {
        let mut leaper = Recorder::new();
        let mut counts = Vec::new();
        for (ranks, files) in files_at(steps) {
            let along_files = (0..8).filter(|distance| files >> distance & 1 == 1);
            let images = along_files.flat_map(|distance| leaper.images(distance)).map(|one| Count { one, two: None });
            let row: Vec<Count> = images.collect();
            let row = leaper.sum(row);
            match ranks {
                0 => counts.push(row),
                _ => counts.extend([Operation::Up, Operation::Down].map(|shift| {
                    let mut moved = |set: ValueId| leaper.tape.record(shift(set, 8 * ranks));
                    Count { one: moved(row.one), two: row.two.map(moved) }
                })),
            }
        }
        let two = leaper.sum(counts).two.expect("every step has four jumps");
        Self::of_tape(name.into(), vec!["leapers".into()], vec!["squares".into()], leaper.tape, vec![two])
    }
}

/// For each distance in ranks, returns a mask of the distances in files that form a step with it. Bit n of the mask
/// means a distance of n files.
fn files_at(steps: &[(u8, u8)]) -> BTreeMap<u32, u8> {
    assert!(!steps.is_empty(), "a leaper has a step");
    let mut files_at: BTreeMap<u32, u8> = BTreeMap::new();
    for (a, b) in steps.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]) {
        assert!(a.max(b) < 8 && a.max(b) > 0, "a step has distances from 0 to 7, and not 0,0");
        *files_at.entry(u32::from(b)).or_default() |= 1 << a;
    }
    files_at
}

/// The squares in at least one of several sets (`one`), and the squares in at least two (`two`). For a single set,
/// `two` is `None`.
#[derive(Clone, Copy)]
struct Count {
    one: ValueId,
    two: Option<ValueId>,
}

struct Recorder {
    tape: Tape,
    /// The unions recorded so far. Each entry begins with a mask of distances in files (bit n: n files). The value of
    /// the entry is the union of the set's images at these distances, to both sides.
    united: Vec<(u8, ValueId)>,
}

impl Recorder {
    fn new() -> Self {
        Self { tape: Tape::new(1, Answers::Refused, &[]), united: Vec::new() }
    }

    /// Records the union for a mask of distances. Builds it from the largest earlier union for some of these distances.
    fn unite(&mut self, files: u8) {
        let contained = self.united.iter().filter(|(part, _)| files & part == *part);
        let (part, so_far) =
            contained.max_by_key(|(part, _)| part.count_ones()).map_or((0, None), |(p, v)| (*p, Some(*v)));
        let rest = (0..8).filter(|distance| (files & !part) >> distance & 1 == 1);
        let mut parts: Vec<ValueId> = so_far.into_iter().collect();
        parts.extend(rest.map(|distance| self.beside(distance)));
        let union = self.union(parts);
        self.united.push((files, union));
    }

    /// Records the images of the set moved by a distance in files to each side, and the union of these images.
    fn beside(&mut self, distance: u32) -> ValueId {
        let images = self.images(distance);
        self.union(images)
    }

    /// Records the set moved by a distance in files, once to each side. For the distance 0, returns only the set
    /// itself.
    fn images(&mut self, distance: u32) -> Vec<ValueId> {
        let set = ValueId::new(0);
        let masks = [FILES_FROM, FILES_BUT_LAST].map(|masks| masks[distance as usize]);
        match distance {
            0 => vec![set],
            1 => [Operation::East(set), Operation::West(set)].map(|step| self.tape.record(step)).to_vec(),
            2 => [Operation::TwoEast(set), Operation::TwoWest(set)].map(|step| self.tape.record(step)).to_vec(),
            _ => {
                let moved = [Operation::Up(set, distance), Operation::Down(set, distance)];
                let of = |(moved, mask)| {
                    let (moved, mask) = (self.tape.record(moved), self.tape.record(Operation::Constant(mask)));
                    self.tape.record(Operation::And(moved, mask))
                };
                moved.into_iter().zip(masks).map(of).collect()
            }
        }
    }

    /// Moves a recorded union up and down by a distance in ranks, and records the union of both images. `files` is the
    /// mask of the recorded union. For the distance 0, returns the recorded union.
    fn along_ranks(&mut self, files: u8, ranks: u32) -> ValueId {
        let row = self.united.iter().find(|(known, _)| *known == files).expect("every set of distances is united").1;
        if ranks == 0 {
            return row;
        }
        let [up, down] =
            [Operation::Up(row, 8 * ranks), Operation::Down(row, 8 * ranks)].map(|moved| self.tape.record(moved));
        self.tape.record(Operation::Or(up, down))
    }

    fn union(&mut self, sets: Vec<ValueId>) -> ValueId {
        in_pairs(sets, |a, b| self.tape.record(Operation::Or(a, b)))
    }

    fn sum(&mut self, counts: Vec<Count>) -> Count {
        in_pairs(counts, |a, b| {
            let [one, both] = [Operation::Or, Operation::And].map(|of| self.tape.record(of(a.one, b.one)));
            let twice = [a.two, b.two].into_iter().flatten();
            Count { one, two: Some(twice.fold(both, |both, two| self.tape.record(Operation::Or(both, two)))) }
        })
    }
}

/// Combines values in pairs until one is left, which keeps the chain of dependent operations short.
fn in_pairs<T: Copy>(mut values: Vec<T>, mut combine: impl FnMut(T, T) -> T) -> T {
    while values.len() > 1 {
        values = values
            .chunks(2)
            .map(|pair| match *pair {
                [a, b] => combine(a, b),
                _ => pair[0],
            })
            .collect();
    }
    values[0]
}
