//! Compares every feature with its definition by coordinates, on real, rare and random positions, on every backend.

mod evaluator;

use setwise::{Backend, BackendId, Color};
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::{Columns, ColumnsRef, Reader, Rights, Rules};
use setwise_testkit::games::master_fens;
use setwise_testkit::oracle::{self, BothSides};
use setwise_testkit::positions::with_runs_joined;
use setwise_testkit::random::Sets;

/// Checks that all backends compute the same values. Compares one in `every` positions with the oracle.
fn check(lines: &[String], rules: Rules, every: usize) {
    let (mut columns, mut rights) = (Columns::default(), Rights::default());
    let text = lines.join("\n");
    Reader::new(setwise::auto(), rules)
        .append_with(text.as_bytes(), 1, &mut columns, Some(&mut rights), |bad| panic!("{bad}"));
    let columns = ColumnsRef::from(&columns).with_rights(&rights);
    let features: Vec<Feature> = Feature::all().collect();
    let expected = values(setwise::auto(), &features, columns);
    for backend in BackendId::ready() {
        assert!(values(backend, &features, columns) == expected, "{}", backend.id());
    }
    let mut rows = 0;
    Evaluator::new(setwise::auto(), &features).for_each_block(columns, |range, values| {
        for n in range.clone().filter(|n| n % every == 0) {
            for (feature, values) in features.iter().zip(values) {
                let sides = BothSides::from_fen(&lines[n], feature.side()).unwrap();
                let right = oracle::feature(feature.name(), &sides);
                assert!(right.is_some(), "no definition of {feature}");
                assert_eq!(Some(values[n - range.start]), right, "{feature} of {}", lines[n]);
            }
            rows += 1;
        }
    });
    assert!(rows > 0);
}

/// Returns one column of values for each feature.
fn values<'a>(backend: Backend, features: &[Feature], columns: impl Into<ColumnsRef<'a>>) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new(); features.len()];
    Evaluator::new(backend, features).for_each_block(columns, |range, values| {
        assert_eq!(range.start, all.first().map_or(range.start, Vec::len));
        all.iter_mut().zip(values).for_each(|(all, values)| all.extend_from_slice(values));
    });
    all
}

fn columns(lines: &[String], rules: Rules) -> Columns {
    let mut columns = Columns::default();
    Reader::new(setwise::auto(), rules).append(lines.join("\n").as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    columns
}

#[test]
fn features_are_what_they_are_defined_to_be() {
    check(&master_fens(), Rules::Chess, 7);
}

/// Every feature must have the oracle's value in endgames, with promoted pieces, with kings in corners, without kings,
/// and on empty boards.
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
        "6k1/5ppp/8/8/3R4/8/5PPP/1r4K1 b - -",
        "7k/5ppb/8/Q7/8/1B6/8/K7 w - -",
        "n2n2nk/8/8/P2P2P1/p2p2p1/8/8/N2N2NK w - -",
        "2q1k3/8/8/5r2/4N3/8/8/4K3 w - -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "r3k2r/8/8/8/8/8/8/1R2K2R b KQk -",
        "r3k2r/8/8/8/8/8/8/1R2K2R w KQk -",
        "5rkr/8/8/8/8/8/8/RK4R1 b GAhf -",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "4k3/8/8/3pP3/8/8/8/4K3 b - d6",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6",
        "R5k1/5ppp/8/8/8/8/8/6K1 b - -",
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
        "6k1/8/8/8/8/8/r7/1r2K2K w - -",
    ]
    .map(str::to_string)
    .to_vec();
    check(&lines, Rules::AnyPieces, 1);
}

/// If only the side to move changes, exactly the features for which `needs_side_to_move` is true must change. If no
/// selected feature needs the side to move, `setwise-arrow` does not convert the column of the side to move.
#[test]
fn only_the_named_features_depend_on_the_side_to_move() {
    let mut lines = master_fens();
    lines.push("7k/5Q2/6K1/8/8/8/8/8 b - -".to_string());
    let columns = columns(&lines, Rules::Chess);
    let features: Vec<Feature> = Feature::all().collect();
    let [white, black] = Color::ALL.map(|color| {
        let positions = Columns { side_to_move: vec![color; columns.len()], ..columns.clone() };
        values(setwise::auto(), &features, &positions)
    });
    for (feature, (white, black)) in features.iter().zip(white.iter().zip(&black)) {
        assert_eq!(white != black, feature.needs_side_to_move(), "{feature}");
    }
}

