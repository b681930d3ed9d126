//! Creates sessions and tables for tests, and returns the results of queries.

use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray, UInt64Array};
use arrow::compute::{cast, concat_batches};
use arrow::datatypes::{DataType, Int64Type, UInt64Type};
use datafusion::prelude::{SessionConfig, SessionContext};
use setwise::{Bitboard, Kernel, one_board};
use setwise_patterns::{Interface, Pattern, Visitor};
use setwise_testkit::random::Sets;

/// Returns a session with small batches and two partitions, so that aggregates must merge the states of the partitions.
pub(crate) fn session() -> SessionContext {
    setwise_datafusion::session(SessionConfig::new().with_batch_size(100).with_target_partitions(2))
}

/// Returns the result of a query.
///
/// # Panics
///
/// Panics if the query fails.
pub(crate) async fn rows(session: &SessionContext, sql: &str) -> RecordBatch {
    let result = session.sql(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let schema = Arc::new(result.schema().as_arrow().clone());
    let batches = result.collect().await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let schema = batches.first().map_or(schema, RecordBatch::schema);
    concat_batches(&schema, &batches).unwrap()
}

/// Returns the error message of a query, which must fail when it is planned or executed.
pub(crate) async fn failure(session: &SessionContext, sql: &str) -> String {
    match session.sql(sql).await {
        Err(error) => error.to_string(),
        Ok(result) => result.collect().await.expect_err(sql).to_string(),
    }
}

/// Returns a column of sets or numbers as words.
pub(crate) fn words(column: &ArrayRef) -> Vec<Option<u64>> {
    match column.data_type() {
        DataType::UInt64 => column.as_primitive::<UInt64Type>().iter().collect(),
        DataType::Boolean => column.as_boolean().iter().map(|flag| flag.map(u64::from)).collect(),
        _ => column.as_primitive::<Int64Type>().iter().map(|word| word.map(i64::cast_unsigned)).collect(),
    }
}

/// Returns the texts of a column.
pub(crate) fn texts(column: &ArrayRef) -> Vec<Option<String>> {
    let column = cast(column, &DataType::Utf8).unwrap();
    column.as_string::<i32>().iter().map(|text| text.map(str::to_string)).collect()
}

/// Returns the text that `explain` prints for a query.
pub(crate) async fn plan(session: &SessionContext, sql: &str) -> String {
    let rows = rows(session, &format!("explain format indent {sql}")).await;
    texts(rows.column(1)).into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Registers a table `boards` with the columns `a` to `h` of sparse and dense random sets. Column `a` is null in every
/// seventh row. Returns the rows in which `a` is not null.
pub(crate) fn boards(session: &SessionContext, count: usize) -> Vec<[u64; 8]> {
    let mut random = Sets::seeded(21);
    let rows: Vec<[u64; 8]> = (0..count)
        .map(|n| std::array::from_fn(|_| if n % 2 == 0 { random.sparse() } else { random.dense() }))
        .collect();
    let column = |c: usize| -> ArrayRef {
        let is_null = |n: usize| c == 0 && n % 7 == 3;
        Arc::new(rows.iter().enumerate().map(|(n, row)| (!is_null(n)).then_some(row[c])).collect::<UInt64Array>())
    };
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let batch = RecordBatch::try_from_iter(names.into_iter().enumerate().map(|(c, name)| (name, column(c)))).unwrap();
    let mut batches = vec![];
    for start in (0..count).step_by(100) {
        batches.push(batch.slice(start, 100.min(count - start)));
    }
    let (one, other) = batches.split_at(batches.len() / 2);
    let table = datafusion::datasource::MemTable::try_new(batch.schema(), vec![one.to_vec(), other.to_vec()]).unwrap();
    session.register_table("boards", Arc::new(table)).unwrap();
    rows.into_iter().enumerate().filter(|(n, _)| n % 7 != 3).map(|(_, row)| row).collect()
}

/// Registers a table `games` with the column `fen`.
pub(crate) fn fens(session: &SessionContext, fens: &[String]) {
    let column: ArrayRef = Arc::new(fens.iter().map(Some).collect::<StringArray>());
    let batch = RecordBatch::try_from_iter([("fen", column)]).unwrap();
    session.register_batch("games", batch).unwrap();
}

/// Computes a pattern on one board. Inputs that the pattern does not have are ignored.
pub(crate) fn compute(pattern: Pattern, inputs: &[u64]) -> Vec<u64> {
    struct OneBoard<'a>(&'a [u64]);

    impl Visitor for OneBoard<'_> {
        const INTERFACE: Interface = Interface::Sql;
        type Out = Vec<u64>;

        fn kernel<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(self, kernel: K) -> Vec<u64> {
            one_board(kernel, std::array::from_fn::<_, IN, _>(|n| Bitboard(self.0[n]))).map(|result| result.0).to_vec()
        }
    }

    pattern.visit(OneBoard(inputs))
}
