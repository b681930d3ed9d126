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

use crate::Isa;

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
