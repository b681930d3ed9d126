//! Methods that count one register at a time. Some of them combine registers with adders before they count.
//!
//! The method of Harley and Seal combines every sixteen registers with adders. The loop then counts only the bits of
//! the highest digit, the sixteens, which is one register instead of sixteen. The lower digits (ones, twos, fours and
//! eights) stay in registers, and their bits are counted at the end.
//!
//! ```text
//! 16 registers -> 15 adders -> one register of "sixteens" -> counted, times 16
//! ```

use core::marker::PhantomData;

use super::adders::{add_3, add_8};
use super::{ByWord, CountOnes, Popcount};
use crate::{Chunk, Lanes};

/// A method of counting the members of a column, one block of registers at a time.
pub trait Blocks: Copy + Default + 'static {
    /// Counts the members of all whole blocks. Returns one sum per lane, and the registers after the last whole block.
    /// Implementations must mark this function `#[inline(always)]`.
    fn sum<V: Lanes>(isa: V::Isa, registers: &[V::Chunk]) -> (V, &[V::Chunk]);
}

/// Sums whole blocks of registers with the method `B`, and the remaining registers one at a time. To count each word
/// separately, counts every register without blocks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ByRegister<B>(PhantomData<B>);

impl<B> ByRegister<B> {
    /// The only value of this zero-sized type.
    pub const NEW: Self = Self(PhantomData);
}

impl<B: Blocks> Popcount for ByRegister<B> {
    #[inline(always)]
    fn count<V: Lanes>(self, _: V::Isa, word: u64) -> u32 {
        word.count_ones()
    }

    #[inline(always)]
    fn total<V: Lanes>(self, isa: V::Isa, words: &[u64]) -> u64 {
        const { assert!(V::COUNT > 0, "a register holds at least one word") }
        let sum = if words.len() <= V::COUNT {
            V::load_first(isa, words).popcount()
        } else {
            let (mut sum, rest) = B::sum::<V>(isa, V::Chunk::chunks(words));
            for register in rest {
                sum = sum.wrapping_add(V::load(isa, register).popcount());
            }
            // The last register overlaps the previous one. The mask removes the words that have already been counted.
            let left = words.len() % V::COUNT;
            if left > 0 {
                let last = V::load(isa, &V::Chunk::chunks(&words[words.len() - V::COUNT..])[0]);
                sum = sum.wrapping_add((last & V::load(isa, V::Chunk::tail_mask(left))).popcount());
            }
            sum
        };
        let mut sums = V::Chunk::EMPTY;
        sum.store(&mut sums);
        sums.as_ref().iter().sum()
    }

    #[inline(always)]
    fn each<V: Lanes>(self, isa: V::Isa, words: &[u64], counts: &mut [u8]) {
        let registers = V::Chunk::chunks(words);
        for (register, counts) in registers.iter().zip(counts.chunks_exact_mut(V::COUNT)) {
            V::load(isa, register).counts(counts);
        }
        if words.len().is_multiple_of(V::COUNT) {
            return;
        }
        match words.len().checked_sub(V::COUNT) {
            // The last register overlaps the previous one, and some of its words are counted again.
            Some(last) => V::load(isa, &V::Chunk::chunks(&words[last..])[0]).counts(&mut counts[last..]),
            None => ByWord::<CountOnes>::NEW.each::<V>(isa, words, counts),
        }
    }
}

/// Counts the bits of every register: four registers at a time, then two, then one. Fewer than four registers are
/// counted without a loop.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Lanewise;

impl Blocks for Lanewise {
    #[inline(always)]
    fn sum<V: Lanes>(isa: V::Isa, registers: &[V::Chunk]) -> (V, &[V::Chunk]) {
        let count = |register: &V::Chunk| V::load(isa, register).popcount();
        let (fours, rest) = registers.as_chunks::<4>();
        let mut sum = V::splat(isa, 0);
        for [a, b, c, d] in fours {
            sum = sum.wrapping_add(count(a).wrapping_add(count(b)).wrapping_add(count(c).wrapping_add(count(d))));
        }
        let (twos, rest) = rest.as_chunks::<2>();
        if let Some([a, b]) = twos.first() {
            sum = sum.wrapping_add(count(a).wrapping_add(count(b)));
        }
        if let Some(last) = rest.first() {
            sum = sum.wrapping_add(count(last));
        }
        (sum, &[])
    }
}

/// Combines every sixteen registers with adders and counts only the bits of the highest digit, the sixteens, by the
/// method of Harley and Seal. The lower digits are counted at the end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct HarleySeal;

impl Blocks for HarleySeal {
    #[inline(always)]
    fn sum<V: Lanes>(isa: V::Isa, registers: &[V::Chunk]) -> (V, &[V::Chunk]) {
        let (blocks, rest) = registers.as_chunks::<16>();
        if blocks.is_empty() {
            return (V::splat(isa, 0), rest);
        }
        let [mut ones, mut twos, mut fours, mut eights, mut sixteens] = [V::splat(isa, 0); 5];
        for block in blocks {
            let mut of_eight = [eights; 2];
            for (half, carried) in block.as_chunks::<8>().0.iter().zip(&mut of_eight) {
                *carried = add_8([&mut ones, &mut twos, &mut fours], loaded(isa, half));
            }
            let [sum, carried] = add_3(eights, of_eight[0], of_eight[1]);
            eights = sum;
            sixteens = sixteens.wrapping_add(carried.popcount());
        }
        let low = ones.popcount().wrapping_add(twos.popcount().shl::<1>());
        let high = fours.popcount().shl::<2>().wrapping_add(eights.popcount().shl::<3>());
        (sixteens.shl::<4>().wrapping_add(low.wrapping_add(high)), rest)
    }
}

/// Loads the registers of a block.
// This function is hidden because it is not a method of counting. It is public because `setwise-positions` and
// `setwise-specimens` call it.
#[doc(hidden)]
#[inline(always)]
pub fn loaded<V: Lanes, const N: usize>(isa: V::Isa, block: &[V::Chunk; N]) -> [V; N] {
    let mut registers = [V::splat(isa, 0); N];
    for (register, chunk) in registers.iter_mut().zip(block) {
        *register = V::load(isa, chunk);
    }
    registers
}
