//! What an expression tells about itself, and the columns that an evaluator takes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise_expressions::{BLOCK, Evaluator, Expression, Names, Type};

use crate::rows::{Batch, COLUMNS, Row, rows};

fn names() -> Names {
    Names::default().with_columns(COLUMNS).with_inputs().with_definitions("let mine = own_forks_safe & shape").unwrap()
}

#[test]
fn an_expression_knows_its_text_and_what_it_needs() {
    let expression = Expression::parse("count(mine & mask) > ply", &names()).unwrap();
    assert_eq!((expression.text(), expression.value_type()), ("count(mine & mask) > ply", Type::Truth));
    assert_eq!(expression.columns().collect::<Vec<_>>(), ["ply"]);
    assert_eq!(expression.inputs(), ["shape", "mask"]);
    let features: Vec<String> = expression.features().map(|feature| feature.to_string()).collect();
    assert_eq!(features, ["white_forks_safe", "black_forks_safe"]);
    assert!(!expression.needs_rights());
    for (text, needs_rights) in
        [("stalemate", true), ("legal_move_count > 3", true), ("in_check", false), ("own", false)]
    {
        assert_eq!(Expression::parse(text, &Names::default()).unwrap().needs_rights(), needs_rights, "{text}");
    }
}

#[test]
fn a_condition_is_a_truth_value_whose_set_is_not_empty() {
    for (text, kind) in [("own", Type::Set), ("count(own)", Type::Number), ("not own", Type::Truth)] {
        assert_eq!(Expression::parse(text, &names()).unwrap().value_type(), kind, "{text}");
    }
    let rows = rows();
    let rows: Vec<&Row> = rows.iter().collect();
    let batch = Batch::new(&rows);
    let [set, condition] = [Expression::parse, Expression::parse_condition]
        .map(|parse| parse("own_knight_captures - white", &Names::default()).unwrap());
    assert_eq!(condition.value_type(), Type::Truth);
    let mut counts = [0; 2];
    Evaluator::new(setwise::auto(), &[&set, &condition]).for_each_block(batch.positions(), &[], |_, values| {
        for (set, condition) in values[0].iter().zip(values[1]) {
            assert_eq!(*condition, u64::from(*set != 0));
            counts[*condition as usize] += 1;
        }
    });
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

/// Writes each part with the numbers of its operands.
#[test]
fn a_part_is_an_operation_on_earlier_parts() {
    let text = "own_pinned and (count(!own_knight_moves & {d4}) > -3) or not king_moves(a, file(b))";
    let expression = Expression::parse(text, &names()).unwrap();
    let parts: Vec<String> = expression
        .parts()
        .iter()
        .map(|part| {
            let operands: Vec<String> = part.operands().iter().map(ToString::to_string).collect();
            part.operation(&operands.iter().map(String::as_str).collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        parts.join("; "),
        "own_pinned; 0 is not empty; own_knight_moves; !2; {d4}; 3 & 4; count(5); -3; 6 > 7; 0 and 8; a; file(b); \
         king_moves(10, 11); 12 is not empty; not 12; 9 or 14"
    );
    assert_eq!(expression.parts()[8].text(), "(count(!own_knight_moves & {d4}) > -3)");
    let whole = Expression::parse_condition("white", &names()).unwrap();
    let [white, test] = whole.parts() else { panic!("two parts") };
    assert_eq!((white.value_type(), test.text(), test.operands()), (Type::Set, "white is not empty", &[0][..]));
}

/// A column that no expression uses may be empty. A wrong number of columns is a mistake of the caller, and so is a
/// column that is too short.
#[test]
fn columns_are_given_for_each_position() {
    let rows = rows();
    let rows: Vec<&Row> = rows.iter().take(3).collect();
    let batch = Batch::new(&rows);
    let expression = Expression::parse("ply", &Names::default().with_columns(COLUMNS)).unwrap();
    let evaluate = |columns: &[&[u64]]| {
        let mut all = Vec::new();
        Evaluator::new(setwise::auto(), &[&expression])
            .for_each_block(batch.positions(), columns, |_, values| all.extend_from_slice(values[0]));
        all
    };
    assert_eq!(evaluate(&[&[], &[7, u64::MAX, 9]]), [7, u64::MAX, 9]);
    let wrong: [&[&[u64]]; 4] = [&[], &[&[7, 8, 9]], &[&[], &[7, 8]], &[&[], &[7, 8, 9], &[]]];
    for columns in wrong {
        assert!(catch_unwind(|| evaluate(columns)).is_err(), "{columns:?}");
    }
}

/// A result that occurs twice, a set of the positions and a constant have no slot of their own.
#[test]
fn results_are_written_to_columns_of_the_right_length() {
    let rows = rows();
    let rows: Vec<&Row> = rows.iter().cycle().take(3 * BLOCK + 5).collect();
    let batch = Batch::new(&rows);
    let texts = ["white & knights", "white", "{a1}", "white & knights", "north(white & knights)"];
    let expressions = texts.map(|text| Expression::parse(text, &Names::default()).unwrap());
    let mut evaluator = Evaluator::new(setwise::auto(), &expressions.each_ref());
    let mut columns = vec![vec![7; rows.len()]; texts.len()];
    evaluator.evaluate(batch.positions(), &[], &mut columns.iter_mut().map(|one| &mut one[..]).collect::<Vec<_>>());
    let positions = batch.positions();
    let knights: Vec<u64> = positions.words[1].iter().zip(positions.words[6]).map(|(a, b)| a & b).collect();
    assert!(columns[0] == knights && columns[3] == knights && columns[1] == positions.words[6]);
    assert!(columns[2].iter().all(|word| *word == 1));
    assert!(columns[4].iter().zip(&knights).all(|(north, set)| *north == set << 8));

    for (length, count) in [(rows.len() - 1, 5), (rows.len() + 1, 5), (rows.len(), 4), (rows.len(), 6)] {
        let mut columns = vec![vec![7; length]; count];
        let mut outputs: Vec<&mut [u64]> = columns.iter_mut().map(|one| &mut one[..]).collect();
        let wrong = AssertUnwindSafe(|| evaluator.evaluate(batch.positions(), &[], &mut outputs));
        assert!(catch_unwind(wrong).is_err(), "{count} columns of length {length}");
        assert!(columns.iter().flatten().all(|word| *word == 7), "nothing is written");
    }
}

#[test]
fn an_evaluator_of_no_expressions_visits_each_block() {
    let rows = rows();
    let rows: Vec<&Row> = rows.iter().collect();
    let mut ranges = Vec::new();
    Evaluator::new(setwise::auto(), &[]).for_each_block(Batch::new(&rows).positions(), &[], |range, values| {
        assert!(values.is_empty());
        ranges.extend(range);
    });
    assert_eq!(ranges, (0..rows.len()).collect::<Vec<_>>());
}
