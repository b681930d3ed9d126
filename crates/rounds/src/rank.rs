//! Ranks the rows of a question. A row shares the rank of the next faster row, unless it is clearly slower than the
//! first row of this rank.

use crate::{Measured, Ratio, Role, Row};

/// The relative difference in time by which a row must be slower than the first row of a rank to start a new rank. With
/// a smaller difference the rows share a rank, even if their samples show the difference clearly. In the next build or
/// process, code and columns are at other addresses, which may reverse the order of these rows.
const TIE: f64 = 0.02;

/// A row with its rank among the rows of its question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked<'a> {
    /// The row.
    pub row: &'a Row,
    /// The rank. A row shares the rank of the next faster row, unless it is clearly slower than the first row of this
    /// rank. Upper bounds have no rank.
    pub rank: Option<usize>,
    /// The time of the row divided by the time of the fastest row that is not an upper bound.
    pub to_best: Ratio,
}

impl Measured {
    /// Returns the rows with their ranks: first the contestants, then the upper bounds. Each group is sorted by time,
    /// the fastest row first.
    #[must_use]
    pub fn ranked(&self) -> Vec<Ranked<'_>> {
        let (bounds, contestants): (Vec<&Row>, _) = self.rows.iter().partition(|row| row.role == Role::UpperBound);
        let times = |rows: &[&Row]| -> Vec<f64> { rows.iter().map(|row| row.samples.nanoseconds()).collect() };
        let is_slower =
            |row: usize, first: usize| contestants[row].samples.against(&contestants[first].samples).is_slower(TIE);
        let order = ranks(&times(&contestants), is_slower).into_iter().map(|(n, rank)| (contestants[n], Some(rank)));
        let bounds = ranks(&times(&bounds), |_, _| true).into_iter().map(|(n, _)| (bounds[n], None));
        let rows: Vec<(&Row, Option<usize>)> = order.chain(bounds).collect();
        let to_best = |row: &Row| row.samples.against(&rows[0].0.samples);
        rows.iter().map(|&(row, rank)| Ranked { row, rank, to_best: to_best(row) }).collect()
    }
}

impl Ratio {
    /// Returns whether the whole interval is above `1 + tolerance`. If so, the function in the numerator of the ratio
    /// is slower than the function in the denominator.
    #[must_use]
    pub fn is_slower(&self, tolerance: f64) -> bool {
        self.interval[0] > 1.0 + tolerance
    }

    /// Returns whether the whole interval is below `1 / (1 + tolerance)` or above `1 + tolerance`. If so, the times of
    /// the two functions differ.
    #[must_use]
    pub fn is_different(&self, tolerance: f64) -> bool {
        self.is_slower(tolerance) || self.interval[1] < 1.0 / (1.0 + tolerance)
    }
}

/// Ranks rows by their times. Returns a pair `(row, rank)` for each row, the fastest row first, where `row` is an index
/// into `times`. `times` has one time per row, in any unit.
///
/// A row starts a new rank only if `is_slower(row, first)` is true, where `first` is the first row of the current rank.
/// Otherwise the row shares the current rank. After a shared rank, numbers are skipped, as in sports: 1, 1, 3.
#[must_use]
pub fn ranks(times: &[f64], is_slower: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by(|&a, &b| times[a].total_cmp(&times[b]));
    let mut ranked = Vec::new();
    let mut first = 0;
    for (place, &row) in order.iter().enumerate() {
        if is_slower(row, order[first]) {
            first = place;
        }
        ranked.push((row, first + 1));
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(times: &[f64], tolerance: f64) -> Vec<(usize, usize)> {
        ranks(times, |row, first| Ratio::of(&[times[row] / times[first]; 11]).is_slower(tolerance))
    }

    #[test]
    fn what_does_not_differ_shares_a_rank() {
        let times = [3.0, 1.0, 1.015, 2.0];
        assert_eq!(ranked(&times, 0.02), [(1, 1), (2, 1), (3, 3), (0, 4)]);
        assert_eq!(ranked(&times, 0.01), [(1, 1), (2, 2), (3, 3), (0, 4)]);
        assert_eq!(ranked(&[], 0.01), []);
    }

    /// Checks that the slowest row does not share the rank of the fastest if each row is only a little slower than the
    /// previous one. Each row is compared with the first row of its rank, not with the previous row.
    #[test]
    fn a_chain_of_neighbours_is_no_tie() {
        assert_eq!(ranked(&[1.0, 1.015, 1.03], 0.02), [(0, 1), (1, 1), (2, 3)]);
    }

    #[test]
    fn a_wide_interval_decides_nothing() {
        let noisy = Ratio::of(&[0.5, 2.0].repeat(6));
        assert_eq!(ranks(&[1.0, 1.25], |row, first| row != first && noisy.is_slower(0.01)), [(0, 1), (1, 1)]);
    }

    #[test]
    fn an_interval_calls_only_what_lies_wholly_beyond_the_tolerance() {
        let ratio = |low: f64, high: f64| Ratio { median: (low + high) / 2.0, interval: [low, high] };
        assert!(ratio(1.02, 1.2).is_slower(0.01) && ratio(1.02, 1.2).is_different(0.01));
        assert!(!ratio(0.9, 0.95).is_slower(0.01) && ratio(0.9, 0.95).is_different(0.01));
        assert!(!ratio(0.98, 1.02).is_different(0.01) && !ratio(1.005, 1.03).is_different(0.01));
    }
}
