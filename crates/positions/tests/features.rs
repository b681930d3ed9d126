//! Compares every feature with its definition by coordinates, on real positions, on every backend.

use setwise::BackendId;
use setwise_positions::features::{BLOCK, Evaluator, Feature, Totals};
use setwise_positions::{Columns, Reader, Rules};
use setwise_testkit::games::master_fens;
use setwise_testkit::oracle::{self, BothSides};
use setwise_testkit::random::Sets;

fn check(columns: &Columns, lines: &[String], every: usize) {
    let features: Vec<Feature> = Feature::all().collect();
    let mut rows = 0;
    Evaluator::new(setwise::auto(), &features).for_each_block(columns, |range, values| {
        for n in range.clone().filter(|n| n % every == 0) {
            for (feature, values) in features.iter().zip(values) {
                let sides = BothSides::from_fen(&lines[n], feature.side()).unwrap();
                let right = oracle::feature(feature.name(), &sides);
                assert!(right.is_some(), "no definition of {feature}");
                assert_eq!(Some(values[n - range.start]), right, "{feature} of position {n}");
            }
            rows += 1;
        }
    });
    assert!(rows > 0);
}

fn columns(lines: &[String], rules: Rules) -> Columns {
    let mut columns = Columns::default();
    Reader::new(setwise::auto(), rules).append(lines.join("\n").as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    columns
}

#[test]
fn features_are_what_they_are_defined_to_be() {
    let lines = master_fens();
    let columns = columns(&lines, Rules::Chess);
    check(&columns, &lines, 7);
}

/// Endgames, promoted pieces, kings in corners, no kings, empty boards.
#[test]
fn rare_boards_have_their_features_too() {
    let lines: Vec<String> = [
        "8/8/8/8/8/8/8/8 w - -",
        "8/8/8/8/8/8/8/8 b - -",
        "8/P6p/8/8/8/8/p6P/8 w - -",
        "k7/8/1K6/8/8/8/8/7R b - -",
        "7k/8/8/8/3NNN2/3N1N2/3NNN2/K7 w - -",
        "4k3/PPPPPPPP/8/8/8/8/pppppppp/4K3 b - -",
        "4k3/8/8/1p6/8/6P1/8/4K3 w - -",
        "4k3/8/8/1p6/8/6P1/8/4K3 b - -",
        "q1q1q3/8/8/3N4/8/8/8/8 w - -",
        "6k1/5ppp/8/8/8/8/5PPP/6K1 w - -",
        "QQQQQQQQ/QQQQQQQQ/8/8/8/8/nnnnnnnn/k6K b - -",
    ]
    .map(str::to_string)
    .to_vec();
    check(&columns(&lines, Rules::AnyPieces), &lines, 1);
}

/// Returns the value of one feature of one position.
fn value(feature: &str, line: &str) -> u64 {
    let mut value = 0;
    let features = [feature.parse().unwrap()];
    let columns = columns(&[line.to_string()], Rules::AnyPieces);
    Evaluator::new(setwise::auto(), &features).for_each_block(&columns, |_, values| value = values[0][0]);
    value
}

/// Without a king the value is 64, as for a king on neither wing, and not 0, the value without pawns.
#[test]
fn the_shield_index_is_64_without_a_king_and_0_without_pawns() {
    for (line, index) in [
        ("8/8/8/8/8/8/8/8 w", 64),
        ("8/8/8/8/8/8/5PPP/8 w", 64),
        ("8/8/8/8/8/8/5PPP/3K4 w", 64),
        ("8/8/8/8/8/8/8/6K1 w", 0),
        ("8/8/8/8/8/8/5PPP/6K1 w", 7),
    ] {
        assert_eq!(value("white_shield_index", line), index, "{line}");
    }
}

/// Of several kings, the one on the lowest square counts. A pawn on rank 1 or 8 is a passer that no king catches.
#[test]
fn features_of_one_king_and_of_pawns_have_a_value_on_any_board() {
    for (feature, line, expected) in [
        ("white_shield_index", "8/8/8/8/8/8/P4PPP/K5K1 w", 1),
        ("white_shield_index", "6K1/8/8/8/8/8/P4PPP/K7 w", 1),
        ("black_shield_index", "k5k1/p4ppp/8/8/8/8/8/8 w", 1),
        ("white_uncatchable_passers", "7k/8/8/P7/k7/8/8/8 b", 0),
        ("white_uncatchable_passers", "8/8/8/P7/k7/8/8/7k b", 1 << 32),
        ("white_uncatchable_passers", "8/8/8/P7/8/8/8/8 b", 1 << 32),
        ("white_passers", "P7/8/8/8/8/8/8/7P w", 1 << 56 | 1 << 7),
        ("white_uncatchable_passers", "P7/k7/8/8/8/8/6k1/7P b", 1 << 56 | 1 << 7),
        ("white_pawn_attacks", "1P6/8/8/8/8/8/8/1P6 w", 1 << 8 | 1 << 10),
    ] {
        assert_eq!(value(feature, line), expected, "{feature} of {line}");
    }
    for feature in Feature::all().filter(|feature| ["shield_index", "uncatchable_passers"].contains(&feature.name())) {
        assert!(feature.definition().contains("several kings") && feature.definition().contains("lowest square"));
    }
}

/// Boards that do not occur in games: any piece on any square, from two pieces to a nearly full board.
#[test]
fn random_boards_have_their_features_too() {
    let mut sets = Sets::seeded(34);
    let lines: Vec<String> = (0..183).map(|n| random_line(&mut sets, 2 + n % 61)).collect();
    check(&columns(&lines, Rules::AnyPieces), &lines, 1);
}

/// Returns a line with `pieces` pieces, on average three of eight of them pawns.
fn random_line(sets: &mut Sets, pieces: u32) -> String {
    let (occupied, letters) = (sets.of(pieces), [(); 4].map(|()| sets.dense()));
    let letter = |square: usize| {
        let [a, b, c, d] = letters.map(|letters| letters >> square & 1);
        let kind = usize::try_from(a + 2 * b + 4 * c).unwrap();
        let letter = char::from(b"PPPNBRQK"[kind]);
        if d == 1 { letter.to_ascii_lowercase() } else { letter }
    };
    let ranks = (0..8).rev().map(|rank| {
        let squares = (0..8).map(|file| 8 * rank + file);
        squares.map(|square| if occupied >> square & 1 == 1 { letter(square) } else { '1' }).collect::<String>()
    });
    let side = if pieces.is_multiple_of(2) { 'w' } else { 'b' };
    format!("{} {side} - -", ranks.collect::<Vec<_>>().join("/"))
}

#[test]
fn every_backend_gives_the_same_columns() {
    let mut lines = master_fens();
    lines.truncate(BLOCK + 37);
    let columns = columns(&lines, Rules::Chess);
    let features: Vec<Feature> = Feature::all().collect();
    let totals_on = |backend| {
        let mut totals = vec![Totals::default(); features.len()];
        Evaluator::new(backend, &features).for_each_block(&columns, |_, values| {
            totals.iter_mut().zip(values).for_each(|(totals, values)| totals.add(values, backend));
        });
        totals
    };
    let expected = totals_on(setwise::auto());
    assert!(expected.iter().all(|totals| totals.rows == lines.len() as u64));
    let mut seen = 0;
    for backend in BackendId::ready() {
        assert_eq!(totals_on(backend), expected, "{}", backend.id());
        seen += 1;
    }
    assert!(seen >= 1, "the baseline is always ready");
}

#[test]
fn totals_are_those_of_a_plain_loop() {
    let values: Vec<u64> =
        (0..1000_u64).map(|n| if n % 3 == 0 { 0 } else { n.wrapping_mul(0x9E37_79B9_7F4A_7C15) }).collect();
    let mut totals = Totals::default();
    for part in values.chunks(77) {
        totals.add(part, setwise::auto());
    }
    assert_eq!(totals.rows, 1000);
    assert_eq!(totals.sum_popcount, values.iter().map(|value| u64::from(value.count_ones())).sum::<u64>());
    assert_eq!(totals.boards_nonempty, values.iter().filter(|value| **value != 0).count() as u64);
    assert_eq!(totals.xor_of_values, values.iter().fold(0, |xor, value| xor ^ value));
    assert_eq!(totals.wrapping_sum, values.iter().fold(0, |sum: u64, value| sum.wrapping_add(*value)));
    assert_eq!(totals.sum(), None);
}

#[test]
fn a_sum_that_could_overflow_is_not_returned() {
    let sum = |columns: &[&[u64]]| {
        let mut totals = Totals::default();
        columns.iter().for_each(|values| totals.add(values, setwise::auto()));
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

#[test]
fn names_are_read_as_they_are_written() {
    let mut names = std::collections::HashSet::new();
    for feature in Feature::all() {
        assert_eq!(feature.to_string().parse(), Ok(feature));
        assert!(!feature.definition().is_empty());
        assert!(names.insert(feature.to_string()));
    }
    assert_eq!(names.len(), 68);
    for name in ["", "white_", "knights", "White_knights", "white_caught_area", "green_knights"] {
        let error = name.parse::<Feature>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("'{name}' is not a feature")) && error.contains("king_flood"), "{error}");
        assert!(!error.contains('\n'));
    }
}
