//! The functions of sets, against definitions by coordinates.

mod sql;

use setwise::{Bitboard, Color, Kernel, ResultKind, one_board};
use setwise_patterns::{Door, Inputs, Visitor};
use setwise_testkit::oracle::{
    attacked_squares, checks_on_lines, coordinates, distance_digits, fork_squares, forks_setwise_safe, king_attacks,
    king_files, knight_attacks, knight_move_count, knight_reach, leaper_attacks, moved, pawn_pushes,
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
    ("knight_move_count(a, b)", |[a, b, ..]| Some(knight_move_count(a, b))),
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
    ("king_escapes(a, b)", |[a, b, ..]| Some(king_attacks(a) & !b)),
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
    ("forks_setwise_safe(a, b, c, d, e, 'white')", |[a, b, c, d, e, ..]| {
        Some(forks_setwise_safe([a, b, c, d, e], Color::Black))
    }),
    ("forks_setwise_safe(a, b, c, d, e, 'black')", |[a, b, c, d, e, ..]| {
        Some(forks_setwise_safe([a, b, c, d, e], Color::White))
    }),
    ("attacked_squares(a, b, c, d, e, f, g, h, 'white')", |row| Some(attacked_squares(row, Color::White))),
    ("attacked_squares(a, b, c, d, e, f, g, h, 'black')", |row| Some(attacked_squares(row, Color::Black))),
    ("pawn_attacks(a, 'white')", |[a, ..]| Some(attacked_squares([a, 0, 0, 0, 0, 0, 0, 0], Color::White))),
    ("pawn_attacks(a, 'black')", |[a, ..]| Some(attacked_squares([a, 0, 0, 0, 0, 0, 0, 0], Color::Black))),
    ("shield_pawns(a, b, 'white')", |[a, b, ..]| Some(b & where_any(a, |k, p| shields(k, p, 1)))),
    ("shield_pawns(a, b, 'black')", |[a, b, ..]| Some(b & where_any(a, |k, p| shields(k, p, -1)))),
    ("passers(a, b, 'white')", |[a, b, ..]| Some(a & !where_any(b, |their, own| stops(their, own, 1)))),
    ("passers(a, b, 'black')", |[a, b, ..]| Some(a & !where_any(b, |their, own| stops(their, own, -1)))),
    ("forks(a)", |[a, ..]| Some(fork_squares(a, 2))),
    ("forks_at_least(a, 1)", |[a, ..]| Some(fork_squares(a, 1))),
    ("forks_at_least(a, 3)", |[a, ..]| Some(fork_squares(a, 3))),
    ("forks_at_least(a, 8)", |[a, ..]| Some(fork_squares(a, 8))),
    ("forks_exactly(a, 2)", |[a, ..]| Some(fork_squares(a, 2) & !fork_squares(a, 3))),
    ("knight_fill(a, 2)", |[a, ..]| Some(knight_reach(a, 2, !0, true))),
    ("king_fill(a, 3)", |[a, ..]| Some(within_king_steps(a, 3))),
    ("knight_reach_exactly(a, b, 3)", |[a, b, ..]| Some(knight_reach(a, 3, b, false))),
    ("knight_reach_within(a, b, 9)", |[a, b, ..]| Some(knight_reach(a, 9, b, true))),
    ("camel_attacks(a)", |[a, ..]| Some(leaper_attacks(a, &jumps(3, 1)))),
    ("antelope_attacks(a)", |[a, ..]| Some(leaper_attacks(a, &jumps(4, 3)))),
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

/// Returns a number of steps, or null for the number that means that there is no path.
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
    let constant = rows(&session, "select knight_attacks(null), forks_at_least(3, null), popcount(null)").await;
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
        ("forks(a, b)", "forks(UInt64, UInt64) does not exist, expected forks(targets)"),
        ("forks_at_least(a, -1)", "forks_at_least: n is -1, expected 0 or more"),
        ("pawn_attacks(a, 'red')", "pawn_attacks: side is 'red', expected white, black"),
        ("knight_atacks(a)", "knight_attacks"),
    ] {
        let message = failure(&session, &format!("select {call} from boards")).await;
        assert!(message.contains(expected), "{call}: {message}");
    }
}

#[test]
fn every_function_is_documented() {
    for function in setwise_datafusion::scalar_functions() {
        let documentation = function.documentation().expect("every function has documentation");
        assert!(documentation.syntax_example.starts_with(function.name()), "{documentation:?}");
    }
}

/// Runs a pattern on one board.
struct OneBoard([u64; 8]);

impl Visitor for OneBoard {
    type Out = u64;

    fn kernel<K, const IN: usize, const OUT: usize>(self, kernel: K) -> u64
    where
        K: Kernel<IN, OUT> + Send + Sync + 'static,
    {
        one_board(kernel, std::array::from_fn::<_, IN, _>(|n| Bitboard(self.0[n])))[0].0
    }
}

/// Every pattern that the properties of its entry admit is a function, and its first result is that of the kernel.
#[tokio::test]
async fn every_pattern_is_a_function_with_the_results_of_its_kernel() {
    let session = session();
    let expected = boards(&session, 70);
    let mut functions = 0;
    for pattern in Door::Sql.patterns() {
        let inputs = pattern.inputs().len();
        let last = match pattern.inputs_are() {
            Inputs::SetsAndNumber => Some(("3", 3)),
            Inputs::SetsAndFlag => Some(("true", 1)),
            _ => None,
        };
        let sets = inputs - usize::from(last.is_some());
        let mut arguments: Vec<String> = ('a'..='h').take(sets).map(String::from).collect();
        arguments.extend(last.map(|(text, _)| text.to_string()));
        let side = if pattern.name().starts_with("white_") { "'white'" } else { "'black'" };
        arguments.extend(pattern.without_side().map(|_| side.to_string()));
        let name = pattern.without_side().unwrap_or(pattern.name());
        let field = if pattern.results().len() == 1 { String::new() } else { format!("['{}']", pattern.results()[0]) };
        let call = format!("{name}({}){field}", arguments.join(", "));
        let found = rows(&session, &format!("select {call} as found from boards where a is not null")).await;
        let of_row = |row: &[u64; 8]| {
            let mut input = *row;
            if let Some((_, value)) = last {
                input[sets] = value;
            }
            let word = pattern.visit(OneBoard(input));
            let is_none = matches!(pattern.kinds()[0], ResultKind::NumberOrNone { none } if none == word);
            (!is_none).then_some(word)
        };
        let mut wanted: Vec<Option<u64>> = expected.iter().map(of_row).collect();
        let mut found = words(found.column(0));
        wanted.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, wanted, "{call}");
        functions += 1;
    }
    assert!(functions > 70, "{functions} functions");
}
