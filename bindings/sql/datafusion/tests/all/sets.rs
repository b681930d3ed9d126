//! Tests that the SQL function of each pattern returns the same results as the kernel of the pattern. The tests of the
//! library compare the kernels with definitions by coordinates.

use crate::sql::{boards, compute, failure, plan, rows, session, words};
use std::collections::BTreeSet;

use arrow::array::{Array, AsArray};
use setwise::{Bitboard, Color, ResultKind, Square, patterns};
use setwise_patterns::{Inputs, Interface, Pattern};

/// A call of a pattern's function in a query that uses one result of the pattern.
struct Call {
    pattern: Pattern,
    /// The index of the result among the results of the pattern.
    result: usize,
}

/// Returns a call for each result of each pattern that SQL offers.
fn calls() -> Vec<Call> {
    let results = |pattern: Pattern| (0..pattern.results().len()).map(move |result| Call { pattern, result });
    Interface::Sql.patterns().flat_map(results).collect()
}

impl Call {
    /// Returns the number of inputs that are sets.
    fn sets(&self) -> usize {
        let has_other = matches!(self.pattern.inputs_are(), Inputs::SetsAndNumber | Inputs::SetsAndFlag);
        self.pattern.inputs().len() - usize::from(has_other)
    }

    /// Returns the SQL text of the call. `set` converts the name of a column to the text of an argument. Each set is a
    /// different column, so that a function with swapped arguments fails the test. A number or a flag is computed from
    /// the column `h`.
    fn text(&self, set: impl Fn(char) -> String) -> String {
        let pattern = self.pattern;
        let mut arguments: Vec<String> = ('a'..='h').take(self.sets()).map(set).collect();
        match pattern.inputs_are() {
            Inputs::SetsAndNumber => arguments.push("arrow_cast(h % 10, 'UInt64')".into()),
            Inputs::SetsAndFlag => arguments.push("h % 10 <> 0".into()),
            Inputs::Sets | Inputs::Squares => {}
        }
        let side = if pattern.name().starts_with("white_") { "'white'" } else { "'black'" };
        arguments.extend(pattern.without_side().map(|_| side.into()));
        let name = pattern.without_side().unwrap_or(pattern.name());
        let field = match pattern.results() {
            [_] => String::new(),
            names => format!("['{}']", names[self.result]),
        };
        format!("{name}({}){field}", arguments.join(", "))
    }

    /// Returns the result of the kernel for a row, or `None` if the kernel returns the number that stands for no
    /// result.
    fn expected(&self, row: &[u64; 8]) -> Option<u64> {
        let mut inputs = *row;
        if self.sets() < self.pattern.inputs().len() {
            inputs[self.sets()] = row[7] % 10;
        }
        let word = compute(self.pattern, &inputs)[self.result];
        let is_none = matches!(self.pattern.kinds()[self.result], ResultKind::NumberOrNone { none } if none == word);
        (!is_none).then_some(word)
    }
}

#[tokio::test]
async fn every_pattern_is_a_function_with_the_results_of_its_kernel() {
    let session = session();
    let boards = boards(&session, 420);
    let calls = calls();
    let texts: Vec<String> = calls.iter().map(|call| call.text(String::from)).collect();
    let found = rows(&session, &format!("select {} from boards where a is not null", texts.join(", "))).await;
    for ((call, text), column) in calls.iter().zip(&texts).zip(found.columns()) {
        let mut expected: Vec<Option<u64>> = boards.iter().map(|row| call.expected(row)).collect();
        let mut found = words(column);
        // The rows of two partitions can arrive in any order.
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
    assert!(calls.len() > 100, "{} results", calls.len());
}

#[tokio::test]
async fn a_set_may_be_signed() {
    let session = session();
    boards(&session, 300);
    let cast = |to: &'static str| move |set| format!("arrow_cast({set} & 9223372036854775807, '{to}')");
    for call in calls() {
        let [unsigned, signed] = ["UInt64", "Int64"].map(|to| call.text(cast(to)));
        let sql = format!("select {unsigned} as one, {signed} as other from boards");
        let found = rows(&session, &sql).await;
        assert_eq!(words(found.column(0)), words(found.column(1)), "{signed}");
    }
    let high =
        rows(&session, "select knight_attacks(-9223372036854775808) = knight_attacks(parse_squares('h8'))").await;
    assert!(high.column(0).as_boolean().value(0));
}

#[tokio::test]
async fn null_in_is_null_out() {
    let session = session();
    boards(&session, 70);
    let texts: Vec<String> = calls().iter().map(|call| call.text(String::from)).collect();
    let found = rows(&session, &format!("select {} from boards where a is null", texts.join(", "))).await;
    for (text, column) in texts.iter().zip(found.columns()) {
        assert_eq!((column.len(), column.null_count()), (10, 10), "{text}");
    }
    for call in [
        "knight_attacks(null)",
        "forks_at_least(3, null)",
        "caught_area(1, null, 'white')",
        "shield_index(1, null, 'white')",
        "manhattan_distance(0, 1)",
        "uncatchable(null, 1, true, 'white')",
        "uncatchable(256, 3, true, 'white')",
    ] {
        assert!(rows(&session, &format!("select {call}")).await.column(0).is_null(0), "{call}");
    }
}

#[tokio::test]
async fn uncatchable_pawns_are_those_of_the_library() {
    const PAWNS: Bitboard = Bitboard(0x0012_4881_0300_ff00);
    let session = session();
    let kings =
        Square::ALL.map(|king| format!("({}, {})", king.index(), (1_u64 << king.index()).cast_signed())).join(", ");
    for (side, color) in [("white", Color::White), ("black", Color::Black)] {
        let call = |white_to_move| format!("uncatchable({}, king, {white_to_move}, '{side}')", PAWNS.0);
        let query = format!("select {}, {} from (values {kings}) as t(n, king) order by n", call(true), call(false));
        let found = rows(&session, &query).await;
        for (column, to_move) in found.columns().iter().zip(Color::ALL) {
            let expected = Square::ALL.map(|king| Some(patterns::uncatchable(PAWNS, color, to_move, king).0));
            assert_eq!(words(column), expected, "{side}, {to_move} to move");
        }
    }
}

#[tokio::test]
async fn a_call_with_constants_is_computed_when_the_query_is_planned() {
    let session = session();
    let plan = plan(&session, "select knight_moves(66, parse_squares('a3,c3')) as moves").await;
    assert!(!plan.contains("knight_moves("), "{plan}");
    let d2_e2_f3_h3 = "10491904";
    assert!(plan.contains(d2_e2_f3_h3), "{plan}");
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
        ("uncatchable(1, 1, true, 'red')", "uncatchable: side is 'red', expected white, black"),
        ("knight_atacks(a)", "knight_attacks"),
    ] {
        let message = failure(&session, &format!("select {call} from boards")).await;
        assert!(message.contains(expected), "{call}: {message}");
    }
}

#[test]
fn every_function_is_documented_once() {
    let (functions, mut names) = (setwise_datafusion::scalar_functions(), BTreeSet::new());
    for function in &functions {
        let documentation = function.documentation().expect("every function has documentation");
        assert!(documentation.syntax_example.starts_with(function.name()), "{documentation:?}");
        assert!(names.insert(function.name()), "{} is listed twice", function.name());
    }
}
