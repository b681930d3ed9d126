//! The correct answer to a question, and the columns that contestants read and write. Each column starts at a chosen
//! offset within a page.
//!
//! If two columns have equal offsets within a page of 4 KiB, they can slow each other down. The CPU may then assume
//! that a load from one column depends on an earlier store to the other. Each column therefore has a different offset.
//! Every run uses the same offsets, so that runs can be compared.

use std::ops::Range;

/// The correct answer to a question. The boards of a question repeat after a period, and so do the correct results.
/// Each column of the answer therefore stores only one period.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// Columns of sets or of 64-bit numbers.
    pub sets: Vec<Vec<u64>>,
    /// Columns of population counts.
    pub counts: Vec<Vec<u8>>,
    /// Sums over all boards, such as the sum of the population counts of each result.
    pub totals: Vec<u64>,
}

impl Answer {
    /// Creates the answer to a question that asks for the results themselves. `results` has one row per board.
    #[must_use]
    pub fn sets<const OUT: usize>(results: &[[u64; OUT]]) -> Self {
        Self { sets: transpose(results), ..Self::default() }
    }

    /// Creates the answer to a question that asks for the population count of each result.
    #[must_use]
    pub fn counts<const OUT: usize>(results: &[[u64; OUT]]) -> Self {
        let count = |column: Vec<u64>| column.iter().map(|set| set.count_ones() as u8).collect();
        Self { counts: transpose(results).into_iter().map(count).collect(), ..Self::default() }
    }

    /// Creates the answer to a question that asks for totals. A total is the population count of one result, added up
    /// over `boards` boards.
    #[must_use]
    pub fn totals<const OUT: usize>(results: &[[u64; OUT]], boards: usize) -> Self {
        let total = |column: Vec<u64>| column.iter().cycle().take(boards).map(|set| u64::from(set.count_ones())).sum();
        Self { totals: transpose(results).into_iter().map(total).collect(), ..Self::default() }
    }
}

fn transpose<const OUT: usize>(results: &[[u64; OUT]]) -> Vec<Vec<u64>> {
    (0..OUT).map(|k| results.iter().map(|row| row[k]).collect()).collect()
}

/// The columns of a question, with one element per board. A pass reads `input` and `squares`, and writes the other
/// fields. `S` is the type of single squares.
#[derive(Debug)]
pub struct Workspace<S = u8> {
    /// Sets to read, one column per input.
    pub input: Vec<Column<u64>>,
    /// Single squares to read. The column is empty if the question is not about squares.
    pub squares: Column<S>,
    /// Intermediate results of passes that consist of several steps. They are not part of the answer.
    pub scratch: Vec<Column<u64>>,
    /// Answers that are sets or 64-bit numbers.
    pub sets: Vec<Column<u64>>,
    /// Answers that are population counts, one byte each.
    pub counts: Vec<Column<u8>>,
    /// Answers that are sums over all boards.
    pub totals: Vec<u64>,
}

impl<S: Copy> Workspace<S> {
    /// Creates columns for `boards` boards. The input columns repeat the values in `input` and `squares`. There is one
    /// answer column for each column in `answer`, of the same kind.
    #[must_use]
    pub fn new(boards: usize, input: &[Vec<u64>], squares: &[S], answer: &Answer) -> Self {
        let mut places = Places::default();
        Self {
            input: input.iter().map(|period| Column::cycled(period, boards, places.next())).collect(),
            squares: Column::cycled(squares, if squares.is_empty() { 0 } else { boards }, places.next()),
            scratch: vec![],
            sets: answer.sets.iter().map(|_| Column::cycled(&[0], boards, places.next())).collect(),
            counts: answer.counts.iter().map(|_| Column::cycled(&[0], boards, places.next())).collect(),
            totals: vec![0; answer.totals.len()],
        }
    }

    /// Adds `columns` scratch columns.
    pub fn add_scratch(&mut self, columns: usize) {
        let boards = self.input.first().map_or(0, |column| column.as_slice().len());
        let mut places = Places(11);
        self.scratch.extend((0..columns).map(|_| Column::cycled(&[0], boards, places.next())));
    }

    /// Overwrites every answer. Otherwise a pass that writes nothing could leave an earlier correct answer in place.
    pub fn wipe(&mut self) {
        self.sets.iter_mut().for_each(|column| column.as_mut_slice().fill(0x5EED));
        self.counts.iter_mut().for_each(|column| column.as_mut_slice().fill(0xED));
        self.totals.fill(0x5EED);
    }

    /// Describes the first difference between the answer of a pass and the correct answer `right`. Returns `None` if
    /// there is no difference.
    #[must_use]
    pub fn fault(&self, right: &Answer) -> Option<String> {
        first_fault(&right.sets, &self.sets)
            .or_else(|| first_fault(&right.counts, &self.counts))
            .or_else(|| (self.totals != right.totals).then(|| format!("totals {:?}", self.totals)))
    }

