//! Prefetching: asks the CPU to fetch the memory of long columns before the loop needs it.
//!
//! A load from memory takes as long as hundreds of instructions. A CPU looks only a few hundred instructions ahead, and
//! overlaps only the loads that it finds there. A loop that only copies needs few instructions per register, so the CPU
//! overlaps the loads of tens of registers. A kernel of a hundred operations leaves only the loads of about five
//! registers within reach, so the loop mostly waits for memory. Hardware prefetchers hide the waiting time, but they
//! stop at the end of each page. Some machines, including some virtual machines, run without hardware prefetchers.
//!
//! ```text
//! register   i                           AHEAD bytes further
//!            load, compute, store        prefetch the input, and the output too: a store also needs its cache line
//! ```
//!
//! `map`, `counts` and `total` prefetch only long batches. If the columns are in cache, prefetching is useless, and two
//! additional instructions per register slow down a kernel as short as `KingAttacks`. The loop checks in every
//! iteration whether it must prefetch. If the loop is very short, the compiler may instead generate two loops, one with
//! and one without prefetches.
//!
//! With AVX2 and AVX-512 on AMD's CPUs, `map` and `total` do not prefetch if the kernel has at most three input
//! columns. On Zen 4, kernels with one or two columns are then faster, but a kernel with eight columns would be slower.
//! Without prefetches, `counts` would be faster on some backends and slower on others, so it prefetches every long
//! batch.
//!
//! `heat` prefetches long and short batches. It writes no columns, so it needs only one prefetch per input. This
//! prefetch takes much less time than the adders that `heat` runs for each register.

use super::columns::for_each_below;
use crate::{Isa, Lanes};

/// The distance in bytes from the boards that the loop loads to the boards that it prefetches: one and a half pages.
pub(super) const AHEAD: usize = 6144;

/// Batches with more boards than this count as long. A column of this many boards takes 256 KiB.
pub(super) const LONG: usize = 1 << 15;

/// The largest number of input columns that are left to the hardware prefetchers on some CPUs.
const FEW: usize = 3;

/// Prefetches the columns of a long batch. The field is `false` if the batch is short, or if the columns are left to
/// the hardware prefetchers.
#[derive(Clone, Copy)]
pub(super) struct Prefetcher(bool);

impl Prefetcher {
    /// Prefetches nothing.
    pub(super) const OFF: Self = Self(false);

    #[inline(always)]
    pub(super) fn new(boards: usize) -> Self {
        Self(boards > LONG)
    }

    /// Returns a prefetcher for a loop over `columns` input columns. On some CPUs, up to [`FEW`] columns are left to
    /// the hardware prefetchers. Call this function outside the target-feature boundary: it may ask for the CPU's
    /// model, and a function that contains a call saves registers even if it never reaches the call.
    #[inline(always)]
    pub(super) fn of_columns(isa: impl Isa, boards: usize, columns: usize) -> Self {
        Self(boards > LONG && (columns > FEW || may_prefetch_few(isa)))
    }

    /// If the field is `true`, prefetches the memory [`AHEAD`] bytes after register `i` of each column.
    #[inline(always)]
    pub(super) fn prefetch<V: Lanes, const IN: usize, const OUT: usize>(
        self,
        isa: V::Isa,
        input: &[&[V::Chunk]; IN],
        output: &[&mut [V::Chunk]; OUT],
        i: usize,
    ) {
        // A loop over single boards does not prefetch, because the compiler would not vectorise a loop with a
        // condition.
        if const { V::COUNT > 1 } && self.0 {
            prefetch_all::<V, IN, OUT>(isa, input, output, i);
        }
    }
}

#[cold]
#[inline(never)]
fn may_prefetch_few(isa: impl Isa) -> bool {
    isa.memory().prefetch_few
}

// Because this function is cold, the compiler places its code outside the loop. For short batches, the check then
// causes no taken jump.
#[cold]
#[inline(always)]
fn prefetch_all<V: Lanes, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    input: &[&[V::Chunk]; IN],
    output: &[&mut [V::Chunk]; OUT],
    i: usize,
) {
    for_each_below!(IN, k => V::prefetch::<AHEAD>(isa, &input[k][i]));
    for_each_below!(OUT, k => V::prefetch::<AHEAD>(isa, &output[k][i]));
}
