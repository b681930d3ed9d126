//! Workloads as data: name, reason, boards, expected checksum.

use anyhow::{Result, ensure};
use setwise_testkit::random::Sets;
use setwise_testkit::view::View;

use crate::answer::checksum;
use crate::ask::Ask;

/// Boards a column: 16 KiB in and 16 KiB out, inside every first-level data cache of today.
pub const BOARDS_IN_CACHE: usize = 2048;

/// How to make the boards of a workload of so many inputs.
#[derive(Debug, Clone, Copy)]
pub enum Boards<const IN: usize> {
    /// What is taken from each real position as either side sees it, white before black, in file order.
    Real(fn(&View) -> [u64; IN]),
    /// So many pieces on random squares.
    Random(u32),
    /// Every square with probability one half.
    Dense,
}

/// A workload as data; its boards are made from it.
#[derive(Debug, Clone, Copy)]
pub struct Recipe<'a, const IN: usize> {
    /// Short name, part of the question's title.
    pub name: &'a str,
    /// Why it is measured.
    pub reason: &'a str,
    /// What the boards are.
    pub boards: Boards<IN>,
    /// [`checksum`] of the right results for the boards in cache, of the embedded positions where the boards are real.
    pub expected: u64,
}

/// How long the columns are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// [`BOARDS_IN_CACHE`].
    InCache,
    /// So many bytes a board and no fewer boards than that all columns are at least four times the last-level cache.
    PastCaches {
        /// Bytes that a pass touches for each board.
        bytes_per_board: usize,
    },
}

/// Boards with their right results, to be repeated until the columns are full.
#[derive(Debug, Clone)]
pub struct Workload<const IN: usize, const OUT: usize> {
    /// How many boards the columns have.
    pub boards: usize,
    /// One period of the boards.
    pub input: Vec<[u64; IN]>,
    /// One period of the results.
    pub results: Vec<[u64; OUT]>,
}

impl<const IN: usize> Recipe<'_, IN> {
    /// Makes the boards and lets the `oracle` answer them.
    ///
    /// # Errors
    ///
    /// If the results for boards that are known beforehand are not the expected ones: generator, games or oracle changed.
    pub fn make<const OUT: usize>(
        &self,
        ask: Ask<'_>,
        length: Length,
        oracle: impl Fn([u64; IN]) -> [u64; OUT],
    ) -> Result<Workload<IN, OUT>> {
        let in_cache = self.make_unpinned(ask, Length::InCache, &oracle);
        let found = checksum(&in_cache.results);
        let &Self { name, boards, expected, .. } = self;
        let known = ask.real.embedded || !matches!(boards, Boards::Real(_));
        ensure!(!known || found == expected, "{name}: the oracle's answers are {found:#018x}, not {expected:#018x}");
        Ok(if length == Length::InCache { in_cache } else { self.make_unpinned(ask, length, oracle) })
    }

    /// As [`make`](Self::make), for boards whose results are not written down.
    pub fn make_unpinned<const OUT: usize>(
        &self,
        ask: Ask<'_>,
        length: Length,
        oracle: impl Fn([u64; IN]) -> [u64; OUT],
    ) -> Workload<IN, OUT> {
        let mut sets = Sets::seeded(BOARDS_IN_CACHE as u64);
        let mut random = |set: fn(&mut Sets, u32) -> u64, count: u32| -> Vec<[u64; IN]> {
            (0..BOARDS_IN_CACHE).map(|_| std::array::from_fn(|_| set(&mut sets, count))).collect()
        };
        let mut input: Vec<[u64; IN]> = match self.boards {
            Boards::Real(take) => View::of_all(&ask.real.positions).map(|view| take(&view)).collect(),
            Boards::Random(pieces) => random(Sets::of, pieces),
            Boards::Dense => random(|sets, _| sets.dense(), 0),
        };
        let boards = length.boards(input.len(), ask.cache);
        // A long file needs no more than what fills the columns, a short one is repeated.
        let period = if length == Length::InCache { boards } else { input.len().min(boards) };
        input = input.iter().copied().cycle().take(period).collect();
        let results = input.iter().map(|&sets| oracle(sets)).collect();
        Workload { boards, input, results }
    }
}

impl<const IN: usize, const OUT: usize> Workload<IN, OUT> {
    /// One period of each input column.
    #[must_use]
    pub fn columns(&self) -> Vec<Vec<u64>> {
        (0..IN).map(|k| self.input.iter().map(|board| board[k]).collect()).collect()
    }
}

impl Length {
    /// How many boards, whole periods past the caches.
    fn boards(self, period: usize, cache: usize) -> usize {
        match self {
            Self::InCache => BOARDS_IN_CACHE,
            Self::PastCaches { bytes_per_board } => (4 * cache / bytes_per_board).next_multiple_of(period.max(1)),
        }
    }

    /// The same in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::InCache => "in cache",
            Self::PastCaches { .. } => "past the caches",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::RealPositions;
    use setwise_testkit::oracle;

    const TWO: Recipe<'_, 1> =
        Recipe { name: "2 knights", reason: "a test", boards: Boards::Random(2), expected: 0x8F59_054A_938E_DC49 };

    #[test]
    fn a_wrong_oracle_is_found() {
        let real = RealPositions::embedded();
        let right = TWO.make(Ask::all(&real), Length::InCache, |[set]| [oracle::knight_attacks(set)]).unwrap();
        assert_eq!((right.boards, right.input.len(), right.results.len()), (2048, 2048, 2048));
        let error = TWO.make(Ask::all(&real), Length::InCache, |[set]| [oracle::king_attacks(set)]).unwrap_err();
        assert!(error.to_string().starts_with("2 knights: the oracle's answers are"), "{error}");
    }

    #[test]
    fn past_the_caches_all_columns_are_four_times_the_last_level_cache() {
        let length = Length::PastCaches { bytes_per_board: 16 };
        let boards = length.boards(1000, 1 << 20);
        assert!(boards.is_multiple_of(1000) && boards * 16 >= 4 << 20);
    }
}
