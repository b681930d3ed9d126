//! Tests that the methods of counting that the library chooses agree with an oracle
//! (`docs/reference.md`, section 8). `tests/specimens` compares every method with the same oracle.

use setwise::{Kernel, Lanes, ResultKind, Spread, auto_for_counting};
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::oracle::coordinates;
use setwise_testkit::random::Sets;
use setwise_testkit::random::splitmix64;

/// Tests all lengths from 0 to 300 and some longer ones. The slices begin at eight different words, which covers all
/// alignments of a register.
#[test]
fn the_choice_counts_slices_of_every_length_and_alignment() {
    let mut sets = Sets::seeded(17);
    let words: Vec<u64> = (0..1108).map(|n| if n % 3 == 0 { sets.dense() } else { sets.sparse() }).collect();
    let expected: Vec<u8> = words.iter().map(|&word| coordinates(word).count() as u8).collect();
    let counting = auto_for_counting();
    for offset in 0..8 {
        for length in (0..=300).chain([511, 512, 513, 1100]) {
            let range = offset..offset + length;
            let total: u64 = expected[range.clone()].iter().map(|&count| u64::from(count)).sum();
            assert_eq!(counting.total(&words[range.clone()]), total, "{length} words from {offset}");
            let mut counts = [0xEE; 1109];
            counting.counts(&words[range.clone()], &mut counts[range.clone()]);
            assert_eq!(counts[range.clone()], expected[range], "{length} words from {offset}");
            let beside = counts[..offset].iter().chain(&counts[offset + length..]);
            assert!(beside.copied().all(|byte| byte == 0xEE), "{length} words from {offset}: wrote outside");
        }
    }
}

/// Tests words with 0 to 64 set bits at either end, and words with scattered bits.
#[test]
fn the_choice_counts_single_words() {
    let counting = auto_for_counting();
    let ends = (0..=64).flat_map(|bits| [1_u64.unbounded_shl(bits).wrapping_sub(1), u64::MAX.unbounded_shl(bits)]);
    for word in ends.chain((0..1000).map(splitmix64)) {
        assert_eq!(counting.count(word) as usize, coordinates(word).count(), "{word:#x}");
        assert_eq!(counting.total(&[word]) as usize, coordinates(word).count(), "{word:#x}");
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
#[should_panic(expected = "3 words, but room for the counts of 2")]
fn unequal_slices_panic() {
    auto_for_counting().counts(&[1, 2, 3], &mut [0; 2]);
}

/// The number of members of eight sets together.
#[derive(Debug, Clone, Copy)]
struct CountOf8;

impl Kernel<8, 1> for CountOf8 {
    const KINDS: [ResultKind; 1] = [ResultKind::Number { max: 512 }];

    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, sets: [V; 8]) -> [V; 1] {
        [V::popcount_of_8(sets)]
    }
}

#[test]
fn every_register_counts_eight_sets_together() {
    let full = (0..=8).map(|full| std::array::from_fn(|set| if set < full { u64::MAX } else { 0 }));
    let random = (0..100).map(|n| std::array::from_fn(|set| splitmix64(8 * n + set as u64)));
    check_pattern(CountOf8, &full.chain(random).collect::<Vec<_>>(), |sets| {
        [sets.into_iter().flat_map(coordinates).count() as u64]
    })
    .unwrap_or_else(|failure| panic!("{failure}"));
}
