//! A library that uses the whole facade without the standard library.
#![no_std]

use setwise::patterns::KnightAttacks;
use setwise::{BackendId, Square};

/// Returns the id of the backend that `auto` chooses.
pub fn backend() -> BackendId {
    setwise::auto().id()
}

/// Returns the number of squares that the knights of ten boards attack.
pub fn attacked() -> u32 {
    let knights = [Square::B1.bitboard().0; 10];
    let mut attacks = [0; 10];
    setwise::auto().map(KnightAttacks, [&knights], [&mut attacks]);
    attacks.iter().map(|set| set.count_ones()).sum()
}
