//! The right answers to questions.

/// The right answer to a question. Each column is stored as one period, which repeats over the boards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// Columns of sets or of 64-bit numbers.
    pub sets: Vec<Vec<u64>>,
    /// Columns of population counts.
    pub counts: Vec<Vec<u8>>,
    /// The sums over all boards.
    pub totals: Vec<u64>,
}

impl Answer {
    /// Creates the answer of a question that asks for the results themselves, one row per board.
    #[must_use]
    pub fn sets<const OUT: usize>(results: &[[u64; OUT]]) -> Self {
        Self { sets: transpose(results), ..Self::default() }
    }

    /// Creates the answer of a question that asks for the population count of each result.
    #[must_use]
    pub fn counts<const OUT: usize>(results: &[[u64; OUT]]) -> Self {
        let count = |column: Vec<u64>| column.iter().map(|set| set.count_ones() as u8).collect();
        Self { counts: transpose(results).into_iter().map(count).collect(), ..Self::default() }
    }

    /// Creates the answer of a question that asks for the population count of each result column, summed over `boards` boards.
    #[must_use]
    pub fn totals<const OUT: usize>(results: &[[u64; OUT]], boards: usize) -> Self {
        let total = |column: Vec<u64>| column.iter().cycle().take(boards).map(|set| u64::from(set.count_ones())).sum();
        Self { totals: transpose(results).into_iter().map(total).collect(), ..Self::default() }
    }
}

/// Converts rows to columns.
fn transpose<const OUT: usize>(results: &[[u64; OUT]]) -> Vec<Vec<u64>> {
    (0..OUT).map(|k| results.iter().map(|row| row[k]).collect()).collect()
}
