//! A block of packed boards: what all formats with records and all strategies for unpacking have in common.
//!
//! ```text
//! 32 bytes      8: occupied squares    16: codes, two a byte      8: labels (the tail)
//!                        |                      |                       |
//!                        +----> sets of pieces <+                       +----> sides to move, scores, results
//! ```
//!
//! A block is unpacked without a branch on any bit. The errors of a board are bits of a word, and the words of all boards are
//! united. If the union is not empty, the reader reads the block again, record by record, with precise errors.

use std::fmt::Debug;

use setwise::Backend;

use super::expand::Expanded;
use super::piece_sets::PieceSets;
use super::{RECORD, UnpackStrategy};
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

/// Blocks of boards on a backend, and the labels of the boards.
#[derive(Debug)]
pub(super) struct PackedBlock {
    backend: Backend,
    sets: PieceSets,
    strategy: UnpackStrategy,
    unpack: Box<dyn Unpack>,
    tails: [u64; BOARDS],
    unmoved_rooks: [u64; BOARDS],
    wrong: [u64; BOARDS],
}

/// The labels of the boards of a block, as they are stored.
pub(super) struct PackedLabels<'a> {
    /// The last eight bytes of each record.
    pub(super) tails: &'a [u64],
    pub(super) unmoved_rooks: &'a [u64],
}

impl PackedBlock {
    /// Returns space for a block, or `None` if this CPU does not support the strategy.
    pub(super) fn with_strategy(strategy: UnpackStrategy, backend: Backend, sets: PieceSets) -> Option<Self> {
        let zeros = [0; BOARDS];
        let unpack = strategy.unpack()?;
        Some(Self { backend, sets, strategy, unpack, tails: zeros, unmoved_rooks: zeros, wrong: zeros })
    }

    pub(super) fn strategy(&self) -> UnpackStrategy {
        self.strategy
    }

    /// Appends at most [`BOARDS`] boards to columns of pieces and sides. If a board is wrong, or one that `is_wrong`
    /// says is wrong from its tail, appends nothing and returns `None`.
    ///
    /// `is_wrong` returns a word that is not 0 if the tail is wrong.
    #[inline(always)]
    pub(super) fn append(
        &mut self,
        records: &[Record],
        mut words: [&mut Vec<u64>; 8],
        is_wrong: impl Fn(u64) -> u64,
    ) -> Option<PackedLabels<'_>> {
        let boards = records.len();
        let [tails, unmoved_rooks, wrong] =
            [&mut self.tails, &mut self.unmoved_rooks, &mut self.wrong].map(|words| &mut words[..boards]);
        for (tail_of, record) in tails.iter_mut().zip(records) {
            *tail_of = tail(record);
        }
        let old = words[0].len();
        words.iter_mut().for_each(|column| column.resize(old + boards, 0));
        let [a, b, c, d, e, f, g, h] = words.each_mut().map(|column| &mut column[old..]);
        self.unpack.unpack(self.backend, self.sets, records, [a, b, c, d, e, f, g, h, unmoved_rooks, wrong]);
        let boards_wrong = wrong.iter().fold(0, |all, word| all | word);
        if tails.iter().fold(boards_wrong, |all, &tail| all | is_wrong(tail)) != 0 {
            words.into_iter().for_each(|column| column.truncate(old));
            return None;
        }
        Some(PackedLabels { tails, unmoved_rooks })
    }
}

/// The clone has its own space for a block.
impl Clone for PackedBlock {
    fn clone(&self) -> Self {
        Self::with_strategy(self.strategy, self.backend, self.sets).expect("this CPU has already run the strategy")
    }
}
