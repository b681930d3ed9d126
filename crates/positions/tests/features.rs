//! Every feature against definitions by coordinates, on real positions, on every backend.

use setwise::patterns::caught_area_by_wedges;
use setwise::{BackendId, Bitboard, Color, Square};
use setwise_positions::features::{BLOCK, Evaluator, Feature, Totals};
use setwise_positions::{Columns, Rules};
use setwise_testkit::games::master_fens;
use setwise_testkit::oracle::{
    attacked_squares, coordinates, fork_squares, king_attacks, king_files, knight_attacks, knight_mobility,
    knight_reach, leaper_attacks, safe_forks, vulnerable_lines, waves,
};
use setwise_testkit::positions::Position;
use setwise_testkit::random::Sets;
use setwise_testkit::view::View;

/// A position from both sides, and who is to move.
struct Seen {
    own: View,
    their: View,
    to_move: Color,
}

/// One side's attacks with nothing looked through.
fn attacks(view: &View) -> u64 {
    let [pawns, knights, bishops, rooks, queens, king, occupied, _] = view.attackers();
    attacked_squares([pawns, knights, bishops, rooks, queens, king, occupied, 0], view.side)
}

fn pawn_attacks(view: &View) -> u64 {
    let ahead = if view.side == Color::White { 1 } else { -1 };
    leaper_attacks(view.pawns, &[(1, ahead), (-1, ahead)])
}

fn hanging(own: &View, their: &View) -> u64 {
    own.own & !own.king & attacks(their) & !attacks(own)
}

/// Pawns of a side with none of the other's ahead on three files, pawn by pawn.
fn passers(view: &View) -> u64 {
    let ahead = if view.side == Color::White { 1 } else { -1 };
    let stops =
        |(file, rank): (i32, i32), (other, its): (i32, i32)| (file - other).abs() <= 1 && (its - rank) * ahead > 0;
    let free = |&pawn: &(i32, i32)| !coordinates(view.their_pawns).any(|theirs| stops(pawn, theirs));
    coordinates(view.pawns).filter(free).map(|(file, rank)| 1 << (file + 8 * rank)).sum()
}

fn shield_pawns(view: &View) -> u64 {
    let ahead = if view.side == Color::White { 1 } else { -1 };
    let jumps: Vec<(i32, i32)> = (-1..=1).flat_map(|file| [(file, ahead), (file, 2 * ahead)]).collect();
    leaper_attacks(view.king, &jumps) & view.pawns
}

/// The six squares of the shield asked one by one.
fn shield_index(view: &View) -> u64 {
    let Some((king, _)) = coordinates(view.king).next() else { return 64 };
    let files = match king {
        0..=2 => 0..=2,
        5..=7 => 5..=7,
        _ => return 64,
    };
    let (near, far) = if view.side == Color::White { (1, 2) } else { (6, 5) };
    let squares = [near, far].into_iter().flat_map(|rank| files.clone().map(move |file| (file, rank)));
    squares
        .enumerate()
        .filter(|(_, square)| coordinates(view.pawns).any(|pawn| pawn == *square))
        .map(|(n, _)| 1 << n)
        .sum()
}

fn uncatchable(seen: &Seen) -> u64 {
    let king = Bitboard(seen.their.king).first();
    let caught = king.map_or(0, |king: Square| caught_area_by_wedges(seen.their.side, seen.to_move, king).0);
    passers(&seen.own) & !caught
}

