//! The loop over boards, the only one.
//!
//! ```text
//! column   [0 1 2 3][4 5 6 7][8 9 ...           ... ][n-5 n-4 n-3 n-2] n-1
//! pass 1    \_____/  \_____/   whole registers        \_____________/
//! pass 2                                                  \_________________/  the last register overlaps
//! ```
//!
//! What does not fill a register, the tail, is computed in one more register that ends where the column ends. Some boards
//! are computed twice; that does no harm, since outputs are columns of their own. Both passes run through the same copy of
//! the kernel. A batch shorter than a register goes board by board: to pad a register costs more than it saves.

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
    /// How many boards lie in one register.
    pub const LANES: usize = V::COUNT;

    /// The backend, or `None` if this CPU cannot run it. Ask once and pass the value on.
    #[inline]
    #[must_use]
    pub fn detect() -> Option<Self> {
        V::Isa::detect().map(Self::new)
    }

    /// The backend with a proof at hand.
    #[inline]
    #[must_use]
    pub fn new(isa: V::Isa) -> Self {
        Self { isa, spread: S::default(), lanes: PhantomData }
    }

    /// Returns the proof of its instruction set, to build other backends of the same set.
    #[inline]
    #[must_use]
    pub fn isa(self) -> V::Isa {
        self.isa
    }

    /// Runs `kernel` on every board of the input columns and writes its results to the output columns.
    ///
    /// Columns are slices of words, one a board, a1 = bit 0; board `i` of every input gives board `i` of every output.
    /// Any length and any alignment will do.
    ///
    /// # Panics
    ///
    /// If the columns are not all of one length. Nothing is written then.
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

    /// Runs `kernel` on every board and writes the number of members of each result set, one byte a board.
    ///
    /// The sets themselves are never stored: where a number is wanted (mobility), this reads and writes less than
    /// [`map`](Self::map) and a count of its results.
    ///
    /// # Panics
    ///
    /// If the columns are not all of one length. Nothing is written then.
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

    /// Runs `kernel` on every board and returns, for each result, the number of members over the whole batch.
    ///
    /// Nothing is stored.
    ///
    /// # Panics
    ///
    /// If the columns are not all of one length.
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

/// The length of all columns of a batch, 0 without any.
///
/// # Panics
///
/// If they are not all of one length.
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
    panic!("columns of a batch must have one length, but the inputs have {input:?} boards and the outputs {output:?}");
}

/// The backend of batches that are shorter than a register.
#[inline(always)]
fn floor() -> Backend<Words<1>, Prefix> {
    Backend { isa: Scalar, spread: Prefix, lanes: PhantomData }
}

/// `map` of a batch shorter than a register: one function for all backends.
#[inline]
fn map_few<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    kernel: K,
    boards: usize,
    input: [&[u64]; IN],
    output: [&mut [u64]; OUT],
) {
    map_boards(floor(), kernel, boards, input, output);
}

/// The loop of `map`. Every column has `boards` boards: none, or at least one register.
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
        // From here on no closure and no iterator takes a register by value: it would have to be inlined without fail.
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

/// A register is a vector already. Without this the compiler vectorises across registers of plain words, with a gather for
/// each lane, and loses. The line itself compiles to nothing.
#[inline(always)]
fn keep_registers<V: Lanes>() {
    if V::COUNT > 1 {
        hint::black_box(());
    }
}

/// Register `i` of every column.
#[inline(always)]
fn load<V: Lanes, const IN: usize>(isa: V::Isa, columns: &[&[V::Chunk]; IN], i: usize) -> [V; IN] {
    let mut sets = [V::splat(isa, 0); IN];
    for (set, chunk) in sets.iter_mut().zip(at(columns, i)) {
        *set = V::load(isa, chunk);
    }
    sets
}

/// The whole chunks of a range of every column.
#[inline(always)]
fn chunks<'a, V: Lanes, const IN: usize>(columns: [&'a [u64]; IN], range: &Range<usize>) -> [&'a [V::Chunk]; IN] {
    columns.map(|column| &V::Chunk::chunks(&column[range.clone()])[..range.len() / V::COUNT])
}

/// Element `i` of every column.
// Not `#[inline(always)]`: simplified on its own first, its bounds checks meet the loop's own condition in time to vanish
// (of several columns one check may remain).
// Not `columns.map(..)`: past a few columns the compiler keeps the inside of that a function, and calls it for every register.
#[inline]
fn at<'a, T, const N: usize>(columns: &[&'a [T]; N], i: usize) -> [&'a T; N] {
    array::from_fn(|k| &columns[k][i])
}

/// Element `i` of every column, to write to.
#[inline]
fn at_mut<'a, T, const N: usize>(columns: &'a mut [&mut [T]; N], i: usize) -> [&'a mut T; N] {
    let mut columns = columns.iter_mut();
    array::from_fn(|_| &mut columns.next().expect("N columns")[i])
}

/// The whole registers, then, where a tail remains, the register that ends where the column ends; and how many these are.
///
/// The number is hidden from the compiler, which would else write the kernel twice. A single board leaves no tail.
#[inline(always)]
fn passes<V: Lanes>(boards: usize) -> ([Range<usize>; 2], usize) {
    const { assert!(V::COUNT > 0, "a register holds a board at least") }
    let whole = boards - boards % V::COUNT;
    let count = if whole == boards { 1 } else { 2 };
    let count = if V::COUNT == 1 { 1 } else { hint::black_box(count).min(2) };
    ([0..whole, boards.saturating_sub(V::COUNT)..boards], count)
}
