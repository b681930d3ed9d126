//! Cuts the columns of a batch into chunks while several threads take them.
//!
//! ```text
//! columns               [     0     ][    2    ][ 4 ][6|7|5 ][   3   ][     1     ]
//! from the front              0           2       4 ->
//! from the back                                       <-  5      3          1
//! ```
//!
//! The chunks are numbered in the order in which they are taken. The first chunks are long, because a thread takes a lock
//! and starts a loop for each chunk. The last chunks are short, so that all threads finish at almost the same time, even
//! if one of them began late or runs on a slower core.

use core::mem;

/// The approximate number of bytes of the shortest chunks, in all columns together. At the end of a batch, a thread
/// usually waits no longer than one such chunk takes.
const SHORTEST: usize = 16 << 10;

/// A chunk of a batch: the same range of boards in every column.
pub(super) type ColumnChunk<'a, T, const IN: usize, const OUT: usize> = ([&'a [u64]; IN], [&'a mut [T]; OUT]);

/// The chunks of a batch that no thread has taken yet. Each chunk starts at an index that is a multiple of 64. If a column
/// starts at a cache line, its chunks therefore consist of whole cache lines, even in a column of bytes. Only the chunk at
/// the end of the columns may end within a cache line.
pub(super) struct Chunks<'a, T, const IN: usize, const OUT: usize> {
    /// The number of boards that are left.
    boards: usize,
    /// The minimum number of boards in a chunk, before it is rounded up to a multiple of 64.
    shortest: usize,
    /// The number of threads that take chunks.
    threads: usize,
    input: [&'a [u64]; IN],
    output: [&'a mut [T]; OUT],
}

impl<'a, T, const IN: usize, const OUT: usize> Chunks<'a, T, IN, OUT> {
    /// Creates the chunks of columns of `boards` boards for `threads` threads.
    pub(super) fn new(threads: usize, boards: usize, input: [&'a [u64]; IN], output: [&'a mut [T]; OUT]) -> Self {
        Self { boards, shortest: SHORTEST / Self::BYTES_OF_BOARD, threads, input, output }
    }

    /// The number of bytes of a board in all columns together.
    pub(super) const BYTES_OF_BOARD: usize = IN * size_of::<u64>() + OUT * size_of::<T>();

    /// Returns the number of boards in the next chunk from the front: half of a thread's share of the boards that are left,
    /// but at least `shortest`, rounded up to a multiple of 64. If a thread falls behind, the other threads can take the
    /// other half of its share.
    fn next_length(&self) -> usize {
        let half_a_share = self.boards / (2 * self.threads);
        half_a_share.max(self.shortest).max(1).next_multiple_of(64).min(self.boards)
    }
}

impl<'a, T, const IN: usize, const OUT: usize> Iterator for Chunks<'a, T, IN, OUT> {
    type Item = ColumnChunk<'a, T, IN, OUT>;

    fn next(&mut self) -> Option<Self::Item> {
        let length = self.next_length();
        self.boards -= length;
        let input = self.input.each_mut().map(|column| column.split_off(..length).expect(SAME));
        let output = self.output.each_mut().map(|column| column.split_off_mut(..length).expect(SAME));
        (length > 0).then_some((input, output))
    }
}

impl<T, const IN: usize, const OUT: usize> DoubleEndedIterator for Chunks<'_, T, IN, OUT> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let start = (self.boards - self.next_length()) / 64 * 64;
        let length = mem::replace(&mut self.boards, start) - start;
        let input = self.input.each_mut().map(|column| column.split_off(start..).expect(SAME));
        let output = self.output.each_mut().map(|column| column.split_off_mut(start..).expect(SAME));
        (length > 0).then_some((input, output))
    }
}

/// The message of the panic if a column is shorter than the others.
const SAME: &str = "all columns have the same number of boards";

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::vec;
    use std::vec::Vec;

    /// Takes chunks from both ends, in an order that depends on the number of boards.
    #[test]
    fn chunks_from_both_ends_cover_the_columns_and_start_at_multiples_of_64() {
        for threads in [2, 3, 5] {
            for boards in (0..200).chain([4095, 4096, 4097, 100_000, 262_144, 262_207]) {
                let (input, mut output) = (vec![1; boards], vec![0_u8; boards]);
                let mut chunks = Chunks::new(threads, boards, [&input], [&mut output]);
                let shortest = chunks.shortest;
                let mut lengths = Vec::new();
                while let Some(([sets], [results])) =
                    if (boards + lengths.len()).is_multiple_of(3) { chunks.next() } else { chunks.next_back() }
                {
                    let start = (sets.as_ptr().addr() - input.as_ptr().addr()) / size_of::<u64>();
                    assert!(
                        start.is_multiple_of(64) && sets.len() == results.len(),
                        "{boards} boards: chunk from {start}"
                    );
                    results.iter_mut().for_each(|result| *result += 1);
                    lengths.push(sets.len());
                }
                assert!(output.iter().all(|&times| times == 1), "{boards} boards: chunks of {lengths:?}");
                // A chunk from the back may have up to 63 boards more, so that it starts at a multiple of 64.
                let longest = shortest.max(boards / (2 * threads)).next_multiple_of(64) + 63;
                let (last, others) = lengths.split_last().unwrap_or((&0, &[]));
                assert!(others.iter().all(|length| (shortest..=longest).contains(length)), "{boards}: {lengths:?}");
                assert!(*last <= longest && lengths.is_sorted_by(|before, after| before + 64 > *after), "{lengths:?}");
            }
        }
    }

    #[test]
    fn wide_boards_have_chunks_of_64_boards() {
        let columns = [&[0; 1000][..]; 300];
        let lengths: Vec<_> =
            Chunks::<u64, 300, 0>::new(8, 1000, columns, []).map(|(sets, [])| sets[0].len()).collect();
        assert_eq!(lengths[lengths.len() - 2..], [64, 40]);
        assert!(lengths.iter().sum::<usize>() == 1000 && lengths.is_sorted_by(|before, after| before >= after));
    }
}
