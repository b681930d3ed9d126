//! The loop that all ufuncs share.
//!
//! NumPy calls the loop with the address and the stride of each operand, and with the number of elements. Columns of
//! words are passed to the backend unchanged, unless they overlap another operand that is a result. All other operands
//! are copied in blocks, which stay in the first-level cache:
//!
//! ```text
//! for each block of 128 boards:
//!     copy to columns: the operands that are strided, broadcast, or not words
//!     run the kernel on columns
//!     copy the results that are not columns to their places
//! ```
//!
//! Running the kernel on one board at a time would take several times longer than copying the boards to blocks first.
//!
//! A result may overlap an input. NumPy then passes a temporary array for the result to this loop, and copies the array
//! to the place of the result after the loop. There are two exceptions. In the first case, the input and the result are
//! the same array. In the second case, the index of an input element is never greater than the index of the result at
//! the same address. In both cases, the results are correct if the loop reads each element before it writes the result
//! of that element. Rust slices must not overlap, so this loop copies an overlapping input block by block. It writes
//! the results of a block after it has copied the inputs of the block.
//!
//! In `reduce` and `accumulate`, the result of a board is an input of the next board. In these calls, a block has only
//! one board.

use std::array;
use std::cell::RefCell;
use std::ffi::{c_char, c_void};
use std::ops::Range;
use std::slice;
use std::sync::LazyLock;

use numpy::npyffi::npy_intp;
use setwise::{Backend, Counting};

use super::operand::Operand;
use crate::backend;
use setwise_python_patterns::{MOST, Results, Ufunc};

/// A ufunc with one of the combinations of operand types that it accepts.
pub(super) struct Loop {
    pub(super) ufunc: &'static Ufunc,
    pub(super) input: Vec<Input>,
    pub(super) results: Results,
}

/// The meaning and type of an input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    /// A word of 64 bits: a set, a flag or an unsigned number.
    Word,
    /// A number of type int64. A negative number is replaced by 0.
    Signed,
    /// A square of type uint8.
    SquareByte,
    /// A square of type uint64 or int64.
    SquareWord,
}

/// The number of boards in a block.
const BLOCK: usize = 128;

/// Copies of a block of each operand that cannot be used in place.
struct Copies {
    input: [[u64; BLOCK]; MOST],
    output: [[u64; BLOCK]; MOST],
    counts: [u8; BLOCK],
}

thread_local! {
    static COPIES: RefCell<Box<Copies>> =
        RefCell::new(Box::new(Copies { input: [[0; BLOCK]; MOST], output: [[0; BLOCK]; MOST], counts: [0; BLOCK] }));
}

static COUNTING: LazyLock<Counting> = LazyLock::new(setwise::auto_for_counting);

/// Computes one pattern on the operands that NumPy passes: inputs first, then results.
///
/// # Safety
///
/// The operands must have the types for which the ufunc was made, and `data` must point to the [`Loop`] for these
/// types. No other thread may write the memory of the operands.
///
/// NumPy guarantees the types of the operands and the value of `data`. It cannot prevent another thread of the program
/// from writing an array that is in use, so such a race is an error of the caller.
///
/// A panic ends the process, because it cannot unwind into C.
pub(super) unsafe extern "C" fn run(
    starts: *mut *mut c_char,
    boards: *mut npy_intp,
    strides: *mut npy_intp,
    data: *mut c_void,
) {
    // SAFETY: `data` is the loop that was registered with this function. It is never freed.
    let this: &Loop = unsafe { &*data.cast::<Loop>() };
    // SAFETY: the ufunc has no core dimensions, so `boards` points to one value, the number of elements.
    let boards = unsafe { *boards }.cast_unsigned();
    if boards == 0 {
        // An array without elements need not have a valid address, but a slice must.
        return;
    }
    let (inputs, outputs) = (this.input.len(), this.ufunc.pattern.results().len());
    // SAFETY: there is a start for each operand of the ufunc.
    let starts = unsafe { slice::from_raw_parts(starts, inputs + outputs) };
    // SAFETY: there is a stride for each operand of the ufunc.
    let strides = unsafe { slice::from_raw_parts(strides, inputs + outputs) };
    let operand = |n: usize, size| {
        // SAFETY: NumPy has checked the shapes and the types. `size` is the size of the type that this loop has for the
        // operand. By the contract of `run`, no other thread writes the arrays.
        unsafe { Operand::new(starts[n].cast(), strides[n], boards, size) }
    };
    let mut operands = Operands { input: [Operand::EMPTY; MOST], output: [Operand::EMPTY; MOST] };
    for (n, input) in this.input.iter().enumerate() {
        operands.input[n] = operand(n, input.size());
    }
    for n in 0..outputs {
        operands.output[n] = operand(inputs + n, size_of_result(this.results));
    }
    this.compute(backend::current(), boards, &operands);
}

struct Operands {
    input: [Operand; MOST],
    output: [Operand; MOST],
}

/// Says for each operand whether it is a column that the kernel can use in place.
struct InPlace {
    input: [bool; MOST],
    output: [bool; MOST],
}

