//! What is right, board by board, and whether a contestant said it.

use setwise_testkit::reference::fnv1a_of_sets;

use crate::workspace::{Column, Workspace};

/// The right answer to a question: each column as one period, which repeats over the boards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// Columns of sets or numbers of 64 bits.
    pub sets: Vec<Vec<u64>>,
    /// Columns of numbers of members.
    pub counts: Vec<Vec<u8>>,
    /// Sums over all boards.
    pub totals: Vec<u64>,
}

impl Answer {
    /// The results themselves.
    #[must_use]
    pub fn sets<const OUT: usize>(results: &[[u64; OUT]]) -> Self {
        Self { sets: transpose(results), ..Self::default() }
    }

    /// The number of members of each result.
    #[must_use]
    pub fn counts<const OUT: usize>(results: &[[u64; OUT]]) -> Self {
        let count = |column: Vec<u64>| column.iter().map(|set| set.count_ones() as u8).collect();
        Self { counts: transpose(results).into_iter().map(count).collect(), ..Self::default() }
    }

    /// The number of members of each result over so many boards.
    #[must_use]
    pub fn totals<const OUT: usize>(results: &[[u64; OUT]], boards: usize) -> Self {
        let total = |column: Vec<u64>| column.iter().cycle().take(boards).map(|set| u64::from(set.count_ones())).sum();
        Self { totals: transpose(results).into_iter().map(total).collect(), ..Self::default() }
    }

    /// Where the answers of a pass differ from this one first, in words; `None` where they are right.
    #[must_use]
    pub fn fault_in(&self, workspace: &Workspace) -> Option<String> {
        first_fault(&self.sets, &workspace.sets)
            .or_else(|| first_fault(&self.counts, &workspace.counts))
            .or_else(|| (self.totals != workspace.totals).then(|| format!("totals {:?}", workspace.totals)))
    }
}

fn first_fault<T: Copy + PartialEq + std::fmt::Debug>(right: &[Vec<T>], got: &[Column<T>]) -> Option<String> {
    let faults = right.iter().zip(got).enumerate().filter_map(|(k, (period, column))| {
        let board = period.iter().cycle().zip(column.as_slice()).position(|(right, got)| right != got)?;
        Some(format!("result {k} of board {board}: {:x?}", column.as_slice()[board]))
    });
    faults.into_iter().next()
}

/// Columns from rows.
fn transpose<const OUT: usize>(results: &[[u64; OUT]]) -> Vec<Vec<u64>> {
    (0..OUT).map(|k| results.iter().map(|row| row[k]).collect()).collect()
}

/// The checksum in which right answers are written down: FNV-1a of the results, board by board.
#[must_use]
pub fn checksum<const OUT: usize>(results: &[[u64; OUT]]) -> u64 {
    fnv1a_of_sets(results.iter().flatten().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_board_is_named_and_a_right_answer_has_no_fault() {
        let results = [[1_u64, 0xFF], [2, 0]];
        for answer in [Answer::sets(&results), Answer::counts(&results), Answer::totals(&results, 5)] {
            let mut workspace = Workspace::new(5, &[vec![0]], &[], &answer);
            assert!(answer.fault_in(&workspace).is_some(), "nothing was written");
            for (column, period) in workspace.sets.iter_mut().zip(&answer.sets) {
                *column = Column::cycled(period, 5, 0);
            }
            for (column, period) in workspace.counts.iter_mut().zip(&answer.counts) {
                *column = Column::cycled(period, 5, 0);
            }
            workspace.totals.clone_from(&answer.totals);
            assert_eq!(answer.fault_in(&workspace), None);
        }
        let answer = Answer::sets(&results);
        let mut workspace = Workspace::new(5, &[vec![0]], &[], &answer);
        workspace.sets[0] = Column::cycled(&[1, 2], 5, 0);
        workspace.sets[1] = Column::cycled(&[0xFF, 0, 0xFF, 7, 0xFF], 5, 0);
        assert_eq!(answer.fault_in(&workspace).unwrap(), "result 1 of board 3: 7");
        assert_eq!(Answer::totals(&results, 5).totals, [5, 24]);
    }
}
