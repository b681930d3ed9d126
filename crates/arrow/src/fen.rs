//! Reads positions from arrays of FEN text.
//!
//! The reader of `setwise-positions` reads blocks of lines that end with line feeds, but rows of an array have no line
//! feeds. Therefore the rows of a chunk are first joined into one text, with a line feed after each row. The buffer of
//! this text is reused and stays in the first-level cache:
//!
//! ```text
//! rows    | 8/8/... w | null | 7k/... x | # ... |
//! text    8/8/... w \n 7k/... x \n # ... \n
//! reader  position      bad line   skipped
//! ```
//!
//! Copying a row takes much less time than reading it. Rows need not be checked before they are read. Two conditions,
//! checked afterwards, show whether each row was read as exactly one line:
//!
//! - The number of lines equals the number of rows that are not null. Otherwise a row contains a line feed.
//! - The number of positions plus the number of bad lines equals the number of lines. Otherwise a row that is blank or
//!   a comment was skipped.
//!
//! If one of these conditions does not hold, the rows of the chunk are read again, one by one.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, StringArrayType, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use setwise::{Backend, Color};
use setwise_positions::packed::{LabelRow, Labels};
use setwise_positions::placement::Placement;
use setwise_positions::{BadLine, Columns, Position, RIGHTS, Reader, Reason, Rows, Rules, Tail, read_line};

use crate::columns::{field, schema};
use crate::positions::{arrays, label_array};
use crate::{BadRow, COLUMNS, Error, Layout};

/// How a row that is not a position is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BadRows {
    /// An error is returned, with the row and the reason.
    #[default]
    Error,
    /// The row becomes null.
    Null,
}

/// Reads arrays of FEN text: `StringArray`, `LargeStringArray` or `StringViewArray`.
///
/// A row must be one position, written like a line for [`Reader`] but without a line end. An empty text, a comment and
/// a text with a line feed are not positions.
#[derive(Debug, Clone)]
pub struct FenReader {
    reader: Reader,
    rules: Rules,
    /// The rows of a chunk, each followed by a line feed.
    text: Vec<u8>,
}

/// The number of rows in a chunk, which is a multiple of the number of rows in a block of the reader. The text of a
/// chunk fits into the first-level cache.
const CHUNK: usize = 256;

impl FenReader {
    /// Returns a reader for the positions that `rules` accepts.
    #[must_use]
    pub fn new(backend: Backend, rules: Rules) -> Self {
        Self { reader: Reader::new(backend, rules), rules, text: Vec::new() }
    }

    /// Returns the positions as a `StructArray` with the columns of [`schema`](crate::schema). All columns are
    /// nullable. A row that is null in `fens` is null in the returned array, which `RecordBatch::from` converts to a
    /// batch.
    ///
    /// A null row has a null in each column, but the struct itself is not null. Otherwise the array could not be
    /// converted to a batch.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the array does not contain strings. With [`BadRows::Error`], returns [`Error::Row`]
    /// for the first row that is neither null nor a position.
    pub fn read(&mut self, fens: &dyn Array, bad_rows: BadRows) -> Result<StructArray, Error> {
        self.read_columns(fens, bad_rows, None)
    }

    /// Works like [`read`](Self::read), and adds the columns `unmoved_rooks` and `en_passant`, on which the number of
    /// legal moves depends. They are read by [`LabelRow::of_line`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`read`](Self::read).
    pub fn read_with_rights(&mut self, fens: &dyn Array, bad_rows: BadRows) -> Result<StructArray, Error> {
        self.read_columns(fens, bad_rows, Some(Labels::default()))
    }

    fn read_columns(
        &mut self,
        fens: &dyn Array,
        bad_rows: BadRows,
        mut labels: Option<Labels>,
    ) -> Result<StructArray, Error> {
        let mut columns = Columns::default();
        let mut missing = Vec::new();
        let mut first_bad = None;
        self.append_columns(fens, "fen", &mut columns, labels.as_mut(), |row, reason| {
            missing.push(row);
            if reason != BadRow::Null {
                first_bad.get_or_insert((row, reason));
            }
        })?;
        if let (Some((row, reason)), BadRows::Error) = (first_bad, bad_rows) {
            return Err(Error::Row { row_group: None, row, reason });
        }
        let nulls = (!missing.is_empty()).then(|| {
            let mut valid = vec![true; fens.len()];
            missing.iter().for_each(|&row| valid[row] = false);
            insert_empty(&mut columns, labels.as_mut(), missing.iter().copied());
            NullBuffer::from(valid)
        });
        let mut fields = schema(Layout::Absolute).fields().to_vec();
        let mut arrays = arrays(columns, nulls.as_ref());
        if let Some(labels) = &labels {
            fields.extend(RIGHTS.map(label_field));
            arrays.extend(RIGHTS.map(|name| label_array(labels, name, nulls.as_ref())));
        }
        let fields: Fields = fields.iter().map(|field| field.as_ref().clone().with_nullable(true)).collect();
        Ok(StructArray::new(fields, arrays, None))
    }

