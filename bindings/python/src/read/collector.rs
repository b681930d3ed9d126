//! Collects positions in columns for the readers of text, and handles lines and rows that are not positions. Also
//! defines the arguments `on_bad` and `rules`, which all readers share.

use numpy::{Element, IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use setwise::Color;
use setwise_positions::placement::Placement;
use setwise_positions::{BadLine, Columns, Position, Reader, Rights, RightsRow, Rules, lines, read_line};

use crate::backend;

/// How a line or row that is not a position is handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnBad {
    /// An error is returned.
    Raise,
    /// The line or row is skipped.
    Skip,
    /// The line or row becomes an empty board that is marked as null.
    Null,
}

impl<'py> FromPyObject<'_, 'py> for OnBad {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        choice(object, "on_bad", [("raise", Self::Raise), ("skip", Self::Skip), ("null", Self::Null)])
    }
}

/// The argument `rules`, which chooses the rules that positions must satisfy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RulesArgument(pub(super) Rules);

impl<'py> FromPyObject<'_, 'py> for RulesArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let all = [("chess", Rules::Chess), ("any_kings", Rules::AnyKings), ("any_pieces", Rules::AnyPieces)];
        choice(object, "rules", all).map(Self)
    }
}

/// Returns the value in `all` whose name is equal to the argument. Returns an error if no name is equal to it.
fn choice<T: Copy>(object: Borrowed<'_, '_, PyAny>, argument: &str, all: [(&str, T); 3]) -> PyResult<T> {
    let text: String = object.extract()?;
    all.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
        let [a, b, c] = all.map(|(name, _)| name);
        PyValueError::new_err(format!("{argument} must be '{a}', '{b}' or '{c}', not '{text}'"))
    })
}

/// Reads lines and rows into columns.
pub(super) struct Collector {
    reader: Reader,
    rules: Rules,
    on_bad: OnBad,
    columns: Columns,
    /// The castling rights and en passant squares, if they are wanted.
    rights: Option<Rights>,
    /// The indices of the null positions, in ascending order.
    nulls: Vec<usize>,
    /// The error message for the first bad line or row.
    failure: Option<String>,
}

/// Eight arrays of sets, an array that says whether it is White's turn, an array that says which rows are not null, and
/// the labels by name. The array of rows is `None` if no row is null. The labels are the rights, or there are none.
pub(crate) type Arrays<'py> = (
    Vec<Bound<'py, PyArray1<u64>>>,
    Bound<'py, PyArray1<bool>>,
    Option<Bound<'py, PyArray1<bool>>>,
    Bound<'py, PyDict>,
);

impl Collector {
    /// With `rights`, castling rights and en passant squares are collected too.
    pub(super) fn new(on_bad: OnBad, RulesArgument(rules): RulesArgument, rights: bool) -> Self {
        let reader = Reader::new(backend::current(), rules);
        let (columns, rights) = (Columns::default(), rights.then(Rights::default));
        Self { reader, rules, on_bad, columns, rights, nulls: Vec::new(), failure: None }
    }

    /// Appends the positions in a text of complete lines. `first` is the number of the first line. Returns the number
    /// of the line after the text.
    pub(super) fn append_text(&mut self, text: &[u8], first: usize, source: &str) -> usize {
        let old = self.columns.len();
        let mut bad: Option<BadLine> = None;
        let found = |line| {
            bad.get_or_insert(line);
        };
        let next = self.reader.append_with(text, first, &mut self.columns, self.rights.as_mut(), found);
        match (bad, self.on_bad) {
            (None, _) | (_, OnBad::Skip) => (),
            (Some(bad @ BadLine { line, .. }), OnBad::Raise) => {
                let text = lines(text, first).find(|(number, _)| *number == line).map_or(&b""[..], |(_, text)| text);
                self.fail(format!("{source}{bad}: {}", shown(text)));
            }
            // The lines are read again, one by one, so that nulls are stored in the places of the bad lines.
            (Some(_), OnBad::Null) => {
                self.truncate(old);
                lines(text, first).for_each(|(_, line)| self.push(Some(line)));
            }
        }
        next
    }