/// If only the rights change, exactly the features for which `needs_rights` is true must change.
#[test]
fn only_the_named_features_depend_on_rights() {
    // The only move of White is the capture on d6. In the first position, it ends a check.
    let lines = ["7k/8/8/3pP3/4K3/r7/8/3r1r2 w - d6", "7k/8/4p3/3pP3/8/1q6/8/K7 w - d6"].map(str::to_string);
    let columns = columns(&lines, Rules::Chess);
    let rights = Rights { unmoved_rooks: vec![0; 2], en_passant: vec![43; 2] };
    let features: Vec<Feature> = Feature::all().collect();
    let without = values(setwise::auto(), &features, &columns);
    let with = values(setwise::auto(), &features, ColumnsRef::from(&columns).with_rights(&rights));
    for (feature, (with, without)) in features.iter().zip(with.iter().zip(&without)) {
        assert_eq!(with != without, feature.needs_rights(), "{feature}");
    }
}

/// Returns the value of one feature of one position.
fn value(feature: &str, line: &str) -> u64 {
    let mut value = 0;
    let features = [feature.parse().unwrap()];
    let columns = columns(&[line.to_string()], Rules::AnyPieces);
    Evaluator::new(setwise::auto(), &features).for_each_block(&columns, |_, values| value = values[0][0]);
    value
}

/// Numbers, and squares that are listed, must be these on boards with several kings or none, with pawns on ranks 1 and 8,
/// and with pieces that act together.
#[test]
fn features_have_the_values_of_these_boards() {
    for (line, index) in [
        ("8/8/8/8/8/8/8/8 w", 64),
        ("8/8/8/8/8/8/5PPP/8 w", 64),
        ("8/8/8/8/8/8/5PPP/3K4 w", 64),
        ("8/8/8/8/8/8/8/6K1 w", 0),
        ("8/8/8/8/8/8/5PPP/6K1 w", 7),
        ("8/8/8/8/8/8/P4PPP/K5K1 w", 1),
        ("6K1/8/8/8/8/8/P4PPP/K7 w", 1),
    ] {
        assert_eq!(value("white_shield_index", line), index, "{line}");
    }
    assert_eq!(value("black_shield_index", "k5k1/p4ppp/8/8/8/8/8/8 w"), 1);
    for (feature, line, squares) in [
        ("white_uncatchable_passers", "7k/8/8/P7/k7/8/8/8 b", ""),
        ("white_uncatchable_passers", "8/8/8/P7/k7/8/8/7k b", "a5"),
        ("white_uncatchable_passers", "8/8/8/P7/8/8/8/8 b", "a5"),
        ("white_passers", "P7/8/8/8/8/8/8/7P w", "a8 h1"),
        ("white_uncatchable_passers", "P7/k7/8/8/8/8/6k1/7P b", "a8 h1"),
        ("white_pawn_attacks", "1P6/8/8/8/8/8/8/1P6 w", "a2 c2"),
        // The rook can reach Black's back rank only on d8.
        ("white_distant_checks", "6k1/5ppp/8/8/3R4/8/8/K7 w", "d8"),
        ("white_distant_checks", "r5k1/5ppp/8/8/R7/8/8/K7 w", "a8"),
        ("white_distant_checks", "R5k1/5ppp/8/8/8/8/8/K7 w", "b8 c8 d8 e8"),
        ("white_distant_checks", "6k1/5ppp/3b4/8/3R4/8/8/K7 w", ""),
        ("white_distant_checks", "6k1/5pp1/8/8/3R4/8/8/K7 w", ""),
        ("white_distant_checks", "6k1/5ppp/8/8/3B4/8/8/K7 w", ""),
        ("white_distant_checks", "3R2k1/5ppp/8/1B6/3Q4/8/8/K7 w", "e8"),
        ("black_distant_checks", "4k3/8/8/8/8/q7/3PPP2/4K3 b", "a1 c1"),
        ("white_family_forks", "2q1k3/8/8/5r2/8/8/8/4K3 w", "d6"),
        ("white_family_forks", "2q1k3/8/8/8/5r2/8/8/4K3 w", ""),
        // The knight cannot go to b3, which the pawn on c4 attacks, nor to e3, where an own pawn is.
        ("white_knight_safe_reach2", "8/8/8/8/2p5/4P3/8/N7 w", "a1 c2 a3 b4 d4 e1"),
        ("white_knight_uncatchable_passers", "8/8/8/P6P/8/8/8/n7 w", "a5 h5"),
        ("white_knight_uncatchable_passers", "8/8/8/P6P/8/8/8/n7 b", "a5 h5"),
        ("white_knight_uncatchable_passers", "8/8/P6P/6n1/8/8/8/8 w", "a6"),
        ("white_knight_uncatchable_passers", "8/8/P6P/6n1/8/8/8/8 b", ""),
        ("white_knight_uncatchable_passers", "8/8/P6P/6n1/8/8/8/nn6 w", "a6"),
        ("white_knight_uncatchable_passers", "P7/8/8/8/8/8/8/6nP w", "a8 h1"),
        ("white_knight_uncatchable_passers", "8/8/8/P6P/8/8/8/8 w", "a5 h5"),
    ] {
        let expected: setwise::Bitboard =
            squares.split_whitespace().map(|square| square.parse::<setwise::Square>().unwrap()).collect();
        assert_eq!(setwise::Bitboard(value(feature, line)), expected, "{feature} of {line}");
    }
}

