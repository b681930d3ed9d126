//! The property: a file is accepted if its version is missing or supported, and if it has the columns of
//! `docs/columns.md`. The columns may be in any order, and any program may have written the file. If a file is
//! rejected, the error is about the version, or names the first column that is missing or has the wrong type. If a row
//! is not a position, or if its score does not fit into 16 bits, the row is reported with its number. Reading a damaged
//! file returns either an error message of one line or rows that are positions.

use std::fs::File;
use std::io::{Seek, Write};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int32Array, Int64Array, RecordBatch, StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use setwise_arrow::{Batch, ColumnSelection, Error, Format, Input, ReadOptions, SCHEMA_KEY};
use setwise_positions::Rules;

/// The columns of the absolute layout, in the order of the documentation.
const ABSOLUTE: [&str; 9] =
    ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black", "white_to_move"];
/// The columns of the relative layout, from the point of view of the side to move.
const RELATIVE: [&str; 8] = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "own", "their"];
/// The name of a column of labels. The labels may have any integer type.
const SCORE: &str = "score";
/// A position with the kings on e1 and e8 and a white knight on b1.
const ROW: [u64; 9] = [0, 2, 0, 0, 0, 1 << 4 | 1 << 60, 2 | 1 << 4, 1 << 60, 1];

/// Checks the property for any bytes. The bytes determine how a table of positions is changed before it is written, and
/// how the file is changed afterwards.
pub(crate) fn check(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let mut next = || bytes.next().unwrap_or(0);
    let (mut table, options) = (Table::new(next() & 1 != 0, usize::from(next() % 20)), next());
    for _ in 0..next() % 16 {
        table.change([next(), next(), next(), next()]);
    }
    let rules = Rules::ALL[usize::from(options >> 6) % 3];
    let group = usize::from(options & 15) + 5;
    let damage: Vec<u8> = bytes.collect();
    for format in [Format::Parquet, Format::Arrow] {
        let mut file = table.file(format, group);
        for (skip_bad, others) in [
            (false, ColumnSelection::All),
            (true, ColumnSelection::All),
            (false, ColumnSelection::Listed(vec![SCORE])),
            (true, ColumnSelection::Listed(vec![SCORE])),
        ] {
            let read_options = ReadOptions { rules, skip_bad, others, rows_per_batch: 5, ..ReadOptions::default() };
            let found = read(format, &file, &read_options).map(|batches| outcome(&batches, group));
            table.check(&found, &read_options, group);
        }
        if !damage.is_empty() {
            file = damaged(file, &damage);
            let others = ColumnSelection::Listed(vec![SCORE]);
            let read_options = ReadOptions { rules, skip_bad: options & 16 != 0, others, ..ReadOptions::default() };
            if let Ok(batches) = read(format, &file, &read_options) {
                let are_positions = outcome(&batches, 1).0.iter().all(|row| is_position(row, rules));
                assert!(are_positions, "a damaged file with rows that are no positions");
            }
        }
    }
}

/// A column of a table. Each word is converted to a value of `data_type`.
struct Column {
    name: &'static str,
    data_type: DataType,
    words: Vec<Option<u64>>,
}

struct Table {
    columns: Vec<Column>,
    version: Option<&'static str>,
}

/// The sets of each row that is a position, and the indices of the other rows. An index counts from the first row of
/// the file.
type Outcome = (Vec<[u64; 8]>, Vec<usize>);

impl Table {
    fn new(relative: bool, rows: usize) -> Self {
        let names: &[&str] = if relative { &RELATIVE } else { &ABSOLUTE };
        let column = |(name, word): (&&'static str, u64)| {
            let data_type = if *name == "white_to_move" { DataType::Boolean } else { DataType::UInt64 };
            Column { name, data_type, words: vec![Some(word); rows] }
        };
        let score = Column { name: SCORE, data_type: DataType::Int64, words: vec![Some(0); rows] };
        Self { columns: names.iter().zip(ROW).map(column).chain([score]).collect(), version: Some("1") }
    }

