//! The loop that stores a number instead of a set: one byte a board.

use super::{at_mut, chunks, keep_registers, load, passes};
use crate::{Body, Chunk, Kernel, Lanes, Spread};

/// `counts` behind the door.
pub(super) struct Counts<'a, V: Lanes, S, K, const IN: usize, const OUT: usize> {
    pub(super) isa: V::Isa,
    pub(super) spread: S,
    pub(super) kernel: K,
    /// The length of every column: none, or at least one register.
    pub(super) boards: usize,
    pub(super) input: [&'a [u64]; IN],
    pub(super) output: [&'a mut [u8]; OUT],
}

impl<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Body
    for Counts<'_, V, S, K, IN, OUT>
{
    type Out = ();

    #[inline(always)]
    fn run(mut self) {
        let (passes, count) = passes::<V>(self.boards);
        for range in &passes[..count] {
            let registers = range.len() / V::COUNT;
            let input = chunks::<V, IN>(self.input, range);
            let mut output = self
                .output
                .each_mut()
                .map(|column| &mut V::Chunk::count_chunks_mut(&mut column[range.clone()])[..registers]);
            for i in 0..registers {
                keep_registers::<V>();
                let results = self.kernel.eval(self.spread, load(self.isa, &input, i));
                for (result, counts) in results.iter().zip(at_mut(&mut output, i)) {
                    result.counts(counts);
                }
            }
        }
    }
}
