//! Seeded sets that never change between versions, and the published sequence of sets with its hash.
//!
//! The generator of [`Sets`] is ChaCha8, an algorithm whose definition never changes. The methods compute sets from the
//! generator's 64-bit words by fixed rules. Distributions from libraries are not used, because a new version of a
//! library may change them. A test checks the first sets. The published check values were computed with [`splitmix64`]
//! and [`fnv1a`].

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

/// Returns the set `R[i]` of `docs/reference.md`. This set is output `i`, counted from 0, of splitmix64 with the
/// initial state 0.
#[must_use]
pub fn splitmix64(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Returns the 64-bit FNV-1a hash of the bytes.
#[must_use]
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Returns the [`fnv1a`] hash of sets in order. Each set is hashed as eight bytes, lowest byte first.
#[must_use]
pub fn fnv1a_of_sets(sets: impl IntoIterator<Item = u64>) -> u64 {
    fnv1a(sets.into_iter().flat_map(u64::to_le_bytes))
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

    #[test]
    fn the_sequence_and_the_hash_are_the_published_ones() {
        assert_eq!(
            [0, 1, 2, 3].map(splitmix64),
            [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC,]
        );
        assert_eq!(fnv1a([]), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv1a(*b"a"), 0xAF63_DC4C_8601_EC8C);
    }
}
