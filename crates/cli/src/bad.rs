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

/// The places of bad lines, records, games or rows: those that are not positions, or that have a label that does not
/// fit its column. A place is counted from 0 at the start of the chunk.
#[derive(Default)]
pub(crate) struct Bad {
    /// The places in ascending order.
    places: Vec<usize>,
    /// The reason for each place, or only for the first place unless all reasons are kept.
    reasons: Vec<Wrong>,
    keeps_all: bool,
}

impl Bad {
    /// Returns an empty collection. Unless `keeps_all` is set, only the reason for the first place is kept.
    pub(crate) fn new(keeps_all: bool) -> Self {
        Self { keeps_all, ..Self::default() }
    }

    /// Removes all places.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.reasons.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn first_place(&self) -> Option<usize> {
        self.places.first().copied()
    }

    /// Removes all places, and returns those that have a reason with their reasons: all places, or only the first.
    pub(crate) fn take_reasons(&mut self) -> Vec<(usize, Wrong)> {
        self.places.drain(..).zip(self.reasons.drain(..)).collect()
    }

    /// Adds a bad place, which must come after all places that were added earlier. `wrong` is called only if its reason
    /// is kept.
    pub(crate) fn push(&mut self, place: usize, wrong: impl FnOnce() -> Wrong) {
        self.places.push(place);
        if self.keeps_all || self.reasons.is_empty() {
            self.reasons.push(wrong());
        }
    }

    /// Adds bad places, each with its reason. `more` must be in ascending order, but its places may come before places
    /// that were added earlier. A place counts once, with the reason that was added first.
    pub(crate) fn add(&mut self, more: Vec<(usize, Wrong)>) {
        let mut reasons = Vec::with_capacity(if self.keeps_all { self.len() + more.len() } else { 2 });
        reasons.extend(self.places.iter().copied().zip(self.reasons.drain(..)));
        self.places.extend(more.iter().map(|(place, _)| place));
        self.places.sort_unstable();
        self.places.dedup();
        reasons.extend(more.into_iter().take(if self.keeps_all { usize::MAX } else { 1 }));
        reasons.sort_by_key(|(place, _)| *place);
        reasons.dedup_by_key(|(place, _)| *place);
        reasons.truncate(if self.keeps_all { usize::MAX } else { 1 });
        self.reasons.extend(reasons.into_iter().map(|(_, reason)| reason));
    }

    /// Moves each place to the element of `places` with the index of this place. The columns are no longer known.
    pub(crate) fn move_to(&mut self, places: &[usize]) {
        self.reasons.iter_mut().for_each(|wrong| wrong.column = None);
        self.places.iter_mut().for_each(|place| *place = places[*place]);
    }

    pub(crate) fn contains(&self, place: usize) -> bool {
        self.places.binary_search(&place).is_ok()
    }

    /// Keeps only the bad places before `place`.
    pub(crate) fn truncate(&mut self, place: usize) {
        self.places.truncate(self.places.partition_point(|bad| *bad < place));
        self.reasons.truncate(self.places.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_remain_with_their_places() {
        let reason = |place: usize| Wrong { column: Some(place), reason: format!("reason {place}") };
        for keeps_all in [false, true] {
            let mut bad = Bad::new(keeps_all);
            let add = |bad: &mut Bad, places: &[usize]| {
                bad.add(places.iter().map(|place| (*place, reason(*place))).collect());
            };
            bad.push(3, || reason(3));
            bad.push(7, || reason(7));
            add(&mut bad, &[5, 9]);
            add(&mut bad, &[1, 6]);
            add(&mut bad, &[]);
            assert_eq!((bad.len(), bad.first_place()), (6, Some(1)));
            assert!(bad.contains(9) && !bad.contains(4));
            bad.truncate(9);
            let all = bad.take_reasons();
            assert!(all.iter().all(|(place, wrong)| *wrong == reason(*place)), "{all:?}");
            let places: Vec<usize> = all.iter().map(|(place, _)| *place).collect();
            assert_eq!(places, [1, 3, 5, 6, 7][..if keeps_all { 5 } else { 1 }]);
            bad.clear();
            assert_eq!((bad.len(), bad.take_reasons()), (0, vec![]));
        }
    }
}
