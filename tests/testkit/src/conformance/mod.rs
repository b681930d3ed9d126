//! The suite that every backend must pass.
//!
//! # Why 64 squares are a proof
//!
//! Every operation of an attack formula (shift, mask, union, a sum that cannot carry) distributes over union: its result for
//! `A | B` is the union of its results for `A` and for `B`. So the results for the empty set and for the 64 single squares
//! determine a formula completely. Comparing these in every lane, with different boards in all other lanes, is a proof and not
//! a sample, as long as the assumption holds. The check of unions and the random sets test the assumption itself.
//!
//! Everything else that could go wrong is outside the formula: the tail, the alignment, a write outside the column. The check
//! of tails covers these.

mod heat;
mod operations;
mod pattern;

use std::fmt;

use setwise::backend::{Job, Runner, Strategy};
use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise::{Bitboard, Kernel, Lanes, Spread};
use setwise_specimens::Entry;

use crate::oracle;
use crate::random::Sets;
use operations::{EveryOperation, every_operation};
use pattern::random_boards;
pub use pattern::{Failure, check_pattern};

/// The suite for one backend, with its name.
#[derive(Debug)]
pub struct Suite<V: Lanes, S> {
    name: &'static str,
    backend: Strategy<V, S>,
}

/// Runs the whole suite on each of these backends, such as [`AnyBackend::ready`](setwise_specimens::AnyBackend::ready).
///
/// Returns the names of the backends that passed, in their order.
///
/// # Errors
///
/// Returns the first check that failed.
// Generic, so that only the tests that call it compile the suite for every backend. That takes a minute with optimisation, and
// the benches need the rest of this crate.
pub fn check_each<R: Runner>(backends: impl Iterator<Item = (Entry, R)>) -> Result<Vec<&'static str>, Failure> {
    struct Attacks(&'static str);
    impl Job for Attacks {
        type Out = Result<&'static str, Failure>;

        fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> Self::Out {
            Suite::new(self.0, backend).attacks().map(|()| self.0)
        }
    }
    backends.map(|(entry, backend)| backend.run(Attacks(entry.name))).collect()
}

impl<V: Lanes, S: Spread<V>> Suite<V, S> {
    /// Returns the suite for a backend. Failures contain the name.
    #[must_use]
    pub fn new(name: &'static str, backend: Strategy<V, S>) -> Self {
        Self { name, backend }
    }

    /// Checks the operations of the lanes, then compares knight and king attacks with the oracle, and checks unions and
    /// symmetries of the spread.
    ///
    /// # Errors
    ///
    /// Returns the first check that failed.
    pub fn attacks(&self) -> Result<(), Failure> {
        self.kernel(EveryOperation, |[a, b]| every_operation(a, b))?;
        self.attack(KnightAttacks, oracle::knight_attacks)?;
        self.attack(KingAttacks, oracle::king_attacks)?;
        self.long_heat()
    }

    fn attack(&self, kernel: impl Kernel<1, 1> + fmt::Debug, oracle: fn(u64) -> u64) -> Result<(), Failure> {
        self.kernel(kernel, |[set]| [oracle(set)])?;
        self.union(kernel)?;
        self.symmetry(kernel)
    }

    /// Compares a kernel with its oracle: on every square in every lane, on random boards, for all tails and alignments.
    ///
    /// # Errors
    ///
    /// Returns the first check that failed.
    pub fn kernel<K: Kernel<IN, OUT> + fmt::Debug, const IN: usize, const OUT: usize>(
        &self,
        kernel: K,
        oracle: impl Fn([u64; IN]) -> [u64; OUT],
    ) -> Result<(), Failure> {
        self.compare("every square in every lane", kernel, &self.every_square_in_every_lane(), &oracle)?;
        self.compare("random boards", kernel, &random_boards(), &oracle)?;
        self.tails(kernel, &oracle)
    }

