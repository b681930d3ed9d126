//! The functions of sets, against definitions by coordinates.

mod sql;

use setwise::Color;
use setwise_testkit::oracle::{
    attacked_squares, checks_on_lines, coordinates, distance_digits, fork_squares, king_attacks, king_files,
    knight_attacks, knight_mobility, knight_reach, leaper_attacks, moved, pawn_pushes, safe_forks,
    shortest_path_squares, steps, vulnerable_lines, waves, within_king_steps,
};
use sql::{boards, failure, plan, rows, session, words};

/// A call, and what it returns for a row. `None` is null.
type Case = (&'static str, fn([u64; 8]) -> Option<u64>);

/// One call of every function, with distinct columns, so that exchanged arguments are found.
const CASES: &[Case] = &[
    ("knight_attacks(a)", |[a, ..]| Some(knight_attacks(a))),
    ("knight_moves(a, b)", |[a, b, ..]| Some(knight_attacks(a) & !b)),
    ("knight_captures(a, b)", |[a, b, ..]| Some(knight_attacks(a) & b)),
    ("knight_quiet_moves(a, b)", |[a, b, ..]| Some(knight_attacks(a) & !b)),
    ("knight_mobility(a, b)", |[a, b, ..]| Some(knight_mobility(a, b))),
    ("knight_directions(a)['no_no_ea']", |[a, ..]| Some(moved(a, |file, rank| (file + 1, rank + 2)))),
    ("knight_directions(a)['no_we_we']", |[a, ..]| Some(moved(a, |file, rank| (file - 2, rank + 1)))),
    ("knight_moves_by_direction(a, b)['no_ea_ea']", |[a, b, ..]| {
        Some(moved(a, |file, rank| (file + 2, rank + 1)) & !b)
    }),
    ("knight_moves_by_direction(a, b)['no_no_we']", |[a, b, ..]| {
        Some(moved(a, |file, rank| (file - 1, rank + 2)) & !b)
    }),
    ("family_forks(a, b, c)", |[a, b, c, ..]| Some(knight_attacks(a) & knight_attacks(b) & knight_attacks(c))),
    ("distant_checks(a, b, c, d, e, f)", |[a, b, c, d, e, f, ..]| {
        Some(checks_on_lines([a, vulnerable_lines(a, b), c, d, e, f]))
    }),
    ("pawn_attack_directions(a, 'white')['east']", |[a, ..]| Some(moved(a, |file, rank| (file + 1, rank + 1)))),
    ("pawn_attack_directions(a, 'black')['west']", |[a, ..]| Some(moved(a, |file, rank| (file - 1, rank - 1)))),
    ("pawn_pushes(a, b, 'white')['one_step']", |[a, b, ..]| Some(pawn_pushes(a, b, Color::White)[0])),
    ("pawn_pushes(a, b, 'white')['two_steps']", |[a, b, ..]| Some(pawn_pushes(a, b, Color::White)[1])),
    ("pawn_pushes(a, b, 'black')['one_step']", |[a, b, ..]| Some(pawn_pushes(a, b, Color::Black)[0])),
    ("pawn_pushes(a, b, 'black')['two_steps']", |[a, b, ..]| Some(pawn_pushes(a, b, Color::Black)[1])),
    ("royal_forks(a, b)", |[a, b, ..]| Some(knight_attacks(a) & knight_attacks(b))),
    ("king_attacks(a)", |[a, ..]| Some(king_attacks(a))),
    ("king_moves(a, b)", |[a, b, ..]| Some(king_attacks(a) & !b)),
    ("escape_squares(a, b)", |[a, b, ..]| Some(king_attacks(a) & !b)),
    ("king_files(a, b, c)['open']", |[a, b, c, ..]| Some(king_files(a, b, c)[0])),
    ("king_files(a, b, c)['half_open']", |[a, b, c, ..]| Some(king_files(a, b, c)[1])),
    ("rook_attacks(a, b)", |[a, b, ..]| Some(attacked_squares([0, 0, 0, a, 0, 0, b, 0], Color::White))),
    ("bishop_attacks(a, b)", |[a, b, ..]| Some(attacked_squares([0, 0, a, 0, 0, 0, b, 0], Color::White))),
    ("file_fill(a)", |[a, ..]| Some(where_any(a, |(f, _), (file, _)| f == file))),
    ("fill_up(a)", |[a, ..]| Some(where_any(a, |(f, r), (file, rank)| f == file && r <= rank))),
    ("fill_down(a)", |[a, ..]| Some(where_any(a, |(f, r), (file, rank)| f == file && r >= rank))),
    ("flip_diagonal(a)", |[a, ..]| Some(moved(a, |file, rank| (rank, file)))),
    ("king_flood(a, b)", |[a, b, ..]| Some(waves(a & b, b, king_attacks).iter().fold(0, |all, wave| all | wave))),
    ("shortest_path_squares(a, b, c)", |[a, b, c, ..]| Some(shortest_path_squares(a, b, c))),
    ("king_steps(a, b, c)", |[a, b, c, ..]| number(steps(a, b, c, king_attacks))),
    ("knight_steps(a, b, c)", |[a, b, c, ..]| number(steps(a, b, c, knight_attacks))),
    ("king_distance(a, b)", |[a, b, ..]| number(steps(a, b, !0, king_attacks))),
    ("knight_distance(a, b)", |[a, b, ..]| number(steps(a, b, !0, knight_attacks))),
    ("king_distance_digits(a)['fours']", |[a, ..]| Some(distance_digits(a, king_attacks)[2])),
    ("knight_distance_digits(a)['ones']", |[a, ..]| Some(distance_digits(a, knight_attacks)[0])),
    ("popcount(a)", |[a, ..]| Some(coordinates(a).count() as u64)),
    ("safe_forks(a, b, c, d, e, 'white')", |[a, b, c, d, e, ..]| Some(safe_forks([a, b, c, d, e], Color::Black))),
    ("safe_forks(a, b, c, d, e, 'black')", |[a, b, c, d, e, ..]| Some(safe_forks([a, b, c, d, e], Color::White))),
    ("attacked_squares(a, b, c, d, e, f, g, h, 'white')", |row| Some(attacked_squares(row, Color::White))),
    ("attacked_squares(a, b, c, d, e, f, g, h, 'black')", |row| Some(attacked_squares(row, Color::Black))),
    ("pawn_attacks(a, 'white')", |[a, ..]| Some(attacked_squares([a, 0, 0, 0, 0, 0, 0, 0], Color::White))),
    ("pawn_attacks(a, 'black')", |[a, ..]| Some(attacked_squares([a, 0, 0, 0, 0, 0, 0, 0], Color::Black))),
    ("shield_pawns(a, b, 'white')", |[a, b, ..]| Some(b & where_any(a, |k, p| shields(k, p, 1)))),
    ("shield_pawns(a, b, 'black')", |[a, b, ..]| Some(b & where_any(a, |k, p| shields(k, p, -1)))),
    ("passed_pawns(a, b, 'white')", |[a, b, ..]| Some(a & !where_any(b, |their, own| stops(their, own, 1)))),
    ("passed_pawns(a, b, 'black')", |[a, b, ..]| Some(a & !where_any(b, |their, own| stops(their, own, -1)))),
    ("fork_squares(a)", |[a, ..]| Some(fork_squares(a, 2))),
    ("fork_squares(a, 1)", |[a, ..]| Some(fork_squares(a, 1))),
    ("fork_squares(a, 3)", |[a, ..]| Some(fork_squares(a, 3))),
    ("fork_squares(a, 8)", |[a, ..]| Some(fork_squares(a, 8))),
    ("fork_squares_exactly(a, 2)", |[a, ..]| Some(fork_squares(a, 2) & !fork_squares(a, 3))),
    ("knight_fill(a, 2)", |[a, ..]| Some(knight_reach(a, 2, !0, true))),
    ("king_fill(a, 3)", |[a, ..]| Some(within_king_steps(a, 3))),
    ("knight_reach_exactly(a, b, 3)", |[a, b, ..]| Some(knight_reach(a, 3, b, false))),
    ("knight_reach_within(a, b, 9)", |[a, b, ..]| Some(knight_reach(a, 9, b, true))),
    ("leaper_attacks(a, 'camel')", |[a, ..]| Some(leaper_attacks(a, &jumps(3, 1)))),
    ("leaper_attacks(a, 'antelope')", |[a, ..]| Some(leaper_attacks(a, &jumps(4, 3)))),
];

/// Returns the squares for which the condition holds with any member of the set.
fn where_any(set: u64, condition: fn((i32, i32), (i32, i32)) -> bool) -> u64 {
    let holds = |square: &(i32, i32)| coordinates(set).any(|member| condition(member, *square));
    coordinates(!0).filter(holds).fold(0, |all, square| all | single(square))
}

fn single((file, rank): (i32, i32)) -> u64 {
    1 << (8 * rank + file)
}

fn shields((file, rank): (i32, i32), (f, r): (i32, i32), forward: i32) -> bool {
    (f - file).abs() <= 1 && [1, 2].contains(&((r - rank) * forward))
}

fn stops((file, rank): (i32, i32), (f, r): (i32, i32), forward: i32) -> bool {
    (f - file).abs() <= 1 && (rank - r) * forward > 0
}

fn jumps(a: i32, b: i32) -> Vec<(i32, i32)> {
    let signs = [(a, b), (a, -b), (-a, b), (-a, -b)];
    signs.into_iter().chain(signs.map(|(a, b)| (b, a))).collect()
}

/// Returns a number of steps, or null for the number that means no way.
fn number(steps: u64) -> Option<u64> {
    (steps != 64).then_some(steps)
}

#[tokio::test]
async fn every_function_agrees_with_its_definition() {
    let session = session();
    let expected = boards(&session, 420);
    let calls: Vec<&str> = CASES.iter().map(|(call, _)| *call).collect();
    let found = rows(&session, &format!("select {} from boards where a is not null", calls.join(", "))).await;
    for ((call, definition), column) in CASES.iter().zip(found.columns()) {
        let mut definition: Vec<Option<u64>> = expected.iter().map(|row| definition(*row)).collect();
        let mut found = words(column);
        // The order of rows of two partitions is not defined.
        definition.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, definition, "{call}");
    }
}

