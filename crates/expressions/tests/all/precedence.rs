//! Checks the precedence and the associativity of every pair of operators.

use setwise_expressions::{Evaluator, Expression, Names};

use crate::rows::{Batch, COLUMNS, Row, rows};

/// The operators between sets, weakest first.
const OF_SETS: [&str; 4] = ["|", "^", "&", "-"];

const COMPARISONS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

/// Three conditions and three sets, whose values differ from row to row.
const DEFINITIONS: &str = "
let a = white_to_move
let b = in_check
let c = ply > 0
let x = white_attacks
let y = black_attacks
let z = king_fill(kings, 2)
";

/// Returns the values of an expression for rows.
fn values(text: &str, rows: &[Row]) -> Vec<u64> {
    let names = Names::default().with_columns(COLUMNS).with_definitions(DEFINITIONS).unwrap();
    let expression = Expression::parse(text, &names).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let batch = Batch::new(&rows.iter().collect::<Vec<_>>());
    let mut all = Vec::new();
    let columns = [&batch.words[0][..], &batch.words[1]];
    Evaluator::new(setwise::auto(), &[&expression])
        .for_each_block(batch.positions(), &columns, |_, values| all.extend_from_slice(values[0]));
    all
}

/// Checks that a text means the same as the text with brackets, and something else than the text with other brackets.
fn check(rows: &[Row], text: &str, same: &str, other: Option<&str>) {
    assert_eq!(values(text, rows), values(same, rows), "{text} is not {same}");
    if let Some(other) = other {
        assert_ne!(values(text, rows), values(other, rows), "no row tells {text} from {other}");
    }
}

/// `a ? b ! c` must be `(a ? b) ! c` if `!` binds no stronger than `?`, and `a ? (b ! c)` otherwise. The sets overlap, so
/// that only these brackets can make the values equal. Without a stronger operator, associative operators are exempt.
#[test]
fn operators_of_sets_bind_in_the_order_of_the_table() {
    let rows = rows();
    for (n, first) in OF_SETS.iter().enumerate() {
        for (m, second) in OF_SETS.iter().enumerate() {
            let (left, right) = (format!("(x {first} y) {second} z"), format!("x {first} (y {second} z)"));
            let (same, other) = if n >= m { (left, right) } else { (right, left) };
            let is_associative = first == second && *first != "-";
            // x & y - z is the same set with both brackets, because a - b is a & !b.
            let other = (!is_associative && (*first, *second) != ("&", "-")).then_some(&other[..]);
            check(&rows, &format!("x {first} y {second} z"), &same, other);
        }
    }
}

#[test]
fn a_complement_binds_stronger_than_operators_between_sets() {
    let rows = rows();
    for operator in OF_SETS {
        let text = format!("!x {operator} y");
        let (same, other) = (format!("(!x) {operator} y"), format!("!(x {operator} y)"));
        // The complement of a symmetric difference is the symmetric difference with a complement.
        check(&rows, &text, &same, (operator != "^").then_some(&other[..]));
        check(&rows, &format!("x {operator} !z"), &format!("x {operator} (!z)"), None);
    }
    check(&rows, "!!x", "x", Some("!x"));
    check(&rows, "! ! !x", "!(!(!x))", Some("x"));
}

#[test]
fn comparisons_are_weaker_than_operators_of_sets() {
    let rows = rows();
    for operator in OF_SETS {
        for comparison in ["=", "!="] {
            let check = |text: String, same: String| check(&rows, &text, &same, None);
            check(format!("x {operator} y {comparison} z"), format!("(x {operator} y) {comparison} z"));
            check(format!("x {comparison} y {operator} z"), format!("x {comparison} (y {operator} z)"));
        }
    }
}

#[test]
fn comparisons_are_stronger_than_not_and_and_or() {
    let rows = rows();
    for comparison in COMPARISONS {
        for word in ["and", "or"] {
            let check = |text: String, same: String| check(&rows, &text, &same, None);
            check(format!("a {word} ply {comparison} score"), format!("a {word} (ply {comparison} score)"));
            check(format!("ply {comparison} score {word} a"), format!("(ply {comparison} score) {word} a"));
        }
        let text = format!("not ply {comparison} score");
        check(&rows, &text, &format!("not (ply {comparison} score)"), Some(&format!("ply {comparison} score")));
    }
    let pairs = [("=", "!="), ("<", ">="), (">", "<=")];
    for (one, opposite) in pairs {
        check(&rows, &format!("ply {one} score"), &format!("not ply {opposite} score"), None);
    }
}

#[test]
fn words_bind_in_the_order_not_and_or() {
    let rows = rows();
    for (text, same, other) in [
        ("a or b and c", "a or (b and c)", Some("(a or b) and c")),
        ("a and b or c", "(a and b) or c", Some("a and (b or c)")),
        ("a or b or c", "(a or b) or c", None),
        ("a and b and c", "(a and b) and c", None),
        ("not a and b", "(not a) and b", Some("not (a and b)")),
        ("not a or b", "(not a) or b", Some("not (a or b)")),
        ("a and not b or c", "(a and (not b)) or c", Some("a and not (b or c)")),
        ("a or not b and c", "a or ((not b) and c)", Some("a or not (b and c)")),
        ("not not a and b", "(not (not a)) and b", Some("not (not a and b)")),
        ("not x & y", "not (x & y)", None),
        ("not x and y", "(not x) and y", Some("not x & y")),
        ("x | y and c", "(x | y) and c", Some("x or (y and c)")),
        ("x - y or not !x and c", "(x - y) or ((not (!x)) and c)", Some("(x - y or not !x) and c")),
        ("a and x ^ y = x | y", "a and ((x ^ y) = (x | y))", Some("a and x ^ y and x | y")),
    ] {
        check(&rows, text, same, other);
    }
}

#[test]
fn comparisons_have_no_order_among_each_other() {
    for first in COMPARISONS {
        for second in COMPARISONS {
            let text = format!("1 {first} 2 {second} 3");
            let error = Expression::parse(&text, &Names::default()).unwrap_err();
            let column = format!("column {}:", 4 + first.len() + 2);
            assert!(error.line().starts_with(&column), "{text}: {error}");
        }
    }
}
