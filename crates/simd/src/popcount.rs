//! Constants for counting bits in vectors.

/// The population counts of 0 to 7, one byte each, lowest first.
pub(crate) const BITS_LOW: u64 = 0x0302_0201_0201_0100;
/// The population counts of 8 to 15, one byte each, lowest first.
pub(crate) const BITS_HIGH: u64 = 0x0403_0302_0302_0201;