#[tokio::test]
async fn a_set_may_be_signed() {
    let session = session();
    boards(&session, 300);
    for (call, _) in CASES {
        let signed = "ABCDEFGH".to_lowercase().chars().fold((*call).to_string(), |call, column| {
            let argument = |call: String, before: &str, after: &str| {
                let cast = format!("{before}arrow_cast(({column} & 9223372036854775807), 'Int64'){after}");
                call.replace(&format!("{before}{column}{after}"), &cast)
            };
            let call = argument(call, "(", ")");
            let call = argument(call, "(", ",");
            let call = argument(call, " ", ")");
            argument(call, " ", ",")
        });
        let unsigned = signed.replace("'Int64'", "'UInt64'");
        let found = rows(&session, &format!("select {unsigned} as one, {signed} as other from boards")).await;
        assert_eq!(words(found.column(0)), words(found.column(1)), "{signed}");
    }
    let high = rows(&session, "select knight_attacks(-9223372036854775808) as h8").await;
    assert_eq!(words(high.column(0)), [Some(knight_attacks(1 << 63))]);
}

#[tokio::test]
async fn null_in_is_null_out() {
    let session = session();
    boards(&session, 70);
    for (call, _) in CASES {
        let found = rows(&session, &format!("select {call} is not null as here from boards where a is null")).await;
        let here = found.column(0).as_any().downcast_ref::<arrow::array::BooleanArray>().unwrap();
        assert_eq!((here.len(), here.true_count()), (10, 0), "{call}");
    }
    let constant = rows(&session, "select knight_attacks(null), fork_squares(3, null), popcount(null)").await;
    assert!(constant.columns().iter().all(|column| column.is_null(0)));
}

