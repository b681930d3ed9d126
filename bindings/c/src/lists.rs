//! Lists of squares, and of pairs of squares such as moves, in the caller's memory.

use std::ffi::c_int;

use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pair_kinds::AllTargets;
use setwise::patterns::pairs::{Attackers, Jumper, MovesWithout};
use setwise::{Kernel, ListError, PairKinds, Pairs};

use crate::backend::{Backend, or_auto};
use crate::column::{Region, array, check_apart, column, column_mut, regions, write};
use crate::error::{Error, status};

/// The memory for pairs, and the offsets of the lists of pairs.
#[derive(Debug, Clone, Copy)]
struct PairMemory {
    from: *mut u8,
    to: *mut u8,
    room: usize,
    offsets: *mut u32,
}

/// Implements `setwise_list_squares` of `setwise.h`.
///
/// # Safety
///
/// All columns must meet the requirements of the section "Columns" of `setwise.h`. `squares` must have `room` elements,
/// and `offsets` one element more than `length`.
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
        let ends = length.checked_add(1).ok_or(Error::TooLong)?;
        let outputs = [Region::of(squares.cast_const(), room)?, Region::of(offsets.cast_const(), ends)?];
        check_apart(&regions([sets], length)?, &outputs)?;
        // SAFETY: the column has been checked. The caller promises that its elements are initialised.
        let sets = unsafe { column(sets, length) };
        // SAFETY: the memory has been checked. The caller promises that it exists.
        let squares = unsafe { column_mut(squares, room) };
        // SAFETY: the column has been checked. The caller promises that it exists.
        let offsets = unsafe { column_mut(offsets, ends) };
        backend.list_members(sets, squares, offsets).map(drop).map_err(refused)
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
///
/// # Safety
///
/// All columns must meet the requirements of the section "Columns" of `setwise.h`. `from` and `to` must have `room`
/// elements, and `offsets` one element more than `length`.
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
    let (memory, input) = (PairMemory { from, to, room, offsets }, [pieces, other]);
    status(|| {
        let backend = or_auto(backend)?;
        // SAFETY: the caller makes the promises that `list` requires.
        with_pairs!(pairs, piece, kernel, unsafe { list((backend, piece, kernel), input, length, memory) })
    })
}

/// Implements `setwise_count_pairs` of `setwise.h`.
///
/// # Safety
///
/// All columns must meet the requirements of the section "Columns" of `setwise.h`, and `count` must be writable.
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
        // SAFETY: the caller makes the promises that `total` requires.
        with_pairs!(pairs, piece, kernel, unsafe { total((backend, piece, kernel), [pieces, other], length, count) })
    })
}

/// Checks the columns, and lists pairs.
///
/// # Safety
///
/// The requirements are those of [`setwise_list_pairs`].
unsafe fn list(
    (backend, piece, kernel): (setwise::Backend, impl Jumper, impl Kernel<2, 2>),
    input: [*const u64; 2],
    length: usize,
    PairMemory { from, to, room, offsets }: PairMemory,
) -> Result<(), Error> {
    let ends = length.checked_add(1).ok_or(Error::TooLong)?;
    let [of_from, of_to] = regions([from.cast_const(), to.cast_const()], room)?;
    check_apart(&regions(input, length)?, &[of_from, of_to, Region::of(offsets.cast_const(), ends)?])?;
    // SAFETY: the columns have been checked. The caller promises that their elements are initialised.
    let input = input.map(|start| unsafe { column(start, length) });
    // SAFETY: the memory has been checked. The caller promises that it exists.
    let from = unsafe { column_mut(from, room) };
    // SAFETY: the memory has been checked. The caller promises that it exists.
    let to = unsafe { column_mut(to, room) };
    // SAFETY: the column has been checked. The caller promises that it exists.
    let offsets = unsafe { column_mut(offsets, ends) };
    backend.list_pairs(piece, kernel, input, Pairs { from, to, offsets }).map(drop).map_err(refused)
}

