//! The loop that stores nothing: one sum a result.
//!
//! Here the overlapping last register would count boards twice, so a mask takes off the results of those counted before.

use super::{chunks, keep_registers, load, passes};
use crate::{Body, Chunk, Kernel, Lanes, Spread};

/// `total` behind the door.
pub(super) struct Total<'a, V: Lanes, S, K, const IN: usize, const OUT: usize> {
    pub(super) isa: V::Isa,
    pub(super) spread: S,
    pub(super) kernel: K,
    /// The length of every column: none, or at least one register.
    pub(super) boards: usize,
    pub(super) input: [&'a [u64]; IN],
}

impl<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Body
    for Total<'_, V, S, K, IN, OUT>
{
    type Out = [u64; OUT];

    #[inline(always)]
    fn run(self) -> [u64; OUT] {
        let (passes, count) = passes::<V>(self.boards);
        let kept = [V::splat(self.isa, !0), V::load(self.isa, V::Chunk::last_full(self.boards % V::COUNT))];
        let mut sums = [V::splat(self.isa, 0); OUT];
        for (range, kept) in passes[..count].iter().zip(kept) {
            self.pass(&chunks::<V, IN>(self.input, range), kept, &mut sums);
        }
        let mut totals = [0; OUT];
        for (total, sum) in totals.iter_mut().zip(&sums) {
            let mut words = V::Chunk::EMPTY;
            sum.store(&mut words);
            *total = words.sum();
        }
        totals
    }
}

impl<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Total<'_, V, S, K, IN, OUT> {
    /// Adds the counts of every register of the columns, of the lanes under `kept`.
    #[inline(always)]
    fn pass(&self, input: &[&[V::Chunk]; IN], kept: V, sums: &mut [V; OUT]) {
        for i in 0..input.first().map_or(0, |chunks| chunks.len()) {
            keep_registers::<V>();
            let results = self.kernel.eval(self.spread, load(self.isa, input, i));
            for (result, sum) in results.iter().zip(sums.iter_mut()) {
                *sum = sum.add((*result & kept).popcount());
            }
        }
    }
}