    /// Appends the positions in rows, which may be null. `first` is the number of the first row.
    pub(super) fn append_rows(&mut self, rows: &[Option<&[u8]>], first: usize) {
        let old = self.columns.len();
        let mut bad: Option<BadLine> = None;
        // A null row is read as an empty line. The reader counts empty lines and comments, but does not report them as
        // bad.
        let lines = rows.iter().map(|row| row.unwrap_or_default());
        let found = |line| {
            bad.get_or_insert(line);
        };
        self.reader.append_lines(lines, first, &mut self.columns, self.rights.as_mut(), found);
        match self.on_bad {
            OnBad::Skip => (),
            // Nothing needs to be handled, because every row was a position.
            OnBad::Raise | OnBad::Null if self.columns.len() - old == rows.len() => (),
            OnBad::Raise => {
                let mut numbered = rows.iter().zip(first..);
                let empty = numbered.find_map(|(row, number)| Some((number, without_position(*row)?)));
                match (bad, empty) {
                    (Some(BadLine { line, reason, .. }), empty) if empty.is_none_or(|(number, _)| line <= number) => {
                        let text = rows[line - first].unwrap_or_default();
                        self.fail(format!("row {line}: {reason}: {}", shown(text)));
                    }
                    (_, Some((number, reason))) => self.fail(format!("row {number}: {reason}")),
                    (_, None) => unreachable!("a row that is not a position is bad or has none"),
                }
            }
            OnBad::Null => {
                self.truncate(old);
                rows.iter().for_each(|row| self.push(row.map(<[u8]>::trim_ascii)));
            }
        }
    }

    /// Appends the position in a line. If there is no line, or if it is not a position, appends an empty board that is
    /// marked as null.
    fn push(&mut self, line: Option<&[u8]>) {
        let reads_rights = self.rights.is_some();
        let read = line.and_then(|line| {
            let position = read_line(line, self.rules).ok()?;
            let rights = if reads_rights { RightsRow::read(line, &position.placement).ok()? } else { RightsRow::NONE };
            Some((position, rights))
        });
        if read.is_none() {
            self.nulls.push(self.columns.len());
        }
        let empty = Position { placement: Placement::default(), side_to_move: Color::White };
        let (position, rights) = read.unwrap_or((empty, RightsRow::NONE));
        self.columns.push(&position);
        if let Some(column) = &mut self.rights {
            column.push(&rights);
        }
    }

    /// Removes all positions after the first `len`.
    fn truncate(&mut self, len: usize) {
        self.columns.truncate(len);
        if let Some(rights) = &mut self.rights {
            rights.truncate(len);
        }
    }

    fn fail(&mut self, message: String) {
        self.failure.get_or_insert(message);
    }

    /// Runs the handlers of pending signals. Returns an error if a handler raised an exception, or if a bad line or row
    /// has been recorded as a failure.
    pub(super) fn check(&mut self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        self.failure.take().map_or(Ok(()), |message| Err(PyValueError::new_err(message)))
    }

    /// Returns the columns as arrays, without copying the words.
    pub(super) fn into_arrays(self, py: Python<'_>) -> PyResult<Arrays<'_>> {
        let valid = (!self.nulls.is_empty()).then(|| {
            let mut valid = vec![true; self.columns.len()];
            self.nulls.iter().for_each(|&null| valid[null] = false);
            valid.into_pyarray(py)
        });
        let (words, white_to_move) = arrays(py, self.columns);
        let labels = PyDict::new(py);
        if let Some(Rights { unmoved_rooks, en_passant }) = self.rights {
            add(&labels, "unmoved_rooks", unmoved_rooks)?;
            add(&labels, "en_passant", en_passant)?;
        }
        Ok((words, white_to_move, valid, labels))
    }
}

/// Adds a column to the dict as an array. Frees the unused capacity of the column first.
pub(super) fn add<T: Element>(columns: &Bound<'_, PyDict>, name: &str, mut column: Vec<T>) -> PyResult<()> {
    column.shrink_to_fit();
    columns.set_item(name, column.into_pyarray(columns.py()))
}

/// Returns columns as arrays, without copying the words.
pub(super) fn arrays(py: Python<'_>, columns: Columns) -> (Vec<Bound<'_, PyArray1<u64>>>, Bound<'_, PyArray1<bool>>) {
    let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move } = columns;
    let words = [pawns, knights, bishops, rooks, queens, kings, white, black].map(|mut column| {
        column.shrink_to_fit();
        column.into_pyarray(py)
    });
    let white_to_move: Vec<bool> = side_to_move.into_iter().map(|side| side == Color::White).collect();
    (words.into(), white_to_move.into_pyarray(py))
}

/// Returns an error message if a row is null, blank or a comment, and `None` otherwise. In a text, blank lines and
/// comments are skipped. In a list, such a row is a bad row, because skipping it would shift all later positions.
fn without_position(row: Option<&[u8]>) -> Option<&'static str> {
    match row.map(<[u8]>::trim_ascii) {
        None => Some("the row is null"),
        Some([]) => Some("the row is blank, expected a position"),
        Some([b'#', ..]) => Some("the row is a comment, expected a position"),
        Some(_) => None,
    }
}

/// Returns the beginning of a line as text for an error message.
fn shown(line: &[u8]) -> String {
    const MOST: usize = 100;
    let text = String::from_utf8_lossy(&line[..line.len().min(MOST)]);
    let text = text.escape_debug();
    if line.len() > MOST { format!("'{text}...'") } else { format!("'{text}'") }
}
