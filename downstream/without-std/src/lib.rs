//! A library without the standard library uses the whole facade.
#![no_std]

use setwise::patterns::KnightAttacks;
use setwise::{BackendId, Square};

/// The name of the backend that `auto` chose.
pub fn backend() -> BackendId {
    setwise::auto().id()
}

/// How many squares the knights of ten boards attack.
pub fn attacked() -> u32 {
    let knights = [Square::B1.bitboard().0; 10];
    let mut attacks = [0; 10];
    setwise::auto().map(KnightAttacks, [&knights], [&mut attacks]);
    attacks.iter().map(|set| set.count_ones()).sum()
}
