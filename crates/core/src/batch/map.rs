//! The loop of `map`, which stores the results.

use super::ahead::Prefetcher;
use super::columns::{at, at_mut, chunks, chunks_mut, common_length, cut, cut_mut, first_length, load, no_revectorize, passes};
use crate::{Chunk, Isa, Kernel, Lanes, Prefix, Scalar, Spread, Strategy, Words};

/// Runs [`map`](crate::Runner::map) on a strategy.
// This function is `#[inline(always)]`, so it receives the slices in registers. A function that is not inlined receives
// its arrays of slices through memory. If there are only a few boards, this transfer takes more time than the
// computation (`job.rs` explains why).
#[inline(always)]
#[track_caller]
pub(crate) fn map_on<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    Strategy { isa, spread, .. }: Strategy<V, S>,
    kernel: K,
    input: [&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    let boards = common_length(input.map(<[u64]>::len), output.each_ref().map(|column| column.len()));
    if boards < V::COUNT {
        map_few(kernel, input, output);
    } else {
        isa.enter(
            #[inline(always)]
            move || map_boards::<V, S, K, IN, OUT>(isa, spread, kernel, &input, output),
        );
    }
}

/// Runs `map` on a batch shorter than a register. This function does not depend on the backend, so it is compiled only
/// once for each kernel.
#[inline]
fn map_few<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    kernel: K,
    input: [&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    map_boards::<Words<1>, Prefix, K, IN, OUT>(Scalar, Prefix, kernel, &input, output);
}

/// Runs the loop of `map` over columns with the same length, which is 0 or at least `V::COUNT`.
#[inline(always)]
fn map_boards<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    spread: S,
    kernel: K,
    input: &[&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    let boards = first_length(input, &output);
    let prefetcher = Prefetcher::new(boards);
    let (input, mut output) = (cut(input, boards), cut_mut(output, boards));
    for start in passes::<V>(boards) {
        let registers = (boards - start) / V::COUNT;
        let input = chunks::<V, IN>(input, start, registers);
        let mut output = chunks_mut(&mut output, start, registers, V::Chunk::chunks_mut);
        // This loop passes no register by value to a closure or an iterator. The compiler might not inline such a call,
        // and would then pass the register through memory.
        for i in 0..registers {
            no_revectorize::<V>();
            let (from, to) = (at(&input, i), at_mut(&mut output, i));
            prefetcher.prefetch::<V>(isa, &from, &to);
            let results = kernel.eval(spread, load(isa, from));
            for (result, chunk) in results.iter().zip(to) {
                result.store(chunk);
            }
        }
    }
}
