//! The bad lines, records, games or rows of a chunk, with the reasons why they are bad.

/// Why a line, record, game or row is bad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// The column of the line, counted from 1 in characters, if it is known.
    pub(crate) column: Option<usize>,
    pub(crate) reason: String,
}

impl Wrong {
    /// Returns the reason without a column.
    pub(crate) fn new(reason: impl ToString) -> Self {
        Self { column: None, reason: reason.to_string() }
    }

    /// Returns the reason why a line of FEN or EPD is bad. Blanks before the line must be included.
    pub(crate) fn in_line(reason: setwise_positions::Reason, line: &[u8]) -> Self {
        Self { column: Some(reason.column(line)), reason: reason.to_string() }
    }
}

/// The bad lines, records, games or rows: those that are not positions, or that have a label that does not fit its
/// column. Each has a place, which is counted from 0 at the start of the chunk. The places are in ascending order.
#[derive(Default)]
pub(crate) struct Bad(Vec<(usize, Wrong)>);

impl Bad {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn first_place(&self) -> Option<usize> {
        self.0.first().map(|(place, _)| *place)
    }

    /// Adds a bad place, which must come after all places that were added earlier.
    pub(crate) fn push(&mut self, place: usize, wrong: Wrong) {
        self.0.push((place, wrong));
    }

    /// Adds bad places in any order. A place counts once, with the reason that was added first.
    pub(crate) fn add(&mut self, more: Vec<(usize, Wrong)>) {
        self.0.extend(more);
        self.0.sort_by_key(|(place, _)| *place);
        self.0.dedup_by_key(|(place, _)| *place);
    }

    /// Moves each place to the element of `places` with the index of this place. The columns are no longer known.
    pub(crate) fn move_to(&mut self, places: &[usize]) {
        for (place, wrong) in &mut self.0 {
            (*place, wrong.column) = (places[*place], None);
        }
    }

    pub(crate) fn contains(&self, place: usize) -> bool {
        self.0.binary_search_by_key(&place, |(place, _)| *place).is_ok()
    }

    /// Keeps only the bad places before `place`.
    pub(crate) fn truncate(&mut self, place: usize) {
        self.0.truncate(self.0.partition_point(|(bad, _)| *bad < place));
    }

    /// Removes all places, and returns them with their reasons.
    pub(crate) fn take(&mut self) -> Vec<(usize, Wrong)> {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_remain_with_their_places() {
        let wrong = |place: usize| Wrong { column: Some(place), reason: format!("reason {place}") };
        let mut bad = Bad::default();
        [3, 7].into_iter().for_each(|place| bad.push(place, wrong(place)));
        for places in [&[5, 9][..], &[1, 6], &[]] {
            bad.add(places.iter().map(|place| (*place, wrong(*place))).collect());
        }
        bad.add(vec![(5, Wrong::new("another"))]);
        assert!(bad.first_place() == Some(1) && bad.contains(9) && !bad.contains(4));
        bad.truncate(9);
        assert_eq!(bad.take(), [1, 3, 5, 6, 7].map(|place| (place, wrong(place))));
    }
}
