//! Interleaved rounds: a fair comparison of functions on a machine whose speed changes.
//!
//! The speed of a shared machine changes from one second to the next. If each function were timed in one long run, the
//! functions would run under different conditions. Instead, each round takes one short sample of every function. The
//! order of the functions is shuffled for each round:
//!
//! ```text
//! round 1   b a c     each letter is a sample: one function, run for at least a millisecond
//! round 2   c a b
//! round 3   a c b
//! ```
//!
//! To compare two functions, the ratio of their times is computed in each round. The result is the median of these
//! ratios, with a confidence interval from resampling ([`Ratio`]). Every sample also measures the frequency of the core
//! ([`gigahertz`]), so times can be converted to cycles.
//!
//! ```
//! use std::hint::black_box;
//! use setwise_rounds::{Plan, measure};
//!
//! let numbers: Vec<u64> = (0..1000).collect();
//! let sums: [fn(&[u64]) -> u64; 2] = [|all| all.iter().sum(), |all| all.iter().rev().sum()];
//! let samples = measure(sums.len(), Plan::QUICK, |n| {
//!     black_box(sums[n](black_box(&numbers)));
//! });
//! println!("{} ns, {:?}", samples[0].nanoseconds(), samples[1].against(&samples[0]));
//! ```
//!
//! A [`Question`] has columns of boards, and [`Contestant`]s, each with its correct [`Answer`]. [`Question::measure`]
//! checks each contestant and times only the contestants with the correct answer. [`Measured::ranked`] puts the
//! contestants in order, and [`Measured::table`] shows them as a table.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod cpu;
mod measured;
mod question;
mod rank;
mod ratio;
mod samples;
mod table;
mod workspace;

use std::cell::Cell;
use std::time::Duration;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

pub use cpu::{cpu_name, cpu_name_in, cpuinfo_field, gigahertz, time};
pub use measured::{Measured, Row, Wrong, is_named};
pub use question::{Contestant, Point, Question, Role};
pub use rank::{Ranked, ranks};
pub use ratio::{Ratio, median};
pub use samples::Samples;
pub use table::{Table, marked_up, three};
pub use workspace::{Answer, Column, Workspace, columns, columns_mut};

/// The number of samples per function, and the minimum length of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The number of samples per function.
    pub rounds: usize,
    /// The minimum time of a sample.
    pub sample: Duration,
}

impl Plan {
    /// The plan for recorded results: 21 rounds, with samples of at least a millisecond.
    pub const USUAL: Self = Self { rounds: 21, sample: Duration::from_millis(1) };

    /// The plan for a quick answer: 15 rounds, with samples of at least a millisecond.
    pub const QUICK: Self = Self { rounds: 15, sample: Duration::from_millis(1) };
}

/// Measures functions in interleaved rounds. `functions` is the number of functions, and `pass(n)` runs function `n`
/// once. If one pass is too short for a sample, a sample consists of several passes.
pub fn measure(functions: usize, plan: Plan, mut pass: impl FnMut(usize)) -> Vec<Samples> {
    let mut samples = vec![Samples::default(); functions];
    let frequency = Cell::new(0.0);
    let timed = |n, passes| {
        let before = gigahertz();
        let elapsed = time(passes, || pass(n));
        // An interruption can only make the frequency seem lower, so the higher of the two measurements is kept.
        frequency.set(before.max(gigahertz()));
        elapsed
    };
    interleave(functions, plan, timed, |n, nanoseconds| {
        samples[n].nanoseconds.push(nanoseconds);
        samples[n].gigahertz.push(frequency.get());
    });
    samples
}

/// Takes samples in interleaved rounds, with a clock that the caller chooses. `functions` is the number of functions.
/// `timed(n, passes)` runs function `n` `passes` times and returns the total time. After each sample, calls `on_sample`
/// with the index of the function and the time of one pass in nanoseconds.
///
/// Use this function to show samples while they are taken, or on targets without a standard clock, such as WebAssembly.
/// Otherwise use [`measure`], which collects the samples.
pub fn interleave(
    functions: usize,
    plan: Plan,
    mut timed: impl FnMut(usize, u64) -> Duration,
    mut on_sample: impl FnMut(usize, f64),
) {
    let mut passes = vec![1; functions];
    // A pass much longer than a sample refills the caches itself, so it needs no warm-up pass.
    let mut is_long = vec![false; functions];
    for (n, passes) in passes.iter_mut().enumerate() {
        let elapsed = long_enough(plan.sample, passes, |passes| timed(n, passes));
        is_long[n] = elapsed > 10 * plan.sample && *passes == 1;
    }
    let mut order: Vec<usize> = (0..functions).collect();
    let mut shuffle = ChaCha8Rng::seed_from_u64(0);
    for _ in 0..plan.rounds {
        order.shuffle(&mut shuffle);
        for &n in &order {
            // This pass fills the caches, so that the contents left by the previous function do not matter. Its time is
            // ignored.
            if !is_long[n] {
                timed(n, 1);
            }
            let elapsed = long_enough(plan.sample, &mut passes[n], |passes| timed(n, passes));
            on_sample(n, elapsed.as_secs_f64() * 1e9 / passes[n] as f64);
        }
    }
}

