//! Methods for columns. They use several separate sums, or add registers bitwise before counting.

use setwise::Lanes;
use setwise::popcount::{Blocks, ByWord, CountWord, Popcount, add_3, digits_of_7, digits_of_15, loaded};

/// Counts one word at a time, with four separate sums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FourSums<W>(ByWord<W>);

impl<W: CountWord> Popcount for FourSums<W> {
    #[inline(always)]
    fn count<V: Lanes>(self, isa: V::Isa, word: u64) -> u32 {
        self.0.count::<V>(isa, word)
    }

    #[inline(always)]
    fn total<V: Lanes>(self, isa: V::Isa, words: &[u64]) -> u64 {
        let (fours, rest) = words.as_chunks::<4>();
        let mut sums = [0; 4];
        for four in fours {
            for (sum, &word) in sums.iter_mut().zip(four) {
                *sum += u64::from(W::count(word));
            }
        }
        sums[0] + sums[1] + sums[2] + sums[3] + self.0.total::<V>(isa, rest)
    }

    #[inline(always)]
    fn each<V: Lanes>(self, isa: V::Isa, words: &[u64], counts: &mut [u8]) {
        self.0.each::<V>(isa, words, counts);
    }
}

/// Adds three registers at a time, bit by bit, into two registers: one for each binary digit of the sums. Then counts
/// the members of these registers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CarrySave3;

impl Blocks for CarrySave3 {
    #[inline(always)]
    fn sum<V: Lanes>(isa: V::Isa, registers: &[V::Chunk]) -> (V, &[V::Chunk]) {
        let (blocks, rest) = registers.as_chunks::<3>();
        let (mut ones, mut twos) = (V::splat(isa, 0), V::splat(isa, 0));
        for [a, b, c] in blocks {
            let [one, two] = add_3(V::load(isa, a), V::load(isa, b), V::load(isa, c));
            ones = ones.wrapping_add(one.popcount());
            twos = twos.wrapping_add(two.popcount());
        }
        (ones.wrapping_add(twos.shl::<1>()), rest)
    }
}

/// Adds seven registers at a time, bit by bit, into three registers: one for each binary digit of the sums. Then counts
/// the members of these registers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CarrySave7;

impl Blocks for CarrySave7 {
    #[inline(always)]
    fn sum<V: Lanes>(isa: V::Isa, registers: &[V::Chunk]) -> (V, &[V::Chunk]) {
        let (blocks, rest) = registers.as_chunks::<7>();
        let mut sums = [V::splat(isa, 0); 3];
        for block in blocks {
            let digits: [V; 3] = digits_of_7(loaded(isa, block));
            for (sum, digit) in sums.iter_mut().zip(&digits) {
                *sum = sum.wrapping_add(digit.popcount());
            }
        }
        let [ones, twos, fours] = sums;
        (ones.wrapping_add(twos.shl::<1>()).wrapping_add(fours.shl::<2>()), rest)
    }
}

/// Adds fifteen registers at a time, bit by bit, into four registers: one for each binary digit of the sums. Then
/// counts the members of these registers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CarrySave15;

impl Blocks for CarrySave15 {
    #[inline(always)]
    fn sum<V: Lanes>(isa: V::Isa, registers: &[V::Chunk]) -> (V, &[V::Chunk]) {
        let (blocks, rest) = registers.as_chunks::<15>();
        let mut sums = [V::splat(isa, 0); 4];
        for block in blocks {
            let digits: [V; 4] = digits_of_15(loaded(isa, block));
            for (sum, digit) in sums.iter_mut().zip(&digits) {
                *sum = sum.wrapping_add(digit.popcount());
            }
        }
        let [ones, twos, fours, eights] = sums;
        (ones.wrapping_add(twos.shl::<1>()).wrapping_add(fours.shl::<2>().wrapping_add(eights.shl::<3>())), rest)
    }
}
