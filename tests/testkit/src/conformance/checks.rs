//! The checks of the suite, on columns of one kernel and one backend.
//!
//! The checks are not generic over kernels or backends: they receive a kernel on a backend as a function of columns and
//! as [`Sums`]. They are therefore compiled only once, with optimisation. If they were generic, compiling them again
//! for each kernel and each backend would take minutes. Running them without optimisation in an emulator would also
//! take minutes.

use std::fmt;

use crate::oracle;
use crate::random::Sets;

/// A function that computes columns of results from columns of inputs.
type Map<'a> = dyn Fn(&[&[u64]], &mut [&mut [u64]]) + 'a;

/// The aggregates that a backend computes from the results of a kernel. There is one input column for each input of the
/// kernel, and one aggregate for each result.
pub(super) trait Sums {
    fn counts(&self, input: &[&[u64]], output: &mut [&mut [u8]]);
    fn total(&self, input: &[&[u64]]) -> Vec<u64>;
    fn heat(&self, input: &[&[u64]]) -> Vec<[u64; 64]>;
}

/// A kernel on a backend, with the oracle that computes its expected results.
pub(super) struct Checks<'a> {
    pub(super) backend: &'static str,
    pub(super) kernel: &'a dyn fmt::Debug,
    pub(super) lanes: usize,
    pub(super) inputs: usize,
    pub(super) results: usize,
    pub(super) map: &'a Map<'a>,
    pub(super) oracle: &'a dyn Fn(&[u64]) -> Vec<u64>,
}

