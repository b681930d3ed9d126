//! Tests kernels on arrays.

use arrow_array::{Array, BooleanArray, Int64Array, UInt64Array};
use setwise::BackendId;
use setwise::patterns::{KnightMoveCount, KnightMoves};
use setwise_arrow::{Error, counts, map};
use setwise_testkit::oracle::{knight_attacks, knight_move_count};
use setwise_testkit::random::Sets;

/// Returns sets of knights and of own pieces, and arrays of these sets. In each array, one row in `every` rows is null.
fn arrays(len: usize, every: usize) -> (Vec<u64>, Vec<u64>, UInt64Array, UInt64Array) {
    let mut sets = Sets::seeded(5);
    let (knights, own): (Vec<u64>, Vec<u64>) = (0..len).map(|_| (sets.dense() & sets.dense(), sets.dense())).unzip();
    let with_nulls = |words: &[u64], first: usize| -> UInt64Array {
        words.iter().enumerate().map(|(n, word)| (n % every != first).then_some(*word)).collect()
    };
    let (first, second) = (with_nulls(&knights, 0), with_nulls(&own, 1));
    (knights, own, first, second)
}

#[test]
fn rows_are_null_if_they_are_null_in_any_input() {
    let (knights, own, first, second) = arrays(1000, 7);
    for backend in BackendId::ready() {
        let [moves] = map(backend, KnightMoves, [&first, &second]).unwrap();
        let [numbers] = counts(backend, KnightMoves, [&first, &second]).unwrap();
        let [mobility] = map(backend, KnightMoveCount, [&first, &second]).unwrap();
        for n in 0..1000 {
            let null = n % 7 < 2;
            assert_eq!([moves.is_null(n), numbers.is_null(n), mobility.is_null(n)], [null; 3], "row {n}");
            if !null {
                let expected = knight_attacks(knights[n]) & !own[n];
                assert_eq!(moves.value(n), expected, "row {n}");
                assert_eq!(u32::from(numbers.value(n)), expected.count_ones(), "row {n}");
                assert_eq!(mobility.value(n), knight_move_count(knights[n], own[n]), "row {n}");
            }
        }
    }
}

/// A slice must have the same results as its rows in the whole array. A slice may start in the middle of a buffer, and
/// in the middle of a byte of the null bitmap.
#[test]
fn slices_have_the_results_of_their_rows() {
    let (.., first, second) = arrays(300, 7);
    let [all] = map(setwise::auto(), KnightMoves, [&first, &second]).unwrap();
    for (start, len) in [(0, 0), (1, 1), (3, 100), (64, 64), (77, 223)] {
        let (a, b) = (first.slice(start, len), second.slice(start, len));
        let [part] = map(setwise::auto(), KnightMoves, [&a, &b]).unwrap();
        assert_eq!(part, all.slice(start, len), "{start}, {len}");
    }
}

#[test]
fn signed_arrays_are_the_same_words() {
    let (knights, own, ..) = arrays(100, 7);
    let signed = |words: &[u64]| Int64Array::from_iter_values(words.iter().map(|word| word.cast_signed()));
    let [moves] = map(setwise::auto(), KnightMoves, [&signed(&knights), &UInt64Array::from(own.clone())]).unwrap();
    let [others] = map(setwise::auto(), KnightMoves, [&UInt64Array::from(knights), &signed(&own)]).unwrap();
    assert_eq!(moves, others);
    assert_eq!(moves.null_count(), 0);
    let part = signed(&own).slice(5, 20);
    let [part] = map(setwise::auto(), KnightMoves, [&part, &part]).unwrap();
    let expected: Vec<u64> = own[5..25].iter().map(|own| knight_attacks(*own) & !own).collect();
    assert_eq!(part.values(), &expected[..]);
}

#[test]
fn wrong_types_and_lengths_are_errors() {
    let (a, b) = (UInt64Array::from(vec![1, 2]), UInt64Array::from(vec![1]));
    let error = map(setwise::auto(), KnightMoves, [&a, &b]).unwrap_err();
    assert!(matches!(error, Error::Lengths(2, 1)), "{error}");
    let error = map(setwise::auto(), KnightMoves, [&a, &BooleanArray::from(vec![true, false])]).unwrap_err();
    assert_eq!(error.to_string(), "column '1' has the type Boolean, expected UInt64 or Int64");
}
