//! Tests Parquet files as other programs write them, with other encodings, pages, types and codecs.

use std::fs::File;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};
use setwise_arrow::{Format, ReadOptions, WriteOptions, signed};

use crate::files::{rows, with_columns, write};
use crate::master_positions;

/// Writes rows with these properties, reads the file in batches of several sizes, and checks that the positions are
/// unchanged.
fn check(batch: &RecordBatch, properties: WriterPropertiesBuilder, what: &str) {
    let (_, expected) = master_positions();
    let file = tempfile::NamedTempFile::new().unwrap();
    let properties = properties.set_max_row_group_row_count(Some(300)).build();
    let mut writer =
        ArrowWriter::try_new(File::create(file.path()).unwrap(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    for rows_per_batch in [50, 8192] {
        let read = rows(Format::Parquet, file.path(), &ReadOptions { rows_per_batch, ..ReadOptions::default() });
        assert!(read == expected, "{what}, {rows_per_batch} rows a batch");
    }
}

#[test]
fn files_of_other_programs_have_the_same_positions() {
    let (_, batch) = master_positions();
    let fields =
        batch.schema().fields().iter().map(|field| field.as_ref().clone().with_nullable(true)).collect::<Vec<Field>>();
    let nullable = RecordBatch::try_new(Arc::new(Schema::new(fields)), batch.columns().to_vec()).unwrap();
    for (rows, name) in [(&batch, "unsigned"), (&signed(&batch), "signed"), (&nullable, "nullable")] {
        for (version, dictionary, page, codec) in [
            (WriterVersion::PARQUET_1_0, false, 7, Compression::SNAPPY),
            (WriterVersion::PARQUET_1_0, false, 64, Compression::UNCOMPRESSED),
            (WriterVersion::PARQUET_1_0, true, 64, Compression::LZ4_RAW),
            (WriterVersion::PARQUET_2_0, false, 60, Compression::LZ4_RAW),
            (WriterVersion::PARQUET_2_0, true, 1000, Compression::SNAPPY),
            (WriterVersion::PARQUET_1_0, true, 1000, Compression::GZIP(Default::default())),
        ] {
            let properties = WriterProperties::builder()
                .set_writer_version(version)
                .set_dictionary_enabled(dictionary)
                .set_data_page_row_count_limit(page)
                .set_write_batch_size(page)
                .set_compression(codec);
            check(
                rows,
                properties,
                &format!("{name}, {version:?}, dictionary {dictionary}, pages of {page} rows, {codec}"),
            );
        }
    }
}

/// Columns of positions must have no dictionary, so that they can be read without decoding. Columns of features must
/// have a dictionary if the file is compressed.
#[test]
fn only_features_that_are_compressed_have_a_dictionary() {
    let positions = master_positions().1;
    let feature = Arc::clone(positions.column_by_name("pawns").unwrap());
    let rows = with_columns(&positions, vec![("white_pawn_attacks", feature)]);
    for (compression, expected) in
        [(setwise_arrow::Compression::Zstd(1), true), (setwise_arrow::Compression::None, false)]
    {
        let options = WriteOptions { compression, ..WriteOptions::default() };
        let (_folder, path) = write(Format::Parquet, std::slice::from_ref(&rows), &options);
        let file = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        for column in file.metadata().row_group(0).columns() {
            let name = column.column_path().string();
            let has_dictionary = column.dictionary_page_offset().is_some();
            assert_eq!(has_dictionary, expected && name == "white_pawn_attacks", "{name}, {compression:?}");
        }
    }
}