/// Measures the time for `passes` passes. If this time is too short for a sample, increases `passes` and measures
/// again. Every sample needs this check: the machine may have been slow when `passes` was last increased, so the same
/// number of passes may now take less time.
fn long_enough(sample: Duration, passes: &mut u64, mut timed: impl FnMut(u64) -> Duration) -> Duration {
    loop {
        let elapsed = timed(*passes);
        if elapsed >= sample {
            return elapsed;
        }
        let wanted = sample.as_secs_f64() / elapsed.as_secs_f64().max(1e-9) * 1.1;
        *passes = ((*passes as f64 * wanted).ceil() as u64).clamp(*passes + 1, *passes * 100);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that no sample is shorter than the minimum, even if passes become faster later. The clock is simulated,
    /// because a real clock would depend on the load of the machine.
    #[test]
    fn passes_become_more_until_a_sample_is_long_enough() {
        let micros = Duration::from_micros;
        let (sample, mut passes) = (micros(2000), 1);
        assert_eq!(long_enough(sample, &mut passes, |passes| micros(5000 * passes)), micros(5000));
        assert_eq!(passes, 1, "the machine was interrupted for a while");
        assert_eq!(long_enough(sample, &mut passes, |passes| micros(100 * passes)), micros(2200));
        assert_eq!(passes, 22, "a tenth more than necessary");
        let mut asked = Vec::new();
        let elapsed = long_enough(sample, &mut passes, |passes| {
            asked.push(passes);
            Duration::from_nanos(passes)
        });
        assert_eq!(asked, [22, 2200, 220_000, 2_200_000], "at most a hundred times as many per step");
        assert_eq!(elapsed, micros(2200));
        let mut nothing = [Duration::ZERO, sample].into_iter();
        assert_eq!(long_enough(sample, &mut passes, |_| nothing.next().unwrap()), sample, "a clock that stood still");
    }

    #[test]
    fn every_function_runs_in_every_round() {
        let plan = Plan { rounds: 5, sample: Duration::from_nanos(1) };
        let mut ran = [0; 3];
        let samples = measure(3, plan, |n| ran[n] += 1);
        assert_eq!(samples.len(), 3);
        assert!(samples.iter().all(|one| one.nanoseconds.len() == 5 && one.gigahertz.len() == 5));
        assert!(ran.iter().all(|&times| times > 5), "a timed pass for every round: {ran:?}");
    }

    /// Checks that each round takes one sample of every function, with as many passes as the given clock requires. The
    /// clock is simulated: function `n` takes `n + 1` milliseconds per pass.
    #[test]
    fn rounds_run_by_any_clock() {
        let plan = Plan { rounds: 4, sample: Duration::from_millis(6) };
        let (mut ran, mut samples) = (Vec::new(), Vec::new());
        let timed = |n: usize, passes: u64| {
            ran.push((n, passes));
            Duration::from_millis((n as u64 + 1) * passes)
        };
        interleave(3, plan, timed, |n, nanoseconds| samples.push((n, nanoseconds)));
        for round in samples.chunks(3) {
            let mut round = round.to_vec();
            round.sort_by_key(|(n, _)| *n);
            assert_eq!(round, [(0, 1e6), (1, 2e6), (2, 3e6)]);
        }
        assert_eq!(samples.len(), 12);
        let most = |of: usize| ran.iter().filter(|(n, _)| *n == of).map(|(_, passes)| *passes).max();
        assert_eq!([0, 1, 2].map(most), [Some(7), Some(4), Some(3)], "a tenth more than 6 ms, in whole passes");
        assert!(samples.iter().map(|(n, _)| *n).ne((0..12).map(|n| n % 3)), "the order is shuffled");
    }
}
