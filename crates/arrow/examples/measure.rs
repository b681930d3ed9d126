//! Measures files of positions against reading them alone, and against the same work with arrow and cozy-chess.
//!
//! ```text
//! cargo run --release -p setwise-arrow --features parquet --example measure [FILE.fen]
//! ```
//!
//! All contestants of a question run in interleaved rounds. Their answers are compared before. Without a file, positions of
//! master games are repeated.

use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use cozy_chess::{Board, Color, Piece, Square};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::{ArrowWriter, ProjectionMask};
use parquet::basic::{Compression as Codec, ZstdLevel};
use parquet::file::properties::WriterProperties;
use setwise_arrow::{
    BadRows, Compression, Features, FenReader, Format, Input, Layout, ReadOptions, WriteOptions, Writer, batch,
};
use setwise_positions::features::Totals;
use setwise_positions::{Columns, Reader, Rules, lines};
use setwise_rounds::{Plan, measure};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Five features of one side that need tables and sliders.
const FIVE: [&str; 5] =
    ["white_knight_attacks", "white_knight_moves", "white_king_moves", "white_pawn_attacks", "white_attacks"];

/// Five features that need most of the groups of terms.
const COSTLY: [&str; 5] =
    ["white_forks_safe", "black_forks_safe", "white_hanging", "black_king_flood", "white_king_legal_steps"];

/// The largest number of positions, so that a pass is short.
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
    fen_array(&fens)?;
    fen_to_parquet(&fens[..POSITIONS / 4], folder.path())?;
    parquet_to_parquet(&positions.slice(0, POSITIONS / 4), folder.path())
}

/// Measures contestants and prints the times in nanoseconds a position, and the ratios to the second contestant.
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

fn options(compression: Compression) -> WriteOptions {
    WriteOptions { compression, threads: NonZeroUsize::MIN, ..WriteOptions::default() }
}

fn write(rows: &RecordBatch, path: &Path, compression: Compression) -> Result<()> {
    let mut writer = Writer::new(Format::Parquet, File::create(path)?, &rows.schema(), &options(compression))?;
    writer.write(rows)?;
    writer.finish()?;
    Ok(())
}

/// Reads the columns of the file with Parquet's reader, in batches of the same size.
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

/// Reads the positions, which are checked.
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

/// An array of FEN text to positions, against the reader of text, which needs no join.
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