/// Implements `setwise_list_pair_kinds` of `setwise.h`.
///
/// # Safety
///
/// `sets` must have eight pointers. All columns must meet the requirements of the section "Columns" of `setwise.h`. `from`,
/// `to` and `kinds` must have `room` elements, and `offsets` one element more than `length`.
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
        let ends = length.checked_add(1).ok_or(Error::TooLong)?;
        // SAFETY: the caller promises that the array has eight pointers.
        let (pointers, checked) = unsafe { eight(sets, length) }?;
        let [of_from, of_to, of_kinds] = regions([from.cast_const(), to.cast_const(), kinds.cast_const()], room)?;
        check_apart(&checked, &[of_from, of_to, of_kinds, Region::of(offsets.cast_const(), ends)?])?;
        // SAFETY: the columns have been checked. The caller promises that their elements are initialised.
        let input = pointers.map(|start| unsafe { column(start, length) });
        // SAFETY: the memory has been checked. The caller promises that it exists.
        let from = unsafe { column_mut(from, room) };
        // SAFETY: the memory has been checked. The caller promises that it exists.
        let to = unsafe { column_mut(to, room) };
        // SAFETY: the memory has been checked. The caller promises that it exists.
        let kinds = unsafe { column_mut(kinds, room) };
        // SAFETY: the column has been checked. The caller promises that it exists.
        let offsets = unsafe { column_mut(offsets, ends) };
        let lists = PairKinds { from, to, kinds, offsets };
        backend.list_pair_kinds(AllTargets, input, lists).map(drop).map_err(refused)
    })
}

/// Implements `setwise_count_pair_kinds` of `setwise.h`.
///
/// # Safety
///
/// `sets` must have eight pointers. All columns must meet the requirements of the section "Columns" of `setwise.h`, and
/// `count` must be writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_count_pair_kinds(
    backend: *const Backend,
    sets: *const *const u64,
    length: usize,
    count: *mut u64,
) -> c_int {
    status(|| {
        let backend = or_auto(backend)?;
        // SAFETY: the caller promises that the array has eight pointers.
        let (pointers, checked) = unsafe { eight(sets, length) }?;
        check_apart(&checked, &[Region::of(count.cast_const(), 1)?])?;
        // SAFETY: the columns have been checked. The caller promises that their elements are initialised.
        let input = pointers.map(|start| unsafe { column(start, length) });
        // SAFETY: the caller promises that the memory can be written.
        unsafe { write(count, backend.count_pair_kinds(AllTargets, input)) }
    })
}

/// Checks an array of eight pointers and the columns, and returns the pointers and the ranges of addresses that are read.
///
/// # Safety
///
/// The array must have eight initialised pointers.
unsafe fn eight(sets: *const *const u64, length: usize) -> Result<([*const u64; 8], Vec<Region>), Error> {
    // SAFETY: the caller promises that the array has eight pointers.
    let pointers = unsafe { array(sets, 8) }?;
    let pointers: [*const u64; 8] = pointers.try_into().map_err(|_| Error::Internal)?;
    let mut checked = regions(pointers, length)?.to_vec();
    checked.push(Region::of(sets, 8)?);
    Ok((pointers, checked))
}

/// Checks the columns, and counts pairs.
///
/// # Safety
///
/// The requirements are those of [`setwise_count_pairs`].
unsafe fn total(
    (backend, piece, kernel): (setwise::Backend, impl Jumper, impl Kernel<2, 2>),
    input: [*const u64; 2],
    length: usize,
    count: *mut u64,
) -> Result<(), Error> {
    check_apart(&regions(input, length)?, &[Region::of(count.cast_const(), 1)?])?;
    // SAFETY: the columns have been checked. The caller promises that their elements are initialised.
    let input = input.map(|start| unsafe { column(start, length) });
    // SAFETY: the caller promises that the memory can be written.
    unsafe { write(count, backend.count_pairs(piece, kernel, input)) }
}

fn refused(error: ListError) -> Error {
    match error {
        ListError::TooShort { .. } => Error::NoRoom,
        ListError::OffsetTooLarge { .. } => Error::OffsetTooLarge,
        _ => Error::Internal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_its_own_code() {
        assert_eq!(refused(ListError::TooShort { elements: 5, room: 4 }), Error::NoRoom);
        let max = u64::from(u32::MAX);
        assert_eq!(refused(ListError::OffsetTooLarge { elements: 1 << 32, max }), Error::OffsetTooLarge);
    }
}
