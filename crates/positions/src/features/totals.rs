//! Totals of a column of values, for comparing two evaluations of many positions.

/// Totals over all values of a feature. A value that is a number is treated as a word, like a set: its population count is the
/// number of its set bits.
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
    /// The union (OR) of all values. No value exceeds it.
    pub union_of_values: u64,
}

impl Totals {
    /// Adds the totals of other values.
    pub fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.sum_popcount += other.sum_popcount;
        self.boards_nonempty += other.boards_nonempty;
        self.xor_of_values ^= other.xor_of_values;
        self.wrapping_sum = self.wrapping_sum.wrapping_add(other.wrapping_sum);
        self.union_of_values |= other.union_of_values;
    }

    /// Returns the sum of all values, or `None` if the sum could be 2^64 or more, that is, if the number of values times their
    /// union is. The sum is useful for features that are numbers; these are so small that even 2^54 positions have a sum.
    #[must_use]
    pub fn sum(&self) -> Option<u64> {
        self.rows.checked_mul(self.union_of_values).map(|_| self.wrapping_sum)
    }
}