impl Checks<'_> {
    /// Compares the kernel with its oracle on every square in every lane, and on random boards.
    pub(super) fn results(&self) -> Result<(), Failure> {
        self.compare("every square in every lane", &self.every_square_in_every_lane())?;
        self.compare("random boards", &random_boards(self.inputs))
    }

    /// Returns the input columns for the check of every square in every lane. They contain one register of boards for
    /// each combination of an input, a lane and a set of at most one square. In this register, the given lane of the
    /// given input contains the set. All other lanes of all inputs contain random dense boards.
    fn every_square_in_every_lane(&self) -> Vec<Vec<u64>> {
        let mut sets = Sets::seeded(1);
        let mut columns = vec![Vec::new(); self.inputs];
        for marked in 0..self.inputs {
            for lane in 0..self.lanes {
                for square in 0..=64 {
                    let first = columns[0].len();
                    for column in &mut columns {
                        column.extend((0..self.lanes).map(|_| sets.dense()));
                    }
                    columns[marked][first + lane] = 1_u64.checked_shl(square).unwrap_or(0);
                }
            }
        }
        columns
    }

    fn compare(&self, check: &'static str, input: &[Vec<u64>]) -> Result<(), Failure> {
        let output = self.map(input);
        for n in 0..input[0].len() {
            let sets: Vec<u64> = input.iter().map(|column| column[n]).collect();
            for (k, wanted) in (self.oracle)(&sets).into_iter().enumerate() {
                self.same(check, || format!("board {n}, sets {sets:#x?}, result {k}"), output[k][n], wanted)?;
            }
        }
        Ok(())
    }

    /// Checks the results and the aggregates of columns of every length from 0 to 67 that start at every word of a
    /// cache line. Also checks that no word outside the columns is written.
    pub(super) fn tails(&self, sums: &dyn Sums) -> Result<(), Failure> {
        const UNTOUCHED: u64 = 0xDEAD_BEEF_DEAD_BEEF;
        const ROOM: usize = 96;
        let mut sets = Sets::seeded(3);
        let input: Vec<Vec<u64>> = (0..self.inputs).map(|_| (0..ROOM).map(|_| sets.dense()).collect()).collect();
        let board = |n: usize| input.iter().map(|column| column[n]).collect::<Vec<u64>>();
        let expected: Vec<Vec<u64>> = (0..ROOM).map(|n| (self.oracle)(&board(n))).collect();
        for offset in 0..8 {
            let mut heat = vec![[0; 64]; self.results];
            for length in 0..=67 {
                let mut output = vec![[UNTOUCHED; ROOM]; self.results];
                let from: Vec<&[u64]> = input.iter().map(|column| &column[offset..offset + length]).collect();
                // Outputs start one word later than inputs, so inputs and outputs never have the same alignment.
                let start = offset + 1;
                let mut to: Vec<_> = output.iter_mut().map(|column| &mut column[start..start + length]).collect();
                (self.map)(&from, &mut to);
                self.numbers(sums, &from, &expected[offset..offset + length])?;
                // The heat maps of each length are checked at one offset only, because heat maps of many results are
                // slow without optimisation.
                if length % 8 == offset {
                    self.heat(sums, "heat", &from, &heat)?;
                }
                for (heat, set) in heat.iter_mut().zip(&expected[offset + length]) {
                    oracle::add_to_heat(heat, *set);
                }
                for (k, column) in output.iter().enumerate() {
                    for (n, &got) in column.iter().enumerate() {
                        let inside = (start..start + length).contains(&n);
                        let wanted = if inside { expected[n - 1][k] } else { UNTOUCHED };
                        let what = if inside { "a tail" } else { "outside the column" };
                        self.same(what, || format!("length {length}, offset {offset}, word {n}"), got, wanted)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks `counts` and `total` on columns with known results.
    fn numbers(&self, sums: &dyn Sums, input: &[&[u64]], expected: &[Vec<u64>]) -> Result<(), Failure> {
        let length = expected.len();
        let mut counts = vec![vec![0xAA; length + 2]; self.results];
        sums.counts(input, &mut counts.iter_mut().map(|column| &mut column[1..=length]).collect::<Vec<_>>());
        let totals = sums.total(input);
        for k in 0..self.results {
            let members = expected.iter().map(|results| oracle::coordinates(results[k]).count() as u64);
            let column = [0xAA].into_iter().chain(members.clone()).chain([0xAA]);
            for (n, wanted) in column.enumerate() {
                let got = u64::from(counts[k][n]);
                self.same("counts", || format!("length {length}, result {k}, byte {n}"), got, wanted)?;
            }
            self.same("total", || format!("length {length}, result {k}"), totals[k], members.sum())?;
        }
        Ok(())
    }

    /// Checks that the result for `A | B` is the union of the results for `A` and for `B`.
    pub(super) fn union(&self) -> Result<(), Failure> {
        let mut sets = Sets::seeded(4);
        let a: Vec<u64> = (0..500).map(|_| sets.sparse()).collect();
        let b: Vec<u64> = (0..500).map(|n| if n % 2 == 0 { sets.sparse() } else { sets.dense() }).collect();
        let both = a.iter().zip(&b).map(|(a, b)| a | b).collect();
        let [of_a, of_b, of_both] = [a.clone(), b.clone(), both].map(|boards| self.map(&[boards]).remove(0));
        for n in 0..a.len() {
            self.same("union", || format!("{:#x} | {:#x}", a[n], b[n]), of_both[n], of_a[n] | of_b[n])?;
        }
        Ok(())
    }

    /// Checks `heat` on columns with known heat maps.
    pub(super) fn heat(
        &self,
        sums: &dyn Sums,
        check: &'static str,
        input: &[&[u64]],
        expected: &[[u64; 64]],
    ) -> Result<(), Failure> {
        let length = input[0].len();
        for (k, (heat, expected)) in sums.heat(input).iter().zip(expected).enumerate() {
            for (square, (&got, &wanted)) in heat.iter().zip(expected).enumerate() {
                let place = || format!("length {length}, result {k}, square {square}");
                self.same(check, place, got, wanted)?;
            }
        }
        Ok(())
    }

    fn map(&self, input: &[Vec<u64>]) -> Vec<Vec<u64>> {
        let mut output = vec![vec![0; input[0].len()]; self.results];
        let from: Vec<&[u64]> = input.iter().map(Vec::as_slice).collect();
        (self.map)(&from, &mut output.iter_mut().map(Vec::as_mut_slice).collect::<Vec<_>>());
        output
    }

    fn same(&self, check: &'static str, place: impl Fn() -> String, got: u64, wanted: u64) -> Result<(), Failure> {
        if got == wanted {
            return Ok(());
        }
        Err(Failure { backend: self.backend, check, kernel: format!("{:?}", self.kernel), place: place(), got, wanted })
    }
}

/// Returns columns of random boards: dense, sparse, and with few pieces. The number of boards is odd, so that the last
/// register is not full.
pub(super) fn random_boards(columns: usize) -> Vec<Vec<u64>> {
    let mut sets = Sets::seeded(2);
    let column = |_| {
        let mut column: Vec<u64> = (0..201).map(|_| sets.dense()).collect();
        column.extend((0..201).map(|_| sets.sparse()));
        column.extend((0..201).map(|n| sets.of(n % 12)));
        column
    };
    (0..columns).map(column).collect()
}

/// Returns the first `N` items of an iterator.
pub(super) fn array<T, const N: usize>(mut items: impl Iterator<Item = T>) -> [T; N] {
    std::array::from_fn(|_| items.next().expect("one for each column"))
}

/// A wrong result of a backend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The name of the backend.
    pub backend: &'static str,
    /// The name of the check that failed.
    pub check: &'static str,
    /// The kernel in its `Debug` form.
    pub kernel: String,
    /// The board, or the place in the output, with the wrong result.
    pub place: String,
    /// The wrong result.
    pub got: u64,
    /// The expected result.
    pub wanted: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, check, kernel, place, got, wanted } = self;
        write!(f, "{backend}: {kernel}: {check}: {place}: got {got:#018x}, expected {wanted:#018x}")
    }
}

impl std::error::Error for Failure {}
