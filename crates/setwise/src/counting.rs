//! Counts set bits by the method that is fastest for the CPU and the length of the slice.

use core::num::NonZeroUsize;

use cfg_if::cfg_if;
use setwise_core::popcount::{
    Blocks, ByRegister, ByWord, CountEach, CountOnes, CountTotal, HarleySeal, Lanewise, Popcount,
};
use setwise_core::{Lanes, Prefix, Scalar, Spread, Strategy, Words};

use crate::registry::{Backend, CALLS_BASELINE, backend_types};
use crate::select::for_long_slices;

/// The methods of counting set bits for one word, for short slices and for long slices.
///
/// Returned by [`auto_for_counting`].
#[derive(Debug, Clone, Copy)]
pub struct Counting {
    /// The backend that sums slices of two words or more, or `None` if no ready backend counts bits by an instruction.
    /// The choice does not depend on the length of the slice, so the compiler moves the check for `None` out of a loop
    /// over slices.
    by_instruction: Option<ByInstruction>,
    /// The method for short slices, and the length in words from which a slice is long. `None` means `count_ones` as
    /// compiled for the target. The length is never zero, so the compiler represents `None` as length 0. One comparison
    /// with the length then finds both `None` and long slices.
    short: Option<(Short, NonZeroUsize)>,
    /// The backend for long slices. `None` means that long slices are counted by the method for short slices.
    long: Option<Backend>,
}

cfg_if! {
    if #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "popcnt"))] {
        /// The method for short slices: one word at a time, by the POPCNT instruction.
        type Short = Strategy<Words<1, setwise_simd::Popcnt>, Prefix>;

        /// Counts the bits of one word without a function call.
        #[inline(always)]
        fn count_one(popcnt: setwise_simd::Popcnt, word: u64) -> u32 {
            popcnt.count(word)
        }
    } else {
        /// The method for short slices: one word at a time, by `count_ones` as compiled for the target.
        type Short = Strategy<Words<1>, Prefix>;

        /// Counts the bits of one word without a function call.
        #[inline(always)]
        fn count_one(_: Scalar, word: u64) -> u32 {
            word.count_ones()
        }
    }
}

cfg_if! {
    // The backend that counts bits by an instruction. The instruction counts the bits of each word, or of each byte, of
    // a register.
    if #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512"))] {
        type ByInstruction = backend_types::Avx512VpopcntPrefix;
    } else if #[cfg(all(target_arch = "aarch64", target_feature = "neon", feature = "neon"))] {
        type ByInstruction = backend_types::NeonPrefix;
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128"))] {
        type ByInstruction = backend_types::Simd128Prefix;
    } else {
        // In this build no backend counts by an instruction. `detect_by_instruction` returns `None` for this
        // placeholder.
        type ByInstruction = backend_types::ScalarPrefix;
    }
}

/// Returns the backend, or `None` if it does not count by an instruction or this CPU cannot run it.
fn detect_by_instruction<V: Lanes, S: Spread<V>>() -> Option<Strategy<V, S>> {
    if V::COUNTS_BY_INSTRUCTION { Strategy::detect() } else { None }
}

/// Returns the fastest methods of counting set bits that this build contains and this CPU can run.
///
/// The methods count the bits of words. To count the squares that a pattern returns, use [`Backend::counts`] or
/// [`Backend::total`]. There are several methods, because on a short slice the set-up of a wide backend takes longer
/// than the counting. Call this function once and pass the returned value on.
///
/// ```
/// let counting = setwise::auto_for_counting();
/// let words = [0x42, u64::MAX, 0];
/// let mut counts = [0; 3];
/// counting.counts(&words, &mut counts);
/// assert_eq!((counts, counting.total(&words), counting.count(words[0])), ([2, 64, 0], 66, 2));
/// ```
#[must_use]
pub fn auto_for_counting() -> Counting {
    let (long, from) = for_long_slices().map_or((None, NonZeroUsize::MAX), |(backend, from)| (Some(backend), from));
    let by_instruction: Option<ByInstruction> = detect_by_instruction();
    Counting { by_instruction, short: Short::detect().map(|backend| (backend, from)), long }
}

