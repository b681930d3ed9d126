//! Tests round trips through files.

use std::fs::File;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use arrow_array::{Array, ArrayRef, Int16Array, RecordBatch, StringArray, UInt8Array};
use arrow_schema::{DataType, Field, Schema};
use arrow_select::concat::concat_batches;
use setwise_arrow::{
    Batch, ColumnSelection, Compression, Error, Features, Format, Input, Layout, ReadOptions, SCHEMA_KEY, Source,
    VERSION_KEY, WriteOptions, Writer, schema,
};
use setwise_positions::Rules;
use tempfile::TempDir;

use crate::{check_row, formats, master_positions, read};

/// Writes batches to a file in a new folder.
pub(crate) fn write(format: Format, batches: &[RecordBatch], options: &WriteOptions) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    let file = File::create(&path).unwrap();
    let mut writer = Writer::new(format, file, &batches[0].schema(), options).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    (folder, path)
}

pub(crate) fn read_file(format: Format, path: &Path, read_options: &ReadOptions) -> Result<(Input, Vec<Batch>), Error> {
    let input = Input::open(format, File::open(path)?, read_options)?;
    let mut groups = input.reader(File::open(path)?)?;
    let mut batches = Vec::new();
    for group in 0..input.row_groups() {
        for batch in groups.batches(group)? {
            batches.push(batch?);
        }
    }
    Ok((input, batches))
}

/// Returns the rows of a file as one batch.
pub(crate) fn rows(format: Format, path: &Path, read_options: &ReadOptions) -> RecordBatch {
    let (input, batches) = read_file(format, path, read_options).unwrap();
    assert!(batches.iter().all(|batch| batch.rows.num_rows() <= read_options.rows_per_batch));
    let rows: Vec<RecordBatch> = batches.into_iter().map(|batch| batch.rows).collect();
    concat_batches(&input.schema(), &rows).unwrap()
}

pub(crate) fn options(rows: usize, compression: Compression) -> WriteOptions {
    WriteOptions { compression, rows_per_group: NonZeroUsize::new(rows).unwrap(), ..WriteOptions::default() }
}

/// Returns a batch with columns added.
pub(crate) fn with_columns(batch: &RecordBatch, more: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let fields = batch.schema().fields().iter().cloned().collect::<Vec<_>>();
    let added = more.iter().map(|(name, array)| Arc::new(Field::new(*name, array.data_type().clone(), true)));
    let schema = Schema::new(fields.into_iter().chain(added).collect::<Vec<_>>());
    let columns = batch.columns().iter().cloned().chain(more.into_iter().map(|(_, array)| array)).collect();
    RecordBatch::try_new(Arc::new(schema), columns).unwrap()
}

/// Positions must not change when they are written and read, whatever the sizes of row groups and batches are. The rows
/// are written in chunks of yet another size.
#[test]
fn positions_come_back_as_they_were() {
    let (fens, batch) = master_positions();
    for format in formats() {
        for (group, rows_per_batch, compression, threads, signed) in [
            (1 << 17, 8192, Compression::Zstd(1), 1, false),
            (1 << 17, 100, Compression::None, 3, true),
            (128, 50, Compression::Zstd(3), 20, false),
            (100, 1000, Compression::None, 2, true),
        ] {
            let chunks: Vec<RecordBatch> = (0..batch.num_rows())
                .step_by(37)
                .map(|start| batch.slice(start, 37.min(batch.num_rows() - start)))
                .collect();
            let threads = NonZeroUsize::new(threads).unwrap();
            let (_folder, path) =
                write(format, &chunks, &WriteOptions { threads, signed, ..options(group, compression) });
            let read_options = ReadOptions { rows_per_batch, ..ReadOptions::default() };
            let (input, _) = read_file(format, &path, &read_options).unwrap();
            assert_eq!(input.layout(), Layout::Absolute);
            assert_eq!(input.row_groups(), fens.len().div_ceil(group), "{format}");
            if format == Format::Parquet {
                assert_eq!(input.rows(0), Some(group.min(fens.len())));
            }
            let back = rows(format, &path, &read_options);
            assert!(back == batch, "{format}, {group}");
            fens.iter().enumerate().step_by(50).for_each(|(row, fen)| check_row(&back, row, fen));
        }
    }
}

