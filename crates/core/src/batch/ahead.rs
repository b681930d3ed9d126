//! Prefetching: the memory of long columns is fetched before the loop needs it.
//!
//! A load from memory takes as long as hundreds of instructions. A CPU overlaps only the loads that it finds in the
//! next few hundred instructions. In a loop that only copies, these are the loads of tens of registers. In a kernel of
//! a hundred operations, they are the loads of five registers, so the loop mostly waits. Hardware prefetchers hide the
//! waiting time, but they stop at the end of each page. Some machines run without hardware prefetchers, including some
//! virtual machines.
//!
//! ```text
//! register   i                           AHEAD bytes further
//!            load, compute, store        prefetch the input, and the output too: a store also needs its cache line
//! ```
//!
//! In `map`, `counts` and `total` only long batches are prefetched. If the columns are in cache, two more instructions
//! per register slow down a kernel as short as `KingAttacks`. The compiler may generate a very short loop twice, once
//! for long and once for short batches. `heat` prefetches in batches of any length, with one instruction per input. Its
//! many adders per register take much longer than this instruction, and it writes no columns.

use crate::Lanes;

/// The distance in bytes from the boards of a register to the boards that are prefetched: one and a half pages.
pub(super) const AHEAD: usize = 6144;

/// The number of boards above which a batch is long: a column of 256 KiB.
const LONG: usize = 1 << 15;

/// Prefetches the columns of a batch. The field is whether the batch is long; for a short batch nothing is prefetched.
#[derive(Clone, Copy)]
pub(super) struct Prefetcher(bool);

impl Prefetcher {
    #[inline(always)]
    pub(super) fn new(boards: usize) -> Self {
        Self(boards > LONG)
    }

    /// If the batch is long, prefetches the memory [`AHEAD`] bytes after the boards of one register in each column.
    #[inline(always)]
    pub(super) fn prefetch<V: Lanes>(self, isa: V::Isa, input: &[&V::Chunk], output: &[&mut V::Chunk]) {
        // With one board per register nothing is prefetched: the compiler would not vectorise a loop with a condition.
        if V::COUNT > 1 && self.0 {
            prefetch_all::<V>(isa, input, output);
        }
    }
}

// This function is cold, so its code is placed outside the loop. Short batches then run through the loop without a
// taken jump.
#[cold]
#[inline(always)]
fn prefetch_all<V: Lanes>(isa: V::Isa, input: &[&V::Chunk], output: &[&mut V::Chunk]) {
    for boards in input {
        V::prefetch::<AHEAD>(isa, boards);
    }
    for boards in output {
        V::prefetch::<AHEAD>(isa, boards);
    }
}