    /// Appends the positions of an array to columns. Calls `bad` for each row that is null or not a position, in order.
    /// Such a row is skipped and reading continues. Error messages use `name` as the name of the array.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the array does not contain strings.
    pub fn append(
        &mut self,
        fens: &dyn Array,
        name: &str,
        columns: &mut Columns,
        bad: impl FnMut(usize, BadRow),
    ) -> Result<(), Error> {
        self.append_columns(fens, name, columns, None, bad)
    }

    /// Works like [`append`](Self::append), and also appends the rights and the counters if they are wanted.
    pub(crate) fn append_columns(
        &mut self,
        fens: &dyn Array,
        name: &str,
        columns: &mut Columns,
        labels: Option<&mut Labels>,
        mut bad: impl FnMut(usize, BadRow),
    ) -> Result<(), Error> {
        columns.reserve(fens.len());
        match fens.data_type() {
            DataType::Utf8 => self.append_strings(fens.as_string::<i32>(), columns, labels, &mut bad),
            DataType::LargeUtf8 => self.append_strings(fens.as_string::<i64>(), columns, labels, &mut bad),
            DataType::Utf8View => self.append_strings(fens.as_string_view(), columns, labels, &mut bad),
            found => return Err(not_text(name, found)),
        }
        Ok(())
    }

    fn append_strings<'a>(
        &mut self,
        fens: impl StringArrayType<'a> + Copy,
        columns: &mut Columns,
        mut labels: Option<&mut Labels>,
        bad: &mut impl FnMut(usize, BadRow),
    ) {
        let mut bad_lines = Vec::new();
        for start in (0..fens.len()).step_by(CHUNK) {
            let rows = start..fens.len().min(start + CHUNK);
            let old = columns.len();
            self.text.clear();
            let mut lines = 0;
            for row in rows.clone().filter(|&row| !fens.is_null(row)) {
                self.text.extend_from_slice(fens.value(row).as_bytes());
                self.text.push(b'\n');
                lines += 1;
            }
            bad_lines.clear();
            let push = |bad| bad_lines.push(bad);
            let read = match &mut labels {
                Some(labels) => self.reader.append_with_labels(&self.text, 0, columns, labels, push),
                None => self.reader.append(&self.text, 0, columns, push),
            };
            if read == lines && columns.len() - old + bad_lines.len() == lines {
                report(rows, |row| fens.is_null(row), &bad_lines, bad);
            } else {
                columns.truncate(old);
                if let Some(labels) = &mut labels {
                    labels.truncate(old);
                }
                let text = |row| (!fens.is_null(row)).then(|| fens.value(row));
                append_one_by_one(rows, text, self.rules, columns, labels.as_deref_mut(), bad);
            }
        }
    }
}

/// Returns whether a column of this type can hold FEN text.
pub(crate) fn is_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

/// Returns the error of a column that must contain text.
pub(crate) fn not_text(name: &str, found: &DataType) -> Error {
    Error::Type { name: name.to_string(), expected: "Utf8, LargeUtf8 or Utf8View", found: found.clone() }
}

/// Reports the null rows and the bad lines of a chunk in the order of rows. Line `n` is the `n`th row that is not null,
/// counted from 0.
fn report(
    rows: std::ops::Range<usize>,
    is_null: impl Fn(usize) -> bool,
    bad_lines: &[BadLine],
    bad: &mut impl FnMut(usize, BadRow),
) {
    let (mut line, mut bad_lines) = (0, bad_lines.iter().peekable());
    for row in rows {
        if is_null(row) {
            bad(row, BadRow::Null);
            continue;
        }
        if let Some(found) = bad_lines.next_if(|bad| bad.line == line) {
            bad(row, BadRow::Bad(found.reason));
        }
        line += 1;
    }
}

