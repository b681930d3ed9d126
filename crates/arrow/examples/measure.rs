//! Measures how long it takes to read positions from files, and to read the positions and compute their features. Also
//! compares reading arrays of FEN text with reading plain text.
//!
//! ```text
//! cargo run --release -p setwise-arrow --features parquet --example measure [FILE.fen]
//! ```
//!
//! Without a file name, the example uses positions of master games. The measurements that are compared with each other
//! run in interleaved rounds.

use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::path::Path;

use arrow_array::{Array, RecordBatch, StringArray};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use setwise_arrow::{
    BadRows, Compression, Features, FenReader, Format, Input, Layout, ReadOptions, WriteOptions, Writer, batch,
};
use setwise_positions::features::Totals;
use setwise_positions::{Columns, Reader, Rules, lines};
use setwise_rounds::{Plan, measure};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Five features of one side. Only `white_attacks` needs sliders.
const FIVE: [&str; 5] =
    ["white_knight_attacks", "white_knight_moves", "white_king_moves", "white_pawn_attacks", "white_attacks"];

/// Five features that together need most of the kernels for features.
const COSTLY: [&str; 5] =
    ["white_forks_safe", "black_forks_safe", "white_hanging", "black_king_flood", "white_legal_king_moves"];

/// The number of positions to measure. The given positions are repeated until there are this many.
const POSITIONS: usize = 1 << 19;

fn main() -> Result<()> {
    let text = match std::env::args().nth(1) {
        Some(path) => fs::read(path)?,
        None => setwise_testkit::games::master_fens().join("\n").into_bytes(),
    };
    let fens: Vec<&str> =
        lines(&text, 1).map(|(_, line)| std::str::from_utf8(line)).collect::<std::result::Result<_, _>>()?;
    let fens: Vec<&str> = fens.iter().cycle().take(POSITIONS).copied().collect();
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("positions.parquet");
    let mut columns = Columns::default();
    Reader::new(setwise::auto(), Rules::Chess)
        .append(fens.join("\n").as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    let positions = batch(columns);

    for (compression, name) in [(Compression::None, "uncompressed"), (Compression::Zstd(1), "zstd 1")] {
        write(&positions, &path, compression)?;
        println!("file of {} positions, {name}, {} bytes", fens.len(), fs::metadata(&path)?.len());
        compare(
            fens.len(),
            &[
                ("read the bytes", &|| Ok(fs::read(&path)?.len() as u64)),
                ("read the columns", &|| read_columns(&path)),
                ("read as positions", &|| read_positions(&path)),
                ("sums of five features", &|| sums(&path, &FIVE)),
                ("sums of five costly features", &|| sums(&path, &COSTLY)),
            ],
        )?;
    }
    fen_array(&fens)
}

/// Measures the functions in `contestants` and prints their times in nanoseconds per position. Also prints the ratio of
/// each time to the time of the second function.
fn compare(positions: usize, contestants: &[(&str, &dyn Fn() -> Result<u64>)]) -> Result<()> {
    contestants.iter().try_for_each(|(_, run)| run().map(drop))?;
    let samples = measure(contestants.len(), Plan::QUICK, |n| {
        black_box(contestants[n].1().expect("it has already run"));
    });
    for ((name, _), sample) in contestants.iter().zip(&samples) {
        let ratio = sample.against(&samples[1.min(samples.len() - 1)]);
        println!(
            "  {name:40} {:8.2} ns  {:6.3} [{:.3}, {:.3}]",
            sample.nanoseconds() / positions as f64,
            ratio.median,
            ratio.interval[0],
            ratio.interval[1]
        );
    }
    Ok(())
}

fn write(rows: &RecordBatch, path: &Path, compression: Compression) -> Result<()> {
    let options = WriteOptions { compression, ..WriteOptions::default() };
    let mut writer = Writer::new(Format::Parquet, File::create(path)?, &rows.schema(), &options)?;
    writer.write(rows)?;
    writer.finish()?;
    Ok(())
}

/// Reads the columns of the file with Parquet's reader, in batches of the default size.
fn read_columns(path: &Path) -> Result<u64> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), 0..9);
    let reader = builder.with_projection(mask).with_batch_size(ReadOptions::default().rows_per_batch).build()?;
    let mut rows = 0;
    for batch in reader {
        rows += black_box(batch?).num_rows() as u64;
    }
    Ok(rows)
}

/// Reads the positions and checks them.
fn read_positions(path: &Path) -> Result<u64> {
    let mut rows = 0;
    for_each_batch(path, |batch| {
        rows += black_box(batch).num_rows() as u64;
        Ok(())
    })?;
    Ok(rows)
}

fn for_each_batch(path: &Path, mut each: impl FnMut(&RecordBatch) -> Result<()>) -> Result<()> {
    let input = Input::open(Format::Parquet, File::open(path)?, &ReadOptions::default())?;
    let mut groups = input.reader(File::open(path)?)?;
    for group in 0..input.row_groups() {
        for batch in groups.batches(group)? {
            each(&batch?.rows)?;
        }
    }
    Ok(())
}

fn sums(path: &Path, names: &[&str]) -> Result<u64> {
    let mut features = Features::by_name(setwise::auto(), Layout::Absolute, names)?;
    let mut totals = vec![Totals::default(); names.len()];
    for_each_batch(path, |batch| {
        totals.iter_mut().zip(features.totals(batch)?).for_each(|(totals, more)| totals.merge(&more));
        Ok(())
    })?;
    Ok(totals.iter().fold(0, |sum, totals| sum ^ totals.wrapping_sum))
}

/// Compares reading an array of FEN text, whose rows must first be joined, with reading plain text.
fn fen_array(fens: &[&str]) -> Result<()> {
    let array = StringArray::from(fens.to_vec());
    let text = fens.join("\n");
    println!("array of {} rows of FEN text to positions", fens.len());
    let joined = || {
        let mut buffer = Vec::new();
        let mut bytes = 0;
        for start in (0..array.len()).step_by(256) {
            buffer.clear();
            for row in start..array.len().min(start + 256) {
                buffer.extend_from_slice(array.value(row).as_bytes());
                buffer.push(b'\n');
            }
            bytes += black_box(&buffer).len() as u64;
        }
        Ok(bytes)
    };
    compare(
        fens.len(),
        &[
            ("join the rows", &joined),
            ("read text", &|| {
                let mut columns = Columns::default();
                columns.reserve(fens.len());
                Reader::new(setwise::auto(), Rules::Chess)
                    .append(text.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
                Ok(black_box(columns).len() as u64)
            }),
            ("read an array", &|| {
                let mut reader = FenReader::new(setwise::auto(), Rules::Chess);
                Ok(black_box(reader.read(&array, BadRows::Error)?).len() as u64)
            }),
        ],
    )
}
