//! Divides the columns of a batch into full registers and a tail, and checks that all columns have the same length.

use core::hint;
use core::iter;
use core::mem;
use core::ops::Range;

use crate::{Chunk, Lanes};

/// Returns the common length of all columns of a batch, or 0 if there are no columns.
///
/// # Panics
///
/// Panics if the columns do not all have the same length.
#[inline(always)]
#[must_use]
#[track_caller]
pub fn common_length<T, const IN: usize, const OUT: usize>(input: &[&[u64]; IN], output: &[&mut [T]; OUT]) -> usize {
    equal_length(input.map(<[u64]>::len), output.each_ref().map(|column| column.len()))
}

#[inline]
#[track_caller]
fn equal_length<const IN: usize, const OUT: usize>(input: [usize; IN], output: [usize; OUT]) -> usize {
    let mut lengths = input.iter().chain(&output);
    let length = lengths.next().copied().unwrap_or(0);
    if lengths.any(|&other| other != length) {
        // The braces copy the arrays. Without the copies, the compiler would have to keep the arrays themselves in
        // memory; the copies are written to memory only on this cold path.
        unequal_lengths(&{ input }, &{ output });
    }
    length
}

#[cold]
#[inline(never)]
#[track_caller]
fn unequal_lengths(input: &[usize], output: &[usize]) -> ! {
    panic!("columns of a batch differ in length: the inputs have {input:?} boards and the outputs {output:?}");
}

/// Returns a copy of an array of columns. If a function that is not inlined receives the copy instead of the array, only
/// the copy needs to be in memory: `job.rs` explains why.
// This function and the next three stand here because their closures are then compiled once for each number of columns.
// In a function that is generic over kernels and backends, they would be compiled for each of their pairs.
#[inline(always)]
pub(crate) fn copied<const N: usize>(columns: [&[u64]; N]) -> [&[u64]; N] {
    columns.map(|column| column)
}

/// Returns a copy of an array of columns for writing, as [`copied`] does.
#[inline(always)]
pub(crate) fn copied_mut<T, const N: usize>(columns: [&mut [T]; N]) -> [&mut [T]; N] {
    columns.map(|column| column)
}

/// Returns the same boards of every column.
pub(super) fn parts<'a, const N: usize>(columns: &[&'a [u64]; N], boards: Range<usize>) -> [&'a [u64]; N] {
    columns.map(|column| &column[boards.clone()])
}

/// Returns the same boards of every column for writing.
pub(super) fn parts_mut<'a, const N: usize>(
    columns: &'a mut [&mut [u64]; N],
    boards: Range<usize>,
) -> [&'a mut [u64]; N] {
    columns.each_mut().map(|column| &mut column[boards.clone()])
}

/// Keeps the compiler from vectorising a loop over registers. The loop must call this function in every iteration. A
/// register is already a vector. If it is an array of plain words, the compiler would otherwise gather the same lane of
/// several registers into one vector, which is slower. The call itself compiles to no instructions.
// This function is hidden because authors of kernels do not need it: the loops that run kernels already call it. It is
// public because `setwise-positions` has other loops over registers.
#[doc(hidden)]
#[inline(always)]
pub fn no_revectorize<V: Lanes>() {
    if const { V::COUNT > 1 } {
        hint::black_box(());
    }
}

/// Returns the number of boards in the first column, or 0 if there are no columns. After the check of the lengths, this
/// is the length of all columns. Loops inside the target-feature boundary call this function, because passing the
/// length through the boundary would take longer.
#[inline(always)]
pub(super) fn first_length<T, const IN: usize, const OUT: usize>(
    input: &[&[u64]; IN],
    output: &[&mut [T]; OUT],
) -> usize {
    match (input.first(), output.first()) {
        (Some(column), _) => column.len(),
        (None, Some(column)) => column.len(),
        (None, None) => 0,
    }
}

/// Cuts each column to `boards` boards, and returns the cut columns. All columns must already have this length, but
/// their lengths were checked outside the target-feature boundary, so the compiler does not see the check inside. After
/// the cut, the compiler sees that all columns have the same length, and the passes need no bounds checks. If there are
/// more than [`FEW`] columns, they are returned uncut, because the cuts would take longer than the bounds checks.
#[inline(always)]
pub(super) fn cut<'a, const IN: usize>(columns: &[&'a [u64]; IN], boards: usize) -> [&'a [u64]; IN] {
    let mut cut = *columns;
    if const { IN <= FEW } {
        for column in &mut cut {
            *column = &column[..boards];
        }
    }
    cut
}

