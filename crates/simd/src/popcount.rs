//! Constants by which vectors count bits.

/// The low half of each byte.
pub(crate) const LOW_HALVES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
/// How many bits 0 to 7 have, one byte each, lowest first.
#[cfg(any(feature = "ssse3", feature = "avx2", feature = "avx512"))]
pub(crate) const BITS_LOW: u64 = 0x0302_0201_0201_0100;
/// How many bits 8 to 15 have, one byte each, lowest first.
#[cfg(any(feature = "ssse3", feature = "avx2", feature = "avx512"))]
pub(crate) const BITS_HIGH: u64 = 0x0403_0302_0302_0201;
/// Every second bit, from the lowest.
#[cfg(feature = "sse2")]
pub(crate) const ODD_BITS: u64 = 0x5555_5555_5555_5555;
/// Every second pair of bits, from the lowest.
#[cfg(feature = "sse2")]
pub(crate) const ODD_PAIRS: u64 = 0x3333_3333_3333_3333;
