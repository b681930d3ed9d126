//! Unpacks boards one by one, with an instruction set that implements [`UnpackBoards`]. A kernel turns the code planes of a block
//! into sets.

use std::fmt::Debug;

use setwise::Backend;
use setwise::simd::decode::UnpackBoards;

use super::piece_sets::PieceSets;
use super::unpack::{Record, Unpack, codes, occupied};
use crate::block_reader::BOARDS;

/// Unpacks board by board with an instruction set that deposits bits.
#[derive(Debug)]
pub(super) struct Deposit<N> {
    isa: N,
    /// The occupied squares and the code planes: the inputs of [`PieceSets`].
    code_planes: [[u64; BOARDS]; 5],
}

impl<N: UnpackBoards> Deposit<N> {
    /// Returns space for a block, or `None` if this CPU lacks the instructions.
    pub(super) fn detect() -> Option<Self> {
        Some(Self { isa: N::detect()?, code_planes: [[0; BOARDS]; 5] })
    }
}

impl<N: UnpackBoards + Debug + Send + Sync> Unpack for Deposit<N> {
    fn unpack(&mut self, backend: Backend, sets: PieceSets, records: &[Record], columns: [&mut [u64]; 10]) {
        let Self { isa, code_planes } = self;
        let isa = *isa;
        let [squares, one, two, four, black] = code_planes;
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
        backend.map(sets, code_planes.each_ref().map(|plane| &plane[..records.len()]), columns);
    }
}
