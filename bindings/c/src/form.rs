//! The forms of a pattern, as functions on the caller's columns. The functions write the results, or the counts, totals
//! or heat maps of the results.
//!
//! Each form is a generic function, which checks the columns, makes slices of them and calls the Rust library. The
//! checks take only a few comparisons. `patterns.rs` puts the forms of each pattern into the table of patterns, and
//! `named.rs` exports the form `map` of a few patterns under separate names.

use std::ffi::c_void;

use setwise::{Backend, Kernel};

use crate::column::{Region, check_apart, column, column_mut, read, regions, write};
use crate::error::Error;

/// Defines forms: functions that run a kernel on a backend and on the caller's columns.
macro_rules! forms {
    ($($(#[$doc:meta])+ $name:ident($kernel:ident, $backend:ident) -> $to:ty = $run:ident($compute:expr);)+) => {
        $(
            $(#[$doc])+
            ///
            /// # Safety
            ///
            /// `inputs` must have a pointer for each input, and `map` and `counts` need a pointer for each output. The columns
            /// must meet the requirements of the section "Columns" of `setwise.h`. The outputs of `total` must have a word for
            /// each result, and those of `heat` must have 64.
            #[inline(never)]
            pub(crate) unsafe fn $name<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
                $kernel: K,
                $backend: Backend,
                inputs: *const *const c_void,
                outputs: $to,
                length: usize,
            ) -> Result<(), Error> {
                // SAFETY: by the section "Columns" of `setwise.h`, every column has `length` elements, and the elements
                // of inputs are initialised. The caller promises that the pointers to columns exist, and that the words for
                // totals and heat maps exist. No other thread writes inputs or uses outputs.
                unsafe { $run::<_, _, IN, OUT>(inputs.cast(), outputs.cast(), length, $compute) }
            }
        )+
    };
}

forms! {
    /// Writes the results of a pattern, one word per board.
    map(kernel, backend) -> *const *mut u64 = each_board(|input, output| backend.map(kernel, input, output));
    /// Writes the number of squares in each result, one byte per board.
    counts(kernel, backend) -> *const *mut u8 = each_board(|input, output| backend.counts(kernel, input, output));
    /// Writes one word for each result: the total number of squares, or the sum of the numbers, over all boards.
    total(kernel, backend) -> *mut u64 = reduce(|input| backend.total(kernel, input));
    /// Writes the heat map of each result, 64 words.
    heat(kernel, backend) -> *mut u64 = reduce(|input| backend.heat(kernel, input));
}

/// Checks the inputs and the outputs, all of which have one element for each board. Then passes them to `compute` as
/// slices.
///
/// # Safety
///
/// The arrays must have a pointer for each column, and the columns must meet the requirements of the section "Columns" of
/// `setwise.h`.
#[inline(always)]
unsafe fn each_board<From, To, const IN: usize, const OUT: usize>(
    inputs: *const [*const From; IN],
    outputs: *const [*mut To; OUT],
    length: usize,
    compute: impl FnOnce([&[From]; IN], [&mut [To]; OUT]),
) -> Result<(), Error> {
    // SAFETY: the caller promises that the array has a pointer for each input.
    let inputs = unsafe { read(inputs) }?;
    // SAFETY: the caller promises that the array has a pointer for each output.
    let outputs = unsafe { read(outputs) }?;
    check_apart(&regions(inputs, length)?, &regions(outputs.map(<*mut To>::cast_const), length)?)?;
    // SAFETY: `regions` has accepted the column. The caller promises that it has `length` initialised elements, which
    // are not written.
    let input = inputs.map(|start| unsafe { column(start, length) });
    // SAFETY: `regions` and `check_apart` have accepted the column. The caller promises that it has `length` elements,
    // which nothing else uses.
    let output = outputs.map(|start| unsafe { column_mut(start, length) });
    compute(input, output);
    Ok(())
}

/// Checks the columns and passes the inputs to `compute`, which returns a value for each output: a word, or the words of a
/// heat map. Then writes these values, one after another. They must not overlap the columns or the array of pointers.
///
/// # Safety
///
/// The array must have a pointer for each input, and the columns must meet the requirements of the section "Columns" of
/// `setwise.h`. The values of the outputs must be writable.
#[inline(always)]
pub(crate) unsafe fn reduce<From, Value, const IN: usize, const OUT: usize>(
    inputs: *const [*const From; IN],
    outputs: *mut [Value; OUT],
    length: usize,
    compute: impl FnOnce([&[From]; IN]) -> [Value; OUT],
) -> Result<(), Error> {
    // SAFETY: the caller promises that the array has a pointer for each input.
    let pointers = unsafe { read(inputs) }?;
    let output = Region::of(outputs.cast_const(), 1)?;
    check_apart(&[Region::of(inputs, 1)?], &[output])?;
    check_apart(&regions(pointers, length)?, &[output])?;
    // SAFETY: `regions` has accepted the column. The caller promises that it has `length` initialised elements, which
    // are not written.
    let results = compute(pointers.map(|start| unsafe { column(start, length) }));
    // SAFETY: the caller promises that the outputs can be written.
    unsafe { write(outputs, results) }
}

/// The number of boards whose squares are converted to sets before the kernel runs on them.
const BLOCK: usize = 128;

/// Writes the results of a pattern whose inputs are squares, one word per board. The squares are converted to sets in
/// blocks, which stay in the first-level cache.
///
/// # Safety
///
/// `inputs` and `outputs` must have a pointer for each column. The columns must meet the requirements of the section
/// "Columns" of `setwise.h`.
#[inline(never)]
pub(crate) unsafe fn map_squares<K: Kernel<IN, 1>, const IN: usize, const OUT: usize>(
    kernel: K,
    backend: Backend,
    inputs: *const *const c_void,
    outputs: *const *mut u64,
    length: usize,
) -> Result<(), Error> {
    let compute = |input: [&[u8]; IN], [output]: [&mut [u64]; 1]| {
        let mut sets = [[0; BLOCK]; IN];
        for (start, output) in (0..).step_by(BLOCK).zip(output.chunks_mut(BLOCK)) {
            for (sets, squares) in sets.iter_mut().zip(input) {
                for (set, square) in sets.iter_mut().zip(&squares[start..]) {
                    *set = u64::from(*square < 64) << (square % 64);
                }
            }
            backend.map(kernel, sets.each_ref().map(|sets| &sets[..output.len()]), [output]);
        }
    };
    // SAFETY: the caller promises that the arrays have a pointer for each column. By the section "Columns" of `setwise.h`,
    // every column has `length` elements, and the elements of inputs are initialised. During the call, no other thread
    // writes inputs or uses outputs.
    unsafe { each_board(inputs.cast(), outputs.cast(), length, compute) }
}
