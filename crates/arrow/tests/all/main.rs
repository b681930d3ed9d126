//! Compares arrays and files with the oracle of the test kit. All tests are in one program, because linking Arrow and
//! Parquet takes longer than running the tests.

mod arrays;
mod damaged;
mod features;
mod fen;
mod files;
mod listed;
mod lists;
#[cfg(feature = "parquet")]
mod others;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{RecordBatch, StringArray};
use setwise_arrow::{BadRows, FenReader, Layout};
use setwise_positions::Rules;
use setwise_testkit::games::master_fens;
use setwise_testkit::positions::Position;

/// Returns the formats that this build can read and write.
fn formats() -> Vec<setwise_arrow::Format> {
    use setwise_arrow::Format::{Arrow, Parquet};
    if cfg!(feature = "parquet") { vec![Parquet, Arrow] } else { vec![Arrow] }
}

/// Returns positions of master games as text and as a batch without nulls.
fn master_positions() -> (Vec<String>, RecordBatch) {
    let fens = master_fens();
    let mut columns = setwise_positions::Columns::default();
    let mut reader = FenReader::new(setwise::auto(), Rules::Chess);
    let array = StringArray::from(fens.clone());
    reader.append(&array, "fen", &mut columns, None, |row, bad| panic!("{row}: {bad}")).unwrap();
    (fens, setwise_arrow::batch(columns))
}

/// Reads rows of FEN text into a batch. Rows that are not positions become null.
fn read(fens: &[Option<&str>], rules: Rules) -> RecordBatch {
    let array = StringArray::from(fens.to_vec());
    FenReader::new(setwise::auto(), rules).read(&array, BadRows::Null, &[]).unwrap().into()
}

fn words<'a>(batch: &'a RecordBatch, name: &str) -> &'a [u64] {
    batch[name].as_primitive::<UInt64Type>().values()
}

/// Checks that row `row` has the sets and the side to move of a FEN line.
fn check_row(batch: &RecordBatch, row: usize, line: &str) {
    let Position { pieces, sides } = Position::from_fen(line).unwrap();
    for (name, expected) in Layout::Absolute.sets().into_iter().zip(pieces.into_iter().chain(sides)) {
        assert_eq!(words(batch, name)[row], expected, "{name} of row {row}: {line}");
    }
    let white = line.split_ascii_whitespace().nth(1) == Some("w");
    assert_eq!(batch["white_to_move"].as_boolean().value(row), white, "row {row}: {line}");
}