/// A file must store sets as `UInt64`, or as `Int64` if the option `signed` is set. The metadata of the file must
/// contain the version of the columns and the version of the crate.
#[test]
fn the_type_and_the_metadata_are_in_the_file() {
    let (_, batch) = master_positions();
    for signed in [false, true] {
        let (_folder, path) =
            write(Format::Arrow, std::slice::from_ref(&batch), &WriteOptions { signed, ..WriteOptions::default() });
        let reader = arrow_ipc::reader::FileReader::try_new(File::open(path).unwrap(), None).unwrap();
        let schema = reader.schema();
        let data_type = if signed { DataType::Int64 } else { DataType::UInt64 };
        assert!(
            Layout::Absolute.sets().iter().all(|name| *schema.field_with_name(name).unwrap().data_type() == data_type)
        );
        assert_eq!(schema.metadata()[SCHEMA_KEY], "2");
        assert_eq!(schema.metadata()[VERSION_KEY], env!("CARGO_PKG_VERSION"));
    }
}

#[test]
fn features_of_a_file_can_be_written_to_a_file() {
    let (_, batch) = master_positions();
    let names = ["white_forks_safe", "black_shield_index", "white_uncatchable_passers"];
    for format in formats() {
        let (_folder, path) = write(format, std::slice::from_ref(&batch), &options(100, Compression::None));
        let mut features = Features::by_name(setwise::auto(), Layout::Absolute, names).unwrap();
        let expected = features.columns(&batch).unwrap();
        let (_, batches) = read_file(format, &path, &ReadOptions::default()).unwrap();
        let values: Vec<RecordBatch> = batches.iter().map(|batch| features.columns(&batch.rows).unwrap()).collect();
        assert_eq!(values[0].schema(), features.schema());
        assert_eq!(concat_batches(&features.schema(), &values).unwrap(), expected);
        let (_other, path) = write(format, &values, &options(100, Compression::Zstd(1)));
        let error = Input::open(format, File::open(path).unwrap(), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), format!("no column 'pawns'; the columns are {}", names.join(", ")));
    }
}

/// The relative layout must be recognised by the names of the columns.
#[test]
fn the_layout_is_recognised_by_the_columns() {
    let (_, batch) = master_positions();
    let relative = RecordBatch::try_new(Arc::new(schema(Layout::Relative)), batch.columns()[..8].to_vec()).unwrap();
    for format in formats() {
        let (_folder, path) = write(format, std::slice::from_ref(&relative), &WriteOptions::default());
        let (input, _) = read_file(format, &path, &ReadOptions::default()).unwrap();
        assert_eq!(input.layout(), Layout::Relative);
        assert!(rows(format, &path, &ReadOptions::default()) == relative);
    }
}

#[test]
fn further_columns_are_ignored_or_kept_by_choice() {
    let (_, batch) = master_positions();
    let score: ArrayRef =
        Arc::new((0..batch.num_rows()).map(|n| (n % 3 > 0).then_some(n as i16)).collect::<Int16Array>());
    let result: ArrayRef = Arc::new((0..batch.num_rows()).map(|n| Some((n % 3) as u8)).collect::<UInt8Array>());
    let all = with_columns(&batch, vec![("score", score.clone()), ("result", result.clone())]);
    let order: Vec<usize> = (0..all.num_columns()).rev().collect();
    for format in formats() {
        let (_folder, path) = write(format, &[all.project(&order).unwrap()], &options(200, Compression::Zstd(1)));
        let read_options = |others| ReadOptions { others, rows_per_batch: 64, ..ReadOptions::default() };
        assert!(rows(format, &path, &read_options(ColumnSelection::None)) == batch);
        let some = rows(format, &path, &read_options(ColumnSelection::Named(vec!["score".to_string()])));
        assert_eq!((some.num_columns(), &some["score"]), (10, &score));
        let kept = rows(format, &path, &read_options(ColumnSelection::All));
        assert_eq!((kept.num_columns(), &kept["score"], &kept["result"]), (11, &score, &result));
        assert_eq!(kept.columns()[..9], batch.columns()[..]);
        let error =
            read_file(format, &path, &read_options(ColumnSelection::Named(vec!["elo".to_string()]))).unwrap_err();
        assert!(
            error.to_string().starts_with("no column 'elo'; the columns are result, score, white_to_move"),
            "{error}"
        );
    }
}

