//! Sums of a column of values, by which two evaluations of many positions are compared.

use setwise::{Backends, kernel};

/// What is told of all values of a feature. Numbers are words like sets: their members are the bits of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Totals {
    /// How many values.
    pub rows: u64,
    /// The number of members of all of them.
    pub sum_popcount: u64,
    /// How many are not empty, not 0.
    pub boards_nonempty: u64,
    /// All of them XORed.
    pub xor_of_values: u64,
    /// Their sum modulo 2^64.
    pub wrapping_sum: u64,
    /// The union of all of them, which none of them exceeds.
    pub union_of_values: u64,
}

kernel! {
    /// The set itself, and a set of one member where it is not empty: their totals are the number of members and of such sets.
    fn MembersAndNonempty(_spread, set) -> [members, nonempty] {
        let members = set;
        let nonempty = !set.empty_lanes() & 1;
    }
}

impl Totals {
    /// Adds a column of values.
    pub fn add(&mut self, values: &[u64], backend: Backends) {
        let [members, nonempty] = backend.total(MembersAndNonempty, [values]);
        let (xor, sum, union) = values
            .iter()
            .fold((0, 0_u64, 0), |(xor, sum, union), value| (xor ^ value, sum.wrapping_add(*value), union | value));
        self.merge(&Self {
            rows: values.len() as u64,
            sum_popcount: members,
            boards_nonempty: nonempty,
            xor_of_values: xor,
            wrapping_sum: sum,
            union_of_values: union,
        });
    }

    /// Adds the totals of other values.
    pub fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.sum_popcount += other.sum_popcount;
        self.boards_nonempty += other.boards_nonempty;
        self.xor_of_values ^= other.xor_of_values;
        self.wrapping_sum = self.wrapping_sum.wrapping_add(other.wrapping_sum);
        self.union_of_values |= other.union_of_values;
    }

    /// Returns the sum of all values, of use where they are numbers, or `None` if it could be 2^64 or more: if the number of
    /// values times their union is. Features that are numbers are so small that 2^54 positions have a sum.
    #[must_use]
    pub fn sum(&self) -> Option<u64> {
        self.rows.checked_mul(self.union_of_values).map(|_| self.wrapping_sum)
    }
}
