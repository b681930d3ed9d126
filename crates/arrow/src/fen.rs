//! Reads positions from arrays of FEN text.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, StringArrayType, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use setwise::{Backend, Color};
use setwise_positions::packed::{LabelRow, Labels};
use setwise_positions::placement::Placement;
use setwise_positions::{BadLine, Columns, Position, Reader, Reason, Rows, Rules, Tail};

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
}

impl FenReader {
    /// Returns a reader for the positions that `rules` accepts.
    #[must_use]
    pub fn new(backend: Backend, rules: Rules) -> Self {
        Self { reader: Reader::new(backend, rules) }
    }

    /// Returns the positions as a `StructArray` with the columns of [`schema`](crate::schema), followed by `labels`: names
    /// of columns that are read by [`LabelRow::of_line`], such as the [`RIGHTS`](setwise_positions::RIGHTS). All columns
    /// are nullable. A row that is null in `fens` is null in the returned array, which `RecordBatch::from` converts to a
    /// batch.
    ///
    /// A null row has a null in each column, but the struct itself is not null. Otherwise the array could not be
    /// converted to a batch.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the array does not contain strings. With [`BadRows::Error`], returns [`Error::Row`]
    /// for the first row that is neither null nor a position.
    pub fn read(&mut self, fens: &dyn Array, bad_rows: BadRows, labels: &[&str]) -> Result<StructArray, Error> {
        let mut columns = Columns::default();
        let mut label_columns = (!labels.is_empty()).then(Labels::default);
        let mut missing = Vec::new();
        let mut first_bad = None;
        self.append(fens, "fen", &mut columns, label_columns.as_mut(), |row, reason| {
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
            insert_empty(&mut columns, label_columns.as_mut(), missing.iter().copied());
            NullBuffer::from(valid)
        });
        let mut fields = schema(Layout::Absolute).fields().to_vec();
        let mut arrays = arrays(columns, nulls.as_ref());
        if let Some(columns) = &label_columns {
            fields.extend(labels.iter().map(|name| label_field(name)));
            arrays.extend(labels.iter().map(|name| label_array(columns, name, nulls.as_ref())));
        }
        let fields: Fields = fields.iter().map(|field| field.as_ref().clone().with_nullable(true)).collect();
        Ok(StructArray::new(fields, arrays, None))
    }

    /// Appends the positions of an array to columns, and their rights and counters to `labels` if given. Calls `bad` for
    /// each row that is null or not a position, in order. Such a row is skipped and reading continues. Error messages
    /// use `name` as the name of the array.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Type`] if the array does not contain strings.
    pub fn append(
        &mut self,
        fens: &dyn Array,
        name: &str,
        columns: &mut Columns,
        labels: Option<&mut Labels>,
        bad: impl FnMut(usize, BadRow),
    ) -> Result<(), Error> {
        columns.reserve(fens.len());
        match fens.data_type() {
            DataType::Utf8 => self.append_strings(fens.as_string::<i32>(), columns, labels, bad),
            DataType::LargeUtf8 => self.append_strings(fens.as_string::<i64>(), columns, labels, bad),
            DataType::Utf8View => self.append_strings(fens.as_string_view(), columns, labels, bad),
            found => return Err(not_text(name, found)),
        }
        Ok(())
    }

    fn append_strings<'a>(
        &mut self,
        fens: impl StringArrayType<'a> + Copy,
        columns: &mut Columns,
        labels: Option<&mut Labels>,
        mut bad: impl FnMut(usize, BadRow),
    ) {
        let (mut found, mut bad_lines) = (Vec::new(), Vec::new());
        // The reader skips empty lines and counts them, so the number of a line is that of its row.
        let lines = fens.iter().enumerate().map(|(row, text)| {
            line_of(text).unwrap_or_else(|reason| {
                found.push((row, reason));
                &[]
            })
        });
        self.reader.append_lines(lines, 0, columns, labels, |line| bad_lines.push(line));
        found.extend(bad_lines.into_iter().map(|BadLine { line: row, reason, .. }| {
            let has_line_feed = fens.value(row).contains('\n');
            (row, if has_line_feed { BadRow::LineFeed } else { BadRow::Bad(reason) })
        }));
        found.sort_by_key(|(row, _)| *row);
        found.into_iter().for_each(|(row, reason)| bad(row, reason));
    }
}

/// Returns the text of a row as a line. Returns an error if the row is null, or if a reader of lines would skip it or
/// remove a line feed from one of its ends.
fn line_of(text: Option<&str>) -> Result<&[u8], BadRow> {
    let text = text.ok_or(BadRow::Null)?.as_bytes();
    if text.first().is_some_and(|byte| *byte > b'#') && text.last().is_some_and(|byte| *byte > b' ') {
        return Ok(text);
    }
    match text.trim_ascii() {
        _ if text.contains(&b'\n') => Err(BadRow::LineFeed),
        [] => Err(BadRow::Empty),
        [b'#', ..] => Err(BadRow::Comment),
        _ => Ok(text),
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
