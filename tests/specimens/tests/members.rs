//! Tests every method of listing members, including those that the library does not choose on this CPU.

use setwise_specimens::members::list_methods;
use setwise_testkit::oracle::members;
use setwise_testkit::random::Sets;
use setwise_testkit::skip;

/// Tests every single rank, and random sets with every number of members, in memory with exactly enough room.
#[test]
fn every_method_lists_every_set() {
    const UNTOUCHED: u8 = 0xA5;
    let mut random = Sets::seeded(42);
    let ranks = (0..8).flat_map(|rank| (0..256).map(move |files| files << (8 * rank)));
    let mut sets: Vec<u64> = ranks.chain((0..=64).map(|count| random.of(count))).collect();
    sets.extend((0..2000).map(|_| random.dense()));
    sets.extend((0..2000).map(|_| random.of(3)));
    for method in list_methods() {
        let Some(list) = method.list else {
            skip::not_on_this_cpu(method.name);
            continue;
        };
        for sets in (0..=40).map(|length| &sets[256..256 + length]).chain([&sets[..]]) {
            let expected: Vec<Vec<u8>> = sets.iter().copied().map(members).collect();
            let flat = expected.concat();
            let mut memory = vec![UNTOUCHED; flat.len() + 1];
            let mut offsets = vec![77; sets.len() + 1];
            assert_eq!(list(sets, &mut memory[..flat.len()], &mut offsets), Ok(flat.len()), "{}", method.name);
            assert_eq!(memory.pop(), Some(UNTOUCHED), "{}", method.name);
            assert!(memory == flat, "{}: {} sets", method.name, sets.len());
            let ends = expected.iter().scan(0, |end, list| {
                *end += list.len() as u64;
                Some(*end)
            });
            assert!([0].into_iter().chain(ends).eq(offsets), "{}", method.name);
        }
    }
}