/// What a feature is, by its name.
fn expected(name: &str, seen: &Seen) -> u64 {
    let Seen { own, their, .. } = seen;
    let knights = knight_attacks(own.knights);
    let king = king_attacks(own.king);
    let all = !0;
    match name {
        "knights" => own.knights,
        "king" => own.king,
        "knight_attacks" => knights,
        "knight_attacks_ge2" => fork_squares(own.knights, 2),
        "knight_moves" => knights & !own.own,
        "knight_move_count" => knight_mobility(own.knights, own.own),
        "knight_captures" => knights & own.them,
        "knight_safe_moves" => knights & !own.own & !pawn_attacks(their),
        "knight_fill2" => knight_reach(own.knights, 2, all, true),
        "knight_fill3" => knight_reach(own.knights, 3, all, true),
        "pawn_attacks" => pawn_attacks(own),
        "attacks" => attacks(own),
        "king_attacks" => king,
        "king_moves" => king & !own.own,
        "king_escapes" => king & !own.own & !attacks(their),
        "king_legal_steps" => king & !own.taboo(),
        "king_escape_lines" if own.king == 0 => 0,
        "king_escape_lines" => vulnerable_lines(own.king, own.own | attacks(their)),
        "king_zone_attacked" => (king | own.king) & attacks(their),
        "shield_pawns" => shield_pawns(own),
        "shield_index" => shield_index(own),
        "open_files" => king_files(own.king, own.pawns, own.their_pawns)[0],
        "half_open_files" => king_files(own.king, own.pawns, own.their_pawns)[1],
        "forks" => fork_squares(own.targets(), 2),
        "forks_ge3" => fork_squares(own.targets(), 3),
        "royal_forks" => knight_attacks(own.their_king) & knight_attacks(own.their_queens),
        "forks_reachable" => fork_squares(own.targets(), 2) & knights & !own.own,
        "forks_safe" => fork_squares(own.targets(), 2) & knights & !own.own & !attacks(their),
        "forks_setwise_safe" => {
            safe_forks([own.targets(), own.own, own.knights, own.their_pawns, own.their_knights], their.side)
        }
        "hanging" => hanging(own, their),
        "undefended_pawns" => own.pawns & !attacks(own),
        "forks_any" => fork_squares(own.targets() | hanging(their, own) | their.pawns & !attacks(their), 2),
        "passers" => passers(own),
        "uncatchable_passers" => uncatchable(seen),
        "king_flood" => {
            let path = own.king | !(own.occupied() | attacks(their));
            waves(own.king, path, king_attacks).into_iter().fold(0, |reached, wave| reached | wave)
        }
        other => panic!("no definition of {other}"),
    }
}

fn check(columns: &Columns, seen: impl Fn(usize, Color) -> Seen, every: usize) {
    let features: Vec<Feature> = Feature::all().collect();
    let mut rows = 0;
    Evaluator::new(setwise::auto(), &features).for_each_block(columns, |range, values| {
        for n in range.clone().filter(|n| n % every == 0) {
            for (feature, values) in features.iter().zip(values) {
                let right = expected(feature.name(), &seen(n, feature.side()));
                assert_eq!(values[n - range.start], right, "{feature} of position {n}");
            }
            rows += 1;
        }
    });
    assert!(rows > 0);
}

fn columns(lines: &[String], rules: Rules) -> Columns {
    let mut columns = Columns::default();
    columns.append(lines.join("\n").as_bytes(), 1, rules, |bad| panic!("{bad}"));
    columns
}

fn seen(line: &str, side: Color) -> Seen {
    let position = Position::from_fen(line).unwrap();
    let to_move = if line.split(' ').nth(1) == Some("w") { Color::White } else { Color::Black };
    Seen { own: View::new(&position, side), their: View::new(&position, !side), to_move }
}

#[test]
fn features_are_what_they_are_defined_to_be() {
    let lines = master_fens();
    let columns = columns(&lines, Rules::Chess);
    check(&columns, |n, side| seen(&lines[n], side), 7);
}

/// Endgames, promoted pieces, kings in corners, no kings, boards without anything.
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
    check(&columns(&lines, Rules::AnyPieces), |n, side| seen(&lines[n], side), 1);
}

/// Returns the value of one feature of one position.
fn value(feature: &str, line: &str) -> u64 {
    let mut value = 0;
    let features = [feature.parse().unwrap()];
    let columns = columns(&[line.to_string()], Rules::AnyPieces);
    Evaluator::new(setwise::auto(), &features).for_each_block(&columns, |_, values| value = values[0][0]);
    value
}

/// "No king" has the value of "no wing", not that of "no pawns".
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

/// Of several kings the lowest counts, and a pawn on rank 1 or 8 is a passer that no king catches.
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

/// Boards that no game has: any piece on any square, from two pieces to a nearly full board.
#[test]
fn random_boards_have_their_features_too() {
    let mut sets = Sets::seeded(34);
    let lines: Vec<String> = (0..183).map(|n| random_line(&mut sets, 2 + n % 61)).collect();
    check(&columns(&lines, Rules::AnyPieces), |n, side| seen(&lines[n], side), 1);
}

/// A line with so many pieces, three of eight of them pawns.
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
    assert!(seen >= 1, "the floor is always ready");
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
        assert!(error.starts_with(&format!("'{name}' is no feature")) && error.contains("king_flood"), "{error}");
        assert!(!error.contains('\n'));
    }
}