#[tokio::test]
async fn a_call_with_constants_is_computed_when_the_query_is_planned() {
    let session = session();
    let plan = plan(&session, "select knight_moves(66, parse_squares('a3,c3')) as moves").await;
    assert!(!plan.contains("knight_moves("), "{plan}");
    assert!(plan.contains(&(knight_attacks(66) & !0x5_0000).to_string()), "{plan}");
}

#[tokio::test]
async fn wrong_arguments_are_named() {
    let session = session();
    boards(&session, 10);
    for (call, expected) in [
        ("knight_attacks('b1')", "knight_attacks: knights is Utf8, expected a set of squares (UInt64 or Int64)"),
        ("knight_attacks(1.5)", "knight_attacks: knights is Float64, expected a set"),
        ("knight_moves(a)", "knight_moves(UInt64) does not exist, expected knight_moves(knights, own)"),
        ("fork_squares(a, b)", "fork_squares"),
        ("fork_squares(a, 9)", "fork_squares: n is '9', expected a number from 1 to 8"),
        ("pawn_attacks(a, 'red')", "pawn_attacks: side is 'red', expected white, black"),
        ("knight_atacks(a)", "knight_attacks"),
    ] {
        let message = failure(&session, &format!("select {call} from boards")).await;
        assert!(message.contains(expected), "{call}: {message}");
    }
}

#[test]
fn every_function_is_tested_and_documented() {
    let mut tested: Vec<&str> = CASES.iter().map(|(call, _)| call.split('(').next().unwrap()).collect();
    tested.extend([
        "vulnerable_lines",
        "caught_area",
        "caught_by_knight",
        "uncatchable",
        "pawn_shield_index",
        "manhattan_distance",
        "board",
        "svg_board",
        "square_names",
        "square_name",
        "parse_squares",
        "fen_columns",
        "features",
        "feature_value",
    ]);
    for function in setwise_datafusion::scalar_functions() {
        let documentation = function.documentation().expect("every function has documentation");
        assert!(documentation.syntax_example.starts_with(function.name()), "{documentation:?}");
        let is_feature =
            ["white_", "black_", "own_", "their_"].iter().any(|prefix| function.name().starts_with(prefix));
        assert!(is_feature || tested.contains(&function.name()), "{} has no test", function.name());
    }
}