#[cold]
fn append_one_by_one<'a>(
    rows: std::ops::Range<usize>,
    text: impl Fn(usize) -> Option<&'a str>,
    rules: Rules,
    columns: &mut Columns,
    mut labels: Option<&mut Labels>,
    bad: &mut impl FnMut(usize, BadRow),
) {
    for row in rows {
        let position = match text(row).map(str::as_bytes) {
            None => Err(BadRow::Null),
            Some(text) if text.contains(&b'\n') => Err(BadRow::LineFeed),
            Some(text) => match text.trim_ascii() {
                [] => Err(BadRow::Empty),
                [b'#', ..] => Err(BadRow::Comment),
                // The text is trimmed, so blanks at either end of a row do not count towards the largest length of a
                // line.
                text => read_line(text, rules).map_err(BadRow::Bad).and_then(|position| {
                    let row = labels.is_some().then(|| LabelRow::of_line(text, &position.placement));
                    Ok((position, row.transpose().map_err(BadRow::Bad)?))
                }),
            },
        };
        match position {
            Ok((position, row)) => {
                columns.push(&position);
                labels.iter_mut().zip(row).for_each(|(labels, row)| labels.push(&row));
            }
            Err(reason) => bad(row, reason),
        }
    }
}

/// Calls `found` with the number of each row that has operations other than counters. If one of these operations is a
/// label, the second argument is the reason why the label is not read. The array must contain strings.
pub(crate) fn find_operations(fens: &dyn Array, found: impl FnMut(usize, Option<Reason>)) {
    match fens.data_type() {
        DataType::Utf8 => find_operations_in(fens.as_string::<i32>(), found),
        DataType::LargeUtf8 => find_operations_in(fens.as_string::<i64>(), found),
        _ => find_operations_in(fens.as_string_view(), found),
    }
}

fn find_operations_in<'a>(fens: impl StringArrayType<'a>, mut found: impl FnMut(usize, Option<Reason>)) {
    for (row, text) in fens.iter().enumerate() {
        let text = text.map(str::as_bytes).filter(|text| !has_only_fields(text));
        if let Some(tail) = text.and_then(|text| Tail::read(text).ok()).filter(Tail::has_other_operations) {
            found(row, tail.check_labels().err());
        }
    }
}

/// Returns `true` only if a text has four fields and counters, with single spaces between them. May also return `false`
/// for such a text.
fn has_only_fields(text: &[u8]) -> bool {
    let counters = text.iter().rev().take_while(|byte| matches!(byte, b'0'..=b'9' | b' ')).count();
    let fields = &text[..text.len() - counters];
    let has_no_separator = || fields.iter().all(|byte| !matches!(byte, b';' | b'|' | b','));
    matches!(fields, [.., b' ', b'-' | b'a'..=b'h'])
        && fields.iter().filter(|byte| **byte == b' ').count() == 3
        && has_no_separator()
}

/// The labels that are read from the fields after the side to move.
pub(crate) const OF_TEXT: [&str; 4] = ["unmoved_rooks", "en_passant", "halfmove_clock", "fullmove_number"];

/// Returns the field of a label that is read from text.
pub(crate) fn label_field(name: &str) -> Arc<Field> {
    let column = COLUMNS.iter().find(|column| column.name == name).expect("a listed column");
    Arc::new(field(column))
}

/// Inserts empty boards without labels, so that the boards with the indices `rows` are empty afterwards. The indices must
/// be in ascending order.
pub(crate) fn insert_empty(
    columns: &mut Columns,
    labels: Option<&mut Labels>,
    rows: impl ExactSizeIterator<Item = usize> + Clone,
) {
    if let Some(labels) = labels {
        insert(labels, &LabelRow::UNKNOWN, rows.clone());
    }
    let empty = Position { placement: Placement::default(), side_to_move: Color::White };
    insert(columns, &empty, rows);
}

/// Inserts `row` at the indices `at`, which must be in ascending order.
fn insert<R: Rows>(columns: &mut R, row: &R::Row, at: impl ExactSizeIterator<Item = usize>) {
    let read = std::mem::take(columns);
    let len = read.len() + at.len();
    let (mut taken, mut at) = (0, at.peekable());
    for n in 0..len {
        if at.next_if_eq(&n).is_some() {
            columns.push(row);
        } else {
            columns.push(&read.get(taken).expect("a row that is not missing was read"));
            taken += 1;
        }
    }
}