    /// Removes, renames or moves a column, changes its type or one of its words, or changes the version of the table.
    fn change(&mut self, [what, column, place, value]: [u8; 4]) {
        let len = self.columns.len();
        if len == 0 {
            return;
        }
        let column_number = usize::from(column) % len;
        let column = &mut self.columns[column_number];
        let place = usize::from(place) % column.words.len().max(1);
        let types =
            [DataType::UInt64, DataType::Int64, DataType::Boolean, DataType::Int32, DataType::Float64, DataType::Utf8];
        match what % 8 {
            0 => drop(self.columns.remove(column_number)),
            1 => column.name = [&ABSOLUTE[..], &RELATIVE[6..], &[SCORE]].concat()[usize::from(value) % 12],
            2 => column.data_type = types[usize::from(value) % types.len()].clone(),
            3 => self.columns.swap(column_number, usize::from(value) % len),
            4 => self.version = [None, Some("0"), Some("2"), Some("3"), Some("x")][usize::from(value) % 5],
            5 => column.words.iter_mut().skip(place).take(1).for_each(|word| *word = None),
            _ => {
                let changed = |word: &mut Option<u64>| *word = word.map(|word| word ^ 1 << (value % 64));
                column.words.iter_mut().skip(place).take(1).for_each(changed);
            }
        }
    }

    fn file(&self, format: Format, group: usize) -> File {
        let field = |column: &Column| Field::new(column.name, column.data_type.clone(), column.words.contains(&None));
        let metadata = self.version.iter().map(|version| (SCHEMA_KEY.to_string(), version.to_string())).collect();
        let schema = Arc::new(Schema::new_with_metadata(self.columns.iter().map(field).collect::<Vec<_>>(), metadata));
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(self.rows()));
        let arrays = self.columns.iter().map(Column::array).collect();
        let rows = RecordBatch::try_new_with_options(Arc::clone(&schema), arrays, &options).expect("equal lengths");
        let mut file = tempfile::tempfile().expect("a file");
        match format {
            Format::Parquet => {
                let properties = WriterProperties::builder().set_max_row_group_row_count(Some(group)).build();
                let mut writer = ArrowWriter::try_new(&mut file, schema, Some(properties)).expect("a schema");
                writer.write(&rows).expect("rows of the schema");
                writer.close().expect("a file");
            }
            Format::Arrow => {
                let mut writer = arrow_ipc::writer::FileWriter::try_new(&mut file, &schema).expect("a schema");
                for start in (0..self.rows()).step_by(group) {
                    writer.write(&rows.slice(start, group.min(self.rows() - start))).expect("rows of the schema");
                }
                writer.finish().expect("a file");
            }
        }
        file
    }

    fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.words.len())
    }

    /// Checks that reading the file of this table returned the rows, or the error, that follow from the table's
    /// columns.
    fn check(&self, found: &Result<Outcome, Error>, read_options: &ReadOptions, group: usize) {
        let has = |name| self.columns.iter().any(|column| column.name == name);
        let relative = (has("own") || has("their")) && !has("white") && !has("black");
        let names: &[&str] = if relative { &RELATIVE } else { &ABSOLUTE };
        if matches!(self.version, Some("3" | "x")) {
            assert!(matches!(found, Err(Error::Version(_))), "{found:?}");
            return;
        }
        let mut columns = Vec::new();
        for name in names {
            let Some(column) = self.columns.iter().find(|column| column.name == *name) else {
                assert!(matches!(found, Err(Error::Missing { name: missing, .. }) if missing == name), "{found:?}");
                return;
            };
            let boolean = column.data_type == DataType::Boolean;
            let set = matches!(column.data_type, DataType::UInt64 | DataType::Int64);
            if if *name == "white_to_move" { !boolean } else { !set } {
                assert!(matches!(found, Err(Error::Type { name: wrong, .. }) if wrong == name), "{found:?}");
                return;
            }
            columns.push(column);
        }
        let reads_score = matches!(read_options.others, ColumnSelection::Listed(_));
        let score = self.columns.iter().find(|column| column.name == SCORE && reads_score);
        if score.is_some_and(|score| score.integer(0).is_none()) {
            assert!(matches!(found, Err(Error::Type { name: wrong, .. }) if wrong == SCORE), "{found:?}");
            return;
        }
        let row = |n: usize| -> Option<[u64; 8]> {
            if score.is_some_and(|score| score.words[n].is_some_and(|word| !score.fits(word))) {
                return None;
            }
            let words: Option<Vec<u64>> = columns.iter().map(|column| column.words[n]).collect();
            let sets = words?.first_chunk::<8>().copied()?;
            is_position(&sets, read_options.rules).then_some(sets)
        };
        let rows: Vec<Option<[u64; 8]>> = (0..self.rows()).map(row).collect();
        let bad: Vec<usize> = (0..rows.len()).filter(|n| rows[*n].is_none()).collect();
        match (found, bad.first()) {
            (Err(Error::Row { row_group, row, .. }), Some(first)) if !read_options.skip_bad => {
                assert_eq!((*row_group, *row), (Some(first / group), first % group));
            }
            (Ok(found), first) if read_options.skip_bad || first.is_none() => {
                assert_eq!(*found, (rows.into_iter().flatten().collect(), bad));
            }
            _ => panic!("{found:?}, bad rows {bad:?}"),
        }
    }
}

