//! Unpacks blocks of boards. This module defines the parts of a record that all formats share, and the strategies for
//! unpacking.
//!
//! ```text
//! 32 bytes      8: occupied squares    16: codes, two a byte      8: labels (the tail)
//!                        |                      |                       |
//!                        +----> sets of pieces <+                       +----> sides to move, scores, results
//! ```

use std::fmt::{self, Debug};

use setwise::Backend;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use setwise::simd::decode::UnpackBoards;

use super::RECORD;
use super::piece_sets::{Expanded, PieceSets};
use crate::block_reader::BOARDS;

/// The bytes of a record: a board and its labels.
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

/// Returns the last eight bytes of a record as a word, the first byte lowest. Each format stores its labels there in a
/// different way.
#[inline(always)]
pub(super) fn tail(record: &Record) -> u64 {
    word::<24>(record)
}

#[inline(always)]
fn word<const START: usize>(record: &Record) -> u64 {
    u64::from_le_bytes(*record[START..].first_chunk().expect("a record has 32 bytes"))
}

/// Unpacks one block of boards after another with one strategy, and holds the buffers for a block.
pub(super) trait Unpack: Debug + Send + Sync {
    /// Writes the results of [`PieceSets`] for each record. There must be at most [`BOARDS`] records, and each column
    /// must have one element per record.
    fn unpack(&mut self, backend: Backend, sets: PieceSets, records: &[Record], columns: [&mut [u64]; 10]);
}

/// A strategy for unpacking boards. The choice affects only the speed: all strategies read the same positions and
/// report the same errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnpackStrategy {
    /// Unpacks board by board, with AVX2 and BMI2. This strategy is not available on CPUs that execute PDEP slowly, in
    /// microcode.
    Bmi2,
    /// Unpacks several boards at once with shifts and masks, on any backend. Every CPU supports this strategy.
    Portable,
}

impl UnpackStrategy {
    /// All strategies, in the order in which a reader tries them.
    pub const ALL: [Self; 2] = [Self::Bmi2, Self::Portable];

    /// Returns the strategies that this CPU supports. The last one is [`Portable`](Self::Portable).
    pub fn ready() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|strategy| strategy.unpack().is_some())
    }

    /// Returns the name in lower case, such as `bmi2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bmi2 => "bmi2",
            Self::Portable => "portable",
        }
    }

    /// Returns an unpacker that uses this strategy, or `None` if this CPU does not support the strategy.
    pub(super) fn unpack(self) -> Option<Box<dyn Unpack>> {
        match self {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Bmi2 => Some(Box::new(Deposit::<setwise::simd::Bmi2>::detect()?)),
            #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
            Self::Bmi2 => None,
            Self::Portable => Some(Box::new(Expand::new())),
        }
    }
}

impl fmt::Display for UnpackStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Unpacks board by board with an instruction set that can deposit bits (PDEP). A kernel then turns the code planes of
/// a block into sets of pieces.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[derive(Debug)]
struct Deposit<N> {
    isa: N,
    /// The occupied squares and the code planes: the inputs of [`PieceSets`].
    code_planes: [[u64; BOARDS]; 5],
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
impl<N: UnpackBoards> Deposit<N> {
    /// Returns an unpacker with empty buffers, or `None` if this CPU lacks the instructions.
    fn detect() -> Option<Self> {
        Some(Self { isa: N::detect()?, code_planes: [[0; BOARDS]; 5] })
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
impl<N: UnpackBoards + Debug + Send + Sync> Unpack for Deposit<N> {
    fn unpack(&mut self, backend: Backend, sets: PieceSets, records: &[Record], columns: [&mut [u64]; 10]) {
        let Self { isa, code_planes } = self;
        let isa = *isa;
        let [squares, one, two, four, black] = code_planes;
        isa.enter(
            #[inline(always)]
            || {
                // `take` lets the compiler prove that every index is in bounds.
                for (n, record) in records.iter().enumerate().take(BOARDS) {
                    squares[n] = occupied(record);
                    [one[n], two[n], four[n], black[n]] = isa.planes(squares[n], codes(record));
                }
            },
        );
        backend.map(sets, code_planes.each_ref().map(|plane| &plane[..records.len()]), columns);
    }
}

/// Unpacks several boards at once on any backend.
#[derive(Debug)]
struct Expand {
    /// The occupied squares and the codes: the inputs of [`Expanded`].
    words: [[u64; BOARDS]; 3],
}

impl Expand {
    fn new() -> Self {
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
