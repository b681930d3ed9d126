//! Tests that the aggregates of sets are correct with and without groups, on several partitions.

use std::collections::BTreeMap;

use crate::sql::{boards, failure, rows, session, words};
use arrow::array::{Array, AsArray};
use arrow::datatypes::Int64Type;
use setwise_testkit::oracle::{add_to_heat, coordinates};

#[derive(Default)]
struct Expected {
    heat: Vec<u64>,
    members: u64,
    union: u64,
    intersection: u64,
}

/// Computes the expected aggregates, one set at a time.
fn expected(sets: impl IntoIterator<Item = u64>) -> Expected {
    let (mut heat, mut members, mut union, mut intersection) = ([0; 64], 0, 0, !0);
    for set in sets {
        add_to_heat(&mut heat, set);
        members += coordinates(set).count() as u64;
        union |= set;
        intersection &= set;
    }
    Expected { heat: heat.to_vec(), members, union, intersection }
}

const AGGREGATES: &str = "heat(a), total_members(a), set_union(a), set_intersection(a)";

fn assert_row(found: &arrow::array::RecordBatch, row: usize, first: usize, expected: &Expected) {
    let heat = found.column(first).as_list::<i32>().value(row);
    let heat: Vec<u64> = heat.as_primitive::<Int64Type>().values().iter().map(|count| count.cast_unsigned()).collect();
    assert_eq!(heat, expected.heat);
    let one = |column: usize| words(found.column(first + column))[row];
    assert_eq!([one(1), one(2), one(3)], [expected.members, expected.union, expected.intersection].map(Some));
}

#[tokio::test]
async fn aggregates_of_all_rows() {
    let session = session();
    let sets = boards(&session, 1000);
    let found = rows(&session, &format!("select {AGGREGATES} from boards")).await;
    assert_row(&found, 0, 0, &expected(sets.iter().map(|row| row[0])));
    let some = "select heat(a) filter (where b % 3 = 0), total_members(a) filter (where b % 3 = 0), \
                set_union(a) filter (where b % 3 = 0), set_intersection(a) filter (where b % 3 = 0) from boards";
    let found = rows(&session, some).await;
    assert_row(&found, 0, 0, &expected(sets.iter().filter(|row| row[1].is_multiple_of(3)).map(|row| row[0])));
}

#[tokio::test]
async fn aggregates_of_groups() {
    let session = session();
    let sets = boards(&session, 1000);
    for (groups, of) in [(5_u64, "cast(b % 5 as bigint)"), (211, "cast(b % 211 as bigint)")] {
        let mut grouped: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for row in &sets {
            grouped.entry(row[1] % groups).or_default().push(row[0]);
        }
        let sql = format!("select {of} as k, {AGGREGATES} from boards where a is not null group by k order by k");
        let found = rows(&session, &sql).await;
        assert_eq!(found.num_rows(), grouped.len());
        for (row, (key, sets)) in grouped.into_iter().enumerate() {
            assert_eq!(words(found.column(0))[row], Some(key));
            assert_row(&found, row, 1, &expected(sets));
        }
    }
}

#[tokio::test]
async fn without_rows_counts_are_zero_and_sets_are_null() {
    let session = session();
    boards(&session, 100);
    for condition in ["false", "a is null"] {
        let found = rows(&session, &format!("select {AGGREGATES} from boards where {condition}")).await;
        assert_eq!(found.column(0).as_list::<i32>().value(0).as_primitive::<Int64Type>().values(), &[0; 64]);
        assert_eq!(words(found.column(1)), [Some(0)]);
        assert!(found.column(2).is_null(0) && found.column(3).is_null(0));
    }
}

#[tokio::test]
async fn sets_of_words_may_be_signed_and_other_types_are_refused() {
    let session = session();
    let found =
        rows(&session, "select total_members(x), set_union(x), heat(x)[64] from (values (-1), (1)) as t(x)").await;
    assert_eq!(words(found.column(0)), [Some(65)]);
    assert_eq!(words(found.column(1)), [Some(!0)]);
    assert_eq!(words(found.column(2)), [Some(1)]);
    let message = failure(&session, "select heat('a1')").await;
    assert!(message.contains("heat: set is Utf8, expected a set of squares"), "{message}");
    let message = failure(&session, "select heat(distinct x), count(distinct y) from (values (1, 2)) as t(x, y)").await;
    assert!(message.contains("heat does not support distinct"), "{message}");
}
