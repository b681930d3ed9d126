//! Describes workloads as data: name, reason, boards and expected checksum.

use anyhow::{Result, ensure};
use setwise_testkit::random::Sets;
use setwise_testkit::random::fnv1a_of_sets;
use setwise_testkit::view::View;

use crate::Setup;

/// The number of boards in a column in cache. An input column and an output column take 16 KiB each. Together, they fit
/// in the first-level data cache of current CPUs.
pub const BOARDS_IN_CACHE: usize = 2048;

/// The boards of a workload with `IN` inputs.
#[derive(Debug, Clone, Copy)]
pub enum Boards<const IN: usize> {
    /// The sets that the function returns for both views of each real position: first White's view, then Black's. The
    /// positions are in the order of the games or of the file.
    Real(fn(&View) -> [u64; IN]),
    /// Sets with a given number of random squares.
    Random(u32),
}

/// The description of a workload, from which its boards are generated.
#[derive(Debug, Clone, Copy)]
pub struct Recipe<'a, const IN: usize> {
    /// A short name, part of the question's title.
    pub name: &'a str,
    /// The reason why the workload is measured.
    pub reason: &'a str,
    /// The boards.
    pub boards: Boards<IN>,
    /// The [`checksum`] of the correct results for the boards in cache. For real boards, this is the checksum for the
    /// embedded positions.
    pub expected: u64,
}

/// The maximum total size in bytes of the columns of a question in main memory, before the number of boards is rounded
/// up to whole periods. The size is limited because a virtual machine may report the whole cache of its host, although
/// it can use only a part of that cache.
const LONGEST: usize = 1 << 30;

/// The length of the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// [`BOARDS_IN_CACHE`] boards.
    InCache,
    /// Enough boards to make the columns together about four times as large as the last-level cache, but not larger
    /// than about a gibibyte.
    PastCaches {
        /// The assumed number of bytes per board in all columns together.
        bytes_per_board: usize,
    },
}

/// Boards with their correct results, repeated until the columns are full.
#[derive(Debug, Clone)]
pub struct Workload<const IN: usize, const OUT: usize> {
    /// The number of boards in the columns.
    pub boards: usize,
    /// The boards before repetition.
    pub input: Vec<[u64; IN]>,
    /// The results before repetition.
    pub results: Vec<[u64; OUT]>,
}

/// Returns a column of [`BOARDS_IN_CACHE`] values. If there are fewer values, they are repeated. If there are none, the
/// column is empty.
pub fn column<T: Copy>(values: impl Iterator<Item = T>) -> Vec<T> {
    let period: Vec<T> = values.take(BOARDS_IN_CACHE).collect();
    period.iter().copied().cycle().take(BOARDS_IN_CACHE).collect()
}

/// Returns the checksum that is stored for correct answers: the FNV-1a hash of the results, board by board.
#[must_use]
pub fn checksum<const OUT: usize>(results: &[[u64; OUT]]) -> u64 {
    fnv1a_of_sets(results.iter().flatten().copied())
}

impl<const IN: usize> Recipe<'_, IN> {
    /// Generates the boards and computes the expected results with `oracle`.
    ///
    /// # Errors
    ///
    /// Returns an error if the results for random boards or for the embedded positions do not have the expected
    /// checksum. In that case the generator, the games or the oracle have changed.
    pub fn make<const OUT: usize>(
        &self,
        setup: Setup<'_>,
        length: Length,
        oracle: impl Fn([u64; IN]) -> [u64; OUT],
    ) -> Result<Workload<IN, OUT>> {
        let in_cache = self.make_unpinned(setup, Length::InCache, &oracle);
        let found = checksum(&in_cache.results);
        let &Self { name, boards, expected, .. } = self;
        let known = setup.real.embedded || !matches!(boards, Boards::Real(_));
        ensure!(
            !known || found == expected,
            "{name}: the checksum of the oracle's answers is {found:#018x}, expected {expected:#018x}"
        );
        Ok(if length == Length::InCache { in_cache } else { self.make_unpinned(setup, length, oracle) })
    }

    /// Generates a workload like [`make`](Self::make), without comparing the results with the expected checksum.
    pub(crate) fn make_unpinned<const OUT: usize>(
        &self,
        setup: Setup<'_>,
        length: Length,
        oracle: impl Fn([u64; IN]) -> [u64; OUT],
    ) -> Workload<IN, OUT> {
        let mut sets = Sets::seeded(BOARDS_IN_CACHE as u64);
        let mut input: Vec<[u64; IN]> = match self.boards {
            Boards::Real(take) => View::of_all(&setup.real.positions).map(|view| take(&view)).collect(),
            Boards::Random(pieces) => (0..BOARDS_IN_CACHE).map(|_| std::array::from_fn(|_| sets.of(pieces))).collect(),
        };
        let boards = length.boards(input.len(), setup.cache);
        // If there are more boards than the columns hold, the last boards are left out. If there are fewer, they are
        // repeated.
        let period = if length == Length::InCache { boards } else { input.len().min(boards) };
        input = input.iter().copied().cycle().take(period).collect();
        let results = input.iter().map(|&sets| oracle(sets)).collect();
        Workload { boards, input, results }
    }
}

impl<const IN: usize, const OUT: usize> Workload<IN, OUT> {
    /// Returns each input column before repetition.
    #[must_use]
    pub fn columns(&self) -> Vec<Vec<u64>> {
        (0..IN).map(|k| self.input.iter().map(|board| board[k]).collect()).collect()
    }
}

impl Length {
    /// Returns the number of boards. In main memory it is a multiple of `period`, so that columns contain whole
    /// periods.
    fn boards(self, period: usize, cache: usize) -> usize {
        match self {
            Self::InCache => BOARDS_IN_CACHE,
            Self::PastCaches { bytes_per_board } => {
                ((4 * cache).min(LONGEST) / bytes_per_board).next_multiple_of(period.max(1))
            }
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
        let right = TWO.make(Setup::all(&real), Length::InCache, |[set]| [oracle::knight_attacks(set)]).unwrap();
        assert_eq!((right.boards, right.input.len(), right.results.len()), (2048, 2048, 2048));
        let error = TWO.make(Setup::all(&real), Length::InCache, |[set]| [oracle::king_attacks(set)]).unwrap_err();
        assert!(error.to_string().starts_with("2 knights: the checksum of the oracle's answers is"), "{error}");
    }

    #[test]
    fn past_the_caches_all_columns_are_four_times_the_last_level_cache() {
        let length = Length::PastCaches { bytes_per_board: 16 };
        let boards = length.boards(1000, 1 << 20);
        assert!(boards.is_multiple_of(1000) && boards * 16 >= 4 << 20);
        assert_eq!(length.boards(1024, 1 << 40) * 16, LONGEST);
    }
}
