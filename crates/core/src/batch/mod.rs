//! The loop over boards, which every kernel shares.
//!
//! ```text
//! column   [0 1 2 3][4 5 6 7][8 9 ...           ... ][n-5 n-4 n-3 n-2] n-1
//! pass 1    \_____/  \_____/   whole registers        \_____________/
//! pass 2                                                  \_________________/  the last register overlaps
//! ```
//!
//! The boards that do not fill a register are the tail. They are computed in one more register, which ends where the
//! column ends. Some boards are therefore computed twice, which does no harm, since outputs are separate columns. Both
//! passes run through the same copy of the kernel. A batch shorter than a register is computed board by board: padding
//! a register costs more than it saves.

mod counts;
mod lines;
mod squares;
mod total;

use core::array;
use core::fmt;
use core::hint;
use core::marker::PhantomData;
use core::ops::Range;

pub use lines::vulnerable_lines_of_each;
pub use squares::{FromSquares, SpreadBits, Table, king_attacks_from, knight_attacks_from};

use crate::{Chunk, Isa, Kernel, Lanes, Prefix, Scalar, Spread, Words};
use counts::{counts_of_boards, counts_of_few};
use total::{total_of_boards, total_of_few};

/// A strategy: lanes (and with them an instruction set) and a spread. Holding one proves that this CPU can run it.
pub struct Backend<V: Lanes, S> {
    isa: V::Isa,
    spread: S,
    lanes: PhantomData<fn() -> V>,
}

impl<V: Lanes, S: Spread<V>> Backend<V, S> {
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
    #[inline]
    #[track_caller]
    pub fn map<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN], output: [&mut [u64]; OUT])
    where
        K: Kernel<IN, OUT>,
    {
        let boards = common_length(input.map(<[u64]>::len), output.each_ref().map(|column| column.len()));
        if boards < V::COUNT {
            map_few(kernel, boards, input, output);
        } else {
            self.isa.enter(
                #[inline(always)]
                move || map_boards(self, kernel, boards, input, output),
            );
        }
    }

    /// Runs `kernel` on every board and writes the number of members of each result set, one byte per board.
    ///
    /// The sets themselves are not stored. If only the number is needed (mobility), this reads and writes less than
    /// [`map`](Self::map) followed by a count.
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
        let boards = common_length(input.map(<[u64]>::len), output.each_ref().map(|column| column.len()));
        if boards < V::COUNT {
            counts_of_few(kernel, boards, input, output);
        } else {
            self.isa.enter(
                #[inline(always)]
                move || counts_of_boards(self, kernel, boards, input, output),
            );
        }
    }

    /// Runs `kernel` on every board and returns, for each result, the number of members in the whole batch.
    ///
    /// The result sets are not stored.
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
            self.isa.enter(
                #[inline(always)]
                move || total_of_boards(self, kernel, boards, input),
            )
        }
    }
}

impl<V: Lanes, S: Copy> Clone for Backend<V, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Lanes, S: Copy> Copy for Backend<V, S> {}

impl<V: Lanes, S: fmt::Debug> fmt::Debug for Backend<V, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backend").field("lanes", &V::COUNT).field("spread", &self.spread).finish_non_exhaustive()
    }
}

/// Returns the common length of all columns of a batch, or 0 if there are none.
///
/// # Panics
///
/// Panics if they do not all have the same length.
#[inline]
#[must_use]
#[track_caller]
pub fn common_length<const IN: usize, const OUT: usize>(input: [usize; IN], output: [usize; OUT]) -> usize {
    let mut lengths = input.iter().chain(&output);
    let length = lengths.next().copied().unwrap_or(0);
    if lengths.any(|&other| other != length) {
        unequal_lengths(&input, &output);
    }
    length
}

#[cold]
#[inline(never)]
#[track_caller]
fn unequal_lengths(input: &[usize], output: &[usize]) -> ! {
    panic!("columns of a batch differ in length: the inputs have {input:?} boards and the outputs {output:?}");
}

