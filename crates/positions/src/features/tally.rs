//! Running totals and sums of one feature, computed without counting the members of most registers.
//!
//! A carry-save adder replaces three words with two words, from which the totals of all three can still be computed:
//!
//! ```text
//! a, b, c  ->  odd = a ^ b ^ c,  carry = majority(a, b, c)
//!
//! members(a) + members(b) + members(c) = members(odd) + 2 members(carry)
//! a + b + c                            = odd + 2 carry
//! a ^ b ^ c                            = odd
//! ```
//!
//! Seven adders reduce eight registers to one register, the eights, in which each bit stands for eight members. For
//! every eight registers, only the eights have to be counted and added to the sum. The lower digits (ones, twos and
//! fours) stay in three registers, to which the next eight registers are added. At the end, the ones are the XOR of all
//! values. Empty values are counted separately, in every register.
//!
//! The population count of Harley and Seal uses these adders, and so does the library's `popcount`. Using the same
//! adders for the sum and the XOR is our own idea.

use setwise::Lanes;
use setwise::backend::Chunk;
use setwise::popcount::{Blocks, Lanewise, add_8, loaded};

use super::block::{BLOCK, Column};

/// Totals over all values of a feature. The population count of a number is the number of bits that are 1 in its binary
/// form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Totals {
    /// The number of values.
    pub rows: u64,
    /// The sum of the population counts of all values.
    pub sum_popcount: u64,
    /// The number of values that are not 0.
    pub boards_nonempty: u64,
    /// The XOR of all values.
    pub xor_of_values: u64,
    /// The sum of all values modulo 2^64.
    pub wrapping_sum: u64,
    /// The union (OR) of all values. No value is greater than the union.
    pub union_of_values: u64,
}

impl Totals {
    /// Returns the totals of values.
    #[must_use]
    pub fn of(values: &[u64]) -> Self {
        let mut totals = Self { rows: values.len() as u64, ..Self::default() };
        for value in values {
            totals.sum_popcount += u64::from(value.count_ones());
            totals.boards_nonempty += u64::from(*value != 0);
            totals.xor_of_values ^= value;
            totals.wrapping_sum = totals.wrapping_sum.wrapping_add(*value);
            totals.union_of_values |= value;
        }
        totals
    }

    /// Adds the totals of further values, so that `self` also covers these values.
    pub fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.sum_popcount += other.sum_popcount;
        self.boards_nonempty += other.boards_nonempty;
        self.xor_of_values ^= other.xor_of_values;
        self.wrapping_sum = self.wrapping_sum.wrapping_add(other.wrapping_sum);
        self.union_of_values |= other.union_of_values;
    }

    /// Returns the sum of all values, which is useful only for features that are numbers. Returns `None` if the number
    /// of values times their union is 2^64 or more, because the sum might then overflow. Numbers are less than 2^10, so
    /// the sum of up to 2^54 numbers is always returned.
    #[must_use]
    pub fn sum(&self) -> Option<u64> {
        self.rows.checked_mul(self.union_of_values).map(|_| self.wrapping_sum)
    }
}

/// The number of registers that are added at once.
pub(super) const AT_ONCE: usize = 8;

/// The number of lanes of the widest backend.
pub(super) const MOST_LANES: usize = 8;

/// The running totals of one feature, as registers.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Tally([u64; Self::REGISTERS * MOST_LANES]);

impl Tally {
    /// The number of registers. The first three contain the ones, the twos and the fours. The next three contain the
    /// sum of the eights, the number of members of the eights, and the union of the eights. The last register contains
    /// minus the number of empty values.
    const REGISTERS: usize = 7;

    /// The tally of no values.
    pub(super) const EMPTY: Self = Self([0; Self::REGISTERS * MOST_LANES]);

    /// Adds the values of a column. Every call must use the same backend.
    #[inline(always)]
    pub(super) fn add<V: Lanes>(&mut self, isa: V::Isa, column: &Column) {
        const { assert!(V::COUNT <= MOST_LANES && BLOCK.is_multiple_of(AT_ONCE * V::COUNT)) }
        let Some(kept) = V::Chunk::chunks_mut(&mut self.0).first_chunk_mut::<{ Self::REGISTERS }>() else { return };
        let [mut ones, mut twos, mut fours, mut sum, mut members, mut union, mut minus_empty]: [V; Self::REGISTERS] =
            loaded(isa, kept);
        for block in V::Chunk::chunks(&column.0).as_chunks::<AT_ONCE>().0 {
            let registers: [V; AT_ONCE] = loaded(isa, block);
            for register in &registers {
                minus_empty = minus_empty.wrapping_add(register.empty_lanes());
            }
            let eights = add_8([&mut ones, &mut twos, &mut fours], registers);
            sum = sum.wrapping_add(eights);
            members = members.wrapping_add(eights.popcount());
            union |= eights;
        }
        for (kept, register) in kept.iter_mut().zip(&[ones, twos, fours, sum, members, union, minus_empty]) {
            register.store(kept);
        }
    }

