//! The loop that stores a number instead of a set: one byte per board.

use super::columns::{at_mut, chunks, keep_registers, load, passes};
use crate::chunk::Sealed;
use crate::{Kernel, Lanes, Prefix, Scalar, Spread, Words};

/// Runs `counts` on a batch shorter than a register. One function serves all backends.
#[inline]
pub(super) fn counts_of_few<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    kernel: K,
    boards: usize,
    input: [&[u64]; IN],
    mut output: [&mut [u8]; OUT],
) {
    counts_of_boards::<Words<1>, Prefix, K, IN, OUT>(Scalar, Prefix, kernel, boards, &input, &mut output);
}

/// Runs the loop of `counts`. Every column has `boards` boards: none, or at least one register.
#[inline(always)]
pub(super) fn counts_of_boards<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    spread: S,
    kernel: K,
    boards: usize,
    input: &[&[u64]; IN],
    output: &mut [&mut [u8]; OUT],
) {
    let (passes, count) = passes::<V>(boards);
    for range in &passes[..count] {
        let registers = range.len() / V::COUNT;
        let input = chunks::<V, IN>(*input, range);
        let mut output =
            output.each_mut().map(|column| &mut V::Chunk::counts_mut(&mut column[range.clone()])[..registers]);
        for i in 0..registers {
            keep_registers::<V>();
            let results = kernel.eval(spread, load(isa, &input, i));
            for (result, counts) in results.iter().zip(at_mut(&mut output, i)) {
                result.counts(counts.as_mut());
            }
        }
    }
}
