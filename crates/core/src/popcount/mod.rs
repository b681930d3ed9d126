//! Counting members: of one word, of a column word by word, of a column as one sum.
//!
//! A [`Popcount`] is one method; a [`PopcountBackend`] is a method behind the door of an instruction set, and holding one
//! proves that this CPU can run it. The methods:
//!
//! - [`ByWord`]: one word after the other, by any [`CountWord`]: loops, tables, sums of ever wider fields, the instruction;
//! - [`FourSums`]: the same with four sums side by side, so that no addition waits for the last;
//! - [`Lanewise`]: a register at a time, by what its lanes have for counting;
//! - [`CarrySave3`], [`CarrySave7`], [`CarrySave15`], [`HarleySeal`]: adders of bits first, so that fewer words are counted.
//!
//! Source: Chess Programming Wiki, Population Count, and for `HarleySeal` in vectors Mula, Kurz and Lemire, Faster Population
//! Counts Using AVX2 Instructions.

mod adders;
mod slices;
mod words;

use core::fmt;

use crate::{Body, Isa};

pub use adders::{digits_of_7, digits_of_8, digits_of_15};
pub use slices::{CarrySave3, CarrySave7, CarrySave15, FourSums, HarleySeal, Lanewise};
#[cfg(feature = "table-65536")]
pub use words::Table65536;
pub use words::{
    BitLoop, BitLoopUntilEmpty, ByWord, CountOnes, CountWord, Hakmem32, HakmemModulo511, HakmemModulo4095, Kernighan,
    SwarModulo, SwarMultiply, SwarShifts, Table256,
};

/// One method to count members, run behind the door of `P`. All give the same numbers. Implementations mark every function
/// `#[inline(always)]`.
pub trait Popcount<P: Isa>: Copy + Default + 'static {
    /// How many words are counted at once.
    const LANES: usize;

    /// The members of one word.
    fn count(self, isa: P, word: u64) -> u32;

    /// The members of all words.
    fn total(self, isa: P, words: &[u64]) -> u64;

    /// The members of each word; both slices of one length.
    fn counts(self, isa: P, words: &[u64], counts: &mut [u8]);
}

/// A method to count members with the proof of its instruction set.
#[derive(Clone, Copy)]
pub struct PopcountBackend<P, M> {
    isa: P,
    method: M,
}

impl<P: Isa, M: Popcount<P>> PopcountBackend<P, M> {
    /// How many words are counted at once.
    pub const LANES: usize = M::LANES;

    /// The backend, or `None` if this CPU cannot run it. Ask once and pass the value on.
    #[inline]
    #[must_use]
    pub fn detect() -> Option<Self> {
        P::detect().map(Self::new)
    }

    /// The backend with a proof at hand.
    #[inline]
    #[must_use]
    pub fn new(isa: P) -> Self {
        Self { isa, method: M::default() }
    }

    /// The number of members of one word, 0 to 64.
    #[inline]
    #[must_use]
    pub fn count(self, word: u64) -> u32 {
        let Self { isa, method } = self;
        isa.enter(OneWord { isa, method, word })
    }

    /// The number of members of all words together.
    #[inline]
    #[must_use]
    pub fn total(self, words: &[u64]) -> u64 {
        let Self { isa, method } = self;
        isa.enter(TotalOf { isa, method, words })
    }

    /// Writes the number of members of each word, 0 to 64: `words[i]` gives `counts[i]`.
    ///
    /// # Panics
    ///
    /// If the slices are not of one length. Nothing is written then.
    #[inline]
    #[track_caller]
    pub fn counts(self, words: &[u64], counts: &mut [u8]) {
        let (inputs, outputs) = (words.len(), counts.len());
        assert!(inputs == outputs, "{inputs} words, but room for the counts of {outputs}");
        let Self { isa, method } = self;
        isa.enter(CountsOf { isa, method, words, counts });
    }
}

impl<P, M: fmt::Debug> fmt::Debug for PopcountBackend<P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PopcountBackend").field("method", &self.method).finish_non_exhaustive()
    }
}

struct OneWord<P, M> {
    isa: P,
    method: M,
    word: u64,
}

impl<P: Isa, M: Popcount<P>> Body for OneWord<P, M> {
    type Out = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        self.method.count(self.isa, self.word)
    }
}

struct TotalOf<'a, P, M> {
    isa: P,
    method: M,
    words: &'a [u64],
}

impl<P: Isa, M: Popcount<P>> Body for TotalOf<'_, P, M> {
    type Out = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        self.method.total(self.isa, self.words)
    }
}

struct CountsOf<'a, P, M> {
    isa: P,
    method: M,
    words: &'a [u64],
    counts: &'a mut [u8],
}

impl<P: Isa, M: Popcount<P>> Body for CountsOf<'_, P, M> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        self.method.counts(self.isa, self.words, self.counts);
    }
}
