//! Collects positions in columns for the readers of text, and handles lines and rows that are not positions. Also
//! defines the arguments `on_bad` and `rules`, which all readers share.

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::Color;
use setwise_positions::placement::Placement;
use setwise_positions::{BadLine, Columns, Position, Reader, Rules, lines, read_line};

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
    /// The indices of the null positions, in ascending order.
    nulls: Vec<usize>,
    /// The error message for the first bad line or row.
    failure: Option<String>,
}

/// Eight arrays of sets, an array that says whether it is White's turn, and an array that says which rows are not null.
/// The last array is `None` if no row is null.
pub(crate) type Arrays<'py> =
    (Vec<Bound<'py, PyArray1<u64>>>, Bound<'py, PyArray1<bool>>, Option<Bound<'py, PyArray1<bool>>>);

impl Collector {
    pub(super) fn new(on_bad: OnBad, RulesArgument(rules): RulesArgument) -> Self {
        let reader = Reader::new(backend::current(), rules);
        Self { reader, rules, on_bad, columns: Columns::default(), nulls: Vec::new(), failure: None }
    }

    /// Appends the positions in a text of complete lines. `first` is the number of the first line. Returns the number
    /// of the line after the text.
    pub(super) fn append_text(&mut self, text: &[u8], first: usize, source: &str) -> usize {
        let old = self.columns.len();
        let mut bad: Option<BadLine> = None;
        let next = self.reader.append(text, first, &mut self.columns, |line| {
            bad.get_or_insert(line);
        });
        match (bad, self.on_bad) {
            (None, _) | (_, OnBad::Skip) => (),
            (Some(BadLine { line, reason }), OnBad::Raise) => {
                let text = lines(text, first).find(|(number, _)| *number == line).map_or(&b""[..], |(_, text)| text);
                self.fail(format!("{source}{line}: {reason}: {}", shown(text)));
            }
            // The lines are read again, one by one, so that nulls are stored in the places of the bad lines.
            (Some(_), OnBad::Null) => {
                self.columns.truncate(old);
                lines(text, first).for_each(|(_, line)| self.push(read_line(line, self.rules).ok()));
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
        self.reader.append_lines(lines, first, &mut self.columns, |line| {
            bad.get_or_insert(line);
        });
        match self.on_bad {
            OnBad::Skip => (),
            // Nothing needs to be handled, because every row was a position.
            OnBad::Raise | OnBad::Null if self.columns.len() - old == rows.len() => (),
            OnBad::Raise => {
                let mut numbered = rows.iter().zip(first..);
                let empty = numbered.find_map(|(row, number)| Some((number, without_position(*row)?)));
                match (bad, empty) {
                    (Some(BadLine { line, reason }), empty) if empty.is_none_or(|(number, _)| line <= number) => {
                        let text = rows[line - first].unwrap_or_default();
                        self.fail(format!("row {line}: {reason}: {}", shown(text)));
                    }
                    (_, Some((number, reason))) => self.fail(format!("row {number}: {reason}")),
                    (_, None) => unreachable!("a row that is not a position is bad or has none"),
                }
            }
            OnBad::Null => {
                self.columns.truncate(old);
                for row in rows {
                    self.push(row.and_then(|row| read_line(row.trim_ascii(), self.rules).ok()));
                }
            }
        }
    }

    /// Appends a position, or an empty board that is marked as null.
    fn push(&mut self, position: Option<Position>) {
        if position.is_none() {
            self.nulls.push(self.columns.len());
        }
        let empty = Position { placement: Placement::default(), side_to_move: Color::White };
        self.columns.push(&position.unwrap_or(empty));
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
    pub(super) fn into_arrays(self, py: Python<'_>) -> Arrays<'_> {
        let valid = (!self.nulls.is_empty()).then(|| {
            let mut valid = vec![true; self.columns.len()];
            self.nulls.iter().for_each(|&null| valid[null] = false);
            valid.into_pyarray(py)
        });
        let (words, white_to_move) = arrays(py, self.columns);
        (words, white_to_move, valid)
    }
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