/// Patterns that are not functions of their own name, each with the functions that stand for it. Forms of the same
/// pattern for one board, and parts for use in kernels, have the function of the pattern.
const STAND_INS: &[(&str, &[&str])] = &[
    ("king_distance_map", &["king_distance_digits"]),
    ("knight_distance_map", &["knight_distance_digits"]),
    ("knight_distance_by_ceilings", &["knight_distance"]),
    ("knight_distance_by_floors", &["knight_distance"]),
    ("knight_distance_of_sets", &["knight_distance"]),
    ("at_least", &["fork_squares"]),
    ("at_least_two_and_three_images", &["fork_squares"]),
    ("at_least_two_images", &["fork_squares"]),
    ("king_degree", &["popcount", "king_attacks"]),
    ("knight_degree", &["popcount", "knight_attacks"]),
    ("four_lines", &["vulnerable_lines"]),
    ("lines_of_flights", &["vulnerable_lines"]),
    ("lines_that_hold", &["vulnerable_lines"]),
    ("checks_on_lines", &["distant_checks"]),
    ("vulnerable_lines_branchy", &["vulnerable_lines"]),
    ("king_flood_fill", &["king_flood"]),
    ("no_way", &["king_steps", "knight_steps"]),
    ("shortest_paths", &["shortest_path_squares", "king_steps"]),
    ("king_steps_within", &["king_steps"]),
    ("knight_steps_within", &["knight_steps"]),
    ("squares_are_connected", &["king_steps"]),
    ("caught_area_by_wedges", &["caught_area"]),
    ("rays", &["rook_attacks", "bishop_attacks"]),
    ("attacks_by_line", &["rook_attacks", "bishop_attacks"]),
    ("diagonal_attacks", &["bishop_attacks"]),
    ("orthogonal_attacks", &["rook_attacks"]),
    ("no_shield", &["pawn_shield_index"]),
    ("wing", &["pawn_shield_index"]),
    ("pawn_shield_entry", &["pawn_shield_index"]),
    // They turn bytes and digits into boards; sets in SQL are boards already.
    ("transpose_bits", &[]),
    ("transpose_bytes", &[]),
];

/// Returns the names that the list of patterns exports, in the form of names of functions.
fn exported_patterns() -> Vec<String> {
    let list = include_str!("../../../crates/core/src/patterns/mod.rs");
    let exports = list.split("pub use ").skip(1).flat_map(|export| {
        let names = export.split(';').next().unwrap().split("::").last().unwrap();
        names.split(',').map(|name| name.trim_matches(|letter: char| letter.is_whitespace() || "{}".contains(letter)))
    });
    let is_constant = |name: &str| name.chars().all(|letter| !letter.is_lowercase());
    let in_snake_case = |name: &str| {
        let words = name.chars().enumerate().map(|(n, letter)| match letter.is_uppercase() && n > 0 {
            true => format!("_{}", letter.to_lowercase()),
            false => letter.to_lowercase().to_string(),
        });
        words.collect::<String>()
    };
    let name = |name: &str| if is_constant(name) { name.to_lowercase() } else { in_snake_case(name) };
    exports.filter(|name| !name.is_empty()).map(name).collect()
}

#[test]
fn every_pattern_of_the_library_is_a_function_or_has_a_stand_in() {
    let functions = setwise_datafusion::scalar_functions();
    let is_function = |name: &str| functions.iter().any(|function| function.name() == name);
    let patterns = exported_patterns();
    assert!(["knight_attacks", "fork_squares", "transpose_bits"].iter().all(|name| patterns.iter().any(|p| p == name)));
    for pattern in &patterns {
        let stand_in = STAND_INS.iter().find(|(name, _)| name == pattern);
        assert!(
            is_function(pattern) != stand_in.is_some(),
            "{pattern} is neither a function nor in STAND_INS, or both"
        );
    }
    for (name, functions) in STAND_INS {
        assert!(patterns.iter().any(|pattern| pattern == name), "{name} is not a pattern any more");
        assert!(functions.iter().all(|function| is_function(function)), "{name}: {functions:?}");
    }
}

/// Its definition needs a single king.
#[tokio::test]
async fn vulnerable_lines_of_each_square_agree_with_the_definition() {
    let session = session();
    let taboos = boards(&session, 64);
    for (square, row) in (0..64).zip(taboos) {
        let [king, taboo] = [1_u64 << square, row[1]];
        let sql = format!("select vulnerable_lines({}, {}) as lines", king.cast_signed(), taboo.cast_signed());
        let found = rows(&session, &sql).await;
        assert_eq!(words(found.column(0)), [Some(vulnerable_lines(king, taboo))], "{sql}");
    }
}
