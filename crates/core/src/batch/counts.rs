//! The loop that stores a number instead of a set: one byte per board.

use super::ahead::Prefetcher;
use super::columns::{at, at_mut, chunks, chunks_mut, load, no_revectorize, passes};
use crate::chunk::Sealed;
use crate::{Kernel, Lanes, Prefix, Scalar, Spread, Words};

/// Runs `counts` on a batch shorter than a register. One function serves all backends.
#[inline]
pub(super) fn counts_of_few<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    kernel: K,
    boards: usize,
    input: [&[u64]; IN],
    output: [&mut [u8]; OUT],
) {
    counts_of_boards::<Words<1>, Prefix, K, IN, OUT>(Scalar, Prefix, kernel, boards, &input, output);
}

/// Runs the loop of `counts`. Every column has `boards` boards: none, or at least one register.
#[inline(always)]
pub(super) fn counts_of_boards<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    spread: S,
    kernel: K,
    boards: usize,
    input: &[&[u64]; IN],
    mut output: [&mut [u8]; OUT],
) {
    let prefetcher = Prefetcher::new(boards);
    for start in passes::<V>(boards) {
        let registers = (boards - start) / V::COUNT;
        let input = chunks::<V, IN>(*input, start, registers);
        let mut output = chunks_mut(&mut output, start, registers, V::Chunk::counts_mut);
        for i in 0..registers {
            no_revectorize::<V>();
            let from = at(&input, i);
            prefetcher.prefetch::<V>(isa, &from, &[]);
            let results = kernel.eval(spread, load(isa, from));
            for (result, counts) in results.iter().zip(at_mut(&mut output, i)) {
                result.counts(counts.as_mut());
            }
        }
    }
}