    /// Returns the number of bytes that a pass reads and writes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let words = [&self.input, &self.scratch, &self.sets].into_iter().flatten();
        words.map(|column| size_of_val(column.as_slice())).sum::<usize>()
            + self.counts.iter().map(|column| column.as_slice().len()).sum::<usize>()
            + size_of_val(self.squares.as_slice())
    }
}

/// Borrows the first `N` columns.
///
/// # Panics
///
/// Panics if there are fewer than `N` columns.
#[must_use]
pub fn columns<T: Copy, const N: usize>(columns: &[Column<T>]) -> [&[T]; N] {
    std::array::from_fn(|n| columns[n].as_slice())
}

/// Borrows the first `N` columns mutably.
///
/// # Panics
///
/// Panics if there are fewer than `N` columns.
#[must_use]
pub fn columns_mut<T: Copy, const N: usize>(columns: &mut [Column<T>]) -> [&mut [T]; N] {
    let mut columns = columns.iter_mut();
    std::array::from_fn(|_| columns.next().expect("a question has as many columns as its kernel").as_mut_slice())
}

/// A sequence of offsets within a page. Each offset is 17 cache lines after the previous one, modulo the size of a
/// page. The first 64 offsets are all different.
#[derive(Debug, Default)]
struct Places(usize);

impl Places {
    fn next(&mut self) -> usize {
        let place = self.0 * 17 * 64 % PAGE;
        self.0 += 1;
        place
    }
}

/// The size of a page in bytes.
const PAGE: usize = 4096;

/// A column whose first element is at a fixed offset within a page.
#[derive(Debug)]
pub struct Column<T> {
    buffer: Vec<T>,
    range: Range<usize>,
}

impl<T: Copy> Column<T> {
    /// Creates a column of `length` values by repeating `period`. The column starts `offset` bytes after the start of a
    /// page, and `offset` must be a multiple of the size of `T`. If `period` is empty, the column is empty.
    #[must_use]
    pub fn cycled(period: &[T], length: usize, offset: usize) -> Self {
        let size = size_of::<T>();
        let Some(&any) = period.first() else { return Self { buffer: Vec::new(), range: 0..0 } };
        let mut buffer = vec![any; length + PAGE / size];
        let start = (offset + PAGE - buffer.as_ptr().addr() % PAGE) % PAGE / size;
        let range = start..start + length;
        for chunk in buffer[range.clone()].chunks_mut(period.len()) {
            chunk.copy_from_slice(&period[..chunk.len()]);
        }
        Self { buffer, range }
    }

    /// Returns the values.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.buffer[self.range.clone()]
    }

    /// Returns the values mutably.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.buffer[self.range.clone()]
    }
}

fn first_fault<T: Copy + PartialEq + std::fmt::Debug>(right: &[Vec<T>], got: &[Column<T>]) -> Option<String> {
    let faults = right.iter().zip(got).enumerate().filter_map(|(k, (period, column))| {
        let board = period.iter().cycle().zip(column.as_slice()).position(|(right, got)| right != got)?;
        Some(format!("result {k} of board {board}: {:x?}", column.as_slice()[board]))
    });
    faults.into_iter().next()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_column_starts_where_it_should() {
        for offset in [0, 64, 1088, 4088] {
            let column = Column::cycled(&[7_u64, 8, 9], 100, offset);
            assert_eq!(column.as_slice()[97..], [8, 9, 7]);
            assert_eq!(column.as_slice().len(), 100);
            assert_eq!(column.as_slice().as_ptr().addr() % PAGE, offset);
        }
    }

    #[test]
    fn no_two_of_many_columns_share_an_offset() {
        let mut places = Places::default();
        let offsets: HashSet<usize> = (0..64).map(|_| places.next()).collect();
        assert_eq!(offsets.len(), 64);
    }

    #[test]
    fn a_wrong_board_is_named_and_a_right_answer_has_no_fault() {
        let results = [[1_u64, 0xFF], [2, 0]];
        for answer in [Answer::sets(&results), Answer::counts(&results), Answer::totals(&results, 5)] {
            let mut workspace = <Workspace>::new(5, &[vec![0]], &[], &answer);
            assert!(workspace.fault(&answer).is_some(), "nothing was written");
            for (column, period) in workspace.sets.iter_mut().zip(&answer.sets) {
                *column = Column::cycled(period, 5, 0);
            }
            for (column, period) in workspace.counts.iter_mut().zip(&answer.counts) {
                *column = Column::cycled(period, 5, 0);
            }
            workspace.totals.clone_from(&answer.totals);
            assert_eq!(workspace.fault(&answer), None);
        }
        let answer = Answer::sets(&results);
        let mut workspace = <Workspace>::new(5, &[vec![0]], &[], &answer);
        workspace.sets[0] = Column::cycled(&[1, 2], 5, 0);
        workspace.sets[1] = Column::cycled(&[0xFF, 0, 0xFF, 7, 0xFF], 5, 0);
        assert_eq!(workspace.fault(&answer).unwrap(), "result 1 of board 3: 7");
        assert_eq!(Answer::totals(&results, 5).totals, [5, 24]);
    }
}
