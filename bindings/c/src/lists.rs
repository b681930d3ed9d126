//! Lists of squares, and of pairs of squares such as moves, in the caller's memory.

use std::ffi::c_int;

use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pair_kinds::AllTargets;
use setwise::patterns::pairs::{Attackers, MovesWithout};
use setwise::{ListError, PairKinds, Pairs};

use crate::backend::{Backend, or_auto};
use crate::column::{Region, check_apart, column, column_mut, read, regions};
use crate::error::{Error, status};
use crate::form::reduce;

/// Checks all columns, and passes them to `list` as slices: the sets, the memory for each element of the lists, and the
/// offsets of the lists.
///
/// # Safety
///
/// `sets` must have a pointer for each column. All columns must meet the requirements of the section "Columns" of
/// `setwise.h`. Each output must have `room` elements, and `offsets` one element more than `length`.
unsafe fn list<Counts, const IN: usize, const OUT: usize>(
    sets: *const [*const u64; IN],
    length: usize,
    outputs: [*mut u8; OUT],
    room: usize,
    offsets: *mut u32,
    list: impl FnOnce([&[u64]; IN], [&mut [u8]; OUT], &mut [u32]) -> Result<Counts, ListError>,
) -> Result<(), Error> {
    let ends = length.checked_add(1).ok_or(Error::TooLong)?;
    // SAFETY: the caller promises that the array has a pointer for each column.
    let pointers = unsafe { read(sets) }?;
    let mut inputs = regions(pointers, length)?.to_vec();
    inputs.push(Region::of(sets, 1)?);
    let mut written = regions(outputs.map(<*mut u8>::cast_const), room)?.to_vec();
    written.push(Region::of(offsets.cast_const(), ends)?);
    check_apart(&inputs, &written)?;
    // SAFETY: the columns have been checked. The caller promises that their elements are initialised.
    let sets = pointers.map(|start| unsafe { column(start, length) });
    // SAFETY: the memory has been checked. The caller promises that it exists.
    let outputs = outputs.map(|start| unsafe { column_mut(start, room) });
    // SAFETY: the column has been checked. The caller promises that it exists.
    let offsets = unsafe { column_mut(offsets, ends) };
    list(sets, outputs, offsets).map(drop).map_err(|error| match error {
        ListError::TooShort { .. } => Error::NoRoom,
        ListError::OffsetTooLarge { .. } => Error::OffsetTooLarge,
        _ => Error::Internal,
    })
}

/// Implements `setwise_list_squares` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_list_squares(
    backend: *const Backend,
    sets: *const u64,
    length: usize,
    squares: *mut u8,
    room: usize,
    offsets: *mut u32,
) -> c_int {
    status(|| {
        let backend = or_auto(backend)?;
        // SAFETY: the caller makes the promises that `list` requires.
        unsafe {
            list(&[sets], length, [squares], room, offsets, |[sets], [squares], offsets| {
                backend.list_members(sets, squares, offsets)
            })
        }
    })
}

/// Runs an expression with the piece and the kernel of a kind of pairs, a value of `enum setwise_pairs`.
macro_rules! with_pairs {
    ($pairs:expr, $piece:ident, $kernel:ident, $run:expr) => {
        match $pairs {
            0 => {
                let ($piece, $kernel) = (Knight, MovesWithout);
                $run
            }
            1 => {
                let ($piece, $kernel) = (King, MovesWithout);
                $run
            }
            2 => {
                let ($piece, $kernel) = (Knight, Attackers);
                $run
            }
            3 => {
                let ($piece, $kernel) = (King, Attackers);
                $run
            }
            _ => Err(Error::UnknownPairs),
        }
    };
}

/// Implements `setwise_list_pairs` of `setwise.h`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "the signature is that of setwise.h")]
pub unsafe extern "C" fn setwise_list_pairs(
    backend: *const Backend,
    pairs: c_int,
    pieces: *const u64,
    other: *const u64,
    length: usize,
    from: *mut u8,
    to: *mut u8,
    room: usize,
    offsets: *mut u32,
) -> c_int {
    status(|| {
        let backend = or_auto(backend)?;
        // SAFETY: the caller makes the promises that `list` requires.
        with_pairs!(pairs, piece, kernel, unsafe {
            list(&[pieces, other], length, [from, to], room, offsets, |sets, [from, to], offsets| {
                backend.list_pairs(piece, kernel, sets, Pairs { from, to, offsets })
            })
        })
    })
}

/// Implements `setwise_count_pairs` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_count_pairs(
    backend: *const Backend,
    pairs: c_int,
    pieces: *const u64,
    other: *const u64,
    length: usize,
    count: *mut u64,
) -> c_int {
    status(|| {
        let backend = or_auto(backend)?;
        // SAFETY: the caller makes the promises that `reduce` requires.
        with_pairs!(pairs, piece, kernel, unsafe {
            reduce(&[pieces, other], count.cast(), length, |sets| [backend.count_pairs(piece, kernel, sets)])
        })
    })
}

/// Implements `setwise_list_pair_kinds` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_list_pair_kinds(
    backend: *const Backend,
    sets: *const *const u64,
    length: usize,
    from: *mut u8,
    to: *mut u8,
    kinds: *mut u8,
    room: usize,
    offsets: *mut u32,
) -> c_int {
    status(|| {
        let backend = or_auto(backend)?;
        // SAFETY: the caller makes the promises that `list` requires.
        unsafe {
            list(sets.cast(), length, [from, to, kinds], room, offsets, |sets, [from, to, kinds], offsets| {
                backend.list_pair_kinds(AllTargets, sets, PairKinds { from, to, kinds, offsets })
            })
        }
    })
}

/// Implements `setwise_count_pair_kinds` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_count_pair_kinds(
    backend: *const Backend,
    sets: *const *const u64,
    length: usize,
    count: *mut u64,
) -> c_int {
    status(|| {
        let backend = or_auto(backend)?;
        // SAFETY: the caller makes the promises that `reduce` requires.
        unsafe { reduce(sets.cast(), count.cast(), length, |sets| [backend.count_pair_kinds(AllTargets, sets)]) }
    })
}
