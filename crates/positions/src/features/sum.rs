//! The sum of one feature over many positions: what [`Evaluator::sums`](super::Evaluator::sums) returns.
//!
//! This is [`Tally`](super::tally::Tally) without all that a sum does not need. Sets run through the same adders, eight
//! registers at a time, and only the eights are counted. Registers with an instruction that counts are counted one by one,
//! and numbers are only added.

use setwise::Lanes;
use setwise::backend::Chunk;
use setwise::popcount::{Blocks, Lanewise, add_8, loaded};

use super::block::{BLOCK, Column};

/// The number of registers that are added at once.
const AT_ONCE: usize = 8;

/// The digits and the sum of the values of one feature, one register for each.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Sum([u64; Self::REGISTERS * Self::MOST_LANES]);

impl Sum {
    /// Ones, twos, fours; the sum of everything else.
    const REGISTERS: usize = 4;
    /// The number of lanes of the widest backend.
    const MOST_LANES: usize = 8;

    /// The sum of no values.
    pub(super) const EMPTY: Self = Self([0; Self::REGISTERS * Self::MOST_LANES]);

    /// Adds the members of the sets of a column. Every call must use the same backend.
    #[inline(always)]
    pub(super) fn add_sets<V: Lanes>(&mut self, isa: V::Isa, column: &Column) {
        const { assert!(V::COUNT <= Self::MOST_LANES && BLOCK.is_multiple_of(AT_ONCE * V::COUNT)) }
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

    /// Adds the numbers of a column. Every call must use the same backend.
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

#[cfg(test)]
mod tests {
    use setwise::backend::{Isa, Job, Strategy};
    use setwise::{BackendId, Spread};

    use super::*;

    /// Returns the sum of the values as sets, and as numbers.
    struct Add<'a>(&'a [u64]);

    impl Job for Add<'_> {
        type Out = [u64; 2];

        fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> [u64; 2] {
            let isa = backend.isa();
            let [mut sets, mut numbers] = [Sum::EMPTY; 2];
            for values in self.0.chunks(BLOCK) {
                let mut column = Column([0; BLOCK]);
                column.0[..values.len()].copy_from_slice(values);
                isa.enter(
                    #[inline(always)]
                    || {
                        sets.add_sets::<V>(isa, &column);
                        numbers.add_numbers::<V>(isa, &column);
                    },
                );
            }
            [sets.total(V::COUNT), numbers.total(V::COUNT)]
        }
    }

    #[test]
    fn sums_on_every_backend_are_those_of_a_plain_loop() {
        let value = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (10 + n % 54);
        for len in [0, 1, 63, 64, 65, 129, 1000] {
            for values in [(0..len).map(value).collect::<Vec<u64>>(), vec![(1 << 54) - 1; len as usize]] {
                let members = values.iter().map(|value| u64::from(value.count_ones())).sum();
                for backend in BackendId::ready() {
                    let expected = [members, values.iter().sum()];
                    assert_eq!(backend.run(Add(&values)), expected, "{} of {len}", backend.id());
                }
            }
        }
    }
}