impl Column {
    /// Returns the integer for a word, or `None` if the column does not contain integers.
    fn integer(&self, word: u64) -> Option<i128> {
        Some(match self.data_type {
            DataType::UInt64 => word.into(),
            DataType::Int64 => word.cast_signed().into(),
            DataType::Int32 => (word as i32).into(),
            _ => return None,
        })
    }

    /// Returns whether the integer for a word fits into 16 bits.
    fn fits(&self, word: u64) -> bool {
        self.integer(word).is_some_and(|number| (-0x8000..0x8000).contains(&number))
    }

    fn array(&self) -> ArrayRef {
        let words = self.words.iter().copied();
        match self.data_type {
            DataType::UInt64 => Arc::new(words.collect::<UInt64Array>()),
            DataType::Int64 => Arc::new(words.map(|word| word.map(u64::cast_signed)).collect::<Int64Array>()),
            DataType::Boolean => Arc::new(words.map(|word| word.map(|word| word & 1 != 0)).collect::<BooleanArray>()),
            DataType::Int32 => Arc::new(words.map(|word| word.map(|word| word as i32)).collect::<Int32Array>()),
            DataType::Float64 => Arc::new(words.map(|word| word.map(|word| word as f64)).collect::<Float64Array>()),
            _ => Arc::new(words.map(|word| word.map(|word| word.to_string())).collect::<StringArray>()),
        }
    }
}

/// Returns whether the sets form a valid position. Checks each square separately, and counts the kings.
fn is_position(sets: &[u64; 8], rules: Rules) -> bool {
    let (kinds, sides) = sets.split_at(6);
    let on = |sets: &[u64], square: usize| sets.iter().filter(|set| **set >> square & 1 != 0).count();
    let squares = (0..64).all(|square| {
        let pawn_may_be_here = rules == Rules::AnyPieces || (8..56).contains(&square);
        matches!((on(kinds, square), on(sides, square)), (0, 0) | (1, 1))
            && (pawn_may_be_here || kinds[0] >> square & 1 == 0)
    });
    let kings = |side: u64| (0..64).filter(|square| kinds[5] >> square & side >> square & 1 != 0).count();
    squares && (rules != Rules::Chess || sides.iter().all(|side| kings(*side) == 1))
}

/// Reads a whole file. Checks that the message of an error is one line.
fn read(format: Format, file: &File, read_options: &ReadOptions) -> Result<Vec<(usize, Batch)>, Error> {
    let again = || file.try_clone().expect("an open file");
    let all = || {
        let input = Input::open(format, again(), read_options)?;
        let mut groups = input.reader(again())?;
        let mut batches = Vec::new();
        for group in 0..input.row_groups() {
            for batch in groups.batches(group)? {
                batches.push((group, batch?));
            }
        }
        Ok(batches)
    };
    let result: Result<_, Error> = all();
    if let Err(error) = &result {
        let message = error.to_string();
        assert!(!message.is_empty() && !message.contains('\n'), "{message}");
    }
    result
}

/// Returns the rows of the batches, and the indices of the skipped rows. Every row group except the last has `group`
/// rows.
fn outcome(batches: &[(usize, Batch)], group: usize) -> Outcome {
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for (number, batch) in batches {
        let column = |n: usize| batch.rows.column(n).as_primitive::<UInt64Type>();
        rows.extend((0..batch.rows.num_rows()).map(|row| std::array::from_fn(|n| column(n).value(row))));
        skipped.extend(batch.skipped.iter().map(|(row, _)| number * group + row));
    }
    (rows, skipped)
}

/// Returns a copy of a file with changed bytes. Each group of three bytes of `damage` selects one byte by its distance
/// from the end of the file, and the bits to change in this byte. If one or two bytes of `damage` are left over, the
/// copy is shortened by as many bytes.
fn damaged(mut file: File, damage: &[u8]) -> File {
    let mut bytes = Vec::new();
    file.rewind().and_then(|()| std::io::Read::read_to_end(&mut file, &mut bytes)).expect("a file");
    let (changes, rest) = damage.as_chunks::<3>();
    for [low, high, change] in changes {
        let place = bytes.len().saturating_sub(1 + usize::from(u16::from_le_bytes([*low, *high])) % bytes.len().max(1));
        bytes[place] ^= change;
    }
    bytes.truncate(bytes.len() - rest.len());
    let mut damaged = tempfile::tempfile().expect("a file");
    damaged.write_all(&bytes).expect("a file");
    damaged
}
