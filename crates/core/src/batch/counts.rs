//! The loops that count. `counts` stores the number of squares in each result, one byte per board. `total` returns one sum
//! for each result of the kernel: the number of squares in all sets, or the sum of all numbers or flags. Neither stores the
//! results themselves.
//!
//! The last register overlaps the previous one. `counts` counts some boards twice and stores the same numbers again. In
//! `total`, a mask removes the results of the boards that have already been counted.

use super::ahead::Prefetcher;
use super::columns::{
    chunks, chunks_mut, common_length, cut, cut_mut, first_length, for_each_below, load, no_revectorize, passes,
};
use crate::chunk::Sealed;
use crate::{Chunk, Isa, Kernel, Lanes, Prefix, Scalar, Spread, Strategy, Words};

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

/// Runs [`total`](crate::Runner::total) on a strategy.
// This function is `#[inline(always)]` for the same reason as `map_on`.
#[inline(always)]
#[track_caller]
pub(crate) fn total_on<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    Strategy { isa, spread, .. }: Strategy<V, S>,
    kernel: K,
    input: [&[u64]; IN],
) -> [u64; OUT] {
    let boards = common_length::<u64, IN, 0>(&input, &[]);
    if const { V::COUNT > 1 } && boards < V::COUNT {
        total_of_few(kernel, input)
    } else {
        let prefetcher = Prefetcher::of_columns(isa, boards, IN);
        isa.enter(
            #[inline(always)]
            move || total_of_boards::<V, S, K, IN, OUT>(isa, spread, kernel, prefetcher, &input),
        )
    }
}

/// Runs `total` on a batch shorter than a register. This function does not depend on the backend, so it is compiled
/// only once for each kernel.
#[inline]
fn total_of_few<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(kernel: K, input: [&[u64]; IN]) -> [u64; OUT] {
    total_of_boards::<Words<1>, Prefix, K, IN, OUT>(Scalar, Prefix, kernel, Prefetcher::OFF, &input)
}

/// Runs the loop of `total` over columns with the same length, which is 0 or at least `V::COUNT`.
#[inline(always)]
fn total_of_boards<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    spread: S,
    kernel: K,
    prefetcher: Prefetcher,
    input: &[&[u64]; IN],
) -> [u64; OUT] {
    let boards = first_length::<u64, IN, 0>(input, &[]);
    let input = cut(input, boards);
    let mut sums = [V::splat(isa, 0); OUT];
    for start in passes(V::COUNT, boards) {
        let registers = (boards - start) / V::COUNT;
        let kept = if start == 0 { V::splat(isa, !0) } else { V::load(isa, V::Chunk::tail_mask(boards % V::COUNT)) };
        add_counts(isa, spread, kernel, prefetcher, &chunks::<V, IN>(input, start, registers), kept, &mut sums);
    }
    let mut totals = [0; OUT];
    for (total, sum) in totals.iter_mut().zip(&sums) {
        let mut words = V::Chunk::EMPTY;
        sum.store(&mut words);
        *total = words.as_ref().iter().fold(0, |sum: u64, word| sum.wrapping_add(*word));
    }
    totals
}

/// Adds the results of every register to `sums`. Only the lanes that `kept` selects are added.
#[inline(always)]
fn add_counts<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    spread: S,
    kernel: K,
    prefetcher: Prefetcher,
    input: &[&[V::Chunk]; IN],
    kept: V,
    sums: &mut [V; OUT],
) {
    let registers = input.first().map_or(0, |chunks| chunks.len());
    for i in 0..registers {
        no_revectorize::<V>();
        prefetcher.prefetch::<V, IN, 0>(isa, input, &[], i);
        let results = kernel.eval(spread, load(isa, input, i));
        for ((result, sum), kind) in results.iter().zip(sums.iter_mut()).zip(&K::KINDS) {
            let kept = *result & kept;
            *sum = sum.wrapping_add(if kind.is_set() { kept.popcount() } else { kept });
        }
    }
}
