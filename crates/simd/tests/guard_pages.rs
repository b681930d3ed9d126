//! Lists squares and pairs into memory that ends before an inaccessible page. A store after the end of this memory ends
//! the test program with a signal, even if the store writes the bytes that were there before.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, reason = "inaccessible pages, and calls of the C library")]

use std::ffi::{c_int, c_long, c_void};
use std::{ptr, slice};

use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pair_kinds::AllTargets;
use setwise::patterns::pairs::Attackers;
use setwise::{Backend, BackendId, Offset, PairKinds, Pairs};
use setwise_testkit::oracle;
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

/// The lengths of columns: longer than two blocks of boards.
const LENGTHS: std::ops::RangeInclusive<usize> = 0..=130;

/// Copies a column to the end of fenced memory.
fn fenced<'a>(memory: &'a mut Fenced, column: &[u64]) -> &'a [u64] {
    let copy = memory.last(column.len(), 0);
    copy.copy_from_slice(column);
    copy
}

/// Returns the offsets of the lists.
fn offsets_of<T, O: Offset>(lists: &[Vec<T>]) -> Vec<usize> {
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len();
        Some(*end)
    });
    [0].into_iter().chain(ends).map(|end| O::new(end).to_usize()).collect()
}

/// Returns sparse and dense sets. The last sets of a column determine what is written next to the inaccessible page.
fn sets(seed: u64) -> Vec<u64> {
    let mut random = Sets::seeded(seed);
    (0..*LENGTHS.end())
        .map(|board| match board % 7 {
            0 => 0,
            1 => random.of(1),
            2 => random.dense(),
            3 if board % 5 == 0 => !0,
            _ => random.of(2 + (board % 4) as u32),
        })
        .collect()
}

fn check_members<O: Offset>(backend: Backend, sets: &[u64]) {
    let lists: Vec<Vec<u8>> = sets.iter().copied().map(oracle::members).collect();
    let (mut column, mut memory, mut ends) = (Fenced::new(), Fenced::new(), Fenced::new());
    let sets = fenced(&mut column, sets);
    let (members, offsets) = (memory.last(lists.concat().len(), 99), ends.last(sets.len() + 1, O::new(77)));
    backend.list_members(sets, members, offsets).unwrap();
    assert_eq!(members, lists.concat(), "{}", backend.id());
    assert!(offsets.iter().map(|offset| offset.to_usize()).eq(offsets_of::<_, O>(&lists)), "{}", backend.id());
}

#[test]
fn members_are_written_only_inside_their_memory() {
    let sets = sets(51);
    for backend in BackendId::ready() {
        for length in LENGTHS {
            check_members::<u32>(backend, &sets[..length]);
            check_members::<i64>(backend, &sets[sets.len() - length..]);
        }
    }
}

#[test]
fn pairs_are_written_only_inside_their_memory() {
    let (all_pieces, all_targets) = (sets(52), sets(53));
    let (mut columns, mut memory, mut ends) =
        ([Fenced::new(), Fenced::new()], [Fenced::new(), Fenced::new()], Fenced::new());
    for length in LENGTHS {
        let [first, second] = &mut columns;
        let input = [fenced(first, &all_pieces[..length]), fenced(second, &all_targets[..length])];
        for kings in [false, true] {
            let jumps = if kings { &oracle::KING } else { &oracle::KNIGHT };
            let lists: Vec<Vec<(u8, u8)>> = input[0]
                .iter()
                .zip(input[1])
                .map(|(pieces, targets)| oracle::pairs(*pieces, jumps, *targets))
                .collect();
            let expected: (Vec<u8>, Vec<u8>) = lists.concat().into_iter().unzip();
            for backend in BackendId::ready() {
                let [from, to] = memory.each_mut().map(|memory| memory.last(expected.0.len(), 99_u8));
                let offsets = ends.last(length + 1, 77_u32);
                let pairs = Pairs { from: &mut *from, to: &mut *to, offsets: &mut *offsets };
                let listed = if kings {
                    backend.list_pairs(King, Attackers, input, pairs)
                } else {
                    backend.list_pairs(Knight, Attackers, input, pairs)
                };
                assert_eq!(listed, Ok(expected.0.len()), "{}", backend.id());
                assert_eq!((&*from, &*to), (&expected.0[..], &expected.1[..]), "{}: {length}", backend.id());
                assert!(offsets.iter().map(|end| *end as usize).eq(offsets_of::<_, u32>(&lists)), "{}", backend.id());
            }
        }
    }
}

#[test]
fn pairs_of_all_kinds_are_written_only_inside_their_memory() {
    let mut columns: [Fenced; 8] = std::array::from_fn(|_| Fenced::new());
    let all: [Vec<u64>; 8] = std::array::from_fn(|column| sets(60 + column as u64));
    let (mut memory, mut ends) = ([Fenced::new(), Fenced::new(), Fenced::new()], Fenced::new());
    for length in LENGTHS {
        let mut sets = all.each_ref().into_iter();
        let input = columns.each_mut().map(|memory| fenced(memory, &sets.next().expect("a column")[..length]));
        let lists: Vec<Vec<(u8, u8, u8)>> = (0..length)
            .map(|board| {
                let [pawns, knights, bishops, rooks, queens, kings, own, their] = input.map(|column| column[board]);
                let kinds = [pawns, knights, bishops, rooks, queens, kings].map(|set| set & their);
                let [a, b, c, d, e, f] = kinds;
                oracle::pair_kinds(knights & own, kings & own, [a, b, c, d, e, f, own, !(own | their)])
            })
            .collect();
        let expected = lists.concat();
        for backend in BackendId::ready() {
            let [from, to, kinds] = memory.each_mut().map(|memory| memory.last(expected.len(), 99_u8));
            let offsets = ends.last(length + 1, 77_u64);
            let pairs = PairKinds { from: &mut *from, to: &mut *to, kinds: &mut *kinds, offsets: &mut *offsets };
            assert_eq!(backend.list_pair_kinds(AllTargets, input, pairs), Ok(expected.len()), "{}", backend.id());
            let listed = from.iter().zip(&*to).zip(&*kinds).map(|((from, to), kind)| (*from, *to, *kind));
            assert!(listed.eq(expected.iter().copied()), "{}: {length} boards", backend.id());
            assert!(offsets.iter().map(|end| *end as usize).eq(offsets_of::<_, u64>(&lists)), "{}", backend.id());
        }
    }
}
