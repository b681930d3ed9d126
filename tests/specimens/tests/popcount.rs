//! Tests every method of counting members on the values in section 8 of `docs/reference.md`, on every pattern of
//! sixteen bits, and on edge words. Also tests slices of all lengths and alignments. The oracle counts square by
//! square.

use setwise::Lanes;
use setwise::backend::{Prefix, Strategy};
use setwise::popcount::Popcount;
use setwise_specimens::popcount::{CountingJob, for_each_ready};
use setwise_testkit::oracle::coordinates;
use setwise_testkit::random::Sets;
use setwise_testkit::random::splitmix64;

fn oracle(word: u64) -> u8 {
    coordinates(word).count() as u8
}

/// Words and their counts.
struct Counted {
    words: Vec<u64>,
    counts: Vec<u8>,
}

impl CountingJob for Counted {
    fn run<V: Lanes, M: Popcount>(&mut self, name: &'static str, backend: Strategy<V, Prefix>, popcount: M) {
        let Self { words, counts } = self;
        let mut written = vec![0xFF; words.len()];
        backend.count_each(popcount, words, &mut written);
        assert!(written == *counts, "{name}");
        let wrong = |(word, count): &(&u64, &u8)| backend.count(popcount, **word) != u32::from(**count);
        assert_eq!(words.iter().zip(counts.iter()).find(wrong), None, "{name}");
        let total = counts.iter().map(|&count| u64::from(count)).sum();
        assert_eq!(backend.count_total(popcount, words), total, "{name}");
    }
}

#[test]
fn every_method_counts_the_published_words() {
    let counts = vec![33, 35, 23, 30, 30, 35, 30, 29, 29, 29, 36, 33, 34, 34, 27, 34, 44, 5];
    assert_eq!([7, 15].map(|words| counts[..words].iter().map(|count| u32::from(*count)).sum::<u32>()), [216, 467]);
    let words = (0..16).map(splitmix64).chain([(1 << 44) - 1, 0x9510]).collect();
    for_each_ready(&mut Counted { words, counts });
}

#[test]
fn every_method_counts_every_sixteen_bits_in_every_quarter_and_edge_words() {
    let mut words: Vec<u64> =
        (0..4).flat_map(|quarter| (0..=0xFFFF_u64).map(move |bits| bits << (16 * quarter))).collect();
    words.extend((0..64).flat_map(|bit| [1 << bit, !(1 << bit), u64::MAX >> bit, u64::MAX << bit]));
    words.extend([0, u64::MAX, 0x5555_5555_5555_5555, 0xAAAA_AAAA_AAAA_AAAA, 0xFFFF_FFFF, 0xFFFF_FFFF_0000_0000]);
    let counts = words.iter().map(|&word| oracle(word)).collect();
    for_each_ready(&mut Counted { words, counts });
}

/// Checks all lengths from 0 to 300 at eight offsets, and therefore at every alignment of a register. Also checks that
/// no byte outside the column is written.
struct Slices(Counted);

impl CountingJob for Slices {
    fn run<V: Lanes, M: Popcount>(&mut self, name: &'static str, backend: Strategy<V, Prefix>, popcount: M) {
        let Counted { words, counts: expected } = &self.0;
        for offset in 0..8 {
            for length in 0..=300 {
                let range = offset..offset + length;
                let total: u64 = expected[range.clone()].iter().map(|&count| u64::from(count)).sum();
                let found = backend.count_total(popcount, &words[range.clone()]);
                assert_eq!(found, total, "{name}, {length} words from {offset}");
                let mut counts = [0xEE; 309];
                backend.count_each(popcount, &words[range.clone()], &mut counts[range.clone()]);
                assert!(counts[range.clone()] == expected[range.clone()], "{name}, {length} from {offset}");
                let beside = counts[..offset].iter().chain(&counts[offset + length..]);
                assert!(beside.copied().all(|byte| byte == 0xEE), "{name}: wrote outside the column");
            }
        }
    }
}

#[test]
fn every_method_counts_slices_of_every_length_and_alignment() {
    let mut sets = Sets::seeded(17);
    let words: Vec<u64> = (0..308).map(|n| if n % 3 == 0 { sets.dense() } else { sets.sparse() }).collect();
    let counts = words.iter().map(|&word| oracle(word)).collect();
    for_each_ready(&mut Slices(Counted { words, counts }));
}
