//! Constants by which vectors count bits.

/// How many bits 0 to 7 have, one byte each, lowest first.
pub(crate) const BITS_LOW: u64 = 0x0302_0201_0201_0100;
/// How many bits 8 to 15 have, one byte each, lowest first.
pub(crate) const BITS_HIGH: u64 = 0x0403_0302_0302_0201;