    /// Returns the totals of `rows` values, which a backend with `lanes` lanes must have added in whole columns. In the
    /// last column, the words after the last value must have been 0.
    pub(super) fn totals(&self, lanes: usize, rows: usize) -> Totals {
        let register = |n: usize| &self.0[n * lanes..(n + 1) * lanes];
        let sum = |n: usize| register(n).iter().fold(0, |sum: u64, word| sum.wrapping_add(*word));
        let members = |n: usize| register(n).iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let union = |n: usize| register(n).iter().fold(0, |union, word| union | word);
        Totals {
            rows: rows as u64,
            sum_popcount: members(0) + 2 * members(1) + 4 * members(2) + 8 * sum(4),
            boards_nonempty: (rows.next_multiple_of(BLOCK) as u64).wrapping_add(sum(6)),
            xor_of_values: register(0).iter().fold(0, |xor, word| xor ^ word),
            wrapping_sum: [1, 2, 4, 8]
                .iter()
                .zip(0..)
                .fold(0, |all: u64, (weight, n)| all.wrapping_add(sum(n).wrapping_mul(*weight))),
            union_of_values: union(0) | union(1) | union(2) | union(5),
        }
    }
}

/// The sum of one feature over many positions. It has only those registers of a [`Tally`] that a sum needs. Sets are
/// added with carry-save adders, so only the members of the eights are counted. If the backend has an instruction that
/// counts bits, the members of every register are counted instead. Numbers are added directly.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Sum([u64; Self::REGISTERS * MOST_LANES]);

impl Sum {
    /// The number of registers. The first three contain the ones, the twos and the fours. The last register contains
    /// the sum of all members and numbers that are already counted.
    const REGISTERS: usize = 4;

    /// The sum of no values.
    pub(super) const EMPTY: Self = Self([0; Self::REGISTERS * MOST_LANES]);

    /// Adds the number of members of each set in a column. Every call must use the same backend.
    #[inline(always)]
    pub(super) fn add_sets<V: Lanes>(&mut self, isa: V::Isa, column: &Column) {
        const { assert!(V::COUNT <= MOST_LANES && BLOCK.is_multiple_of(AT_ONCE * V::COUNT)) }
        let Some(kept) = V::Chunk::chunks_mut(&mut self.0).first_chunk_mut::<{ Self::REGISTERS }>() else { return };
        let [mut ones, mut twos, mut fours, mut sum]: [V; Self::REGISTERS] = loaded(isa, kept);
        let registers = V::Chunk::chunks(&column.0);
        if V::COUNTS_BY_INSTRUCTION {
            let (members, _) = Lanewise::sum::<V>(isa, registers);
            sum.wrapping_add(members).store(&mut kept[3]);
            return;
        }
        for block in registers.as_chunks::<AT_ONCE>().0 {
            let eights = add_8([&mut ones, &mut twos, &mut fours], loaded(isa, block));
            sum = sum.wrapping_add(eights.popcount().shl::<3>());
        }
        for (kept, register) in kept.iter_mut().zip(&[ones, twos, fours, sum]) {
            register.store(kept);
        }
    }

    /// Adds the numbers in a column. Every call must use the same backend.
    #[inline(always)]
    pub(super) fn add_numbers<V: Lanes>(&mut self, isa: V::Isa, column: &Column) {
        let kept = &mut V::Chunk::chunks_mut(&mut self.0)[3];
        let mut sum = V::load(isa, kept);
        for register in V::Chunk::chunks(&column.0) {
            sum = sum.wrapping_add(V::load(isa, register));
        }
        sum.store(kept);
    }

    /// Returns the sum of all values that a backend with `lanes` lanes added.
    pub(super) fn total(&self, lanes: usize) -> u64 {
        let (digits, sum) = self.0[..Self::REGISTERS * lanes].split_at((Self::REGISTERS - 1) * lanes);
        let members = |digit: &[u64]| digit.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let of_digits = digits.chunks_exact(lanes).zip([1, 2, 4]).map(|(digit, weight)| weight * members(digit));
        of_digits.sum::<u64>() + sum.iter().sum::<u64>()
    }
}