impl Loop {
    fn compute(&self, backend: Backend, boards: usize, operands: &Operands) {
        let in_place = self.in_place(operands);
        let (inputs, outputs) = (self.input.len(), self.ufunc.pattern.results().len());
        let all = in_place.input[..inputs].iter().chain(&in_place.output[..outputs]).all(|in_place| *in_place);
        if all {
            let input: [&[u64]; MOST] = array::from_fn(|n| {
                // SAFETY: `in_place` guarantees that no result overlaps this input.
                if n < inputs { unsafe { operands.input[n].column(0..boards) } } else { &[] }
            });
            let mut output: [&mut [u64]; MOST] = array::from_fn(|n| -> &mut [u64] {
                // SAFETY: `in_place` guarantees that no other operand overlaps this result.
                if n < outputs { unsafe { operands.output[n].column_mut(0..boards) } } else { &mut [] }
            });
            (self.ufunc.run)(backend, &input[..inputs], &mut output[..outputs]);
        } else {
            let results = &operands.output[..outputs];
            let is_chain = operands.input[..inputs].iter().any(|input| results.iter().any(|r| input.continues(r)));
            let block = if is_chain { 1 } else { BLOCK };
            COPIES.with_borrow_mut(|copies| {
                for start in (0..boards).step_by(block) {
                    self.compute_block(backend, start..boards.min(start + block), operands, &in_place, copies);
                }
            });
        }
    }

    /// Returns which operands the kernel can use in place. Such an operand is a column of words and overlaps no result
    /// other than itself.
    fn in_place(&self, operands: &Operands) -> InPlace {
        let (inputs, outputs) = (self.input.len(), self.ufunc.pattern.results().len());
        let results = &operands.output[..outputs];
        let apart = |operand: &Operand| !results.iter().any(|result| operand.may_overlap(result));
        let is_input = |n: usize| {
            let operand = &operands.input[n];
            n < inputs && self.input[n] == Input::Word && operand.is_column() && apart(operand)
        };
        let is_output = |n: usize| {
            let others = || results.iter().enumerate().filter(|(other, _)| *other != n);
            n < outputs
                && self.results == Results::Sets
                && results[n].is_column()
                && !others().any(|(_, other)| other.may_overlap(&results[n]))
        };
        InPlace { input: array::from_fn(is_input), output: array::from_fn(is_output) }
    }

    fn compute_block(
        &self,
        backend: Backend,
        range: Range<usize>,
        operands: &Operands,
        in_place: &InPlace,
        copies: &mut Copies,
    ) {
        let (inputs, outputs) = (self.input.len(), self.ufunc.pattern.results().len());
        for (n, kind) in self.input.iter().enumerate().filter(|(n, _)| !in_place.input[*n]) {
            kind.copy(&operands.input[n], range.clone(), &mut copies.input[n]);
        }
        let input: [&[u64]; MOST] = array::from_fn(|n| match in_place.input[n] {
            // SAFETY: `in_place` guarantees that no result overlaps this input.
            true => unsafe { operands.input[n].column(range.clone()) },
            false => &copies.input[n][..range.len()],
        });
        let mut output = copies.output.each_mut().map(|column| &mut column[..range.len()]);
        for (n, column) in output.iter_mut().enumerate().filter(|(n, _)| in_place.output[*n]) {
            // SAFETY: `in_place` guarantees that no other result overlaps this result. Inputs that overlap it were
            // copied.
            *column = unsafe { operands.output[n].column_mut(range.clone()) };
        }
        (self.ufunc.run)(backend, &input[..inputs], &mut output[..outputs]);
        for (n, column) in output[..outputs].iter().enumerate().filter(|(n, _)| !in_place.output[*n]) {
            self.write(column, &operands.output[n], range.start, &mut copies.counts);
        }
    }

    /// Writes the results of a block to an operand, in the type that the ufunc returns.
    fn write(&self, column: &[u64], operand: &Operand, start: usize, counts: &mut [u8; BLOCK]) {
        let words = (start..).zip(column.iter().copied());
        match self.results {
            Results::Sets => words.for_each(|(n, word)| operand.write(n, word)),
            Results::Bytes => words.for_each(|(n, word)| operand.write(n, word as u8)),
            Results::Shorts => words.for_each(|(n, word)| operand.write(n, word as u16)),
            Results::Counts => {
                let counts = &mut counts[..column.len()];
                COUNTING.counts(column, counts);
                (start..).zip(counts).for_each(|(n, count)| operand.write(n, *count));
            }
        }
    }
}

impl Input {
    /// Returns the number of bytes of an element.
    fn size(self) -> usize {
        if self == Self::SquareByte { 1 } else { 8 }
    }

    /// Copies elements of an operand to the first words of a block. Squares are converted to sets, and negative numbers
    /// to 0.
    #[inline]
    fn copy(self, operand: &Operand, range: Range<usize>, block: &mut [u64; BLOCK]) {
        let words = range.zip(block);
        match self {
            Self::Word => words.for_each(|(n, word)| *word = operand.read(n)),
            Self::Signed => words.for_each(|(n, word)| {
                *word = operand.read::<u64>(n).cast_signed().max(0).cast_unsigned();
            }),
            Self::SquareByte => words.for_each(|(n, word)| *word = square(operand.read::<u8>(n).into())),
            Self::SquareWord => words.for_each(|(n, word)| *word = square(operand.read(n))),
        }
    }
}

/// Returns the set of one square, or the empty set if the number is not a square.
#[inline(always)]
fn square(number: u64) -> u64 {
    let is_square = u64::from(number < 64);
    is_square << (number % 64)
}

/// Returns the number of bytes of a result.
pub(super) fn size_of_result(results: Results) -> usize {
    match results {
        Results::Sets => 8,
        Results::Shorts => 2,
        Results::Bytes | Results::Counts => 1,
    }
}
