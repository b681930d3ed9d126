//! Measures queries against reading their columns, and against the same queries with functions that work row by row.
//!
//! ```text
//! cargo run --release -p setwise-datafusion --example measure [FILE.fen]
//! ```
//!
//! The contestants of a question run in interleaved rounds, on one thread. The program fails if answers differ. Without a file,
//! positions of master games are repeated.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray, UInt64Array};
use arrow::datatypes::{DataType, UInt64Type};
use cozy_chess::{BitBoard, Board, Color, Piece, get_knight_moves};
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::datasource::MemTable;
use datafusion::logical_expr::{ColumnarValue, Volatility, create_udf};
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use setwise_positions::{Columns, Reader, Rules, lines};
use setwise_rounds::{Plan, measure};
use tokio::runtime::{Builder, Runtime};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The number of positions: their columns do not fit into a second-level cache, and a pass is short.
const POSITIONS: usize = 1 << 19;

/// The rows of a batch, as a table in memory has them after a scan of a file.
const ROWS: usize = 8192;

const COLUMNS: &str = "pawns, knights, bishops, rooks, queens, kings, white, black, white_to_move";

/// Five features that need most of the groups of terms.
const FIVE: [&str; 5] =
    ["white_forks_safe", "black_forks_safe", "white_hanging", "black_king_flood", "white_king_legal_steps"];

