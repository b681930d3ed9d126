//! Columns cut into chunks, to be taken from both ends.

use core::ops::Range;
use core::slice;

/// The same boards of every column.
pub(super) type ColumnChunk<'a, T, const IN: usize, const OUT: usize> = ([&'a [u64]; IN], [&'a mut [T]; OUT]);

/// The chunks of columns of one length.
pub(super) struct ColumnChunks<'a, T, const IN: usize, const OUT: usize> {
    left: Range<usize>,
    input: [slice::Chunks<'a, u64>; IN],
    output: [slice::ChunksMut<'a, T>; OUT],
}

impl<'a, T, const IN: usize, const OUT: usize> ColumnChunks<'a, T, IN, OUT> {
    pub(super) fn new(boards: usize, length: usize, input: [&'a [u64]; IN], output: [&'a mut [T]; OUT]) -> Self {
        Self {
            left: 0..boards.div_ceil(length),
            input: input.map(|column| column.chunks(length)),
            output: output.map(|column| column.chunks_mut(length)),
        }
    }
}

const IN_EVERY_COLUMN: &str = "all columns have the same number of chunks";

impl<'a, T, const IN: usize, const OUT: usize> Iterator for ColumnChunks<'a, T, IN, OUT> {
    type Item = ColumnChunk<'a, T, IN, OUT>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left.next()?;
        let input = self.input.each_mut().map(|chunks| chunks.next().expect(IN_EVERY_COLUMN));
        let output = self.output.each_mut().map(|chunks| chunks.next().expect(IN_EVERY_COLUMN));
        Some((input, output))
    }
}

impl<T, const IN: usize, const OUT: usize> DoubleEndedIterator for ColumnChunks<'_, T, IN, OUT> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left.next_back()?;
        let input = self.input.each_mut().map(|chunks| chunks.next_back().expect(IN_EVERY_COLUMN));
        let output = self.output.each_mut().map(|chunks| chunks.next_back().expect(IN_EVERY_COLUMN));
        Some((input, output))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use core::iter;
    use std::vec::Vec;

    /// Returns the words of a column with `boards` boards, each its own index.
    fn column(boards: usize) -> Vec<u64> {
        (0..boards as u64).collect()
    }

    #[test]
    fn chunks_from_both_ends_have_every_board_once_and_begin_at_cache_lines() {
        for boards in [0, 1, 63, 64, 65, 128, 1000] {
            let words = column(boards);
            let mut bytes = std::vec![0_u8; boards];
            let mut chunks = ColumnChunks::new(boards, 64, [&words, &words], [&mut bytes]);
            let mut in_turns = iter::repeat([true, false]).flatten();
            while let Some((input, [bytes])) = if in_turns.next().unwrap() { chunks.next() } else { chunks.next_back() }
            {
                assert!(input[0][0].is_multiple_of(64) && input[0] == input[1] && input[0].len() == bytes.len());
                assert!(
                    bytes.len() == 64 || input[0].ends_with(&[boards as u64 - 1]),
                    "only the last chunk is shorter"
                );
                bytes.iter_mut().for_each(|byte| *byte += 1);
            }
            assert!(bytes.iter().all(|&byte| byte == 1), "{boards} boards");
        }
    }
}