    /// Returns one register for each input, each lane, and each single square (and the empty set). The square is in that lane of
    /// that input; all other lanes have random dense boards, all different.
    fn every_square_in_every_lane<const IN: usize>(&self) -> [Vec<u64>; IN] {
        let mut sets = Sets::seeded(1);
        let mut columns: [Vec<u64>; IN] = std::array::from_fn(|_| Vec::new());
        for marked in 0..IN {
            for lane in 0..V::COUNT {
                for square in 0..=64 {
                    let first = columns[0].len();
                    for column in &mut columns {
                        column.extend((0..V::COUNT).map(|_| sets.dense()));
                    }
                    columns[marked][first + lane] = 1_u64.checked_shl(square).unwrap_or(0);
                }
            }
        }
        columns
    }

    /// Checks every length from 0 to 67, with columns starting at every word of a cache line, and that no word outside the
    /// columns is written.
    fn tails<K: Kernel<IN, OUT> + fmt::Debug, const IN: usize, const OUT: usize>(
        &self,
        kernel: K,
        oracle: &impl Fn([u64; IN]) -> [u64; OUT],
    ) -> Result<(), Failure> {
        const UNTOUCHED: u64 = 0xDEAD_BEEF_DEAD_BEEF;
        const ROOM: usize = 96;
        let mut sets = Sets::seeded(3);
        let input: [Vec<u64>; IN] = std::array::from_fn(|_| (0..ROOM).map(|_| sets.dense()).collect());
        let expected: Vec<[u64; OUT]> = (0..ROOM).map(|n| oracle(std::array::from_fn(|k| input[k][n]))).collect();
        let count = |set: u64| oracle::coordinates(set).count() as u64;
        let members: Vec<[u64; OUT]> = expected.iter().map(|results| results.map(count)).collect();
        for offset in 0..8 {
            let mut heat = [[0; 64]; OUT];
            for length in 0..=67 {
                let mut output: [[u64; ROOM]; OUT] = [[UNTOUCHED; ROOM]; OUT];
                let from = std::array::from_fn(|k| &input[k][offset..offset + length]);
                // Outputs start one word later than inputs, so that the two never have the same alignment.
                let start = offset + 1;
                self.backend.map(kernel, from, output.each_mut().map(|column| &mut column[start..start + length]));
                self.numbers(kernel, from, &members[offset..offset + length])?;
                // Once per length, since heat maps of many results take long in a build without optimisation.
                if length % 8 == offset {
                    self.heat("heat", kernel, from, &heat)?;
                }
                for (heat, set) in heat.iter_mut().zip(expected[offset + length]) {
                    oracle::add_to_heat(heat, set);
                }
                for (k, column) in output.iter().enumerate() {
                    for (n, &got) in column.iter().enumerate() {
                        let inside = (start..start + length).contains(&n);
                        let wanted = if inside { expected[n - 1][k] } else { UNTOUCHED };
                        let what = if inside { "a tail" } else { "outside the column" };
                        self.same(what, kernel, || format!("length {length}, offset {offset}, word {n}"), got, wanted)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks `counts` and `total` on columns whose population counts are known.
    fn numbers<K: Kernel<IN, OUT> + fmt::Debug, const IN: usize, const OUT: usize>(
        &self,
        kernel: K,
        input: [&[u64]; IN],
        members: &[[u64; OUT]],
    ) -> Result<(), Failure> {
        let length = members.len();
        let mut counts: [Vec<u8>; OUT] = std::array::from_fn(|_| vec![0xAA; length + 2]);
        self.backend.counts(kernel, input, counts.each_mut().map(|column| &mut column[1..=length]));
        let totals = self.backend.total(kernel, input);
        for k in 0..OUT {
            let of_result = members.iter().map(|counts| counts[k]);
            let column = [0xAA].into_iter().chain(of_result.clone()).chain([0xAA]);
            for (n, wanted) in column.enumerate() {
                let got = u64::from(counts[k][n]);
                self.same("counts", kernel, || format!("length {length}, result {k}, byte {n}"), got, wanted)?;
            }
            let wanted = of_result.sum();
            self.same("total", kernel, || format!("length {length}, result {k}"), totals[k], wanted)?;
        }
        Ok(())
    }

    /// Checks that the result for `A | B` is the union of the results for `A` and for `B`.
    fn union(&self, kernel: impl Kernel<1, 1> + fmt::Debug) -> Result<(), Failure> {
        let mut sets = Sets::seeded(4);
        let a: Vec<u64> = (0..500).map(|_| sets.sparse()).collect();
        let b: Vec<u64> = (0..500).map(|n| if n % 2 == 0 { sets.sparse() } else { sets.dense() }).collect();
        let both: Vec<u64> = a.iter().zip(&b).map(|(a, b)| a | b).collect();
        let (of_a, of_b, of_both) = (self.run(kernel, &a), self.run(kernel, &b), self.run(kernel, &both));
        for n in 0..a.len() {
            self.same("union", kernel, || format!("{:#x} | {:#x}", a[n], b[n]), of_both[n], of_a[n] | of_b[n])?;
        }
        Ok(())
    }

    /// Checks that flipping and mirroring the board flips and mirrors the result.
    fn symmetry(&self, kernel: impl Kernel<1, 1> + fmt::Debug) -> Result<(), Failure> {
        type Symmetry = (&'static str, fn(Bitboard) -> Bitboard);
        const SYMMETRIES: [Symmetry; 5] = [
            ("vertical flip", Bitboard::flip_vertical),
            ("horizontal mirror", Bitboard::mirror_horizontal),
            ("half turn", Bitboard::rotate_180),
            ("diagonal flip", Bitboard::flip_diagonal),
            ("antidiagonal flip", Bitboard::flip_antidiagonal),
        ];
        let mut sets = Sets::seeded(5);
        let boards: Vec<u64> = (0..500).map(|n| sets.of(n % 24)).collect();
        let plain = self.run(kernel, &boards);
        for (name, symmetry) in SYMMETRIES {
            let turned: Vec<u64> = boards.iter().map(|&board| symmetry(Bitboard(board)).0).collect();
            let of_turned = self.run(kernel, &turned);
            for n in 0..boards.len() {
                let wanted = symmetry(Bitboard(plain[n])).0;
                self.same(name, kernel, || format!("{:#x}", boards[n]), of_turned[n], wanted)?;
            }
        }
        Ok(())
    }

    fn run(&self, kernel: impl Kernel<1, 1>, boards: &[u64]) -> Vec<u64> {
        let mut results = vec![0; boards.len()];
        self.backend.map(kernel, [boards], [&mut results]);
        results
    }

    fn compare<K: Kernel<IN, OUT> + fmt::Debug, const IN: usize, const OUT: usize>(
        &self,
        check: &'static str,
        kernel: K,
        input: &[Vec<u64>; IN],
        oracle: &impl Fn([u64; IN]) -> [u64; OUT],
    ) -> Result<(), Failure> {
        let boards = input[0].len();
        let mut output: [Vec<u64>; OUT] = std::array::from_fn(|_| vec![0; boards]);
        self.backend.map(kernel, input.each_ref().map(Vec::as_slice), output.each_mut().map(Vec::as_mut_slice));
        for n in 0..boards {
            let sets: [u64; IN] = std::array::from_fn(|k| input[k][n]);
            for (k, wanted) in oracle(sets).into_iter().enumerate() {
                self.same(check, kernel, || format!("board {n}, sets {sets:#x?}, result {k}"), output[k][n], wanted)?;
            }
        }
        Ok(())
    }

    fn same(
        &self,
        check: &'static str,
        kernel: impl fmt::Debug,
        place: impl Fn() -> String,
        got: u64,
        wanted: u64,
    ) -> Result<(), Failure> {
        if got == wanted {
            return Ok(());
        }
        Err(Failure { backend: self.name, check, kernel: format!("{kernel:?}"), place: place(), got, wanted })
    }
}
