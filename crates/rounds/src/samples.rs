//! The samples of a function: one time and one frequency per round.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Ratio, median};

/// The samples of one function, in the order of the rounds.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Samples {
    /// The times per pass, in nanoseconds. In the results of a question, they are the times per board.
    #[cfg_attr(feature = "serde", serde(rename = "ns_per_board"))]
    pub nanoseconds: Vec<f64>,
    /// The frequencies of the core during these samples, in gigahertz, which is cycles per nanosecond. The list is
    /// empty if no frequencies were measured.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub gigahertz: Vec<f64>,
}

impl Samples {
    /// Returns the median time in nanoseconds.
    #[must_use]
    pub fn nanoseconds(&self) -> f64 {
        median(&self.nanoseconds)
    }

    /// Returns the median number of cycles per pass or per board, or `None` if the frequencies were not measured.
    #[must_use]
    pub fn cycles(&self) -> Option<f64> {
        let cycles = self.nanoseconds.iter().zip(&self.gigahertz).map(|(time, frequency)| time * frequency);
        (!self.gigahertz.is_empty()).then(|| median(&cycles.collect::<Vec<_>>()))
    }

    /// Returns the ratio of this function's time to the time of `other`. Both functions must have been measured in the
    /// same rounds.
    ///
    /// The ratio compares times, not cycles. Wide registers can lower the frequency of a core, and a ratio of cycles
    /// would hide this cost. If the frequency changes for another reason, all functions of a round are affected alike.
    #[must_use]
    pub fn against(&self, other: &Self) -> Ratio {
        let ratios = self.nanoseconds.iter().zip(&other.nanoseconds).map(|(own, other)| own / other);
        Ratio::of(&ratios.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that cycles and ratios stay the same if the core runs at half the frequency in some rounds.
    #[test]
    fn a_change_of_frequency_changes_no_cycles_and_no_ratio() {
        let samples = |times: [f64; 3]| Samples { nanoseconds: times.into(), gigahertz: vec![4.0, 2.0, 2.0] };
        let (fast, slow) = (samples([1.0, 2.0, 2.0]), samples([3.0, 6.0, 6.0]));
        assert_eq!((fast.cycles(), fast.nanoseconds()), (Some(4.0), 2.0));
        assert_eq!(slow.against(&fast), Ratio { median: 3.0, interval: [3.0, 3.0] });
        assert_eq!(Samples { gigahertz: vec![], ..fast }.cycles(), None);
    }

    /// Checks that a ratio includes the cost of a lower frequency that one function causes. This function needs the
    /// same number of cycles as the other function, but takes twice as long at half the frequency.
    #[test]
    fn a_lower_frequency_of_its_own_is_part_of_a_price() {
        let samples = |time: f64, frequency: f64| Samples { nanoseconds: vec![time; 3], gigahertz: vec![frequency; 3] };
        let (wide, narrow) = (samples(2.0, 2.0), samples(1.0, 4.0));
        assert_eq!((wide.cycles(), narrow.cycles(), wide.against(&narrow).median), (Some(4.0), Some(4.0), 2.0));
    }
}
