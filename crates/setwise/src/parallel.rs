//! Batches over several threads, for columns past the caches (feature `rayon`).
//!
//! Columns are halved until pieces are short, threads of rayon's pool take the pieces, and each piece is one ordinary batch.
//! Boards do not see each other, so results and their order are those of one thread. What is gained is bounded by memory: one
//! core nearly fills what a channel of memory gives.

use core::mem;

use setwise_core::{Kernel, common_length};

use crate::Backends;

/// Boards below which a piece is not halved again: long enough that handing it over costs nothing against its work.
const PIECE: usize = 1 << 15;

impl Backends {
    /// [`map`](Self::map) over the threads of rayon's pool: the same results in the same order.
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

    /// [`counts`](Self::counts) over the threads of rayon's pool: the same results in the same order.
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

    /// [`total`](Self::total) over the threads of rayon's pool: the same sums.
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

/// Runs `batch` on pieces of the columns, which have so many boards each.
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

/// Where to halve columns, at a multiple of a piece; `None` where they are short enough.
fn middle(boards: usize) -> Option<usize> {
    (boards > PIECE).then(|| (boards / 2).next_multiple_of(PIECE))
}
