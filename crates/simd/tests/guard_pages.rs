//! Lists squares and pairs into memory that ends before an inaccessible page. A store after the end of this memory ends
//! the test program with a signal, even if the store writes the bytes that were there before.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, reason = "inaccessible pages, and calls of the C library")]

use std::ffi::{c_int, c_long, c_void};
use std::{array, ptr, slice};

use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pair_kinds::AllTargets;
use setwise::patterns::pairs::Attackers;
use setwise::{BackendId, ListError, Offset, PairKinds, Pairs};
use setwise_testkit::random::Sets;

// SAFETY: these are functions of the C library with the types of 64-bit Linux.
unsafe extern "C" {
    fn mmap(start: *mut c_void, bytes: usize, access: c_int, flags: c_int, file: c_int, offset: c_long) -> *mut c_void;
    fn mprotect(start: *mut c_void, bytes: usize, access: c_int) -> c_int;
    fn munmap(start: *mut c_void, bytes: usize) -> c_int;
}

const PROT_NONE: c_int = 0;
const PROT_READ_AND_WRITE: c_int = 3;
const MAP_PRIVATE_AND_ANONYMOUS: c_int = 0x22;

/// The number of accessible bytes, which is a multiple of every page size.
const INSIDE: usize = 1 << 17;

/// The number of inaccessible bytes before, and also after, the accessible bytes.
const GUARD: usize = 1 << 16;

/// Memory between inaccessible pages.
struct Fenced(*mut c_void);

impl Fenced {
    fn new() -> Self {
        // SAFETY: a new private mapping without an address does not affect other memory.
        let start = unsafe { mmap(ptr::null_mut(), INSIDE + 2 * GUARD, PROT_NONE, MAP_PRIVATE_AND_ANONYMOUS, -1, 0) };
        assert!(start.addr() != usize::MAX, "mmap failed");
        let inside = start.wrapping_byte_add(GUARD);
        // SAFETY: these pages are inside the mapping, which nothing else uses.
        let result = unsafe { mprotect(inside, INSIDE, PROT_READ_AND_WRITE) };
        assert_eq!(result, 0, "mprotect failed");
        Self(inside)
    }

    /// Returns the last elements before the inaccessible page, each with the given value.
    fn last<T: Copy>(&mut self, length: usize, value: T) -> &mut [T] {
        let bytes = length * size_of::<T>();
        assert!(bytes <= INSIDE, "{bytes} bytes do not fit");
        let start = self.0.wrapping_byte_add(INSIDE - bytes).cast::<T>();
        assert!(start.is_aligned());
        for n in 0..length {
            // SAFETY: the element is inside the accessible pages and aligned.
            unsafe { start.wrapping_add(n).write(value) };
        }
        // SAFETY: the elements are inside the accessible pages, aligned and initialised, and `self` is borrowed.
        unsafe { slice::from_raw_parts_mut(start, length) }
    }
}

impl Drop for Fenced {
    fn drop(&mut self) {
        // SAFETY: this is the whole mapping, and no slice of it is borrowed.
        let result = unsafe { munmap(self.0.wrapping_byte_sub(GUARD), INSIDE + 2 * GUARD) };
        assert_eq!(result, 0, "munmap failed");
    }
}

/// The largest number of boards, which is more than two blocks of boards.
const MOST: usize = 130;

/// Returns sparse and dense sets. The last sets of a column determine what is written next to the inaccessible page.
fn sets(seed: u64) -> Vec<u64> {
    let mut random = Sets::seeded(seed);
    (0..MOST)
        .map(|board| match board % 7 {
            0 => 0,
            1 => random.of(1),
            2 => random.dense(),
            3 if board % 5 == 0 => !0,
            _ => random.of(2 + (board % 4) as u32),
        })
        .collect()
}

/// Lists into memory that ends before inaccessible pages, and compares the lists with those in memory with more room.
fn check<O: Offset + Default + PartialEq + std::fmt::Debug, const N: usize>(
    (memory, ends): (&mut [Fenced; 3], &mut Fenced),
    boards: usize,
    list: impl Fn([&mut [u8]; N], &mut [O]) -> Result<usize, ListError>,
) {
    let (mut roomy, mut offsets) = ([(); N].map(|()| vec![0; INSIDE]), vec![O::default(); boards + 1]);
    let count = list(roomy.each_mut().map(|column| &mut column[..]), &mut offsets).unwrap();
    let mut memory = memory.iter_mut();
    let mut columns = [(); N].map(|()| memory.next().expect("a column").last(count, 99_u8));
    let ends = ends.last(boards + 1, O::default());
    assert_eq!(list(columns.each_mut().map(|column| &mut **column), ends), Ok(count));
    assert!(columns.iter().zip(&roomy).all(|(column, roomy)| **column == roomy[..count]), "{boards} boards");
    assert_eq!(ends, offsets);
}

#[test]
fn lists_are_read_and_written_only_inside_their_memory() {
    let mut columns: [Fenced; 8] = array::from_fn(|_| Fenced::new());
    let all: [Vec<u64>; 8] = array::from_fn(|column| sets(60 + column as u64));
    let (mut memory, mut ends) = (array::from_fn(|_| Fenced::new()), Fenced::new());
    for length in 0..=MOST {
        let mut sets = all.iter();
        let input = columns.each_mut().map(|memory| {
            let column = memory.last(length, 0);
            column.copy_from_slice(&sets.next().expect("a column")[..length]);
            &*column
        });
        let two = [input[0], input[1]];
        for backend in BackendId::ready() {
            let to = (&mut memory, &mut ends);
            check(to, length, |[members], offsets: &mut [u32]| backend.list_members(two[0], members, offsets));
            let to = (&mut memory, &mut ends);
            check(to, length, |[from, to], offsets: &mut [i64]| {
                backend.list_pairs(Knight, Attackers, two, Pairs { from, to, offsets })
            });
            let to = (&mut memory, &mut ends);
            check(to, length, |[from, to], offsets: &mut [u32]| {
                backend.list_pairs(King, Attackers, two, Pairs { from, to, offsets })
            });
            let to = (&mut memory, &mut ends);
            check(to, length, |[from, to, kinds], offsets: &mut [u64]| {
                backend.list_pair_kinds(AllTargets, input, PairKinds { from, to, kinds, offsets })
            });
        }
    }
}
