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

mod checks;
mod heat;
mod operations;
mod pattern;

use std::fmt;

use setwise::backend::{Job, Runner, Strategy};
use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise::{Kernel, Lanes, Spread};
use setwise_specimens::Entry;

use crate::oracle;
pub use checks::Failure;
use checks::{Checks, Run, array};
use operations::{EveryOperation, every_operation};
pub use pattern::check_pattern;

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
// Generic, so that only the tests that call it compile three kernels for every backend.
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
        let attack =
            |checks: &Checks<'_>| checks.kernel().and_then(|()| checks.union()).and_then(|()| checks.symmetry());
        self.kernel(EveryOperation, |[a, b]| every_operation(a, b))?;
        self.check(
            KnightAttacks,
            |[set]| [oracle::knight_attacks(set)],
            |checks| {
                attack(checks)?;
                checks.long_heat()
            },
        )?;
        self.check(KingAttacks, |[set]| [oracle::king_attacks(set)], attack)
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
        self.check(kernel, oracle, |checks| checks.kernel())
    }

    fn check<K: Kernel<IN, OUT> + fmt::Debug, const IN: usize, const OUT: usize>(
        &self,
        kernel: K,
        oracle: impl Fn([u64; IN]) -> [u64; OUT],
        check: impl FnOnce(&Checks<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        check(&Checks {
            backend: self.name,
            kernel: &kernel,
            lanes: V::COUNT,
            inputs: IN,
            results: OUT,
            run: &OnBackend { backend: self.backend, kernel },
            oracle: &|sets| oracle(array(sets.iter().copied())).to_vec(),
        })
    }
}

/// A kernel on a backend, by their types.
struct OnBackend<V: Lanes, S, K, const IN: usize, const OUT: usize> {
    backend: Strategy<V, S>,
    kernel: K,
}

impl<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Run
    for OnBackend<V, S, K, IN, OUT>
{
    fn map(&self, input: &[&[u64]], output: &mut [&mut [u64]]) {
        self.backend.map(
            self.kernel,
            array(input.iter().copied()),
            array(output.iter_mut().map(|column| &mut **column)),
        );
    }

    fn counts(&self, input: &[&[u64]], output: &mut [&mut [u8]]) {
        let output = array(output.iter_mut().map(|column| &mut **column));
        self.backend.counts(self.kernel, array(input.iter().copied()), output);
    }

    fn total(&self, input: &[&[u64]]) -> Vec<u64> {
        self.backend.total(self.kernel, array(input.iter().copied())).to_vec()
    }

    fn heat(&self, input: &[&[u64]]) -> Vec<[u64; 64]> {
        self.backend.heat(self.kernel, array(input.iter().copied())).to_vec()
    }
}
