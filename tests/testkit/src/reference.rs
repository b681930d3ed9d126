//! The sequence of sets and the hash function behind the published check values.

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
