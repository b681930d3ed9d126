//! Stores past the caches, which `map` uses for results that are too large for every cache.
//!
//! ```text
//! usual store            reads the cache line from memory, changes it in the cache, writes it back later: 2 transfers
//! store past the caches  collects a full line in a buffer of the core and writes it to memory:           1 transfer
//! ```
//!
//! If the results fit into the last-level cache, usual stores are faster, and the next loop finds the results in the
//! cache. If the results do not fit, their lines leave the caches before the next loop reads them, so storing past the
//! caches loses nothing. A loop that reads one column and writes another then transfers only two thirds as many bytes
//! as with usual stores.
//!
//! Stores past the caches must be aligned, and must fill complete cache lines. `map` therefore stores the boards at the
//! ends of a column in the usual way. For all other boards, the usual loop over registers writes the results to a
//! buffer, from which they are copied past the caches. Other processors may see these stores in any order. The last
//! store is therefore followed by a fence, before the column can be passed to another thread.

use core::ops::Range;

use crate::{Chunk, Isa, Lanes};

/// The largest number of result columns that are stored past the caches. A core can collect only about ten cache lines
/// for such stores at once. Also, the blocks of many columns would not fit into the first-level cache.
pub(super) const MOST_PAST_CACHES: usize = 4;

/// Returns whether `columns` columns of `boards` boards are too large for the last-level cache.
// This function is cold and is not inlined, because it is called only for long batches.
#[cold]
#[inline(never)]
pub(super) fn exceed_caches<I: Isa>(isa: I, boards: usize, columns: usize) -> bool {
    boards.saturating_mul(columns).saturating_mul(size_of::<u64>()) > isa.memory().last_level_cache
}

/// The number of boards in a cache line.
pub(super) const LINE: usize = 8;

/// The number of boards in a page of 4 KiB. A page of a column may start anywhere in the column.
pub(super) const PAGE: usize = 512;

/// The order in which `map` computes the blocks of long columns.
///
/// ```text
/// page 0  | 0 4 8  ...     Blocks of eight cache lines alternate between four pages. Before it computes a block, `map`
/// page 1  | 1 5 9  ...     prefetches the block at the same place in the next four pages. Memory then serves several
/// page 2  | 2 6 10 ...     pages at the same time. Computing, prefetching and storing also alternate quickly enough
/// page 3  | 3 7 11 ...     for the CPU to overlap them.
/// ```
///
/// On AMD's CPUs, which do better without prefetches, a block is a whole page, and the pages are computed one by one.
// This type is hidden because `map` chooses the order. It is public so that tests can test both orders on every CPU.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct BlockOrder {
    /// The number of boards in a block, which divides [`PAGE`].
    pub(super) block: usize,
    /// The number of pages between which the blocks alternate.
    pages: usize,
    /// Whether [`prefetch_next_pages`] is called before each block.
    pub(super) prefetches: bool,
}

impl BlockOrder {
    pub const ONE_PAGE: Self = Self { block: PAGE, pages: 1, prefetches: false };
    pub const FOUR_PAGES: Self = Self { block: 8 * LINE, pages: 4, prefetches: true };

    pub(super) fn of(isa: impl Isa) -> Self {
        if isa.memory().prefetch_few { Self::FOUR_PAGES } else { Self::ONE_PAGE }
    }

    /// Returns the first board of each block, in order. The last block may be shorter than the others.
    pub(super) fn starts(self, Range { start, end }: Range<usize>) -> impl Iterator<Item = usize> {
        let groups = (start..end).step_by(self.pages * PAGE);
        let rows = groups.flat_map(move |group| (group..group + PAGE).step_by(self.block));
        let blocks = rows.flat_map(move |row| (0..self.pages).map(move |page| row + page * PAGE));
        blocks.filter(move |&block| block < end)
    }
}

/// Prefetches the boards that have the same places as these boards in the next pages of [`BlockOrder::FOUR_PAGES`].
// Two nested loops compile to faster code than one loop over a `flat_map`.
pub(super) fn prefetch_next_pages<V: Lanes, const IN: usize>(isa: V::Isa, input: &[&[u64]; IN]) {
    for column in input {
        for boards in V::Chunk::chunks(column) {
            V::prefetch::<{ BlockOrder::FOUR_PAGES.pages * PAGE * size_of::<u64>() }>(isa, boards);
        }
    }
}
