//! Reads packed positions from the records of training data.

use std::mem;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use setwise::Color;
use setwise_positions::Columns;
use setwise_positions::packed::{
    BadRecord, Format, Labels, RecordChunks, Relative, RelativeLabels, bulletformat, marlinformat, viriformat,
};

use super::collector::{OnBad, RulesArgument, add, arrays};
use super::text::PythonFile;
use crate::backend;

/// Eight arrays of sets, an array that says whether it is White's turn, and the labels of the format by name.
type Packed<'py> = (Vec<Bound<'py, PyArray1<u64>>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyDict>);

/// Reads records from an object with a method `read` that returns bytes. Error messages use `name` as the name of the
/// object.
#[pyfunction]
pub(crate) fn read_packed<'py>(
    py: Python<'py>,
    file: Bound<'py, PyAny>,
    name: &str,
    format: &str,
    on_bad: OnBad,
    rules: RulesArgument,
) -> PyResult<Packed<'py>> {
    let format: Format = format.parse().map_err(|error| PyValueError::new_err(format!("'{format}': {error}")))?;
    if on_bad == OnBad::Null {
        return Err(PyValueError::new_err("records cannot be null: on_bad must be 'raise' or 'skip'"));
    }
    let (backend, RulesArgument(rules)) = (backend::current(), rules);
    let (mut columns, mut labels) = (Columns::default(), Labels::default());
    let (mut relative, mut relative_labels) = (Relative::default(), RelativeLabels::default());
    let mut records = RecordChunks::new(format, PythonFile { file: file.unbind(), rest: None });
    let (mut bytes, mut number, mut bad) = (Vec::new(), 1, None::<BadRecord>);
    let mut marlin = marlinformat::Reader::new(backend, rules);
    let mut bullet = bulletformat::Reader::new(backend, rules);
    let mut viri = viriformat::Reader::new(rules);
    while py.detach(|| records.read(&mut bytes))? {
        let found = |record| {
            bad.get_or_insert(record);
        };
        number = py.detach(|| match format {
            Format::Marlinformat => marlin.append(&bytes, number, &mut columns, Some(&mut labels), found),
            Format::Bulletformat => bullet.append(&bytes, number, &mut relative, Some(&mut relative_labels), found),
            Format::Viriformat => viri.append(&bytes, number, &mut columns, Some(&mut labels), found),
            other => unreachable!("{other} has a reader"),
        });
        py.check_signals()?;
        if let (Some(BadRecord { record, reason }), OnBad::Raise) = (&bad, on_bad) {
            return Err(PyValueError::new_err(format!("{name}:{record}: {reason}")));
        }
    }
    let found = PyDict::new(py);
    if format == Format::Bulletformat {
        let RelativeLabels { score, result, extra } = relative_labels;
        columns = with_white_to_move(relative);
        add(&found, "score", score)?;
        add(&found, "result", result)?;
        // The extra bytes become one number, whose lowest byte is the first extra byte.
        add(&found, "extra", extra.into_iter().map(|[a, b, c]| u32::from_le_bytes([a, b, c, 0])).collect())?;
    } else {
        let extra = mem::take(&mut labels.extra).into_iter().map(u32::from).collect();
        add(&found, "score", mem::take(&mut labels.score))?;
        add_labels(&found, labels)?;
        add(&found, "extra", extra)?;
    }
    let (words, white_to_move) = arrays(py, columns);
    Ok((words, white_to_move, found))
}

/// Returns boards that are stored as seen from the side to move as positions in which White is to move.
fn with_white_to_move(boards: Relative) -> Columns {
    let Relative { pawns, knights, bishops, rooks, queens, kings, own: white, their: black } = boards;
    let side_to_move = vec![Color::White; white.len()];
    Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move }
}

/// Adds the labels of positions that are stored with White and Black as the sides. `docs/columns.md` lists the names and
/// types of labels.
pub(super) fn add_labels(columns: &Bound<'_, PyDict>, labels: Labels) -> PyResult<()> {
    let Labels { result, halfmove_clock, fullmove_number, en_passant, unmoved_rooks, .. } = labels;
    add(columns, "result", result)?;
    add(columns, "halfmove_clock", halfmove_clock)?;
    add(columns, "fullmove_number", fullmove_number)?;
    add(columns, "en_passant", en_passant)?;
    add(columns, "unmoved_rooks", unmoved_rooks)
}
