//! Tests that the evaluator computes the same values, totals and sums from any columns, on any backend, and for any
//! selection of features.

use setwise::{BackendId, Color};
use setwise_positions::features::{BLOCK, Evaluator, Feature, Totals, features_of};
use setwise_positions::{ColumnsRef, Rights, RightsRow, Rules, read_line};
use setwise_testkit::games::master_fens;
use setwise_testkit::random::Sets;

use crate::{columns, random_line, values};

/// Returns the sum of each feature, taken from its totals. For a feature that is a number, this is the sum of the
/// values. For a set, this is the sum of the numbers of squares.
fn plain_sums(features: &[Feature], totals: &[Totals]) -> Vec<u64> {
    let sum = |(feature, totals): (&Feature, &Totals)| {
        let numbers = ["knight_move_count", "legal_knight_move_count", "king_escape_lines", "shield_index"];
        if numbers.contains(&feature.name()) || feature.side().is_none() {
            totals.wrapping_sum
        } else {
            totals.sum_popcount
        }
    };
    features.iter().zip(totals).map(sum).collect()
}

/// Returns the number of values that contain each square.
fn plain_heat(values: &[u64]) -> [u64; 64] {
    std::array::from_fn(|square| values.iter().map(|value| value >> square & 1).sum())
}

/// Parts of longer columns must have the features, totals and positions of their rows, wherever the parts start.
#[test]
fn borrowed_columns_have_the_same_features_and_positions() {
    let columns = columns(&master_fens(), Rules::Chess);
    let features: Vec<Feature> = Feature::all().collect();
    let own = ColumnsRef::from(&columns);
    let all = values(setwise::auto(), &features, &columns);
    for (start, end) in [(0, 0), (1, 2), (3, 3 + BLOCK), (7, 1000)] {
        let part = ColumnsRef::from_words(own.words.map(|column| &column[start..end]), &own.side_to_move[start..end]);
        let expected: Vec<Vec<u64>> = all.iter().map(|values| values[start..end].to_vec()).collect();
        assert!(values(setwise::auto(), &features, part) == expected, "{start}..{end}");
        let totals = Evaluator::new(setwise::auto(), &features).totals(part);
        assert_eq!(totals, expected.iter().map(|values| Totals::of(values)).collect::<Vec<_>>());
        assert_eq!((part.len(), part.is_empty()), (end - start, start == end));
        assert!((0..end - start).all(|n| part.get(n) == columns.get(start + n)) && part.get(end - start).is_none());
    }
}

#[test]
fn totals_and_heat_maps_on_every_backend_are_those_of_a_plain_loop() {
    let lines = master_fens();
    let features: Vec<Feature> = Feature::all().collect();
    for len in [0, 1, 2, 7, 8, 9, 31, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 37] {
        let columns = columns(&lines[..len], Rules::Chess);
        let values = values(setwise::auto(), &features, &columns);
        let expected: Vec<Totals> = values.iter().map(|values| Totals::of(values)).collect();
        let heat: Vec<[u64; 64]> = values.iter().map(|values| plain_heat(values)).collect();
        assert!(expected.iter().all(|totals| totals.rows == len as u64));
        for backend in BackendId::ready() {
            assert_eq!(Evaluator::new(backend, &features).totals(&columns), expected, "{} of {len}", backend.id());
            let sums = Evaluator::new(backend, &features).sums(&columns);
            assert_eq!(sums, plain_sums(&features, &expected), "{} of {len}", backend.id());
            assert_eq!(Evaluator::new(backend, &features).heat(&columns), heat, "{} of {len}", backend.id());
        }
    }
}