fn fen_to_parquet(fens: &[&str], folder: &Path) -> Result<()> {
    println!("{} lines of FEN text to Parquet, zstd 1", fens.len());
    let (text, [ours, theirs]) = (fens.join("\n"), ["ours", "theirs"].map(|name| folder.join(name)));
    let convert = |compression| {
        let mut columns = Columns::default();
        Reader::new(setwise::auto(), Rules::Chess).append(text.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
        write(&batch(columns), &ours, compression)?;
        Ok(0)
    };
    let setwise = || convert(Compression::Zstd(1));
    let uncompressed = || convert(Compression::None);
    let cozy = || {
        let boards = text.lines().map(|line| Board::from_fen(line, false).expect("a position"));
        cozy_write(&cozy_positions(boards), &theirs)?;
        Ok(0)
    };
    setwise()?;
    cozy()?;
    let [a, b] = [sums(&ours, &FIVE)?, sums(&theirs, &FIVE)?];
    assert_eq!(a, b, "both files have the same positions");
    compare(
        fens.len(),
        &[("setwise, uncompressed", &uncompressed), ("setwise", &setwise), ("arrow and cozy-chess", &cozy)],
    )
}

fn parquet_to_parquet(positions: &RecordBatch, folder: &Path) -> Result<()> {
    println!("Parquet of {} positions to Parquet of five features, zstd 1", positions.num_rows());
    let [input, ours, theirs] = ["input", "ours", "theirs"].map(|name| folder.join(name));
    write(positions, &input, Compression::Zstd(1))?;
    let setwise_with = |compression| {
        let mut features = Features::by_name(setwise::auto(), Layout::Absolute, FIVE)?;
        let mut writer = Writer::new(Format::Parquet, File::create(&ours)?, &features.schema(), &options(compression))?;
        for_each_batch(&input, |batch| Ok(writer.write(&features.columns(batch)?)?))?;
        writer.finish()?;
        Ok(0)
    };
    let uncompressed = || setwise_with(Compression::None);
    let setwise = || setwise_with(Compression::Zstd(1));
    let unwritten = || {
        let mut features = Features::by_name(setwise::auto(), Layout::Absolute, FIVE)?;
        let mut rows = 0;
        for_each_batch(&input, |batch| {
            rows += black_box(features.columns(batch)?).num_rows() as u64;
            Ok(())
        })?;
        Ok(rows)
    };
    let cozy = || {
        let fields: Vec<Field> = FIVE.iter().map(|name| Field::new(*name, DataType::UInt64, false)).collect();
        let schema = Arc::new(Schema::new(fields));
        let mut writer = ArrowWriter::try_new(File::create(&theirs)?, Arc::clone(&schema), Some(zstd()?))?;
        for batch in ParquetRecordBatchReaderBuilder::try_new(File::open(&input)?)?.with_batch_size(8192).build()? {
            writer.write(&RecordBatch::try_new(Arc::clone(&schema), cozy_features(&batch?))?)?;
        }
        writer.close()?;
        Ok(0)
    };
    setwise()?;
    cozy()?;
    let [a, b] = [read_all(&ours)?, read_all(&theirs)?];
    assert!(a == b, "both files have the same features");
    println!("  {} bytes, by arrow {}", fs::metadata(&ours)?.len(), fs::metadata(&theirs)?.len());
    compare(
        positions.num_rows(),
        &[
            ("setwise", &setwise),
            ("read the columns", &|| read_columns(&input)),
            ("setwise, features not written", &unwritten),
            ("setwise, uncompressed", &uncompressed),
            ("arrow and cozy-chess", &cozy),
        ],
    )
}

/// Returns the words of all columns of a file.
fn read_all(path: &Path) -> Result<Vec<Vec<u64>>> {
    let mut all = vec![Vec::new(); FIVE.len()];
    for batch in ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?.build()? {
        let batch = batch?;
        for (all, column) in all.iter_mut().zip(batch.columns()) {
            all.extend_from_slice(column.as_primitive::<UInt64Type>().values());
        }
    }
    Ok(all)
}

fn zstd() -> Result<WriterProperties> {
    Ok(WriterProperties::builder().set_compression(Codec::ZSTD(ZstdLevel::try_new(1)?)).build())
}

/// Returns positions as columns, as a user of arrow and cozy-chess would collect them.
fn cozy_positions(boards: impl Iterator<Item = Board>) -> RecordBatch {
    let mut sets = vec![Vec::new(); 8];
    let mut white_to_move = Vec::new();
    for board in boards {
        for (set, piece) in sets.iter_mut().zip(Piece::ALL) {
            set.push(board.pieces(piece).0);
        }
        sets[6].push(board.colors(Color::White).0);
        sets[7].push(board.colors(Color::Black).0);
        white_to_move.push(board.side_to_move() == Color::White);
    }
    let mut columns: Vec<ArrayRef> = sets.into_iter().map(|set| Arc::new(UInt64Array::from(set)) as _).collect();
    columns.push(Arc::new(BooleanArray::from(white_to_move)));
    let names = Layout::Absolute.sets().into_iter().chain(["white_to_move"]);
    RecordBatch::try_from_iter(names.zip(columns)).expect("columns of one length")
}

fn cozy_write(rows: &RecordBatch, path: &Path) -> Result<()> {
    let mut writer = ArrowWriter::try_new(File::create(path)?, rows.schema(), Some(zstd()?))?;
    writer.write(rows)?;
    writer.close()?;
    Ok(())
}

/// Computes the five features with the tables of cozy-chess, row by row.
fn cozy_features(batch: &RecordBatch) -> Vec<ArrayRef> {
    let set = |name: &str| batch[name].as_primitive::<UInt64Type>().values().clone();
    let [pawns, knights, bishops, rooks, queens, kings, white, black] = Layout::Absolute.sets().map(set);
    let mut features = vec![Vec::with_capacity(batch.num_rows()); FIVE.len()];
    let any = |set: u64, attacks: &dyn Fn(Square) -> cozy_chess::BitBoard| {
        cozy_chess::BitBoard(set).into_iter().fold(0, |all, square| all | attacks(square).0)
    };
    for n in 0..batch.num_rows() {
        let (own, occupied) = (white[n], cozy_chess::BitBoard(white[n] | black[n]));
        let knight_attacks = any(knights[n] & own, &cozy_chess::get_knight_moves);
        let king_attacks = any(kings[n] & own, &cozy_chess::get_king_moves);
        let pawn_attacks = any(pawns[n] & own, &|square| cozy_chess::get_pawn_attacks(square, Color::White));
        let sliders = any((bishops[n] | queens[n]) & own, &|square| cozy_chess::get_bishop_moves(square, occupied))
            | any((rooks[n] | queens[n]) & own, &|square| cozy_chess::get_rook_moves(square, occupied));
        let values = [
            knight_attacks,
            knight_attacks & !own,
            king_attacks & !own,
            pawn_attacks,
            knight_attacks | king_attacks | pawn_attacks | sliders,
        ];
        features.iter_mut().zip(values).for_each(|(feature, value)| feature.push(value));
    }
    features.into_iter().map(|feature| Arc::new(UInt64Array::from(feature)) as ArrayRef).collect()
}