#[test]
fn a_column_of_text_is_another_source_of_positions() {
    let (fens, batch) = master_positions();
    let text: ArrayRef = Arc::new(StringArray::from(fens.clone()));
    let numbers: ArrayRef = Arc::new(UInt8Array::from_iter_values((0..fens.len()).map(|n| n as u8)));
    let file = RecordBatch::try_from_iter([("n", numbers.clone()), ("position", text)]).unwrap();
    for format in formats() {
        let (_folder, path) = write(format, std::slice::from_ref(&file), &options(300, Compression::Zstd(1)));
        let read_options = ReadOptions {
            source: Source::Fen("position".to_string()),
            others: ColumnSelection::All,
            ..ReadOptions::default()
        };
        let back = rows(format, &path, &read_options);
        assert_eq!(back.columns()[..9], batch.columns()[..]);
        assert_eq!(&back["n"], &numbers);
        let other = ReadOptions { source: Source::Fen("n".to_string()), ..ReadOptions::default() };
        let error = read_file(format, &path, &other).unwrap_err().to_string();
        assert_eq!(error, "column 'n' has the type UInt8, expected Utf8, LargeUtf8 or Utf8View");
    }
}

/// Three threads that read different row groups must together return all rows. Each thread opens the file separately.
#[test]
fn row_groups_can_be_read_on_several_threads() {
    let (_, batch) = master_positions();
    for format in formats() {
        let (_folder, path) = write(format, std::slice::from_ref(&batch), &options(40, Compression::Zstd(1)));
        let input = Input::open(format, File::open(&path).unwrap(), &ReadOptions::default()).unwrap();
        let read = |first: usize| {
            let mut groups = input.reader(File::open(&path).unwrap()).unwrap();
            let read = |group| groups.batches(group).unwrap().map(|batch| batch.unwrap().rows).collect::<Vec<_>>();
            (first..input.row_groups()).step_by(3).map(read).collect::<Vec<_>>()
        };
        let parts: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..3).map(|first| scope.spawn(move || read(first))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let in_order = (0..input.row_groups()).flat_map(|group| parts[group % 3][group / 3].clone());
        assert!(concat_batches(&input.schema(), &in_order.collect::<Vec<_>>()).unwrap() == batch, "{format}");
    }
}

#[test]
fn a_file_may_have_no_rows() {
    let empty = setwise_arrow::batch(setwise_positions::Columns::default());
    for format in formats() {
        let (_folder, path) = write(format, std::slice::from_ref(&empty), &WriteOptions::default());
        let (input, batches) = read_file(format, &path, &ReadOptions::default()).unwrap();
        assert_eq!((input.row_groups(), batches.len()), (0, 0));
    }
}

#[test]
fn rows_with_other_columns_or_nulls_are_not_written() {
    let (_, batch) = master_positions();
    for format in formats() {
        let mut writer = Writer::new(format, Vec::new(), &batch.schema(), &WriteOptions::default()).unwrap();
        let error = writer.write(&batch.project(&[0, 1]).unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("rows with the columns pawns (UInt64), knights (UInt64), expected pawns"), "{error}");
        let error = writer.write(&read(&[None], Rules::Chess)).unwrap_err().to_string();
        assert_eq!(error, "column 'pawns' has nulls, but the file allows none");
    }
}

/// An I/O error must remain an I/O error, so that a program can distinguish a full disk from a damaged file.
#[test]
fn an_error_of_the_writer_is_an_io_error() {
    struct Full(usize);
    impl std::io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (_, batch) = master_positions();
    for format in formats() {
        let options = options(100, Compression::None);
        let mut whole = Writer::new(format, Vec::new(), &batch.schema(), &options).unwrap();
        whole.write(&batch).unwrap();
        let length = whole.finish().unwrap().len();
        for room in [0, 10, 5000, 20_000, length - 1] {
            let written = Writer::new(format, Full(room), &batch.schema(), &options)
                .and_then(|mut writer| writer.write(&batch).map(|()| writer))
                .and_then(|writer| writer.finish().map(drop));
            let Err(Error::Io(error)) = written else { panic!("{format}, {room}: {written:?}") };
            assert_eq!(error.kind(), std::io::ErrorKind::StorageFull, "{format}, {room}");
        }
    }
}