#[test]
fn features_of_one_position_are_those_of_its_row() {
    let mut sets = Sets::seeded(24);
    let lines: Vec<String> = (0..40).map(|n| random_line(&mut sets, 2 + n)).collect();
    let columns = columns(&lines, Rules::AnyPieces);
    let features: Vec<Feature> = Feature::all().collect();
    let expected = values(setwise::auto(), &features, &columns);
    for n in 0..lines.len() {
        let position = columns.get(n).unwrap();
        assert!(
            features_of(&position, &RightsRow::NONE, &features).into_iter().eq(expected.iter().map(|column| column[n])),
            "{}",
            lines[n]
        );
        assert_eq!(
            features_of(&position, &RightsRow::NONE, &features[n..=n]),
            [expected[n][n]],
            "{} of {}",
            features[n],
            lines[n]
        );
    }
}

#[test]
fn numbers_above_63_are_no_en_passant_squares() {
    let count: Feature = "legal_move_count".parse().unwrap();
    let position = read_line(b"4k3/8/8/8/3pP3/8/8/4K3 b - e3", Rules::Chess).unwrap();
    for en_passant in 64..=255 {
        let rights = RightsRow { en_passant, ..RightsRow::NONE };
        assert_eq!(features_of(&position, &rights, &[count]), [6], "{en_passant}");
    }
}

/// If one evaluator computes several batches, the rights of one batch must not appear in the next batch. Positions
/// without columns of rights must have no rights.
#[test]
fn an_evaluator_that_is_used_again_forgets_rights() {
    let mut used = Evaluator::new(setwise::auto(), &["legal_move_count".parse().unwrap()]);
    for (line, with, without) in [("4k3/8/8/8/8/8/8/R3K2R w KQ -", 26, 24), ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", 7, 6)] {
        let columns = columns(&[line.to_string()], Rules::Chess);
        let row = RightsRow::read(line.as_bytes(), &columns.get(0).unwrap().placement).unwrap();
        for (row, moves) in [(row, with), (RightsRow::NONE, without)] {
            let rights: Rights = [row].into_iter().collect();
            assert_eq!(used.sums(ColumnsRef::from(&columns).with_rights(&rights)), [moves], "{line}");
        }
        assert_eq!(used.sums(&columns), [without], "{line}");
    }
}

/// If one evaluator computes several batches, values of a longer batch must not appear in the result of a shorter
/// batch.
#[test]
fn an_evaluator_can_be_used_again() {
    let lines = master_fens();
    let features: Vec<Feature> = Feature::all().collect();
    for backend in BackendId::ready() {
        let mut used = Evaluator::new(backend, &features);
        for len in [BLOCK + 5, 3, BLOCK, 0, 11] {
            let columns = columns(&lines[BLOCK - len % BLOCK..][..len], Rules::Chess);
            assert_eq!(used.totals(&columns), Evaluator::new(backend, &features).totals(&columns), "{}", backend.id());
            assert_eq!(used.sums(&columns), Evaluator::new(backend, &features).sums(&columns), "{}", backend.id());
        }
    }
}

/// The selection of features determines which groups of terms are computed, but must not change the values of a
/// feature.
#[test]
fn a_feature_has_the_same_values_alone_and_in_any_selection() {
    let mut sets = Sets::seeded(19);
    let lines: Vec<String> = (0..19).map(|n| random_line(&mut sets, 2 + 3 * n)).collect();
    let columns = columns(&lines, Rules::AnyPieces);
    let features: Vec<Feature> = Feature::all().collect();
    let all = values(setwise::auto(), &features, &columns);
    let totals: Vec<Totals> = all.iter().map(|values| Totals::of(values)).collect();
    let mut selections: Vec<Vec<usize>> = (0..features.len()).map(|n| vec![n]).collect();
    for _ in 0..20 {
        let mut below = |n: usize| usize::try_from(sets.dense() % n as u64).unwrap();
        let selected = 2 + below(6);
        selections.push((0..selected).map(|_| below(features.len())).collect());
    }
    for backend in BackendId::ready() {
        for selection in &selections {
            let selected: Vec<Feature> = selection.iter().map(|&n| features[n]).collect();
            let expected: Vec<&Vec<u64>> = selection.iter().map(|&n| &all[n]).collect();
            let names = || selected.iter().map(Feature::to_string).collect::<Vec<_>>().join(" ");
            assert!(values(backend, &selected, &columns).iter().eq(expected), "{}: {}", backend.id(), names());
            let expected: Vec<Totals> = selection.iter().map(|&n| totals[n]).collect();
            assert_eq!(Evaluator::new(backend, &selected).totals(&columns), expected, "{}: {}", backend.id(), names());
            let sums = Evaluator::new(backend, &selected).sums(&columns);
            assert_eq!(sums, plain_sums(&selected, &expected), "{}: {}", backend.id(), names());
        }
    }
}

