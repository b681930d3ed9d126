//! Files that are damaged, truncated or of another kind.

use std::fs::{self, File};
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{Array, Int32Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use setwise_arrow::{Compression, Error, Format, ReadOptions, SCHEMA_KEY, WriteOptions};
use setwise_testkit::random::Sets;

use crate::files::{read_file, write};
use crate::{formats, master_positions};

fn error(format: Format, path: &Path) -> String {
    let message = read_file(format, path, &ReadOptions::default()).unwrap_err().to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

/// Returns the error of a file with these bytes.
fn error_of(format: Format, bytes: &[u8]) -> String {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    error(format, file.path())
}

#[test]
fn files_of_another_kind_are_named() {
    for format in formats() {
        assert_eq!(error_of(format, b""), format!("not {format}: it is empty"));
        let magic = if format == Format::Parquet { "PAR1" } else { "ARROW1" };
        for text in [&b"8/8 w"[..], b"x", b"8/8/4k3/8/8/4K3/4N3/8 b - -\n"] {
            assert_eq!(error_of(format, text), format!("not {format}: it does not start with {magic}"));
        }
        let (_folder, path) = write(format, &[master_positions().1], &WriteOptions::default());
        let bytes = fs::read(path).unwrap();
        for len in [magic.len(), 100, bytes.len() / 2, bytes.len() - 1] {
            let truncated = error_of(format, &bytes[..len]);
            let named = truncated == format!("not {format}: it does not end with {magic}");
            assert!(named || len == magic.len(), "{len}: {truncated}");
        }
    }
    if !cfg!(feature = "parquet") {
        let file = File::open(tempfile::NamedTempFile::new().unwrap().path()).unwrap();
        let error = setwise_arrow::Input::open(Format::Parquet, file, &ReadOptions::default()).unwrap_err();
        assert!(matches!(error, Error::NeedsFeature("parquet")));
    }
}

#[test]
fn a_column_of_another_type_is_named_with_both_types() {
    let (_, batch) = master_positions();
    for (column, name, expected) in [(2, "bishops", "UInt64 or Int64"), (8, "white_to_move", "Boolean")] {
        let mut columns = batch.columns().to_vec();
        columns[column] = Arc::new(Int32Array::from(vec![0; batch.num_rows()]));
        let fields: Vec<Field> = batch
            .schema()
            .fields()
            .iter()
            .zip(&columns)
            .map(|(field, column)| Field::new(field.name(), column.data_type().clone(), true))
            .collect();
        let other = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap();
        for format in formats() {
            let (_folder, path) = write(format, std::slice::from_ref(&other), &WriteOptions::default());
            assert_eq!(error(format, &path), format!("column '{name}' has the type Int32, expected {expected}"));
        }
    }
}

/// In the metadata, the name of a column is followed by its method of compression, stored as twice its number.
#[test]
fn a_method_of_compression_that_is_not_read_is_named() {
    if cfg!(feature = "parquet") {
        let options = WriteOptions { compression: Compression::None, ..WriteOptions::default() };
        let (_folder, path) = write(Format::Parquet, &[master_positions().1], &options);
        let bytes = fs::read(&path).unwrap();
        for (number, method) in [(4, "brotli"), (3, "lzo")] {
            let name = b"\x06queens\x15";
            let place = bytes.windows(name.len()).rposition(|bytes| bytes == name).unwrap() + name.len();
            let mut changed = bytes.clone();
            assert_eq!(std::mem::replace(&mut changed[place], 2 * number), 0);
            fs::write(&path, changed).unwrap();
            let expected = "expected zstd, snappy, lz4, gzip or no compression";
            assert_eq!(
                error(Format::Parquet, &path),
                format!("column 'queens' is compressed with {method}, {expected}")
            );
        }
    }
}

/// A file of a later version of the columns may mean something else by them.
#[test]
fn a_later_version_of_the_columns_is_refused() {
    let (_, batch) = master_positions();
    let schema = batch.schema().as_ref().clone().with_metadata([(SCHEMA_KEY.to_string(), "2".to_string())].into());
    let mut bytes = Vec::new();
    let mut writer = arrow_ipc::writer::FileWriter::try_new(&mut bytes, &schema).unwrap();
    writer.write(&RecordBatch::try_new(Arc::new(schema), batch.columns().to_vec()).unwrap()).unwrap();
    writer.finish().unwrap();
    drop(writer);
    let expected = "version 2 of the columns, expected 1; read it with a later release";
    assert_eq!(error_of(Format::Arrow, &bytes), expected);
}

/// Names and types are those of the file, and may contain anything.
#[test]
fn line_feeds_in_names_are_not_printed() {
    let schema_error = |name: &str, metadata: &[(&str, &str)]| {
        let metadata = metadata.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let schema = Schema::new_with_metadata(vec![Field::new(name, DataType::UInt64, false)], metadata);
        let mut bytes = Vec::new();
        arrow_ipc::writer::FileWriter::try_new(&mut bytes, &schema).unwrap().finish().unwrap();
        error_of(Format::Arrow, &bytes)
    };
    assert_eq!(schema_error("a\nb", &[]), "no column 'pawns'; the columns are a b");
    assert!(schema_error("a", &[(SCHEMA_KEY, "2\n3")]).starts_with("version 2 3 of the columns"));
}

/// Bytes changed and parts removed anywhere. Files have no checksums, so a changed file may still be readable; what matters is
/// that it is read or refused with one line.
#[test]
fn a_damaged_file_is_an_error_of_one_line_or_has_other_values() {
    let (_, batch) = master_positions();
    let mut sets = Sets::seeded(13);
    let mut below = |n: usize| (sets.dense() % n as u64) as usize;
    for format in formats() {
        for compression in [Compression::None, Compression::Zstd(1)] {
            let rows_per_group = NonZeroUsize::new(100).unwrap();
            let options = WriteOptions { compression, rows_per_group, ..WriteOptions::default() };
            let (_folder, path) = write(format, &[batch.slice(0, 250)], &options);
            let whole = fs::read(&path).unwrap();
            for round in 0..300 {
                let mut bytes = whole.clone();
                // Every second change is near the end, where the metadata is.
                let at =
                    if round % 2 == 0 { below(bytes.len()) } else { bytes.len() - 1 - below(bytes.len().min(900)) };
                match round % 3 {
                    0 => bytes[at] ^= 1 << below(8),
                    1 => bytes[at] = [0, 0xFF, 0x80][below(3)],
                    _ => drop(bytes.drain(at..(at + below(30)).min(whole.len()))),
                }
                fs::write(&path, &bytes).unwrap();
                if let Err(error) = read_file(format, &path, &ReadOptions::default()) {
                    let message = error.to_string();
                    assert!(!message.contains('\n') && !message.is_empty(), "{message}");
                }
            }
        }
    }
}
