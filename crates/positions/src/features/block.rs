//! A block of positions, so small that a column is usually still in the first-level cache when a kernel needs it again.
//!
//! ```text
//! read (in memory)    white                    black
//! pawns   [64]        pieces          [64]     pieces          [64]
//! knights [64]        knight attacks  [64]     knight attacks  [64]
//! ...                 ...  one column for each term  ...
//! ```
//!
//! A column of a block has a fixed length and a fixed place, and every kernel always runs on the whole column. So a kernel
//! is a loop over a few registers at constant addresses: it compares no lengths, has no tail, and costs hardly anything to
//! start. Only a last block that is not full is copied, so that it can be filled up with empty boards.

use std::hint;
use std::ops::Range;

use setwise::backend::{Backend, Chunk};
use setwise::{Color, Kernel, Lanes, Spread};

use super::terms::Term;
use crate::{Columns, ColumnsRef};

/// The number of positions in a block. It is a multiple of eight registers of any backend.
pub const BLOCK: usize = 64;

/// The positions of a block: six kinds of pieces, the pieces of each side, and the side to move.
#[derive(Clone, Copy)]
pub(super) struct Positions<'a> {
    words: [&'a [u64; BLOCK]; 8],
    to_move: &'a [Color; BLOCK],
}

impl<'a> Positions<'a> {
    /// Returns the positions of a range, without copying them, or `None` if the range is shorter than a block.
    pub(super) fn of(columns: &ColumnsRef<'a>, range: Range<usize>) -> Option<Self> {
        let to_move = columns.side_to_move[range.clone()].first_chunk()?;
        let mut words = [&[0; BLOCK]; 8];
        for (words, column) in words.iter_mut().zip(columns.words()) {
            *words = column[range.clone()].first_chunk()?;
        }
        Some(Self { words, to_move })
    }

    /// Returns the positions of a range, copied to `block` and followed by empty boards.
    pub(super) fn filled_up(columns: &ColumnsRef<'_>, range: Range<usize>, block: &'a mut Columns) -> Self {
        block.clear();
        for (block, column) in block.words().into_iter().zip(columns.words()) {
            block.extend_from_slice(&column[range.clone()]);
            block.resize(BLOCK, 0);
        }
        block.side_to_move.extend_from_slice(&columns.side_to_move[range]);
        block.side_to_move.resize(BLOCK, Color::White);
        Self::of(&ColumnsRef::from(&*block), 0..BLOCK).expect("a whole block")
    }
}

/// One word for each position of a block, aligned so that no register crosses a cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Column(pub(super) [u64; BLOCK]);

/// The columns of one side, in the order of [`Term`].
pub(super) type Side = [Column; Term::COUNT];

/// The terms computed for a block.
#[derive(Debug)]
pub(super) struct Block {
    sides: [Box<Side>; 2],
}

impl Block {
    pub(super) fn new() -> Self {
        let side = || Box::new([Column([0; BLOCK]); Term::COUNT]);
        Self { sides: [side(), side()] }
    }

    /// Returns the column of a term that has been computed.
    pub(super) fn column(&self, term: Term, side: Color) -> &Column {
        &self.sides[side.index()][term as usize]
    }

    /// Sets the column of a term to 0 from position `len` on, so that those values add nothing to totals, and returns it.
    #[inline(always)]
    pub(super) fn cleared_from(&mut self, len: usize, term: Term, side: Color) -> &Column {
        let column = &mut self.sides[side.index()][term as usize];
        if len < BLOCK {
            column.0[len..].fill(0);
        }
        column
    }

    /// Returns the block as seen by a side, for computing on a backend.
    #[inline(always)]
    pub(super) fn seen_by<'a, V: Lanes, S: Spread<V>>(
        &'a mut self,
        side: Color,
        positions: Positions<'a>,
        backend: Backend<V, S>,
    ) -> View<'a, V, S> {
        let [white, black] = &mut self.sides;
        let [pawns, knights, bishops, rooks, queens, kings, white_pieces, black_pieces] = positions.words;
        let (own, their, pieces) =
            if side == Color::White { (white, black, white_pieces) } else { (black, white, black_pieces) };
        let read = [pawns, knights, bishops, rooks, queens, kings, pieces];
        View { backend, side, to_move: positions.to_move, read, own, their }
    }
}

/// Where a column is, relative to the side of the term that is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// Among the columns that are read: the pieces of a kind, of both sides, or all own pieces.
    Read,
    Own,
    Their,
}

/// A block as seen by one side, inside the target-feature boundary of a backend.
pub(super) struct View<'a, V: Lanes, S> {
    backend: Backend<V, S>,
    pub(super) side: Color,
    pub(super) to_move: &'a [Color; BLOCK],
    read: [&'a [u64; BLOCK]; Term::READ],
    pub(super) own: &'a mut Side,
    pub(super) their: &'a mut Side,
}

impl<V: Lanes, S: Spread<V>> View<'_, V, S> {
    /// The number of registers in a column.
    pub(super) const REGISTERS: usize = BLOCK / V::COUNT;

    /// Loads register `i` of a column.
    #[inline(always)]
    pub(super) fn load(&self, (whose, term): (Whose, Term), i: usize) -> V {
        let words = match whose {
            Whose::Read => self.read[term as usize],
            Whose::Own => &self.own[term as usize].0,
            Whose::Their => &self.their[term as usize].0,
        };
        V::load(self.backend.isa(), &V::Chunk::chunks(words)[i])
    }

    /// Stores register `i` of a column.
    #[inline(always)]
    pub(super) fn store(&mut self, (whose, term): (Whose, Term), i: usize, register: V) {
        let side = if whose == Whose::Their { &mut *self.their } else { &mut *self.own };
        register.store(&mut V::Chunk::chunks_mut(&mut side[term as usize].0)[i]);
    }

    /// Runs a kernel on the whole block. The lists of columns are constants at every call, so the addresses are constants too.
    // As in the batch loop of the library, no closure and no iterator takes a register by value: inlining it is not
    // guaranteed.
    #[inline(always)]
    pub(super) fn map<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
        &mut self,
        kernel: K,
        input: [(Whose, Term); IN],
        output: [(Whose, Term); OUT],
    ) {
        for i in 0..Self::REGISTERS {
            keep_registers::<V>();
            let mut sets = [V::splat(self.backend.isa(), 0); IN];
            for (set, column) in sets.iter_mut().zip(&input) {
                *set = self.load(*column, i);
            }
            let results = kernel.eval(S::default(), sets);
            for (result, column) in results.iter().zip(&output) {
                self.store(*column, i, *result);
            }
        }
    }
}

/// Keeps the compiler from vectorising across registers, as in the batch loop of the library: a register is a vector
/// already. The call itself compiles to nothing.
#[inline(always)]
pub(super) fn keep_registers<V: Lanes>() {
    if V::COUNT > 1 {
        hint::black_box(());
    }
}
