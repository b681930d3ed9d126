//! Long columns: their memory is fetched before the loop needs it.
//!
//! Loads from memory take about a hundred nanoseconds, and a CPU overlaps only those that it finds in the next few hundred
//! instructions. For a copy those are tens of registers. For a kernel of a hundred operations they are five, and the loop
//! mostly waits. The prefetchers of the hardware hide this where they work, but they stop at the end of each page, and
//! some machines, among them virtual ones, run without.
//!
//! ```text
//! register   i                           i + AHEAD
//!            load, compute, store        prefetch the input, and the output too: a store also needs its line
//! ```
//!
//! Only long batches do this. In the caches, two more instructions a register would cost a kernel as short as a king's
//! several percent. The compiler may generate a very short loop twice, once for each kind of batch.

use crate::Lanes;

/// The number of bytes of a column between a register and the one that is prefetched: one and a half pages.
pub(super) const AHEAD: usize = 6144;

/// The number of boards above which a batch is long: a column of 256 KiB.
const LONG: usize = 1 << 15;

/// Whether a batch is long.
#[derive(Clone, Copy)]
pub(super) struct IsLong(bool);

impl IsLong {
    #[inline(always)]
    pub(super) fn new(boards: usize) -> Self {
        Self(boards > LONG)
    }

    /// Prefetches what follows the boards of one register at the distance of [`AHEAD`], if the batch is long.
    #[inline(always)]
    pub(super) fn prefetch<V: Lanes>(self, isa: V::Isa, input: &[&V::Chunk], output: &[&mut V::Chunk]) {
        // Plain words are left alone: the compiler would not vectorise a loop with a condition.
        if V::COUNT > 1 && self.0 {
            prefetch_all::<V>(isa, input, output);
        }
    }
}

// Cold, so that it is placed outside the loop: short batches then run through the loop without a jump.
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