impl Counting {
    /// Returns the backend that sums slices of `words` words, or `None` if they are counted word by word.
    #[inline(always)]
    #[must_use]
    pub fn backend_for(&self, words: usize) -> Option<Backend> {
        let is_short = if self.by_instruction.is_some() { words < 2 } else { self.short_for(words).is_some() };
        if is_short { None } else { self.long }
    }

    /// Returns the number of set bits in one word, 0 to 64.
    #[inline]
    #[must_use]
    pub fn count(&self, word: u64) -> u32 {
        if cfg!(target_feature = "popcnt") {
            return word.count_ones();
        }
        self.short.map_or_else(|| word.count_ones(), |(backend, _)| count_one(backend.isa(), word))
    }

    /// Returns the number of set bits in all words together.
    #[inline]
    #[must_use]
    pub fn total(&self, words: &[u64]) -> u64 {
        match (words, self.by_instruction) {
            ([word], _) => u64::from(self.count(*word)),
            (_, Some(backend)) => backend.count_total(BY_REGISTER, words),
            _ => self.total_by_length(words),
        }
    }

    /// Writes the number of set bits in `words[i]`, 0 to 64, to `counts[i]`.
    ///
    /// # Panics
    ///
    /// Panics if the slices do not have the same length. In that case, nothing is written.
    #[inline]
    #[track_caller]
    pub fn counts(&self, words: &[u64], counts: &mut [u8]) {
        match (self.short_for(words.len()), self.long) {
            (Some(backend), _) => backend.count_each(BY_WORD, words, counts),
            (None, Some(backend)) => backend.run(CountEach { method: BY_REGISTER, words, counts }),
            (None, None) => Strategy::<Words<1>, Prefix>::new(Scalar).count_each(BY_WORD, words, counts),
        }
    }

    /// Returns the number of set bits in all words, counted by the method for the length of the slice.
    #[inline(always)]
    fn total_by_length(&self, words: &[u64]) -> u64 {
        match (self.short_for(words.len()), self.long) {
            (Some(backend), _) => backend.count_total(BY_WORD, words),
            (None, Some(backend)) => long_total(backend, BY_REGISTER, words),
            (None, None) => floor_total(words),
        }
    }

    /// Returns the method for short slices, or `None` if a slice of `words` words is long or no such method exists.
    #[inline(always)]
    fn short_for(&self, words: usize) -> Option<Short> {
        self.short.and_then(|(backend, long_from)| (words < long_from.get()).then_some(backend))
    }
}

const BY_WORD: ByWord<CountOnes> = ByWord::NEW;
const BY_REGISTER: ByRegister<Fastest> = ByRegister::NEW;

/// Counts the bits of each register by an instruction, if the register's instruction set has one for this purpose.
/// Otherwise adds registers bit by bit with the Harley-Seal method, and then counts the bits of the sums.
#[derive(Debug, Clone, Copy, Default)]
struct Fastest;

impl Blocks for Fastest {
    #[inline(always)]
    fn sum<V: Lanes>(isa: V::Isa, registers: &[V::Chunk]) -> (V, &[V::Chunk]) {
        if V::COUNTS_BY_INSTRUCTION { Lanewise::sum(isa, registers) } else { HarleySeal::sum(isa, registers) }
    }
}

/// Sums a long slice. If the dispatch contains only calls of backends, it is inlined, which saves a call. Otherwise it
/// is a separate function, because inlining would copy the loops of the backends into every caller.
#[inline(always)]
fn long_total(backend: Backend, method: impl Popcount, words: &[u64]) -> u64 {
    let job = CountTotal { method, words };
    if CALLS_BASELINE { backend.run(job) } else { total_out_of_line(backend, job) }
}

/// Dispatches a sum in a separate function. The function is generic, so only crates that call it compile it for all
/// backends.
#[inline(never)]
fn total_out_of_line(backend: Backend, job: CountTotal<'_, impl Popcount>) -> u64 {
    backend.run(job)
}

/// Sums word by word, by `count_ones` as compiled for the target. Not inlined, because the loop would occupy registers
/// that the caller's dispatch needs.
#[inline(never)]
fn floor_total(words: &[u64]) -> u64 {
    Strategy::<Words<1>, Prefix>::new(Scalar).count_total(BY_WORD, words)
}
