//! A backend by type, and what it does with columns.

use core::fmt;
use core::marker::PhantomData;

use super::columns::common_length;
use super::counts::{counts_of_boards, counts_of_few};
use super::heat::{heat_of_boards, heat_of_few};
use super::map::{map_boards, map_few};
use super::total::{total_of_boards, total_of_few};
use crate::{Isa, Kernel, Lanes, ResultKind, Spread};

/// A strategy: lanes (and with them an instruction set) and a spread. Holding one proves that this CPU can run it.
pub struct Strategy<V: Lanes, S> {
    isa: V::Isa,
    spread: S,
    lanes: PhantomData<fn() -> V>,
}

// `map`, `counts` and `total` are `#[inline(always)]`, so that slices reach them in registers. What is not inlined receives
// its arrays of slices through memory, and on a few boards that costs more than computing them (`job.rs` says why).

impl<V: Lanes, S: Spread<V>> Strategy<V, S> {
    /// The number of boards in one register.
    pub const LANES: usize = V::COUNT;

    /// Returns the backend, or `None` if this CPU cannot run it. Call this once and pass the value on.
    #[inline]
    #[must_use]
    pub fn detect() -> Option<Self> {
        V::Isa::detect().map(Self::new)
    }

    /// Creates the backend from a proof of its instruction set.
    #[inline]
    #[must_use]
    pub fn new(isa: V::Isa) -> Self {
        Self { isa, spread: S::default(), lanes: PhantomData }
    }

    /// Returns the proof of the backend's instruction set, which can be used to create other backends of the same set.
    #[inline]
    #[must_use]
    pub fn isa(self) -> V::Isa {
        self.isa
    }

    /// Runs `kernel` on every board of the input columns and writes its results to the output columns.
    ///
    /// Columns are slices of words, one word per board, a1 = bit 0. Board `i` of every input determines board `i` of
    /// every output. Any length and any alignment is allowed.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length. Nothing is written in that case.
    #[inline(always)]
    #[track_caller]
    pub fn map<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN], output: [&mut [u64]; OUT])
    where
        K: Kernel<IN, OUT>,
    {
        let boards = common_length(input.map(<[u64]>::len), output.each_ref().map(|column| column.len()));
        if boards < V::COUNT {
            map_few(kernel, boards, input, output);
        } else {
            let Self { isa, spread, .. } = self;
            isa.enter(
                #[inline(always)]
                move || map_boards::<V, S, K, IN, OUT>(isa, spread, kernel, boards, &input, output),
            );
        }
    }

    /// Runs `kernel` on every board and writes the number of members of each result set, one byte per board.
    ///
    /// The sets themselves are not stored. If only the number is needed (mobility), this reads and writes less than
    /// [`map`](Self::map) followed by a count. It does not compile for a result that is a number or a flag, which `map`
    /// writes as it is:
    ///
    /// ```compile_fail,E0080
    /// use setwise_core::patterns::KnightMoveCount;
    /// use setwise_core::{Strategy, Prefix, Words};
    ///
    /// let backend = Strategy::<Words<8>, Prefix>::detect().unwrap();
    /// backend.counts(KnightMoveCount, [&[0x42], &[0]], [&mut [0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length. Nothing is written in that case.
    #[inline]
    #[track_caller]
    pub fn counts<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN], output: [&mut [u8]; OUT])
    where
        K: Kernel<IN, OUT>,
    {
        const {
            assert!(
                ResultKind::all_sets(&K::KINDS),
                "`counts` is for sets, and a result of this kernel is a number or a flag: use `map` to write it, or `total` to add it up"
            );
        }
        let boards = common_length(input.map(<[u64]>::len), output.each_ref().map(|column| column.len()));
        if boards < V::COUNT {
            counts_of_few(kernel, boards, input, output);
        } else {
            let Self { isa, spread, .. } = self;
            isa.enter(
                #[inline(always)]
                move || counts_of_boards::<V, S, K, IN, OUT>(isa, spread, kernel, boards, &input, output),
            );
        }
    }

    /// Runs `kernel` on every board and returns, for each result, its sum over the whole batch: the number of members of all
    /// sets, the sum of all numbers, or the number of boards for which a flag is 1.
    ///
    /// The results are not stored. A sum wraps around at 2^64.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn total<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [u64; OUT]
    where
        K: Kernel<IN, OUT>,
    {
        let boards = common_length(input.map(<[u64]>::len), []);
        if boards < V::COUNT {
            total_of_few(kernel, boards, input)
        } else {
            let Self { isa, spread, .. } = self;
            isa.enter(
                #[inline(always)]
                move || total_of_boards::<V, S, K, IN, OUT>(isa, spread, kernel, boards, &input),
            )
        }
    }

    /// Runs `kernel` on every board and returns, for each result and each square, the number of boards on which the
    /// result has the square. Index 0 is a1, index 63 is h8.
    ///
    /// The result sets are not stored. The numbers are exact for any length. It does not compile for a result that is a
    /// number or a flag:
    ///
    /// ```compile_fail,E0080
    /// use setwise_core::patterns::KnightMoveCount;
    /// use setwise_core::{Strategy, Prefix, Words};
    ///
    /// let backend = Strategy::<Words<8>, Prefix>::detect().unwrap();
    /// let [heat] = backend.heat(KnightMoveCount, [&[0x42], &[0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn heat<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [[u64; 64]; OUT]
    where
        K: Kernel<IN, OUT>,
    {
        const {
            assert!(
                ResultKind::all_sets(&K::KINDS),
                "`heat` is for sets, and a result of this kernel is a number or a flag: use `total` to add it up"
            );
        }
        let boards = common_length(input.map(<[u64]>::len), []);
        if boards < V::COUNT {
            heat_of_few(kernel, boards, input)
        } else {
            let Self { isa, spread, .. } = self;
            isa.enter(
                #[inline(always)]
                move || heat_of_boards::<V, S, K, IN, OUT>(isa, spread, kernel, boards, &input),
            )
        }
    }
}

impl<V: Lanes, S: Copy> Clone for Strategy<V, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Lanes, S: Copy> Copy for Strategy<V, S> {}

impl<V: Lanes, S: fmt::Debug> fmt::Debug for Strategy<V, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strategy").field("lanes", &V::COUNT).field("spread", &self.spread).finish_non_exhaustive()
    }
}
