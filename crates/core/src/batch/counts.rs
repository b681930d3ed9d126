//! The loop of `counts`, which stores the number of squares in each result, one byte per board.

use super::ahead::Prefetcher;
use super::columns::{
    chunks, chunks_mut, common_length, cut, cut_mut, first_length, for_each_below, load, no_revectorize, passes,
};
use crate::chunk::Sealed;
use crate::{Isa, Kernel, Lanes, Prefix, Scalar, Spread, Strategy, Words};

/// Runs [`counts`](crate::Runner::counts) on a strategy.
// Unlike `map_on`, this function is not `#[inline(always)]`. Inlining would save no time, and crates that call the
// function would take longer to compile.
#[inline]
#[track_caller]
pub(crate) fn counts_on<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    Strategy { isa, spread, .. }: Strategy<V, S>,
    kernel: K,
    input: [&[u64]; IN],
    output: [&mut [u8]; OUT],
) {
    let boards = common_length(&input, &output);
    if const { V::COUNT > 1 } && boards < V::COUNT {
        counts_of_few(kernel, input, output);
    } else {
        isa.enter(
            #[inline(always)]
            move || counts_of_boards::<V, S, K, IN, OUT>(isa, spread, kernel, &input, output),
        );
    }
}

/// Runs `counts` on a batch shorter than a register. This function does not depend on the backend, so it is compiled
/// only once for each kernel.
#[inline]
fn counts_of_few<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    kernel: K,
    input: [&[u64]; IN],
    output: [&mut [u8]; OUT],
) {
    counts_of_boards::<Words<1>, Prefix, K, IN, OUT>(Scalar, Prefix, kernel, &input, output);
}

/// Runs the loop of `counts` over columns with the same length, which is 0 or at least `V::COUNT`.
#[inline(always)]
fn counts_of_boards<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    spread: S,
    kernel: K,
    input: &[&[u64]; IN],
    output: [&mut [u8]; OUT],
) {
    let boards = first_length(input, &output);
    let prefetcher = Prefetcher::new(boards);
    let (input, mut output) = (cut(input, boards), cut_mut(output, boards));
    for start in passes(V::COUNT, boards) {
        let registers = (boards - start) / V::COUNT;
        let input = chunks::<V, IN>(input, start, registers);
        let output = chunks_mut(&mut output, start, registers, V::Chunk::counts_mut);
        #[allow(clippy::needless_range_loop, reason = "the same index is used for every column")]
        for i in 0..registers {
            no_revectorize::<V>();
            prefetcher.prefetch::<V, IN, 0>(isa, &input, &[], i);
            let results = kernel.eval(spread, load(isa, &input, i));
            for_each_below!(OUT, k => results[k].counts(output[k][i].as_mut()));
        }
    }
}
