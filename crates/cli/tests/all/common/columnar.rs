//! Parquet and Arrow files, written and read with the library.

use std::fs::File;

use arrow_array::RecordBatch;
use setwise_arrow::{ColumnSelection, Format, Input, ReadOptions, WriteOptions, Writer};
use setwise_testkit::games::master_fens;
use tempfile::TempDir;

use super::{folder_with, path_in};

/// Returns a folder with a file of games, and its path.
pub(crate) fn games(positions: usize) -> (TempDir, String) {
    let lines: Vec<String> = master_fens().into_iter().cycle().take(positions).collect();
    let folder = folder_with(&[("games.fen", (lines.join("\n") + "\n").as_bytes())]);
    let path = path_in(&folder, "games.fen");
    (folder, path)
}

pub(crate) fn open(file: &str) -> Input {
    let format = if file.ends_with(".arrow") { Format::Arrow } else { Format::Parquet };
    Input::open(
        format,
        File::open(file).unwrap(),
        &ReadOptions { others: ColumnSelection::All, ..ReadOptions::default() },
    )
    .unwrap()
}

/// Returns the rows of a file.
pub(crate) fn rows(file: &str) -> Vec<RecordBatch> {
    let input = open(file);
    let mut reader = input.reader(File::open(file).unwrap()).unwrap();
    let mut rows = Vec::new();
    for group in 0..input.row_groups() {
        rows.extend(reader.batches(group).unwrap().map(|batch| batch.unwrap().rows));
    }
    rows
}

/// Writes rows to a file, as another program could.
pub(crate) fn write(format: Format, file: &str, rows: &RecordBatch) {
    let mut writer =
        Writer::new(format, File::create(file).unwrap(), &rows.schema(), &WriteOptions::default()).unwrap();
    writer.write(rows).unwrap();
    writer.finish().unwrap();
}
