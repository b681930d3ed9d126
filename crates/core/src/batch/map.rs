//! The loop of `map`, which stores the results.

use super::ahead::{LONG, Prefetcher};
use super::columns::{
    chunks, chunks_mut, common_length, copied, copied_mut, cut, cut_mut, first_length, for_each_below, load,
    no_revectorize, parts, parts_mut, passes,
};
use super::past_caches::{BlockOrder, LINE, MOST_PAST_CACHES, PAGE, exceed_caches, prefetch_next_pages};
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
    let boards = common_length(&input, &output);
    if const { V::COUNT > 1 } && boards < V::COUNT {
        map_few(kernel, boards, input, output);
    } else if const { V::STORES_PAST_CACHES && OUT <= MOST_PAST_CACHES } && boards > LONG {
        map_long(strategy, kernel, copied(input), copied_mut(output));
    } else {
        let prefetcher = Prefetcher::of_columns(strategy.isa, boards, IN);
        map_registers(strategy, kernel, prefetcher, input, output);
    }
}

/// Runs `map` on long columns. Stores the results past the caches if they do not fit into the last-level cache.
// This function is not inlined, so that a call with short columns need not save the registers that this function uses.
#[cold]
#[inline(never)]
fn map_long<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    strategy: Strategy<V, S>,
    kernel: K,
    input: [&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    let boards = first_length(&input, &output);
    if exceed_caches(strategy.isa, boards, OUT) {
        map_past_caches(strategy, kernel, BlockOrder::of(strategy.isa), input, output);
    } else {
        let prefetcher = Prefetcher::of_columns(strategy.isa, boards, IN);
        map_registers(strategy, kernel, prefetcher, input, output);
    }
}

/// Runs `map` inside the target-feature boundary.
// The boundary is entered only here, so that each kernel's loop is compiled only once for each backend.
#[inline(always)]
fn map_registers<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    Strategy { isa, spread, .. }: Strategy<V, S>,
    kernel: K,
    prefetcher: Prefetcher,
    input: [&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    isa.enter(
        #[inline(always)]
        move || {
            let boards = first_length(&input, &output);
            map_boards::<V, S, K, IN, OUT>(isa, spread, kernel, prefetcher, boards, &input, output);
        },
    );
}

/// Runs `map` and stores the results past the caches. The columns must have at least `V::COUNT` boards.
///
/// Computes the boards in blocks. The results of a block are written to a buffer, which stays in the first-level cache,
/// and are then copied to the columns. Each block starts and ends at a boundary of cache lines of the first result
/// column. The boards at both ends of the columns are therefore computed first and stored in the usual way. A result
/// column with another alignment than the first is copied by usual stores. `order` is the order of the blocks.
// This function is hidden because `map` calls it. It is public so that tests can call it for short columns.
#[doc(hidden)]
#[inline(never)]
pub fn map_past_caches<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    strategy: Strategy<V, S>,
    kernel: K,
    order: BlockOrder,
    input: [&[u64]; IN],
    mut output: [&mut [u64]; OUT],
) {
    let boards = first_length(&input, &output);
    let ends = (2 * LINE).min(boards);
    for part in [0..ends, boards - ends..boards] {
        let results = parts_mut(&mut output, part.clone());
        map_registers(strategy, kernel, Prefetcher::OFF, parts(&input, part), results);
    }
    let aligned = output.first().map_or(0, |column| column.as_ptr().align_offset(LINE * size_of::<u64>()) % LINE);
    let end = aligned + boards.saturating_sub(aligned) / LINE * LINE;
    let past_caches = PastCaches::<V>::new(strategy.isa);
    let mut buffer = [const { Block([0; PAGE]) }; OUT];
    for start in order.starts(aligned..end) {
        let part = start..end.min(start + order.block);
        let input = parts(&input, part.clone());
        if order.prefetches {
            prefetch_next_pages::<V, IN>(strategy.isa, &input);
        }
        let results = parts_of_blocks(&mut buffer, part.len());
        map_registers(strategy, kernel, Prefetcher::OFF, input, results);
        for (column, block) in output.iter_mut().zip(&buffer) {
            V::copy_past_caches(strategy.isa, &block.0[..part.len()], &mut column[part.clone()], &past_caches);
        }
    }
}

/// One column of the results of a block, aligned to a cache line.
#[repr(align(64))]
struct Block([u64; PAGE]);

/// Returns the first boards of every block.
fn parts_of_blocks<const OUT: usize>(blocks: &mut [Block; OUT], boards: usize) -> [&mut [u64]; OUT] {
    blocks.each_mut().map(|block| &mut block.0[..boards])
}

/// Runs `map` on a batch shorter than a register. This function does not depend on the backend, so it is compiled only
/// once for each kernel.
#[inline]
fn map_few<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    kernel: K,
    boards: usize,
    input: [&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    map_boards::<Words<1>, Prefix, K, IN, OUT>(Scalar, Prefix, kernel, Prefetcher::OFF, boards, &input, output);
}

/// Runs the loop of `map` over columns of `boards` boards. `boards` is 0 or at least `V::COUNT`.
#[inline(always)]
fn map_boards<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    spread: S,
    kernel: K,
    prefetcher: Prefetcher,
    boards: usize,
    input: &[&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    let input = cut(input, boards);
    let mut output = cut_mut(output, boards);
    for start in passes(V::COUNT, boards) {
        let registers = (boards - start) / V::COUNT;
        let input = chunks::<V, IN>(input, start, registers);
        let output = chunks_mut(&mut output, start, registers, V::Chunk::chunks_mut);
        // This loop passes no register by value to a closure or an iterator. The compiler might not inline such a call,
        // and would then pass the register through memory.
        for i in 0..registers {
            no_revectorize::<V>();
            prefetcher.prefetch::<V, IN, OUT>(isa, &input, &output, i);
            let results = kernel.eval(spread, load(isa, &input, i));
            for_each_below!(OUT, k => results[k].store(&mut output[k][i]));
        }
    }
}
