//! Methods that count one register at a time. Some of them add bits before they count.
//!
//! Harley and Seal: sixteen registers run through adders, and only the carries out of the fourth level are counted, one
//! register for every sixteen. The ones, twos, fours and eights stay in registers until the end.
//!
//! ```text
//! 16 registers -> 15 adders -> one register of "sixteens" -> counted, times 16
//! ```

use core::marker::PhantomData;

use super::adders::{add_3, add_8};
use super::{ByWord, CountOnes, Popcount};
use crate::{Chunk, Lanes};

/// A way to turn the registers of a column into sums of counts, one block of registers at a time.
pub trait Blocks: Copy + Default + 'static {
    /// Returns the counts of all whole blocks, as one sum a lane, and the registers after the last whole block. Must be
    /// `#[inline(always)]`.
    fn sum<V: Lanes>(isa: V::Isa, registers: &[V::Chunk]) -> (V, &[V::Chunk]);
}

/// Counts one register at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ByRegister<B>(PhantomData<B>);

impl<B> ByRegister<B> {
    /// The method; zero-sized.
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
        let (mut sum, rest) = B::sum::<V>(isa, V::Chunk::chunks(words));
        for register in rest {
            sum = sum.add(V::load(isa, register).popcount());
        }
        if !words.len().is_multiple_of(V::COUNT) {
            sum = sum.add(tail::<V>(isa, words));
        }
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
        let whole = words.len() - words.len() % V::COUNT;
        ByWord::<CountOnes>::NEW.each::<V>(isa, &words[whole..], &mut counts[whole..]);
    }
}

/// Returns the counts of the words after the last whole register, in the lanes of one register. It loads the last
/// register of the column and masks out the words that were counted before.
#[inline(always)]
fn tail<V: Lanes>(isa: V::Isa, words: &[u64]) -> V {
    let left = words.len() % V::COUNT;
    let Some(start) = words.len().checked_sub(V::COUNT) else {
        // Less than one register: the first lane takes the whole sum.
        let mut first = V::Chunk::EMPTY;
        first.as_mut()[0] = words.iter().map(|word| u64::from(word.count_ones())).sum();
        return V::load(isa, &first);
    };
    let last = V::load(isa, &V::Chunk::chunks(&words[start..])[0]);
    (last & V::load(isa, V::Chunk::tail_mask(left))).popcount()
}

/// Counts every register, with four separate sums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Lanewise;

impl Blocks for Lanewise {
    #[inline(always)]
    fn sum<V: Lanes>(isa: V::Isa, registers: &[V::Chunk]) -> (V, &[V::Chunk]) {
        let (blocks, rest) = registers.as_chunks::<4>();
        let mut sums = [V::splat(isa, 0); 4];
        for block in blocks {
            for (sum, register) in sums.iter_mut().zip(block) {
                *sum = sum.add(V::load(isa, register).popcount());
            }
        }
        let [a, b, c, d] = sums;
        (a.add(b).add(c.add(d)), rest)
    }
}

/// Counts one register for every sixteen and keeps the smaller digits until the end: Harley and Seal.
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
            sixteens = sixteens.add(carried.popcount());
        }
        let low = ones.popcount().add(twos.popcount().up::<1>());
        let high = fours.popcount().up::<2>().add(eights.popcount().up::<3>());
        (sixteens.up::<4>().add(low.add(high)), rest)
    }
}

/// Loads the registers of a block.
#[inline(always)]
pub fn loaded<V: Lanes, const N: usize>(isa: V::Isa, block: &[V::Chunk; N]) -> [V; N] {
    let mut registers = [V::splat(isa, 0); N];
    for (register, chunk) in registers.iter_mut().zip(block) {
        *register = V::load(isa, chunk);
    }
    registers
}
