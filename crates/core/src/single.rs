//! From single squares to their attacks, many at a time.
//!
//! Where each element is one square, not a set, the table is hard to beat: one read an element, and it stays in the cache.
//! The rivals are a gather, which reads several entries by one instruction, and no table at all: set the square's bit and
//! spread it. Squares are typed, so an index outside the table cannot occur.

use setwise_board::{KING_ATTACKS, KNIGHT_ATTACKS};

use crate::{Chunk, Lanes, Prefix, Spread};

/// The attacks of as many single squares as a register has lanes.
///
/// Zero-sized. Implementations mark both methods `#[inline(always)]`.
pub trait Single<V: Lanes>: Copy + Default + 'static {
    /// What a knight attacks from each square.
    fn knight(self, isa: V::Isa, squares: &<V::Chunk as Chunk>::Squares) -> V;

    /// What a king attacks from each square.
    fn king(self, isa: V::Isa, squares: &<V::Chunk as Chunk>::Squares) -> V;
}

/// One read of the table for each square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Table;

impl<V: Lanes> Single<V> for Table {
    #[inline(always)]
    fn knight(self, isa: V::Isa, squares: &<V::Chunk as Chunk>::Squares) -> V {
        V::load(isa, &V::Chunk::entries(squares, &KNIGHT_ATTACKS))
    }

    #[inline(always)]
    fn king(self, isa: V::Isa, squares: &<V::Chunk as Chunk>::Squares) -> V {
        V::load(isa, &V::Chunk::entries(squares, &KING_ATTACKS))
    }
}

/// The bit of each square, then the [`Prefix`] spread: no table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BitAndPrefix;

impl<V: Lanes> Single<V> for BitAndPrefix {
    #[inline(always)]
    fn knight(self, isa: V::Isa, squares: &<V::Chunk as Chunk>::Squares) -> V {
        Prefix.knight(V::load(isa, &V::Chunk::bits(squares)))
    }

    #[inline(always)]
    fn king(self, isa: V::Isa, squares: &<V::Chunk as Chunk>::Squares) -> V {
        Prefix.king(V::load(isa, &V::Chunk::bits(squares)))
    }
}

/// Several entries of the table by one instruction. Implemented by registers whose instruction set has a gather.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Gather;
