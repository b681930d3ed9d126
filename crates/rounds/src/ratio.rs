//! Ratios of times, with confidence intervals.
//!
//! The interval is found by resampling: from the `n` rounds of a measurement, `n` rounds are drawn with replacement.
//! These `n` rounds are a resample, and a thousand resamples are drawn. The interval covers the middle 95 % of the
//! medians of the resamples. It shows how far the median of the measured rounds may be from the true median.
//!
//! The rounds are sorted by their ratios, and a drawn round is represented by its index in this order. The middle one
//! of the `n` drawn indices is the index of the resample's median. If `n` is even, there are two middle indices. The
//! drawn indices do not depend on the ratios, so they are drawn once for each `n` and used for all ratios of `n`
//! rounds.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A ratio of times: the median over the rounds, with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// The median of the ratios of all rounds.
    pub median: f64,
    /// The lower and the upper end of the confidence interval, found by resampling the rounds.
    pub interval: [f64; 2],
}

impl Ratio {
    /// Computes the median of `ratios`, which has one ratio per round, and the confidence interval of the median. The
    /// interval is found by a seeded percentile bootstrap. The order of the rounds does not matter.
    ///
    /// # Panics
    ///
    /// Panics if `ratios` is empty.
    #[must_use]
    pub fn of(ratios: &[f64]) -> Self {
        let sorted = sorted(ratios);
        let middles = resampled_middles(sorted.len());
        let mut medians: Vec<f64> = middles.iter().map(|places| mean(places.map(|place| sorted[place]))).collect();
        medians.sort_by(f64::total_cmp);
        let at = |share: f64| medians[(share * (RESAMPLES - 1) as f64).round() as usize];
        Self { median: median(ratios), interval: [at(0.025), at(0.975)] }
    }
}

/// The number of resamples for an interval.
const RESAMPLES: usize = 1000;

/// Draws the resamples of `rounds` rounds. For each resample, returns its two middle rounds as indices into the sorted
/// rounds.
fn resampled_middles(rounds: usize) -> Arc<[[usize; 2]]> {
    static DRAWN: Mutex<BTreeMap<usize, Arc<[[usize; 2]]>>> = Mutex::new(BTreeMap::new());
    let draw = || {
        let mut random = ChaCha8Rng::seed_from_u64(95);
        let mut resampled = || {
            let mut places: Vec<usize> = (0..rounds).map(|_| (random.next_u64() % rounds as u64) as usize).collect();
            places.sort_unstable();
            middle(rounds).map(|place| places[place])
        };
        (0..RESAMPLES).map(|_| resampled()).collect()
    };
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(drawn.entry(rounds).or_insert_with(draw))
}

/// Returns the middle value, or the mean of the two middle values. Returns NaN if there are no values.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    if values.is_empty() {
        return f64::NAN;
    }
    let sorted = sorted(values);
    mean(middle(sorted.len()).map(|place| sorted[place]))
}

/// Returns the indices of the two middle values of `length` sorted values. `length` must be at least 1. If `length` is
/// odd, both indices are equal.
const fn middle(length: usize) -> [usize; 2] {
    [(length - 1) / 2, length / 2]
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn mean([a, b]: [f64; 2]) -> f64 {
    (a + b) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn intervals_hold_the_median_and_grow_with_the_spread() {
        let constant = Ratio::of(&[2.0; 15]);
        assert_eq!(constant, Ratio { median: 2.0, interval: [2.0, 2.0] });
        let ratios = [1.4, 1.1, 1.8, 1.0, 1.6, 1.2, 1.7, 1.5, 1.3];
        let spread = Ratio::of(&ratios);
        assert!(spread.median == 1.4 && spread.interval[0] < 1.3 && spread.interval[1] > 1.5, "{spread:?}");
        let mut reversed = ratios;
        reversed.reverse();
        assert_eq!(Ratio::of(&reversed), spread, "the order of the rounds does not matter");
    }

    /// Checks how often each round is the median of a resample. Of the 27 ways to draw three rounds from three, 7 have
    /// the first round in the middle, 13 the second and 7 the third. Of the 4 ways to draw two rounds from two, 2
    /// contain both rounds.
    #[test]
    fn resamples_have_the_middles_that_chance_gives_them() {
        let near = |rounds: usize, places: [usize; 2], share: f64| {
            let middles = resampled_middles(rounds);
            assert_eq!(middles.len(), RESAMPLES);
            let counted = middles.iter().filter(|&&middle| middle == places).count() as f64 / RESAMPLES as f64;
            assert!((counted - share).abs() < 0.05, "{places:?} of {rounds}: {counted}, expected {share}");
        };
        near(3, [0, 0], 7.0 / 27.0);
        near(3, [1, 1], 13.0 / 27.0);
        near(3, [2, 2], 7.0 / 27.0);
        near(2, [0, 0], 0.25);
        near(2, [0, 1], 0.5);
        near(2, [1, 1], 0.25);
    }
}
