//! A block of packed boards: what all formats with records and all strategies for unpacking have in common.
//!
//! ```text
//! 32 bytes      8: occupied squares    16: codes, two a byte      8: labels (the tail)
//!                        |                      |                       |
//!                        +----> sets of pieces <+                       +----> sides to move, scores, results
//! ```

use std::fmt::Debug;

use setwise::Backend;

use super::RECORD;
use super::piece_sets::{Expanded, PieceSets};
use crate::block_reader::BOARDS;

/// A record: a board.
pub(super) type Record = [u8; RECORD];

/// Returns the occupied squares of a record.
#[inline(always)]
pub(super) fn occupied(record: &Record) -> u64 {
    word::<0>(record)
}

/// Returns the codes of the pieces of a record.
#[inline(always)]
pub(super) fn codes(record: &Record) -> &[u8; 16] {
    record[8..].first_chunk().expect("a record has 32 bytes")
}

/// Returns the last eight bytes of a record, whose meaning differs between formats. The first byte is lowest.
#[inline(always)]
pub(super) fn tail(record: &Record) -> u64 {
    word::<24>(record)
}

#[inline(always)]
fn word<const START: usize>(record: &Record) -> u64 {
    u64::from_le_bytes(*record[START..].first_chunk().expect("a record has 32 bytes"))
}

/// A strategy for unpacking boards, with the space it needs for a block.
pub(super) trait Unpack: Debug + Send + Sync {
    /// Writes the results of [`PieceSets`] for each record. There are at most [`BOARDS`], and each column has an element
    /// for each.
    fn unpack(&mut self, backend: Backend, sets: PieceSets, records: &[Record], columns: [&mut [u64]; 10]);
}

/// Unpacks several boards at once on any backend.
#[derive(Debug)]
pub(super) struct Expand {
    /// The occupied squares and the codes: the inputs of [`Expanded`].
    words: [[u64; BOARDS]; 3],
}

impl Expand {
    pub(super) fn new() -> Self {
        Self { words: [[0; BOARDS]; 3] }
    }
}

impl Unpack for Expand {
    fn unpack(&mut self, backend: Backend, sets: PieceSets, records: &[Record], columns: [&mut [u64]; 10]) {
        let [squares, first, others] = &mut self.words;
        for (n, record) in records.iter().enumerate().take(BOARDS) {
            [squares[n], first[n], others[n]] = [word::<0>(record), word::<8>(record), word::<16>(record)];
        }
        backend.map(Expanded(sets), self.words.each_ref().map(|words| &words[..records.len()]), columns);
    }
}
