//! The table form: reads the table entry of each member and unites the entries.
//!
//! Most engines do this today. The time grows with the number of pieces, and each member costs a branch that the CPU
//! must predict. For a single square it is one read, and nothing is faster.

use setwise_board::{Bitboard, KING_ATTACKS, KNIGHT_ATTACKS};

use crate::{Isa, Spread, Words};

/// Serialises each set and unites the entries of the generated tables.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Lookup;

impl<const N: usize, P: Isa> Spread<Words<N, P>> for Lookup {
    #[inline(always)]
    fn knight(self, knights: Words<N, P>) -> Words<N, P> {
        knights.each(|set| union_of_entries(set, &KNIGHT_ATTACKS))
    }

    #[inline(always)]
    fn king(self, kings: Words<N, P>) -> Words<N, P> {
        kings.each(|set| union_of_entries(set, &KING_ATTACKS))
    }
}

#[inline(always)]
fn union_of_entries(set: u64, table: &[u64; 64]) -> u64 {
    let mut union = 0;
    for square in Bitboard(set) {
        union |= table[square.index()];
    }
    union
}
