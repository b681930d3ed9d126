//! Compares random expressions with their values by coordinates, on every backend.

use std::collections::HashMap;

use setwise::{BackendId, Color};
use setwise_expressions::{BLOCK, Evaluator, Expression, Names};
use setwise_positions::Layout;

use crate::functions::FUNCTIONS;
use crate::generator::{Generated, Generator, Value, all_features};
use crate::rows::{Batch, COLUMNS, Row, rows};

/// The lengths of batches: none, one, and around one block and several blocks.
const LENGTHS: [usize; 6] = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 17];

/// Returns the rows of a batch: random ones, a single one many times, or first those where a condition is true and then
/// those where it is false, so that blocks are skipped.
fn batch<'a>(generator: &mut Generator, rows: &[&'a Row], length: usize) -> Vec<&'a Row> {
    let mut chosen: Vec<&Row> = (0..length).map(|_| rows[generator.below(rows.len())]).collect();
    match generator.below(4) {
        0 => {}
        1 => chosen.fill(rows[generator.below(rows.len())]),
        _ if generator.conditions.is_empty() => chosen.sort_by_key(|row| row.to_move.index()),
        _ => {
            let n = generator.below(generator.conditions.len());
            let condition: Value = generator.conditions[n].clone();
            chosen.sort_by_cached_key(|row| condition(row));
        }
    }
    chosen
}

/// Evaluates expressions on every backend and compares each value.
fn check(expressions: &[Generated], names: &Names, rows: &[&Row]) {
    let parse =
        |one: &Generated| Expression::parse(&one.text, names).unwrap_or_else(|error| panic!("{}\n{error}", one.text));
    let parsed: Vec<Expression> = expressions.iter().map(parse).collect();
    expressions.iter().zip(&parsed).for_each(|(one, parsed)| assert_eq!(parsed.value_type(), one.kind, "{}", one.text));
    let batch = Batch::new(rows);
    // Each input is given once, in the order of the first use.
    let mut inputs: Vec<&String> = Vec::new();
    for input in parsed.iter().flat_map(Expression::inputs) {
        if !inputs.contains(&input) {
            inputs.push(input);
        }
    }
    let inputs = inputs.into_iter().map(|name| COLUMNS.len() + usize::from(name == "two"));
    let columns: Vec<&[u64]> = (0..COLUMNS.len()).chain(inputs).map(|n| &batch.words[n][..]).collect();
    let expected = expected(expressions, rows);
    for backend in BackendId::ready() {
        let mut evaluator = Evaluator::new(backend, &parsed.iter().collect::<Vec<_>>());
        let mut done = 0;
        evaluator.for_each_block(batch.positions(), &columns, |range, values| {
            assert_eq!((range.start, values.len()), (done, expressions.len()));
            done = range.end;
            for (expression, (values, expected)) in expressions.iter().zip(values.iter().zip(&expected)) {
                assert_eq!(values.len(), range.len());
                for ((row, right), value) in rows.iter().zip(expected).skip(range.start).zip(*values) {
                    assert!(value == right, "{}: {value:#x}, not {right:#x}\n{}\n{row}", backend.id(), expression.text);
                }
            }
        });
        assert_eq!(done, rows.len());
        let mut columns_of_results = vec![vec![7; rows.len()]; expressions.len()];
        let mut outputs: Vec<&mut [u64]> = columns_of_results.iter_mut().map(Vec::as_mut_slice).collect();
        evaluator.evaluate(batch.positions(), &columns, &mut outputs);
        assert!(columns_of_results == expected, "{}: columns of results", backend.id());
    }
}

/// Returns the values of each expression by coordinates. A row that is repeated is computed once.
fn expected(expressions: &[Generated], rows: &[&Row]) -> Vec<Vec<u64>> {
    let of = |expression: &Generated| {
        let mut known = HashMap::new();
        rows.iter().map(|row| *known.entry(&row.line).or_insert_with(|| (expression.value)(row))).collect()
    };
    expressions.iter().map(of).collect()
}

/// Checks random expressions in one layout. Returns the number of rounds in which three or more `and` and `or` were
/// within each other.
fn check_rounds(layout: Layout, rounds: usize) -> usize {
    let all = rows();
    let rows: Vec<&Row> = all.iter().filter(|row| layout == Layout::Absolute || row.to_move == Color::White).collect();
    let names = Names::new(layout).with_columns(COLUMNS).with_inputs();
    let mut deep = 0;
    for round in 0..rounds {
        let mut generator = Generator::new(round as u64, layout);
        let mut expressions = vec![generator.call(FUNCTIONS[round % FUNCTIONS.len()], 1)];
        for _ in 0..=generator.below(3) {
            let depth = 3 + generator.below(4);
            expressions.push(generator.any(depth));
        }
        let batch = batch(&mut generator, &rows, LENGTHS[round % LENGTHS.len()]);
        check(&expressions, &names, &batch);
        deep += usize::from(expressions.iter().any(|one| one.nesting >= 3));
    }
    deep
}

#[test]
fn random_expressions_have_their_values_by_coordinates() {
    let rounds = FUNCTIONS.len() + FUNCTIONS.len() / 2;
    let deep = check_rounds(Layout::Absolute, rounds);
    assert!(deep > rounds / 3, "only {deep} rounds of {rounds} had deep conditions");
}

#[test]
fn boards_seen_from_the_side_to_move_have_own_and_their_values() {
    check_rounds(Layout::Relative, 24);
}

/// Castling rights and en passant squares change the value of a few features.
#[test]
fn every_name_of_a_feature_has_its_value() {
    let rows = rows();
    let names = Names::default().with_columns(COLUMNS).with_inputs();
    check(&all_features(), &names, &rows.iter().collect::<Vec<_>>());
}