/// Cuts each column for writing to `boards` boards, as [`cut`] does.
#[inline(always)]
pub(super) fn cut_mut<T, const OUT: usize>(mut columns: [&mut [T]; OUT], boards: usize) -> [&mut [T]; OUT] {
    if const { OUT <= FEW } {
        for column in &mut columns {
            *column = &mut mem::take(column)[..boards];
        }
    }
    columns
}

/// The maximum number of columns that [`cut`] and [`cut_mut`] cut.
const FEW: usize = 4;

/// Runs a statement for each index below a constant. If the constant is at most twelve, the macro repeats the statement
/// instead of writing a loop, so that the compiler keeps the elements of an array in registers. In a loop, the compiler
/// would keep the array in memory, and would then not see that all columns have the same number of chunks.
// `[_; N]::map` and `array::from_fn` cannot replace this macro. Without LTO, the compiler may put parts of them into
// other codegen units, and inlines those parts only after the pass that removes redundant bounds checks. A check would
// then remain in the loop over registers.
macro_rules! for_each_below {
    ($end:ident, $k:ident => $statement:expr) => {
        if const { $end <= 12 } {
            for_each_below!(@ $end, $k => $statement; 0 1 2 3 4 5 6 7 8 9 10 11);
        } else {
            for $k in 0..$end {
                $statement;
            }
        }
    };
    (@ $end:ident, $k:ident => $statement:expr; $($index:literal)+) => {
        $(if const { $index < $end } {
            let $k = $index;
            $statement;
        })+
    };
}

pub(super) use for_each_below;

/// Loads register `i` of every column.
#[inline(always)]
pub(super) fn load<V: Lanes, const IN: usize>(isa: V::Isa, columns: &[&[V::Chunk]; IN], i: usize) -> [V; IN] {
    let mut sets = [V::splat(isa, 0); IN];
    for_each_below!(IN, k => sets[k] = V::load(isa, &columns[k][i]));
    sets
}

/// Returns `registers` chunks of every column, starting at board `start`.
#[inline(always)]
pub(super) fn chunks<V: Lanes, const IN: usize>(
    columns: [&[u64]; IN],
    start: usize,
    registers: usize,
) -> [&[V::Chunk]; IN] {
    let mut all: [&[V::Chunk]; IN] = [&[]; IN];
    for_each_below!(IN, k => all[k] = &V::Chunk::chunks(&columns[k][start..])[..registers]);
    all
}

/// Returns `registers` chunks of every column for writing, starting at board `start`. `whole` divides a column into
/// whole chunks.
#[inline(always)]
pub(super) fn chunks_mut<'a, T, C: 'static, const OUT: usize>(
    columns: &'a mut [&mut [T]; OUT],
    start: usize,
    registers: usize,
    whole: impl Fn(&'a mut [T]) -> &'a mut [C],
) -> [&'a mut [C]; OUT] {
    let mut all = [const {
        let none: &mut [C; 0] = &mut [];
        none as &mut [C]
    }; OUT];
    let mut columns = columns.iter_mut();
    for_each_below!(OUT, k => {
        if let Some(column) = columns.next() {
            all[k] = &mut whole(&mut column[start..])[..registers];
        }
    });
    all
}

/// Returns the passes over the columns, each as the index of its first board. The first pass covers all full blocks of
/// `at_once` boards, such as the boards of a register. If there is a tail, a second pass covers one block, which ends
/// where the column ends. Each pass runs toward the end of the column and leaves out a remainder that does not fill a
/// block. `boards` must therefore be 0 or at least `at_once`: no pass can cover a batch that is shorter than a block.
#[inline(always)]
pub(super) fn passes(at_once: usize, boards: usize) -> impl Iterator<Item = usize> {
    debug_assert!(at_once > 0, "a block has at least one board");
    debug_assert!(boards == 0 || boards >= at_once, "fewer boards than a block has");
    let tail = if boards.is_multiple_of(at_once) { 0 } else { boards.saturating_sub(at_once) };
    iter::successors(
        Some(0),
        #[inline(always)]
        move |&start| if start == tail { None } else { Some(tail) },
    )
}
