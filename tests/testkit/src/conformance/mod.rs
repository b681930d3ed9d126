//! The suite that every backend must pass.
//!
//! # Why 64 squares are a proof
//!
//! Every operation of an attack formula (shift, mask, union, a sum that cannot carry) distributes over union. Therefore
//! the formula's result for `A | B` is the union of its results for `A` and for `B`. So the results for the empty set
//! and for the 64 single squares determine a formula completely. The suite compares these results in every lane, with
//! different boards in all other lanes. If the formula distributes over union, this comparison is a proof and not a
//! sample. The check of unions and the random sets test whether the formula distributes.
//!
//! All other possible errors are outside the formula: the tail, the alignment, a write outside the column. The check of
//! tails covers these errors.

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
use checks::{Checks, Sums, array};
use operations::{EveryOperation, every_operation};
pub use pattern::check_pattern;

/// The suite for one backend.
#[derive(Debug)]
pub struct Suite<V: Lanes, S> {
    name: &'static str,
    backend: Strategy<V, S>,
}

/// Runs [`Suite::attacks`] on each backend, for example on all backends that
/// [`AnyBackend::ready`](setwise_specimens::AnyBackend::ready) returns.
///
/// Returns the names of the backends in order.
///
/// # Errors
///
/// Returns the first check that failed.
// The function is generic, so only tests that call it compile its three kernels for every backend.
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
    /// Returns the suite for a backend. Failures report `name` as the name of the backend.
    #[must_use]
    pub fn new(name: &'static str, backend: Strategy<V, S>) -> Self {
        Self { name, backend }
    }

    /// Checks the operations of the lanes. Then compares knight and king attacks with the oracle, and checks their
    /// tails and unions. Also checks long heat maps of knight attacks.
    ///
    /// # Errors
    ///
    /// Returns the first check that failed.
    pub fn attacks(&self) -> Result<(), Failure> {
        // Only the results are checked here. Tails and counting do not depend on the kernel, and checking them with 50
        // results would be slow.
        self.check(EveryOperation, |[a, b]| every_operation(a, b), |checks| checks.results())?;
        self.attack(KnightAttacks, oracle::knight_attacks, |checks, sums| checks.long_heat(sums))?;
        self.attack(KingAttacks, oracle::king_attacks, |_, _| Ok(()))
    }

    fn attack(
        &self,
        kernel: impl Kernel<1, 1> + fmt::Debug,
        oracle: fn(u64) -> u64,
        more: fn(&Checks<'_>, &dyn Sums) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let sums = OnBackend { backend: self.backend, kernel };
        self.check(
            kernel,
            |[set]| [oracle(set)],
            |checks| {
                checks.results()?;
                checks.tails(&sums)?;
                checks.union()?;
                more(checks, &sums)
            },
        )
    }

    /// Compares a kernel with its oracle on every square in every lane, on random boards, and with all tails and
    /// alignments.
    ///
    /// # Errors
    ///
    /// Returns the first check that failed.
    pub fn kernel<K: Kernel<IN, OUT> + fmt::Debug, const IN: usize, const OUT: usize>(
        &self,
        kernel: K,
        oracle: impl Fn([u64; IN]) -> [u64; OUT],
    ) -> Result<(), Failure> {
        let sums = OnBackend { backend: self.backend, kernel };
        self.check(kernel, oracle, |checks| {
            checks.results()?;
            checks.tails(&sums)
        })
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
            map: &|input, output| {
                let output = array(output.iter_mut().map(|column| &mut **column));
                self.backend.map(kernel, array(input.iter().copied()), output);
            },
            oracle: &|sets| oracle(array(sets.iter().copied())).to_vec(),
        })
    }
}

/// A kernel and the backend that runs it.
struct OnBackend<V: Lanes, S, K, const IN: usize, const OUT: usize> {
    backend: Strategy<V, S>,
    kernel: K,
}

impl<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Sums
    for OnBackend<V, S, K, IN, OUT>
{
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
