//! Checks list arrays of squares and of pairs.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, Int64Array, StringArray, UInt64Array};
use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pair_kinds::PieceTargets;
use setwise::patterns::pairs::{Attackers, MovesWithout};
use setwise_arrow::Error;
use setwise_testkit::oracle;
use setwise_testkit::random::Sets;

/// Returns columns of sets of all kinds.
fn columns() -> [Vec<u64>; 2] {
    let mut random = Sets::seeded(45);
    [0, 1].map(|_| (0..500).flat_map(|_| [random.of(2), random.sparse(), 0]).collect())
}

#[test]
fn squares_of_unsigned_and_signed_sets_agree_with_the_oracle() {
    let [sets, _] = columns();
    let expected: Vec<Vec<u8>> = sets.iter().copied().map(oracle::members).collect();
    let signed = Int64Array::from_iter_values(sets.iter().map(|set| set.cast_signed()));
    let unsigned = UInt64Array::from(sets);
    for array in [&unsigned as &dyn Array, &signed] {
        let lists = setwise_arrow::squares(setwise::auto(), array).unwrap();
        assert_eq!(lists.data_type(), &setwise_arrow::squares_type());
        assert_eq!(lists.len(), expected.len());
        for (row, expected) in expected.iter().enumerate() {
            assert_eq!(lists.value(row).as_primitive::<UInt8Type>().values()[..], expected[..], "{row}");
        }
    }
}

#[test]
fn a_null_set_has_a_null_list_and_other_types_are_an_error() {
    let sets = UInt64Array::from(vec![Some(3), None, Some(4)]).slice(1, 2);
    let lists = setwise_arrow::squares(setwise::auto(), &sets).unwrap();
    assert!(lists.is_null(0) && !lists.is_null(1));
    assert_eq!(lists.value(1).as_primitive::<UInt8Type>().values()[..], [2]);
    let error = setwise_arrow::squares(setwise::auto(), &StringArray::from(vec!["b1"])).unwrap_err();
    assert!(matches!(error, Error::Type { .. }), "{error}");
}

#[test]
fn pairs_agree_with_the_oracle() {
    let [pieces, others] = columns();
    let arrays = [&pieces, &others].map(|sets| UInt64Array::from(sets.clone()));
    let input = [&arrays[0] as &dyn Array, &arrays[1]];
    let moves = setwise_arrow::pairs(setwise::auto(), Knight, MovesWithout, input).unwrap();
    let attacks = setwise_arrow::pairs(setwise::auto(), King, Attackers, input).unwrap();
    for (row, (pieces, others)) in pieces.into_iter().zip(others).enumerate() {
        for (lists, expected) in [
            (&moves, oracle::pairs(pieces, &oracle::KNIGHT, !others)),
            (&attacks, oracle::pairs(pieces, &oracle::KING, others)),
        ] {
            let list = lists.value(row);
            let [from, to] = ["from", "to"].map(|name| list.as_struct().column_by_name(name).unwrap().clone());
            let [from, to] = [&from, &to].map(|squares| squares.as_primitive::<UInt8Type>().values());
            assert!(from.iter().copied().zip(to.iter().copied()).eq(expected), "{row}");
        }
    }
    let short = UInt64Array::from(vec![1]);
    let error = setwise_arrow::pairs(setwise::auto(), Knight, Attackers, [input[0], &short]).unwrap_err();
    assert!(matches!(error, Error::Lengths(1500, 1)), "{error}");
}

#[test]
fn pairs_of_all_kinds_agree_with_the_oracle() {
    let mut random = Sets::seeded(54);
    let columns: [Vec<u64>; 8] = std::array::from_fn(|column| {
        (0..300).map(|_| if column < 6 { random.sparse() } else { random.dense() }).collect()
    });
    let arrays = columns
        .each_ref()
        .map(|sets| UInt64Array::from_iter(sets.iter().enumerate().map(|(row, set)| (row % 50 != 7).then_some(*set))));
    let input = arrays.each_ref().map(|array| array as &dyn Array);
    let lists = setwise_arrow::pair_kinds(setwise::auto(), PieceTargets, input).unwrap();
    let mut pairs = 0;
    for row in 0..300 {
        assert_eq!(lists.is_null(row), row % 50 == 7);
        if lists.is_null(row) {
            continue;
        }
        let [pawns, knights, bishops, rooks, queens, kings, own, their] = columns.each_ref().map(|sets| sets[row]);
        let [a, b, c, d, e, f] = [pawns, knights, bishops, rooks, queens, kings].map(|set| set & their);
        let expected = oracle::pair_kinds(knights & own, kings & own, [a, b, c, d, e, f, own, 0]);
        let list = lists.value(row);
        let [from, to, kind] = ["from", "to", "kind"]
            .map(|name| list.as_struct().column_by_name(name).unwrap().as_primitive::<UInt8Type>().values().to_vec());
        let found: Vec<_> = from.into_iter().zip(to).zip(kind).map(|((from, to), kind)| (from, to, kind)).collect();
        assert_eq!(found, expected, "{row}");
        pairs += found.len();
    }
    assert!(pairs > 1000);
}
