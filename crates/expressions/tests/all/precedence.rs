//! Tests the order in which operators bind, as the documentation states it. Random expressions with as few brackets as
//! possible test it too: see `property.rs`.

use setwise_expressions::{Evaluator, Expression, Names};

use crate::rows::{Batch, COLUMNS, Row, rows};

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

/// Each text must mean the same as the second text. It must differ in meaning from the third, which has other brackets.
#[test]
fn operators_bind_in_the_order_of_the_table() {
    let rows = rows();
    for (text, same, other) in [
        ("x | y ^ z", "x | (y ^ z)", Some("(x | y) ^ z")),
        ("x ^ y & z", "x ^ (y & z)", Some("(x ^ y) & z")),
        ("x - y & z", "(x - y) & z", Some("x - (y & z)")),
        ("x - y - z", "(x - y) - z", Some("x - (y - z)")),
        ("!x - y", "(!x) - y", Some("!(x - y)")),
        ("! ! !x", "!(!(!x))", Some("x")),
        ("x | y = z", "(x | y) = z", None),
        ("x != y - z", "x != (y - z)", None),
        ("not ply < score", "not (ply < score)", Some("ply < score")),
        ("ply < score", "not ply >= score", None),
        ("ply > score", "not ply <= score", None),
        ("ply = score", "not ply != score", None),
        ("a and ply > score", "a and (ply > score)", None),
        ("a or b and c", "a or (b and c)", Some("(a or b) and c")),
        ("a and b or c", "(a and b) or c", Some("a and (b or c)")),
        ("not a and b", "(not a) and b", Some("not (a and b)")),
        ("not a or b", "(not a) or b", Some("not (a or b)")),
        ("a and not b or c", "(a and (not b)) or c", Some("a and not (b or c)")),
        ("not x and y", "(not x) and y", Some("not x & y")),
        ("x | y and c", "(x | y) and c", Some("x or (y and c)")),
        ("a and x ^ y = x | y", "a and ((x ^ y) = (x | y))", Some("a and x ^ y and x | y")),
    ] {
        assert_eq!(values(text, &rows), values(same, &rows), "{text} is not {same}");
        if let Some(other) = other {
            assert_ne!(values(text, &rows), values(other, &rows), "no row tells {text} from {other}");
        }
    }
}
