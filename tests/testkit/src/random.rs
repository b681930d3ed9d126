//! Seeded sets that never change between versions.
//!
//! The generator is ChaCha8, an algorithm whose definition never changes. The methods of [`Sets`] compute sets from the
//! generator's 64-bit words by fixed rules. Distributions from libraries are not used, because a new version of a
//! library may change them. A test checks the first sets.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// An endless, seeded source of sets.
#[derive(Debug, Clone)]
pub struct Sets(ChaCha8Rng);

impl Sets {
    /// Returns the source with this seed. Equal seeds produce equal sets.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a set that contains each square with probability one half.
    pub fn dense(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a set that contains each square with probability one eighth.
    pub fn sparse(&mut self) -> u64 {
        self.0.next_u64() & self.0.next_u64() & self.0.next_u64()
    }

    /// Returns a set of exactly `count` squares. The top six bits of each word select a square, until the set has
    /// `count` squares.
    ///
    /// # Panics
    ///
    /// Panics if `count` is greater than 64.
    pub fn of(&mut self, count: u32) -> u64 {
        assert!(count <= 64, "a board has 64 squares, not {count}");
        let mut set = 0_u64;
        while set.count_ones() < count {
            set |= 1 << (self.0.next_u64() >> 58);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this test fails, every published checksum of a seeded workload is wrong. Fix the generator, not the values.
    #[test]
    fn the_first_values_stay() {
        let mut sets = Sets::seeded(1);
        let first = [sets.dense(), sets.sparse(), sets.of(2), sets.of(10)];
        let published = [0x6709_4CEA_8CA4_0DB1, 0x1000_0200_2000_0440, 0x0000_2000_0004_0000, 0x8080_2010_6003_0240];
        assert_eq!(first, published, "{first:#018X?}");
    }

    #[test]
    fn a_set_of_so_many_has_so_many() {
        let mut sets = Sets::seeded(2);
        for count in 0..=64 {
            assert_eq!(sets.of(count).count_ones(), count);
        }
    }
}
