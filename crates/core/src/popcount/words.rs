//! Methods that count one word at a time.

use core::marker::PhantomData;

use super::Popcount;
use crate::Lanes;

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
