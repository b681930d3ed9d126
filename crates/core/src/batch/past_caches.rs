//! Stores past the caches, for results that are too large for every cache.
//!
//! ```text
//! usual store            reads the cache line from memory, changes it in the cache, writes it back later: 2 transfers
//! store past the caches  collects a full line in a buffer of the core and writes it to memory:           1 transfer
//! ```
//!
//! If the results fit into the last-level cache, usual stores are faster, and the next loop finds the results in the
//! cache. If they do not fit, their lines leave the caches before anyone reads them, so storing past the caches loses
//! nothing. A loop that reads one column and writes another then transfers two thirds of the bytes.
//!
//! A store past the caches must be aligned, and fills whole cache lines. `map` therefore stores the boards at the ends of a
//! column in the usual way. It writes the other results to a buffer, from which they are copied past the caches, so that the
//! usual loop over registers computes them. Other processors may see these stores in any order. The last store is therefore
//! followed by a fence, before the column can be passed to another thread.

use crate::Isa;

/// The largest number of result columns that are stored past the caches. A core has only about ten buffers for such stores.
/// The buffers of many columns would also not fit into the first-level cache.
pub(super) const MOST_PAST_CACHES: usize = 4;

/// Returns whether `columns` columns of `boards` boards are too large for the last-level cache.
// This function is cold and is not inlined, because it is called only for long batches.
#[cold]
#[inline(never)]
pub(super) fn exceed_caches<I: Isa>(isa: I, boards: usize, columns: usize) -> bool {
    boards.saturating_mul(columns).saturating_mul(size_of::<u64>()) > isa.memory().last_level_cache
}
