//! Heat maps: for each square, the number of boards whose set contains the square, and their share of all boards.

use setwise::Backend;
use setwise::patterns::Identity;

/// For each square, the number of boards whose set contains the square. The first number is for a1.
pub(crate) type Numbers = [u64; 64];

/// Returns the heat map of each column of sets.
pub(crate) fn of_columns(columns: &[Vec<u64>], backend: Backend) -> Vec<Numbers> {
    let numbers = columns.iter().map(|sets| backend.heat(Identity, [&sets[..]]));
    numbers.map(|[numbers]| numbers).collect()
}

/// Heat maps of several features, or of several results of patterns, over the same boards.
pub(crate) struct HeatMaps {
    /// The name of each feature or result.
    names: Vec<String>,
    numbers: Vec<Numbers>,
    pub(super) boards: u64,
    /// The plural noun for what is counted: positions or sets.
    pub(super) counted: &'static str,
}

impl HeatMaps {
    /// Returns heat maps in which no boards are counted yet.
    pub(crate) fn new(names: Vec<String>, counted: &'static str) -> Self {
        Self { numbers: vec![[0; 64]; names.len()], names, boards: 0, counted }
    }

    /// Adds the numbers that were counted on `boards` more boards.
    pub(crate) fn add(&mut self, numbers: &[Numbers], boards: usize) {
        self.boards += boards as u64;
        let squares = self.numbers.iter_mut().flatten().zip(numbers.iter().flatten());
        squares.for_each(|(number, more)| *number += more);
    }

    pub(super) fn maps(&self) -> impl ExactSizeIterator<Item = (&str, &Numbers)> {
        self.names.iter().map(String::as_str).zip(&self.numbers)
    }

    /// Describes the heat map of the feature or result with this name.
    pub(super) fn title(&self, name: &str) -> String {
        let Self { boards, counted, .. } = self;
        if *boards == 0 { format!("{name}: 0 {counted}") } else { format!("{name}: percent of {boards} {counted}") }
    }
}

/// Returns `number` as a percentage of `boards`, with one decimal place. Returns `None` if either number is 0.
pub(super) fn percent(number: u64, boards: u64) -> Option<String> {
    let thousandths: u32 = share::<3>(number, boards)?.replace('.', "").parse().ok()?;
    (number > 0).then(|| format!("{}.{}", thousandths / 10, thousandths % 10))
}

/// Returns `number / boards` with `DIGITS` decimal places, rounded to the nearest value. Returns `None` if there are no
/// boards. The quotient is computed in integers, so the digits are the same on every machine.
pub(super) fn share<const DIGITS: usize>(number: u64, boards: u64) -> Option<String> {
    let one = 10_u128.pow(DIGITS as u32);
    let twice = u128::from(boards) * 2;
    let parts = (u128::from(number) * one * 2 + u128::from(boards)).checked_div(twice)?;
    Some(format!("{}.{:0DIGITS$}", parts / one, parts % one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_to_the_nearest_and_have_all_digits() {
        let shares = [(0, 3), (1, 3), (2, 3), (3, 3), (1, 2_000_000), (u64::MAX, u64::MAX)];
        let expected = ["0.000000", "0.333333", "0.666667", "1.000000", "0.000001", "1.000000"];
        assert_eq!(shares.map(|(number, boards)| share::<6>(number, boards).unwrap()), expected);
        assert_eq!(share::<6>(0, 0), None);
        let percents = [(0, 3), (1, 3), (1, 1), (1, 100_000)].map(|(number, boards)| percent(number, boards));
        assert_eq!(percents.map(Option::unwrap_or_default), ["", "33.3", "100.0", "0.0"]);
    }
}