fn main() -> Result<()> {
    let text = match std::env::args().nth(1) {
        Some(path) => fs::read(path)?,
        None => setwise_testkit::games::master_fens().join("\n").into_bytes(),
    };
    let fens: Vec<&str> =
        lines(&text, 1).map(|(_, line)| std::str::from_utf8(line)).collect::<std::result::Result<_, _>>()?;
    let fens: Vec<&str> = fens.iter().cycle().take(POSITIONS).copied().collect();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let session = session();
    let folder = tempfile::tempdir()?;
    runtime.block_on(register(&session, &fens, folder.path()))?;

    println!("knight attacks of a column in memory");
    let queries = [
        "select bit_xor(knights) from m",
        "select bit_xor(knight_attacks(knights)) from m",
        "select bit_xor(by_row(knights)) from m",
    ];
    compare(&runtime, &session, &queries, 1)?;

    println!("five features of the columns in a Parquet file");
    let columns: Vec<String> = COLUMNS.split(", ").take(8).map(|column| format!("bit_xor({column})")).collect();
    let read = format!("select {}, count(white_to_move) from p", columns.join(", "));
    let calls: Vec<String> = FIVE.iter().map(|name| format!("bit_xor({name}({COLUMNS}))")).collect();
    let five = format!("select {} from p", calls.join(", "));
    compare(&runtime, &session, &[&read, &five], usize::MAX)?;
    let alone = setwise_datafusion::session(SessionConfig::new().with_target_partitions(1));
    alone.remove_optimizer_rule("share_features");
    alone.register_table("p", runtime.block_on(session.table_provider("p"))?)?;
    println!("the same, each feature in a pass of its own");
    compare(&runtime, &alone, &[&read, &five], usize::MAX)?;

    println!("a feature of a column of FEN text in memory");
    let lines = fens.join("\n");
    let queries = ["select bit_xor(white_knight_attacks(fen)) from f", "select bit_xor(fen_by_row(fen)) from f"];
    answers(&runtime, &session, &queries)?;
    let mut columns = Columns::default();
    let mut reader = Reader::new(setwise::auto(), Rules::Chess);
    show(&["reader alone", queries[0], queries[1]], |n| match n {
        0 => {
            columns.clear();
            reader.append(lines.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
            black_box(&columns);
        }
        n => drop(query(&runtime, &session, queries[n - 1])),
    });
    Ok(())
}

/// Returns a session with functions that work row by row as well.
fn session() -> SessionContext {
    let session = setwise_datafusion::session(SessionConfig::new().with_target_partitions(1).with_batch_size(ROWS));
    let by_row = |values: &[ColumnarValue]| {
        let sets = values[0].to_array(1)?;
        let attacks =
            |set: u64| BitBoard(set).iter().fold(BitBoard::EMPTY, |all, square| all | get_knight_moves(square)).0;
        let result: UInt64Array = sets.as_primitive::<UInt64Type>().iter().map(|set| set.map(attacks)).collect();
        Ok(ColumnarValue::Array(Arc::new(result)))
    };
    let fen_by_row = |values: &[ColumnarValue]| {
        let fens = values[0].to_array(1)?;
        let attacks = |fen: &str| {
            let board: Board = fen.parse().ok()?;
            let knights = board.colored_pieces(Color::White, Piece::Knight);
            Some(knights.iter().fold(BitBoard::EMPTY, |all, square| all | get_knight_moves(square)).0)
        };
        let result: UInt64Array = fens.as_string::<i32>().iter().map(|fen| fen.and_then(attacks)).collect();
        Ok(ColumnarValue::Array(Arc::new(result)))
    };
    session.register_udf(create_udf(
        "by_row",
        vec![DataType::UInt64],
        DataType::UInt64,
        Volatility::Immutable,
        Arc::new(by_row),
    ));
    session.register_udf(create_udf(
        "fen_by_row",
        vec![DataType::Utf8],
        DataType::UInt64,
        Volatility::Immutable,
        Arc::new(fen_by_row),
    ));
    session
}

/// Registers the columns in memory as `m`, in a Parquet file as `p`, and the text in memory as `f`.
async fn register(session: &SessionContext, fens: &[&str], folder: &std::path::Path) -> Result<()> {
    let mut columns = Columns::default();
    Reader::new(setwise::auto(), Rules::Chess)
        .append(fens.join("\n").as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    in_memory(session, "m", &setwise_arrow::batch(columns))?;
    let column: ArrayRef = Arc::new(StringArray::from_iter_values(fens));
    in_memory(session, "f", &RecordBatch::try_from_iter([("fen", column)])?)?;
    let path = folder.join("p.parquet").display().to_string();
    session
        .table("m")
        .await?
        .write_parquet(&path, DataFrameWriteOptions::new().with_single_file_output(true), None)
        .await?;
    session.register_parquet("p", &path, ParquetReadOptions::default()).await?;
    Ok(())
}

fn in_memory(session: &SessionContext, name: &str, rows: &RecordBatch) -> Result<()> {
    let batches = (0..rows.num_rows()).step_by(ROWS).map(|start| rows.slice(start, ROWS.min(rows.num_rows() - start)));
    session.register_table(name, Arc::new(MemTable::try_new(rows.schema(), vec![batches.collect()])?))?;
    Ok(())
}

fn query(runtime: &Runtime, session: &SessionContext, sql: &str) -> Vec<RecordBatch> {
    runtime.block_on(async { session.sql(sql).await.expect("a valid query").collect().await.expect("an answer") })
}

/// Fails if the answers differ.
fn answers(runtime: &Runtime, session: &SessionContext, queries: &[&str]) -> Result<()> {
    let answers: Vec<ArrayRef> =
        queries.iter().map(|sql| Arc::clone(query(runtime, session, sql)[0].column(0))).collect();
    if answers.windows(2).all(|two| two[0].as_ref() == two[1].as_ref()) { Ok(()) } else { Err("answers differ".into()) }
}

/// Measures queries. Those from number `first` on have to give the same answer.
fn compare(runtime: &Runtime, session: &SessionContext, queries: &[&str], first: usize) -> Result<()> {
    answers(runtime, session, queries.get(first..).unwrap_or_default())?;
    show(queries, |n| drop(black_box(query(runtime, session, queries[n]))));
    Ok(())
}

/// Measures contestants and prints the times in nanoseconds a position, and the ratios to the first contestant.
fn show(names: &[&str], run: impl FnMut(usize)) {
    let samples = measure(names.len(), Plan::QUICK, run);
    for (name, sample) in names.iter().zip(&samples) {
        let ratio = sample.against(&samples[0]);
        let name: String = name.chars().take(60).collect();
        let [low, high] = ratio.interval;
        println!(
            "  {name:60} {:9.3} ns {:8.3} [{low:.3}, {high:.3}]",
            sample.nanoseconds() / POSITIONS as f64,
            ratio.median
        );
    }
}
