//! Checks the lists of members on every backend.

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise::{ListError, Offset};
use setwise_testkit::oracle::members;
use setwise_testkit::random::Sets;
use setwise_testkit::selected;

/// The byte before and after the memory for the lists.
const UNTOUCHED: u8 = 0xA5;

/// Returns sets of every number of members, single squares, and sets of all kinds in a random order.
fn sets() -> Vec<u64> {
    let mut random = Sets::seeded(40);
    let mut sets: Vec<u64> = (0..64).map(|square| 1 << square).chain([0, !0, 0xFF, 0xFF << 56, 1 | 1 << 63]).collect();
    sets.extend((0..=64).map(|count| random.of(count)));
    for _ in 0..60 {
        sets.extend([random.sparse(), random.dense(), random.of(2), 0]);
    }
    sets
}

/// Lists members into memory with exactly enough room, and compares the lists with the oracle.
fn check<O: Offset>(backend: setwise::Backend, sets: &[u64], slack: usize) {
    let expected: Vec<Vec<u8>> = sets.iter().copied().map(members).collect();
    let flat = expected.concat();
    let mut memory = vec![UNTOUCHED; flat.len() + slack + 2];
    let mut offsets = vec![O::new(77); sets.len() + 1];
    let end = memory.len() - 1;
    let count = backend.list_members(sets, &mut memory[1..end], &mut offsets);
    assert_eq!(count, Ok(flat.len()), "{}", backend.id());
    assert_eq!((memory[0], memory[end]), (UNTOUCHED, UNTOUCHED), "{}: {} sets", backend.id(), sets.len());
    assert_eq!(memory[1..=flat.len()], flat, "{}: {} sets", backend.id(), sets.len());
    let mut offset = 0;
    assert_eq!(offsets[0].to_usize(), 0);
    for (list, end) in expected.iter().zip(&offsets[1..]) {
        offset += list.len();
        assert_eq!(end.to_usize(), offset, "{}", backend.id());
    }
}

/// Tests columns of every length up to 80 at every alignment, and long columns. The memory has exactly enough room, or
/// up to 100 bytes more.
#[test]
fn every_ready_backend_lists_the_members_of_every_set() {
    let sets = sets();
    for backend in selected::backends() {
        for (offset, length) in (0..8).flat_map(|offset| (0..=80).map(move |length| (offset, length))) {
            check::<u32>(backend, &sets[37 * offset..][..length], 0);
        }
        for slack in 0..100 {
            check::<u64>(backend, &sets, slack);
        }
        check::<i32>(backend, &sets, 0);
        check::<i64>(backend, &sets, 0);
    }
}

/// Tests columns whose sets are all short for some methods, for every number of members.
#[test]
fn groups_of_equally_long_sets_are_listed() {
    let mut random = Sets::seeded(41);
    for count in 0..=64 {
        let sets: Vec<u64> = (0..40).map(|_| random.of(count)).collect();
        for backend in selected::backends() {
            check::<u32>(backend, &sets, 0);
        }
    }
}

#[test]
fn lists_that_do_not_fit_are_an_error_and_nothing_is_written() {
    let sets = sets();
    for (backend, length) in
        selected::backends().flat_map(|backend| [1, 2, 7, 8, 9, 200].map(|length| (backend, length)))
    {
        let sets = &sets[70..70 + length];
        let elements: usize = sets.iter().map(|set| members(*set).len()).sum();
        for room in [0, elements / 2, elements.saturating_sub(1)] {
            if room < elements {
                let (mut memory, mut offsets) = (vec![UNTOUCHED; room], vec![77_u32; length + 1]);
                let error = backend.list_members(sets, &mut memory, &mut offsets);
                assert_eq!(error, Err(ListError::TooShort { elements: elements as u64, room }), "{}", backend.id());
                assert!(memory.iter().all(|byte| *byte == UNTOUCHED) && offsets.iter().all(|offset| *offset == 77));
            }
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn a_wrong_number_of_offsets_panics_before_the_first_write() {
    for backend in selected::backends() {
        for (sets, offsets) in [(0, 0), (1, 1), (3, 3), (9, 11), (100, 100)] {
            let (mut memory, mut ends) = (vec![UNTOUCHED; 200], vec![77_u32; offsets]);
            let column = vec![3; sets];
            let run = AssertUnwindSafe(|| backend.list_members(&column, &mut memory, &mut ends));
            let panic = catch_unwind(run).expect_err("a wrong number of offsets must panic");
            let expected =
                format!("{sets} lists, but room for {offsets} offsets, which must be one more than the lists");
            assert_eq!(panic.downcast_ref::<String>().unwrap(), &expected);
            assert!(memory.iter().all(|byte| *byte == UNTOUCHED) && ends.iter().all(|end| *end == 77));
        }
    }
}
