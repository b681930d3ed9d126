//! The columns of a block of positions, which instructions read and compute.

use crate::plan::Operand;

/// The number of positions in a block. Ten columns of a block fit into a first-level cache of 32 KiB, with space left.
pub const BLOCK: usize = 256;

/// One word for each position of a block.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Column(pub(crate) [u64; BLOCK]);

impl Column {
    pub(crate) fn new() -> Box<Self> {
        Box::new(Self([0; BLOCK]))
    }
}

/// The columns of a block: the pieces, and the slots.
pub(crate) struct Block<'a> {
    pieces: [&'a [u64; BLOCK]; 8],
    slots: &'a mut [Option<Box<Column>>],
}

impl<'a> Block<'a> {
    pub(crate) fn new(pieces: [&'a [u64; BLOCK]; 8], slots: &'a mut [Option<Box<Column>>]) -> Self {
        Self { pieces, slots }
    }

    /// Returns a column that no instruction is computing.
    #[inline(always)]
    pub(crate) fn get(&self, operand: Operand) -> &[u64; BLOCK] {
        match operand {
            Operand::Pieces(n) => self.pieces[n],
            Operand::Slot(n) => &self.slots[n].as_ref().expect("an operand is not a result").0,
        }
    }

    /// Takes a slot out, so that an instruction can compute it from other columns.
    #[inline(always)]
    pub(crate) fn take(&mut self, slot: usize) -> Box<Column> {
        self.slots[slot].take().expect("an instruction computes each slot once")
    }

    /// Puts a slot back.
    #[inline(always)]
    pub(crate) fn put(&mut self, slot: usize, column: Box<Column>) {
        self.slots[slot] = Some(column);
    }
}
