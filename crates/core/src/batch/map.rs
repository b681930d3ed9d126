//! The loop of `map`, which stores the results.

use super::ahead::{LONG, Prefetcher};
use super::columns::{
    at, at_mut, chunks, chunks_mut, common_length, cut, cut_mut, first_length, load, no_revectorize, passes,
};
use super::past_caches::{MOST_PAST_CACHES, exceed_caches};
use crate::{Chunk, Isa, Kernel, Lanes, PastCaches, Prefix, Scalar, Spread, Strategy, Words};

/// Runs [`map`](crate::Runner::map) on a strategy.
// This function is `#[inline(always)]`, so it receives the slices in registers. A function that is not inlined receives
// its arrays of slices through memory. If there are only a few boards, this transfer takes more time than the
// computation (`job.rs` explains why).
#[inline(always)]
#[track_caller]
pub(crate) fn map_on<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    strategy: Strategy<V, S>,
    kernel: K,
    input: [&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    let boards = common_length(input.map(<[u64]>::len), output.each_ref().map(|column| column.len()));
    if boards < V::COUNT {
        map_few(kernel, input, output);
    } else if V::COUNT > 1 && OUT <= MOST_PAST_CACHES && boards > LONG && exceed_caches(strategy.isa, boards, OUT) {
        map_past_caches(strategy, kernel, input, output);
    } else {
        map_registers(strategy, kernel, input, output, false);
    }
}

/// Runs `map` inside the target-feature boundary.
// The boundary is entered only here, so that the loop is compiled only once for each kernel.
#[inline(always)]
fn map_registers<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    Strategy { isa, spread, .. }: Strategy<V, S>,
    kernel: K,
    input: [&[u64]; IN],
    output: [&mut [u64]; OUT],
    past_caches: bool,
) {
    isa.enter(
        #[inline(always)]
        move || map_boards::<V, S, K, IN, OUT>(isa, spread, kernel, &input, output, past_caches),
    );
}

/// Runs `map` on columns that exceed the caches. First computes one register at each end of the columns. Then computes
/// all aligned registers and stores them past the caches. Boards in several of these registers are computed twice.
// This function is hidden because `map` calls it. It is public so that tests can call it for short columns.
#[doc(hidden)]
#[cold]
#[inline(never)]
pub fn map_past_caches<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    strategy: Strategy<V, S>,
    kernel: K,
    input: [&[u64]; IN],
    mut output: [&mut [u64]; OUT],
) {
    let boards = input.first().map_or(0, |column| column.len());
    let aligned = output.first().map_or(0, |column| column.as_ptr().align_offset(size_of::<V::Chunk>()) % V::COUNT);
    let registers = (boards - aligned) / V::COUNT;
    let parts = [0..V::COUNT, boards - V::COUNT..boards, aligned..aligned + registers * V::COUNT];
    for (part, past_caches) in parts.into_iter().zip([false, false, true]) {
        let output = output.each_mut().map(|column| &mut column[part.clone()]);
        map_registers(strategy, kernel, input.map(|column| &column[part.clone()]), output, past_caches);
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
    map_boards::<Words<1>, Prefix, K, IN, OUT>(Scalar, Prefix, kernel, &input, output, false);
}

/// Runs the loop of `map` over columns with the same length, which is 0 or at least `V::COUNT`. Stores the
/// results past the caches if `past_caches` is true. In that case, the length must be a multiple of `V::COUNT`.
#[inline(always)]
fn map_boards<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    spread: S,
    kernel: K,
    input: &[&[u64]; IN],
    output: [&mut [u64]; OUT],
    past_caches: bool,
) {
    let past_caches = (OUT <= MOST_PAST_CACHES && past_caches).then(|| PastCaches::<V>::new(isa));
    let boards = first_length(input, &output);
    let prefetcher = Prefetcher::of_columns(isa, boards, IN);
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
                match &past_caches {
                    Some(past_caches) => result.store_past_caches(chunk, past_caches),
                    None => result.store(chunk),
                }
            }
        }
    }
}