/// If two features are selected, a feature may be computed with one group of terms. If all features are selected, the
/// same feature may be computed with another group. Its values must not differ.
#[test]
fn two_features_have_the_same_values_as_all() {
    let mut sets = Sets::seeded(20);
    let lines: Vec<String> = (0..BLOCK as u32).map(|n| random_line(&mut sets, 2 + n % 61)).collect();
    let columns = columns(&lines, Rules::AnyPieces);
    let features: Vec<Feature> = Feature::all().filter(|feature| feature.side() != Some(Color::Black)).collect();
    let all = values(setwise::auto(), &features, &columns);
    for (n, (first, of_first)) in features.iter().zip(&all).enumerate() {
        for (second, of_second) in features[..n].iter().zip(&all) {
            let values = values(setwise::auto(), &[*first, *second], &columns);
            assert!(values[0] == *of_first && values[1] == *of_second, "{first} and {second}");
        }
    }
}

/// With a white king on every square of 4099 boards, no counter and no carry may be lost. The sum of the values as numbers
/// overflows many times.
#[test]
fn totals_sums_and_heat_maps_of_full_boards_do_not_overflow() {
    const BOARDS: usize = 4099;
    let (full, empty) = (vec![!0; BOARDS], vec![0; BOARDS]);
    let words = [&empty[..], &empty, &empty, &empty, &empty, &full, &full, &empty];
    let sides = vec![Color::White; BOARDS];
    let positions = ColumnsRef::from_words(words, &sides);
    let features = ["white_king", "white_king_escape_lines"].map(|name| name.parse::<Feature>().unwrap());
    let rows = BOARDS as u64;
    let kings = Totals {
        rows,
        sum_popcount: 64 * rows,
        boards_nonempty: rows,
        xor_of_values: !0,
        wrapping_sum: rows.wrapping_neg(),
        union_of_values: !0,
    };
    for backend in BackendId::ready() {
        let mut evaluator = Evaluator::new(backend, &features);
        assert_eq!(evaluator.totals(positions)[0], kings, "{}", backend.id());
        assert_eq!(evaluator.sums(positions), [64 * rows, 15 * rows], "{}", backend.id());
        assert_eq!(evaluator.heat(positions)[0], [rows; 64], "{}", backend.id());
    }
}

#[test]
fn a_sum_that_could_overflow_is_not_returned() {
    let sum = |columns: &[&[u64]]| {
        let mut totals = Totals::default();
        columns.iter().for_each(|values| totals.merge(&Totals::of(values)));
        totals.sum()
    };
    const HALF: u64 = 1 << 63;
    assert_eq!(sum(&[]), Some(0));
    assert_eq!(sum(&[&[1, 2], &[512; 1000]]), Some(512_003));
    assert_eq!(sum(&[&[HALF - 1, HALF - 1]]), Some(u64::MAX - 1));
    assert_eq!(sum(&[&[HALF - 1], &[HALF - 1]]), Some(u64::MAX - 1));
    assert_eq!(sum(&[&[HALF, HALF]]), None, "within a column");
    assert_eq!(sum(&[&[HALF], &[HALF]]), None, "over two columns");
    assert_eq!(sum(&[&[HALF, HALF], &[1]]), None, "and for all values added later");
}
