//! Batches over several threads, for columns that do not fit into the caches (feature `rayon`).
//!
//! Columns are split in half until the pieces are short. The threads of rayon's pool process the pieces, and each piece is one
//! ordinary batch. Boards are independent of each other, so the results and their order are the same as with one thread.
//! Memory limits the gain: one core nearly uses the full bandwidth of one memory channel.

use core::mem;

use setwise_core::{Kernel, common_length};

use crate::Backends;

/// The largest number of boards in a piece that is not split again. Input and output of a piece stay in the second-level cache.
/// The cheapest kernels take about a microsecond for it, several times as long as handing it to another thread that is awake.
const PIECE: usize = 1 << 12;

/// The largest number of boards that a thread outside the pool computes by itself. To enter the pool, it wakes another thread and
/// waits for it, which takes several microseconds.
const BELOW_POOL: usize = 1 << 15;

impl Backends {
    /// Runs [`map`](Self::map) on the threads of rayon's pool, with the same results in the same order.
    ///
    /// # Panics
    ///
    /// If the columns are not all of one length. Nothing is written then.
    #[track_caller]
    pub fn par_map<K, const IN: usize, const OUT: usize>(
        self,
        kernel: K,
        input: [&[u64]; IN],
        output: [&mut [u64]; OUT],
    ) where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        let boards = common_length(input.map(<[u64]>::len), output.each_ref().map(|column| column.len()));
        in_pieces(boards, &input, output, &|input, output| self.map(kernel, input, output));
    }

    /// Runs [`counts`](Self::counts) on the threads of rayon's pool, with the same results in the same order.
    ///
    /// # Panics
    ///
    /// If the columns are not all of one length. Nothing is written then.
    #[track_caller]
    pub fn par_counts<K, const IN: usize, const OUT: usize>(
        self,
        kernel: K,
        input: [&[u64]; IN],
        output: [&mut [u8]; OUT],
    ) where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        let boards = common_length(input.map(<[u64]>::len), output.each_ref().map(|column| column.len()));
        in_pieces(boards, &input, output, &|input, output| self.counts(kernel, input, output));
    }

    /// Runs [`total`](Self::total) on the threads of rayon's pool, with the same sums.
    ///
    /// # Panics
    ///
    /// If the columns are not all of one length.
    #[must_use]
    #[track_caller]
    pub fn par_total<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [u64; OUT]
    where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        self.sum(common_length(input.map(<[u64]>::len), []), kernel, input)
    }

    /// Runs [`heat`](Self::heat) on the threads of rayon's pool, with the same numbers.
    ///
    /// # Panics
    ///
    /// If the columns are not all of one length.
    #[must_use]
    #[track_caller]
    pub fn par_heat<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [[u64; 64]; OUT]
    where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        self.heat_of(common_length(input.map(<[u64]>::len), []), kernel, input)
    }

    fn heat_of<K, const IN: usize, const OUT: usize>(
        self,
        boards: usize,
        kernel: K,
        input: [&[u64]; IN],
    ) -> [[u64; 64]; OUT]
    where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        let Some(middle) = middle(boards) else { return self.heat(kernel, input) };
        let (front, back) = (input.map(|column| &column[..middle]), input.map(|column| &column[middle..]));
        let (mut front, back) =
            rayon::join(|| self.heat_of(middle, kernel, front), || self.heat_of(boards - middle, kernel, back));
        for (number, more) in front.as_flattened_mut().iter_mut().zip(back.as_flattened()) {
            *number += more;
        }
        front
    }

    fn sum<K, const IN: usize, const OUT: usize>(self, boards: usize, kernel: K, input: [&[u64]; IN]) -> [u64; OUT]
    where
        K: Kernel<IN, OUT> + Send + Sync,
    {
        let Some(middle) = middle(boards) else { return self.total(kernel, input) };
        let (front, back) = (input.map(|column| &column[..middle]), input.map(|column| &column[middle..]));
        let (front, back) = rayon::join(|| self.sum(middle, kernel, front), || self.sum(boards - middle, kernel, back));
        core::array::from_fn(|n| front[n].wrapping_add(back[n]))
    }
}

/// Runs `batch` on pieces of the columns. Each column has `boards` boards.
fn in_pieces<T: Send, const IN: usize, const OUT: usize>(
    boards: usize,
    input: &[&[u64]; IN],
    mut output: [&mut [T]; OUT],
    batch: &(impl Fn([&[u64]; IN], [&mut [T]; OUT]) + Sync),
) {
    let Some(middle) = middle(boards) else { return batch(*input, output) };
    let (front, back) = (input.map(|column| &column[..middle]), input.map(|column| &column[middle..]));
    let of_front = output.each_mut().map(|column| {
        let (front, back) = mem::take(column).split_at_mut(middle);
        *column = back;
        front
    });
    rayon::join(|| in_pieces(middle, &front, of_front, batch), || in_pieces(boards - middle, &back, output, batch));
}

/// Returns where to split columns, at a multiple of [`PIECE`], or `None` if they are short enough for this thread.
fn middle(boards: usize) -> Option<usize> {
    let longest = if rayon::current_thread_index().is_some() { PIECE } else { BELOW_POOL };
    (boards > longest).then(|| (boards / 2).next_multiple_of(PIECE))
}
