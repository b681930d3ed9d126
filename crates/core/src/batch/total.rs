//! The loop that stores nothing: one sum a result.
//!
//! Here an overlapping last register would count boards twice. So the tail is padded, and a mask removes what the kernel
//! makes of the padding: it need not be empty, since a kernel may well answer all squares for no piece.

use core::hint;

use super::{chunks, keep_registers, load};
use crate::{Body, Chunk, Kernel, Lanes, Spread};

/// `total` behind the door.
pub(super) struct Total<'a, V: Lanes, S, K, const IN: usize, const OUT: usize> {
    pub(super) isa: V::Isa,
    pub(super) spread: S,
    pub(super) kernel: K,
    /// The length of every column.
    pub(super) boards: usize,
    pub(super) input: [&'a [u64]; IN],
}

impl<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Body
    for Total<'_, V, S, K, IN, OUT>
{
    type Out = [u64; OUT];

    #[inline(always)]
    fn run(self) -> [u64; OUT] {
        let whole = self.boards - self.boards % V::COUNT;
        let padded = self.input.map(|column| V::Chunk::padded(&column[whole..]));
        let passes = [
            (chunks::<V, IN>(self.input, &(0..whole)), V::splat(self.isa, !0)),
            (
                padded.each_ref().map(core::slice::from_ref),
                V::load(self.isa, &V::Chunk::first_full(self.boards - whole)),
            ),
        ];
        let count = if whole == self.boards { 1 } else { 2 };
        let mut sums = [V::splat(self.isa, 0); OUT];
        // The number is hidden from the compiler, which would else write the kernel twice.
        for (input, kept) in &passes[..hint::black_box(count).min(2)] {
            self.pass(input, *kept, &mut sums);
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
