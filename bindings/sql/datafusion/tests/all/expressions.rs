//! Compares the values of expressions that are written in SQL with those of the evaluator of expressions.

use crate::sql::{compute, fens, rows, session, words};
use setwise::Backend;
use setwise_expressions::{Evaluator, Expression, MOTIFS, Names, SqlColumns, Type};
use setwise_patterns::{Inputs, Interface, Pattern};
use setwise_positions::{Columns, ColumnsRef, Layout, NO_EN_PASSANT, Reader, Rights, Rules};
use setwise_testkit::games::master_fens;

/// Expressions with every operator, step and kind of operand.
const EXPRESSIONS: [&str; 22] = [
    "knights | bishops & white ^ pawns - black",
    "!occupied",
    "north(pawns) | south(queens)",
    "east(rooks) ^ west(rooks)",
    "north_east(white_pawns) & north_west(black)",
    "south_east({a1, h8, d4}) ^ south_west({a8, h1})",
    "north(north({h7, g6})) | south(south(north({h7, a7})))",
    "own_pawns ^ their_attacks",
    "light_squares & empty",
    "count(pawns)",
    "own_knight_move_count",
    "-7",
    "legal_move_count",
    "count(pawns) = 5 or count(pawns) < 3",
    "{h8} = {h8} and {h8} != {a1} and !{a1} != {}",
    "white = !black",
    "rooks & {h8, h1} = {h8}",
    "in_check and not checkmate",
    "not (white_to_move and knights) or black_to_move and not own_royal_forks",
    "own_knights and not own_queens",
    "-1 < count(kings) and count(kings) >= 2 and not 3 <= count(queens)",
    "white_to_move and count(own_rooks) > count(their_rooks)",
];

/// Returns the motifs, an expression with each pattern, and the expressions above.
fn expressions() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let sets = ["knights", "white", "occupied", "own_kings", "{d4, e5}", "black"];
    for pattern in Interface::Sql.patterns().filter(|pattern| pattern.inputs_are() != Inputs::Squares) {
        let mut inputs: Vec<&str> = sets.iter().copied().cycle().take(pattern.inputs().len()).collect();
        match pattern.inputs_are() {
            Inputs::SetsAndNumber => *inputs.last_mut().unwrap() = "count(bishops)",
            Inputs::SetsAndFlag => *inputs.last_mut().unwrap() = "white_to_move",
            _ => {}
        }
        all.extend(pattern.full_result_names().iter().map(|name| format!("{name}({})", inputs.join(", "))));
    }
    let motifs = MOTIFS.lines().filter_map(|line| line.strip_prefix("let ")?.split(' ').next());
    all.extend(motifs.map(String::from));
    all.extend(EXPRESSIONS.map(String::from));
    all
}

/// Computes a pattern board by board.
fn compute_all(_: Backend, pattern: Pattern, inputs: &[&[u64]], results: &mut [&mut [u64]]) {
    for n in 0..inputs[0].len() {
        let board: Vec<u64> = inputs.iter().map(|column| column[n]).collect();
        results.iter_mut().zip(compute(pattern, &board)).for_each(|(column, result)| column[n] = result);
    }
}

/// Returns the values of an expression.
fn values(expression: &Expression, columns: &Columns, rights: &Rights) -> Vec<u64> {
    let mut values = Vec::new();
    Evaluator::with_patterns(setwise::auto(), &[expression], compute_all).for_each_block(
        ColumnsRef::from(columns).with_rights(rights),
        &[],
        |_, block| values.extend_from_slice(block[0]),
    );
    values
}

#[tokio::test]
async fn expressions_in_sql_have_the_same_values() {
    let (session, games) = (session(), master_fens().into_iter().step_by(13).take(90).collect::<Vec<_>>());
    fens(&session, &games);
    let (mut columns, mut rights) = (Columns::default(), Rights::default());
    let (text, mut reader) = (games.join("\n"), Reader::new(setwise::auto(), Rules::Chess));
    reader.append_with(text.as_bytes(), 1, &mut columns, Some(&mut rights), |bad| panic!("{bad}"));
    let no_rights = Rights { unmoved_rooks: vec![0; columns.len()], en_passant: vec![NO_EN_PASSANT; columns.len()] };
    let sets: Vec<String> =
        Layout::Absolute.sets().iter().chain(&["white_to_move"]).map(|set| format!("p['{set}'] as {set}")).collect();
    let table = format!("(select fen, {} from (select fen, fen_columns(fen) as p from games))", sets.join(", "));
    let names = Names::new(Layout::Absolute).at(Interface::Sql).with_motifs().unwrap();
    let mut trues = 0;
    for text in expressions() {
        let expression = Expression::parse(&text, &names).unwrap_or_else(|error| panic!("{error}"));
        let from_sets = SqlColumns::Sets { layout: Layout::Absolute, rights: false };
        let mut expected = Vec::new();
        for (form, rights) in [(from_sets, &no_rights), (SqlColumns::Fen, &rights)] {
            expected = values(&expression, &columns, rights);
            let query = format!("select {} from {table}", expression.to_sql(form).unwrap());
            let found: Vec<u64> = words(rows(&session, &query).await.column(0)).into_iter().flatten().collect();
            assert!(found == expected, "{text}: {query}");
        }
        trues += usize::from(expression.value_type() == Type::Truth && expected.contains(&1));
    }
    assert!(trues > 10, "only {trues} conditions are true anywhere");
}