/// Every feature must have the oracle's value on boards that do not occur in games. Any piece may be on any square, and
/// a board has between 2 and 62 pieces.
#[test]
fn random_boards_have_their_features_too() {
    let mut sets = Sets::seeded(34);
    let lines: Vec<String> = (0..183).map(|n| random_line(&mut sets, 2 + n % 61)).collect();
    check(&lines, Rules::AnyPieces, 1);
}

/// With a king and an enemy slider on any two squares, the legal steps of the king must be the oracle's. In particular,
/// the king must not step back along the line of a check.
#[test]
fn a_single_king_has_its_steps_wherever_a_slider_is() {
    for (name, king, slider) in [("white_legal_king_moves", 'K', 'q'), ("black_legal_king_moves", 'k', 'Q')] {
        let feature: Feature = name.parse().unwrap();
        let (mut lines, mut expected) = (Vec::new(), Vec::new());
        for (at, from) in (0..64).flat_map(|at| (0..64).map(move |from| (at, from))).filter(|(at, from)| at != from) {
            let letter = |square| [(king, at), (slider, from)].into_iter().find(|one| one.1 == square);
            let line = line(|square| letter(square).map_or('1', |(letter, _)| letter), 'w');
            expected
                .push(oracle::feature(feature.name(), &BothSides::from_fen(&line, feature.side()).unwrap()).unwrap());
            lines.push(line);
        }
        let columns = columns(&lines, Rules::AnyPieces);
        for backend in BackendId::ready() {
            assert!(values(backend, &[feature], &columns)[0] == expected, "{feature} on {}", backend.id());
        }
    }
}

/// Returns a FEN line. `letter` returns the letter of a square, or `1` for an empty square.
fn line(letter: impl Fn(u32) -> char, side: char) -> String {
    let ranks = (0..8).rev().map(|rank| (0..8).map(|file| letter(8 * rank + file)).collect::<String>());
    format!("{} {side} - -", with_runs_joined(&ranks.collect::<Vec<_>>().join("/")))
}

/// Returns a FEN line with `pieces` random pieces. On average, three pieces in eight are pawns.
fn random_line(sets: &mut Sets, pieces: u32) -> String {
    let (occupied, letters) = (sets.of(pieces), [(); 4].map(|()| sets.dense()));
    let letter = |square: u32| {
        let [a, b, c, d] = letters.map(|letters| letters >> square & 1);
        let kind = usize::try_from(a + 2 * b + 4 * c).unwrap();
        let letter = char::from(b"PPPNBRQK"[kind]);
        if d == 1 { letter.to_ascii_lowercase() } else { letter }
    };
    line(
        |square| if occupied >> square & 1 == 1 { letter(square) } else { '1' },
        if pieces.is_multiple_of(2) { 'w' } else { 'b' },
    )
}

#[test]
fn names_are_read_as_they_are_written() {
    let mut names = std::collections::HashSet::new();
    for feature in Feature::all() {
        assert_eq!(feature.to_string().parse(), Ok(feature));
        assert!(!feature.definition().is_empty());
        assert!(names.insert(feature.to_string()));
    }
    assert_eq!(names.len(), 94);
    for name in
        ["", "black_legal_king_move", "white_", "knights", "White_knights", "white_caught_area", "green_knights"]
    {
        let error = name.parse::<Feature>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("'{name}' is not a feature; ")), "{error}");
        assert!(error.ends_with("`setwise list` shows all names"), "{error}");
        assert!(!error.contains('\n'));
    }
}
