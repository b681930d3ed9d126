//! Unpacks boards one by one, with an instruction set that implements [`Nibbles`]. A kernel turns the planes of a block
//! into sets.

use std::fmt::Debug;

use setwise::Backend;
use setwise::backend::Nibbles;

use super::sets::Sets;
use super::unpack::{Record, Unpack, codes, occupied};
use crate::block_reader::BOARDS;

/// Unpacks board by board with an instruction set that deposits bits.
#[derive(Debug)]
pub(super) struct Deposit<N> {
    isa: N,
    /// The occupied squares and the planes: the inputs of [`Sets`].
    planes: [[u64; BOARDS]; 5],
}

impl<N: Nibbles> Deposit<N> {
    /// Returns space for a block, or `None` if this CPU lacks the instructions.
    pub(super) fn detect() -> Option<Self> {
        Some(Self { isa: N::detect()?, planes: [[0; BOARDS]; 5] })
    }
}

impl<N: Nibbles + Debug + Send + Sync> Unpack for Deposit<N> {
    fn unpack(&mut self, backend: Backend, sets: Sets, records: &[Record], columns: [&mut [u64]; 10]) {
        let Self { isa, planes } = self;
        let isa = *isa;
        let [squares, one, two, four, black] = planes;
        isa.enter(
            #[inline(always)]
            || {
                // With `take`, the compiler sees that every index is in bounds.
                for (n, record) in records.iter().enumerate().take(BOARDS) {
                    squares[n] = occupied(record);
                    [one[n], two[n], four[n], black[n]] = isa.planes(squares[n], codes(record));
                }
            },
        );
        backend.map(sets, planes.each_ref().map(|plane| &plane[..records.len()]), columns);
    }
}
