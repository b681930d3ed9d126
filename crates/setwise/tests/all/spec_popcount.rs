//! Counting members: the library's choice at every length, and the adders (`docs/reference.md`, section 8). The oracle asks
//! square by square; `tests/specimens` asks the same of every method.

use setwise::backend::{Scalar, Words};
use setwise::patterns::{Forks, ForksExactly};
use setwise::popcount::{digits_of_7, digits_of_8, digits_of_15};
use setwise::{Bitboard, Lanes, auto_for_counting, one_board};
use setwise_testkit::oracle::coordinates;
use setwise_testkit::random::Sets;
use setwise_testkit::reference::splitmix64;

/// All lengths from 0 to 300 at eight offsets in words, and so at every alignment of a register, with a guard on both sides.
#[test]
fn the_choice_counts_slices_of_every_length_and_alignment() {
    let mut sets = Sets::seeded(17);
    let words: Vec<u64> = (0..308).map(|n| if n % 3 == 0 { sets.dense() } else { sets.sparse() }).collect();
    let expected: Vec<u8> = words.iter().map(|&word| coordinates(word).count() as u8).collect();
    let counting = auto_for_counting();
    for offset in 0..8 {
        for length in 0..=300 {
            let range = offset..offset + length;
            let total: u64 = expected[range.clone()].iter().map(|&count| u64::from(count)).sum();
            assert_eq!(counting.total(&words[range.clone()]), total, "{length} words from {offset}");
            let mut counts = [0xEE; 309];
            counting.counts(&words[range.clone()], &mut counts[range.clone()]);
            assert_eq!(counts[range.clone()], expected[range], "{length} words from {offset}");
            let beside = counts[..offset].iter().chain(&counts[offset + length..]);
            assert!(beside.copied().all(|byte| byte == 0xEE), "{length} words from {offset}: wrote outside");
        }
    }
}

/// Every number of bits, at both ends of the word and scattered.
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

fn word(digit: Words<1>) -> u64 {
    digit.boards()[0]
}

#[test]
fn adders_have_the_published_digits() {
    let sets: [Words<1>; 15] = std::array::from_fn(|i| Words::load(Scalar, &[splitmix64(i as u64)]));
    let seven: [Words<1>; 7] = std::array::from_fn(|i| sets[i]);
    let [ones, twos, fours] = digits_of_7(seven).map(word);
    assert_eq!((ones, twos, fours), (0x1667_5F3B_1272_8868, 0x9573_AFDE_8EF8_9290, 0x6A88_9828_710D_65EF));
    assert_eq!(fours | twos, 0xFFFB_BFFE_FFFD_F7FF, "at least two");
    assert_eq!(fours | twos | ones, u64::MAX, "at least one");
    assert_eq!((fours | twos | ones) ^ (fours | twos), 0x0004_4001_0002_0800, "exactly one");
    let [ones, twos, fours, eights] = digits_of_15(sets).map(word);
    assert_eq!((ones, twos), (0x0463_6C5C_ED86_C583, 0x1B77_2F8E_61E4_5638));
    assert_eq!((fours, eights), (0x1977_67C7_EFEE_5610, 0xE688_9838_1019_A9EF));
    let mut random = Sets::seeded(18);
    for _ in 0..200 {
        let eight: [u64; 8] = std::array::from_fn(|_| random.dense() | random.dense());
        let digits = digits_of_8(eight.map(|set| Words::<1>::load(Scalar, &[set]))).map(word);
        for square in 0..64 {
            let number: u64 = digits.iter().rev().fold(0, |number, digit| 2 * number + (digit >> square & 1));
            assert_eq!(number, eight.iter().map(|set| set >> square & 1).sum());
        }
    }
}

#[test]
fn exactly_k_is_what_at_least_k_has_more_than_at_least_the_next() {
    let mut sets = Sets::seeded(19);
    for n in 0..300 {
        let targets = Bitboard(if n == 0 { u64::MAX } else { sets.dense() | sets.of(n % 20) });
        let one = |[set]: [Bitboard; 1]| set;
        let at_least = [
            one(one_board(Forks::<0>, [targets])),
            one(one_board(Forks::<1>, [targets])),
            one(one_board(Forks::<2>, [targets])),
            one(one_board(Forks::<3>, [targets])),
        ];
        assert_eq!(one(one_board(ForksExactly::<0>, [targets])), at_least[0] - at_least[1]);
        assert_eq!(one(one_board(ForksExactly::<1>, [targets])), at_least[1] - at_least[2]);
        assert_eq!(one(one_board(ForksExactly::<2>, [targets])), at_least[2] - at_least[3]);
        assert_eq!(one_board(ForksExactly::<8>, [targets]), one_board(Forks::<8>, [targets]));
    }
}
