//! Methods that count the members of one word, of each word of a column, or of a whole column.
//!
//! Each method is a type that implements [`Popcount`]. Call it with [`Strategy::count`], [`Strategy::count_total`] or
//! [`Strategy::count_each`], which run it inside the target-feature boundary of the strategy's instruction set. There
//! are two kinds of methods:
//!
//! - [`ByWord`] counts one word at a time, with any [`CountWord`].
//! - [`ByRegister`] counts one register at a time, with any [`Blocks`]. [`Lanewise`] counts the bits of every register.
//!   [`HarleySeal`] first adds registers with adders, and then counts the bits of fewer registers.
//!
//! Sources: Chess Programming Wiki, Population Count. For `HarleySeal` in vectors: Muła, Kurz and Lemire, Faster
//! Population Counts Using AVX2 Instructions.

mod adders;
mod registers;

use core::marker::PhantomData;

use crate::{Isa, Job, Lanes, Spread, Strategy};

pub use adders::{Fours, add_3, add_8, digits_of_7, digits_of_8, digits_of_15, popcount_of_8_by_fours};
pub use registers::{Blocks, ByRegister, HarleySeal, Lanewise, loaded};

/// A method of counting the members of sets. All methods return the same numbers. Implementations must mark every
/// function `#[inline(always)]`.
pub trait Popcount: Copy + 'static {
    /// Returns the number of members of one word, 0 to 64.
    fn count<V: Lanes>(self, isa: V::Isa, word: u64) -> u32;

    /// Returns the total number of members of all words.
    fn total<V: Lanes>(self, isa: V::Isa, words: &[u64]) -> u64;

    /// Writes the number of members of each word. Both slices must have the same length.
    fn each<V: Lanes>(self, isa: V::Isa, words: &[u64], counts: &mut [u8]);
}

impl<V: Lanes, S: Spread<V>> Strategy<V, S> {
    /// Returns the number of members of one word, 0 to 64.
    #[inline]
    #[must_use]
    pub fn count(self, method: impl Popcount, word: u64) -> u32 {
        let isa = self.isa();
        isa.enter(
            #[inline(always)]
            move || method.count::<V>(isa, word),
        )
    }

    /// Returns the total number of members of all words.
    #[inline]
    #[must_use]
    pub fn count_total(self, method: impl Popcount, words: &[u64]) -> u64 {
        let isa = self.isa();
        isa.enter(
            #[inline(always)]
            move || method.total::<V>(isa, words),
        )
    }

    /// Writes the number of members of each word, 0 to 64: `counts[i]` is the number for `words[i]`.
    ///
    /// # Panics
    ///
    /// Panics if the slices do not have the same length. Nothing is written in that case.
    #[inline]
    #[track_caller]
    pub fn count_each(self, method: impl Popcount, words: &[u64], counts: &mut [u8]) {
        let (inputs, outputs) = (words.len(), counts.len());
        assert!(inputs == outputs, "{inputs} words, but room for the counts of {outputs}");
        let isa = self.isa();
        isa.enter(
            #[inline(always)]
            move || method.each::<V>(isa, words, counts),
        );
    }
}

/// The job that runs [`Strategy::count_total`].
#[derive(Debug)]
pub struct CountTotal<'a, M> {
    /// The method that counts.
    pub method: M,
    /// The words whose members are counted.
    pub words: &'a [u64],
}

impl<M: Popcount> Job for CountTotal<'_, M> {
    type Out = u64;

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> u64 {
        backend.count_total(self.method, self.words)
    }
}

/// The job that runs [`Strategy::count_each`].
#[derive(Debug)]
pub struct CountEach<'a, M> {
    /// The method that counts.
    pub method: M,
    /// The words whose members are counted.
    pub words: &'a [u64],
    /// The slice to which the number of members of each word is written, one byte per word.
    pub counts: &'a mut [u8],
}

impl<M: Popcount> Job for CountEach<'_, M> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        backend.count_each(self.method, self.words, self.counts);
    }
}

/// A method of counting the members of one word.
pub trait CountWord: Copy + Default + 'static {
    /// Returns the number of members, 0 to 64. Implementations must mark this function `#[inline(always)]`.
    fn count(word: u64) -> u32;
}

/// Counts one word at a time, with the method `W`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ByWord<W>(PhantomData<W>);

impl<W> ByWord<W> {
    /// The only value of this zero-sized type.
    pub const NEW: Self = Self(PhantomData);
}

impl<W: CountWord> Popcount for ByWord<W> {
    #[inline(always)]
    fn count<V: Lanes>(self, _: V::Isa, word: u64) -> u32 {
        W::count(word)
    }

    #[inline(always)]
    fn total<V: Lanes>(self, _: V::Isa, words: &[u64]) -> u64 {
        let mut total = 0;
        for &word in words {
            total += u64::from(W::count(word));
        }
        total
    }

    #[inline(always)]
    fn each<V: Lanes>(self, _: V::Isa, words: &[u64], counts: &mut [u8]) {
        for (&word, count) in words.iter().zip(counts) {
            *count = W::count(word) as u8;
        }
    }
}

/// Counts with `u64::count_ones`. If the target or the instruction set has an instruction that counts the bits of a
/// word, the compiler uses it. Otherwise the compiler generates a short sequence of instructions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CountOnes;

impl CountWord for CountOnes {
    #[inline(always)]
    fn count(word: u64) -> u32 {
        word.count_ones()
    }
}
