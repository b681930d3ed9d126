//! Compares lists of squares and of pairs with their definitions by coordinates.

use crate::sql::{boards, failure, rows, session, words};
use arrow::array::{Array, AsArray, ListArray};
use arrow::datatypes::UInt8Type;
use setwise_testkit::oracle;

/// Returns the lists of a column. The elements are the fields of structs, or single bytes.
fn lists(column: &ListArray) -> Vec<Option<Vec<Vec<u8>>>> {
    let list = |row: usize| {
        let values = column.value(row);
        let fields: Vec<_> = values.as_struct_opt().map_or(vec![values.clone()], |pairs| pairs.columns().to_vec());
        let bytes = |n: usize| fields.iter().map(|field| field.as_primitive::<UInt8Type>().value(n)).collect();
        (0..values.len()).map(bytes).collect()
    };
    (0..column.len()).map(|row| column.is_valid(row).then(|| list(row))).collect()
}

#[tokio::test]
async fn lists_agree_with_their_definitions() {
    let session = session();
    let boards = boards(&session, 700);
    let found = rows(
        &session,
        "select squares(a), knight_move_list(a, b), king_move_list(a, b), knight_pair_list(a, b), king_pair_list(a, b),
                pair_kind_list(a, b, c, d, e, f, g, h) from boards order by a is null, a, b, c, d, e, f, g, h",
    )
    .await;
    let mut sorted = boards;
    sorted.sort_unstable();
    let columns: Vec<_> = found.columns().iter().map(|column| lists(column.as_list())).collect();
    assert!(columns.iter().all(|column| column.len() == 700 && column[sorted.len()..].iter().all(Option::is_none)));
    let pairs = |pairs: Vec<(u8, u8)>| pairs.into_iter().map(|(from, to)| vec![from, to]).collect::<Vec<_>>();
    for (row, [a, b, c, d, e, f, own, their]) in sorted.into_iter().enumerate() {
        let kinds = [a, b, c, d, e, f].map(|set| set & their);
        let targets = [kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], kinds[5], own, !(own | their)];
        let kinds = oracle::pair_kinds(b & own, f & own, targets);
        let expected = [
            oracle::members(a).into_iter().map(|square| vec![square]).collect(),
            pairs(oracle::pairs(a, &oracle::KNIGHT, !b)),
            pairs(oracle::pairs(a, &oracle::KING, !b)),
            pairs(oracle::pairs(a, &oracle::KNIGHT, b)),
            pairs(oracle::pairs(a, &oracle::KING, b)),
            kinds.into_iter().map(|(from, to, kind)| vec![from, to, kind]).collect(),
        ];
        for (n, (column, expected)) in columns.iter().zip(expected).enumerate() {
            assert_eq!(column[row], Some(expected), "column {n}, row {row}");
        }
    }
}

#[tokio::test]
async fn a_list_becomes_rows() {
    let session = session();
    let query = "select square_name(pair['from']) || square_name(pair['to']) as move from
        (select unnest(knight_move_list(parse_squares('b1,g1'), parse_squares('e2,d2'))) as pair)";
    let moves = crate::sql::texts(rows(&session, query).await.column(0));
    assert_eq!(moves.into_iter().flatten().collect::<Vec<_>>(), ["b1a3", "b1c3", "g1f3", "g1h3"]);
    let counted = "select cast(sum(cardinality(squares(a))) as bigint) from (values (3), (null), (8)) as t(a)";
    assert_eq!(words(rows(&session, counted).await.column(0)), [Some(3)]);
    let wrong = failure(&session, "select squares('b1')").await;
    assert!(wrong.contains("squares: set is Utf8, expected a set of squares"), "{wrong}");
}
