//! Methods for columns: registers at a time, and adders of bits before anything is counted.
//!
//! Harley and Seal: sixteen registers run through adders, and only the carries of the fourth adder, one register of
//! sixteen, are counted; ones, twos, fours and eights wait in registers until the end.
//!
//! ```text
//! 16 registers -> 15 adders -> one register of "sixteens" -> counted, times 16
//! ```

use core::marker::PhantomData;

use super::adders::{add_3, digits_of_7, digits_of_15};
use super::{ByWord, CountOnes, CountWord, Popcount};
use crate::{Chunk, Isa, Lanes};

/// One word after the other, with four sums side by side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FourSums<W>(ByWord<W>);

impl<P: Isa, W: CountWord> Popcount<P> for FourSums<W> {
    const LANES: usize = 1;

    #[inline(always)]
    fn count(self, isa: P, word: u64) -> u32 {
        self.0.count(isa, word)
    }

    #[inline(always)]
    fn total(self, isa: P, words: &[u64]) -> u64 {
        let (fours, rest) = words.as_chunks::<4>();
        let mut sums = [0; 4];
        for four in fours {
            for (sum, &word) in sums.iter_mut().zip(four) {
                *sum += u64::from(W::count(word));
            }
        }
        sums[0] + sums[1] + sums[2] + sums[3] + self.0.total(isa, rest)
    }

    #[inline(always)]
    fn counts(self, isa: P, words: &[u64], counts: &mut [u8]) {
        self.0.counts(isa, words, counts);
    }
}

/// A register at a time, by what its lanes have for counting.
#[derive(Debug)]
pub struct Lanewise<V>(PhantomData<fn() -> V>);

/// Three registers for two counts: odd and major.
#[derive(Debug)]
pub struct CarrySave3<V>(PhantomData<fn() -> V>);

/// Seven registers for three counts.
#[derive(Debug)]
pub struct CarrySave7<V>(PhantomData<fn() -> V>);

/// Fifteen registers for four counts.
#[derive(Debug)]
pub struct CarrySave15<V>(PhantomData<fn() -> V>);

/// Sixteen registers for one count, the smaller digits kept until the end: Harley and Seal.
#[derive(Debug)]
pub struct HarleySeal<V>(PhantomData<fn() -> V>);

/// A method by blocks of registers: the sum of the whole blocks, and what follows from it.
macro_rules! by_blocks {
    ($name:ident, $registers:literal, $sum:ident) => {
        impl<V> Clone for $name<V> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<V> Copy for $name<V> {}

        impl<V> Default for $name<V> {
            fn default() -> Self {
                Self(PhantomData)
            }
        }

        impl<V: Lanes> Popcount<V::Isa> for $name<V> {
            const LANES: usize = V::COUNT;

            #[inline(always)]
            fn count(self, _: V::Isa, word: u64) -> u32 {
                const { assert!(V::COUNT > 0, "a register holds a word at least") }
                word.count_ones()
            }

            #[inline(always)]
            fn total(self, isa: V::Isa, words: &[u64]) -> u64 {
                let registers = V::Chunk::chunks(words);
                let (blocks, rest) = registers.as_chunks::<$registers>();
                let mut sum = $sum::<V>(isa, blocks);
                for register in rest {
                    sum = sum.add(V::load(isa, register).popcount());
                }
                if !words.len().is_multiple_of(V::COUNT) {
                    sum = sum.add(tail::<V>(isa, words));
                }
                let mut sums = V::Chunk::EMPTY;
                sum.store(&mut sums);
                sums.sum()
            }

            #[inline(always)]
            fn counts(self, isa: V::Isa, words: &[u64], counts: &mut [u8]) {
                let registers = V::Chunk::chunks(words);
                for (register, counts) in registers.iter().zip(V::Chunk::count_chunks_mut(counts)) {
                    V::load(isa, register).counts(counts);
                }
                let whole = words.len() - words.len() % V::COUNT;
                ByWord::<CountOnes>::default().counts(isa, &words[whole..], &mut counts[whole..]);
            }
        }
    };
}

by_blocks!(Lanewise, 4, lanewise);
by_blocks!(CarrySave3, 3, carry_save_3);
by_blocks!(CarrySave7, 7, carry_save_7);
by_blocks!(CarrySave15, 15, carry_save_15);
by_blocks!(HarleySeal, 16, harley_seal);

