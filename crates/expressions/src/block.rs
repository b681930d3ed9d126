//! The columns of a block of positions, which instructions read and compute.

use crate::plan::Operand;

/// The number of positions in a block. Eight columns of a block fill a first-level cache of 32 KiB.
pub const BLOCK: usize = 512;

/// One word for each position of a block.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Column(pub(crate) [u64; BLOCK]);

impl Column {
    pub(crate) const EMPTY: Self = Self([0; BLOCK]);
}

/// A place for a column. It is empty while an instruction computes the column.
pub(crate) type Slot<'s> = Option<&'s mut [u64; BLOCK]>;

/// The columns of a block: the pieces, and the slots.
pub(crate) struct Block<'a, 's> {
    pieces: [&'a [u64; BLOCK]; 8],
    slots: &'a mut [Slot<'s>],
}

impl<'a, 's> Block<'a, 's> {
    pub(crate) fn new(pieces: [&'a [u64; BLOCK]; 8], slots: &'a mut [Slot<'s>]) -> Self {
        Self { pieces, slots }
    }

    /// Returns a column that no instruction is computing.
    #[inline(always)]
    pub(crate) fn get(&self, operand: Operand) -> &[u64; BLOCK] {
        match operand {
            Operand::Pieces(n) => self.pieces[n],
            Operand::Slot(n) => self.slots[n].as_ref().expect("an operand is not a result"),
        }
    }

    /// Takes a column out of its slot, so that an instruction can compute it from other columns.
    #[inline(always)]
    pub(crate) fn take(&mut self, slot: usize) -> &'s mut [u64; BLOCK] {
        self.slots[slot].take().expect("an instruction computes each slot once")
    }

    /// Puts a column back into its slot.
    #[inline(always)]
    pub(crate) fn put(&mut self, slot: usize, column: &'s mut [u64; BLOCK]) {
        self.slots[slot] = Some(column);
    }
}