/// Returns the backend for batches that are shorter than a register.
#[inline(always)]
fn floor() -> Backend<Words<1>, Prefix> {
    Backend { isa: Scalar, spread: Prefix, lanes: PhantomData }
}

/// Runs `map` on a batch shorter than a register. One function serves all backends.
#[inline]
fn map_few<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    kernel: K,
    boards: usize,
    input: [&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    map_boards(floor(), kernel, boards, input, output);
}

/// Runs the loop of `map`. Every column has `boards` boards: none, or at least one register.
#[inline(always)]
fn map_boards<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    Backend { isa, spread, .. }: Backend<V, S>,
    kernel: K,
    boards: usize,
    input: [&[u64]; IN],
    mut output: [&mut [u64]; OUT],
) {
    let (passes, count) = passes::<V>(boards);
    for range in &passes[..count] {
        let registers = range.len() / V::COUNT;
        let input = chunks::<V, IN>(input, range);
        let mut output =
            output.each_mut().map(|column| &mut V::Chunk::chunks_mut(&mut column[range.clone()])[..registers]);
        // From here on no closure and no iterator takes a register by value, since inlining it is not guaranteed.
        for i in 0..registers {
            keep_registers::<V>();
            let sets = load(isa, &input, i);
            let results = kernel.eval(spread, sets);
            for (result, chunk) in results.iter().zip(at_mut(&mut output, i)) {
                result.store(chunk);
            }
        }
    }
}

/// Keeps the compiler from vectorising across registers. A register is a vector already; the compiler would gather each
/// lane of registers of plain words, which is slower. The call itself compiles to nothing.
#[inline(always)]
fn keep_registers<V: Lanes>() {
    if V::COUNT > 1 {
        hint::black_box(());
    }
}

/// Loads register `i` of every column.
#[inline(always)]
fn load<V: Lanes, const IN: usize>(isa: V::Isa, columns: &[&[V::Chunk]; IN], i: usize) -> [V; IN] {
    let mut sets = [V::splat(isa, 0); IN];
    for (set, chunk) in sets.iter_mut().zip(at(columns, i)) {
        *set = V::load(isa, chunk);
    }
    sets
}

/// Returns the whole chunks of a range of every column.
#[inline(always)]
fn chunks<'a, V: Lanes, const IN: usize>(columns: [&'a [u64]; IN], range: &Range<usize>) -> [&'a [V::Chunk]; IN] {
    columns.map(|column| &V::Chunk::chunks(&column[range.clone()])[..range.len() / V::COUNT])
}

/// Returns element `i` of every column.
// Not `#[inline(always)]`: the compiler then simplifies this function on its own first. After that, the condition of
// the loop makes its bounds checks redundant (with several columns one check may remain).
// Not `columns.map(..)`: with more than a few columns the compiler keeps the body of that as a function and calls it
// for every register.
#[inline]
fn at<'a, T, const N: usize>(columns: &[&'a [T]; N], i: usize) -> [&'a T; N] {
    array::from_fn(|k| &columns[k][i])
}

/// Returns element `i` of every column, for writing.
#[inline]
fn at_mut<'a, T, const N: usize>(columns: &'a mut [&mut [T]; N], i: usize) -> [&'a mut T; N] {
    let mut columns = columns.iter_mut();
    array::from_fn(|_| &mut columns.next().expect("N columns")[i])
}

/// Returns the range of boards of each pass, and the number of passes. The first pass covers the whole registers. If
/// there is a tail, the second pass is the register that ends where the column ends.
///
/// The number is hidden from the compiler, which would otherwise generate the kernel twice. Registers of one board
/// leave no tail.
#[inline(always)]
fn passes<V: Lanes>(boards: usize) -> ([Range<usize>; 2], usize) {
    const { assert!(V::COUNT > 0, "a register holds at least one board") }
    let whole = boards - boards % V::COUNT;
    let count = if whole == boards { 1 } else { 2 };
    let count = if V::COUNT == 1 { 1 } else { hint::black_box(count).min(2) };
    ([0..whole, boards.saturating_sub(V::COUNT)..boards], count)
}