/// The counts of the words behind the last whole register, in the lanes of one: the last register of the column without the
/// words that were counted before.
#[inline(always)]
fn tail<V: Lanes>(isa: V::Isa, words: &[u64]) -> V {
    let left = words.len() % V::COUNT;
    let Some(start) = words.len().checked_sub(V::COUNT) else {
        // Not a single register: the first lane takes all.
        let count = words.iter().map(|word| u64::from(word.count_ones())).sum();
        return V::load(isa, &V::Chunk::first(count));
    };
    let last = V::load(isa, &V::Chunk::chunks(&words[start..])[0]);
    (last & V::load(isa, V::Chunk::last_full(left))).popcount()
}

#[inline(always)]
fn lanewise<V: Lanes>(isa: V::Isa, blocks: &[[V::Chunk; 4]]) -> V {
    let mut sums = [V::splat(isa, 0); 4];
    for block in blocks {
        for (sum, register) in sums.iter_mut().zip(block) {
            *sum = sum.add(V::load(isa, register).popcount());
        }
    }
    let [a, b, c, d] = sums;
    a.add(b).add(c.add(d))
}

#[inline(always)]
fn carry_save_3<V: Lanes>(isa: V::Isa, blocks: &[[V::Chunk; 3]]) -> V {
    let (mut ones, mut twos) = (V::splat(isa, 0), V::splat(isa, 0));
    for [a, b, c] in blocks {
        let [one, two] = add_3(V::load(isa, a), V::load(isa, b), V::load(isa, c));
        ones = ones.add(one.popcount());
        twos = twos.add(two.popcount());
    }
    ones.add(twos.up::<1>())
}

#[inline(always)]
fn carry_save_7<V: Lanes>(isa: V::Isa, blocks: &[[V::Chunk; 7]]) -> V {
    let mut sums = [V::splat(isa, 0); 3];
    for block in blocks {
        let digits: [V; 3] = digits_of_7(loaded(isa, block));
        for (sum, digit) in sums.iter_mut().zip(&digits) {
            *sum = sum.add(digit.popcount());
        }
    }
    let [ones, twos, fours] = sums;
    ones.add(twos.up::<1>()).add(fours.up::<2>())
}

#[inline(always)]
fn carry_save_15<V: Lanes>(isa: V::Isa, blocks: &[[V::Chunk; 15]]) -> V {
    let mut sums = [V::splat(isa, 0); 4];
    for block in blocks {
        let digits: [V; 4] = digits_of_15(loaded(isa, block));
        for (sum, digit) in sums.iter_mut().zip(&digits) {
            *sum = sum.add(digit.popcount());
        }
    }
    let [ones, twos, fours, eights] = sums;
    ones.add(twos.up::<1>()).add(fours.up::<2>().add(eights.up::<3>()))
}

#[inline(always)]
fn harley_seal<V: Lanes>(isa: V::Isa, blocks: &[[V::Chunk; 16]]) -> V {
    let [mut ones, mut twos, mut fours, mut eights, mut sixteens] = [V::splat(isa, 0); 5];
    for block in blocks {
        let mut of_eight = [eights; 2];
        for (half, carried) in block.as_chunks::<8>().0.iter().zip(&mut of_eight) {
            let [a, b, c, d, e, f, g, h] = loaded(isa, half);
            let [sum, twos_1] = add_3(ones, a, b);
            let [sum, twos_2] = add_3(sum, c, d);
            let [twice, fours_1] = add_3(twos, twos_1, twos_2);
            let [sum, twos_1] = add_3(sum, e, f);
            let [sum, twos_2] = add_3(sum, g, h);
            let [twice, fours_2] = add_3(twice, twos_1, twos_2);
            (ones, twos) = (sum, twice);
            [fours, *carried] = add_3(fours, fours_1, fours_2);
        }
        let [sum, carried] = add_3(eights, of_eight[0], of_eight[1]);
        eights = sum;
        sixteens = sixteens.add(carried.popcount());
    }
    let low = ones.popcount().add(twos.popcount().up::<1>());
    let high = fours.popcount().up::<2>().add(eights.popcount().up::<3>());
    sixteens.up::<4>().add(low.add(high))
}

/// The registers of a block.
#[inline(always)]
fn loaded<V: Lanes, const N: usize>(isa: V::Isa, block: &[V::Chunk; N]) -> [V; N] {
    let mut registers = [V::splat(isa, 0); N];
    for (register, chunk) in registers.iter_mut().zip(block) {
        *register = V::load(isa, chunk);
    }
    registers
}
