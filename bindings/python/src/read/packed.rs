//! Packed positions: records of the formats of training data.

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise_positions::Columns;
use setwise_positions::packed::{BadRecord, Format, Records, Relative, bulletformat, marlinformat, viriformat};

use super::sink::{OnBad, RulesArgument, arrays};
use super::text::PythonFile;
use crate::backend;

/// Eight arrays of sets and, unless they are seen from the side to move, whether it is White's turn.
type Packed<'py> = (Vec<Bound<'py, PyArray1<u64>>>, Option<Bound<'py, PyArray1<bool>>>);

/// Reads records from an object with a method `read` that returns bytes. `name` is its name for messages.
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
    let (mut columns, mut relative) = (Columns::default(), Relative::default());
    let mut records = Records::new(format, PythonFile { file: file.unbind(), rest: None });
    let (mut bytes, mut number, mut bad) = (Vec::new(), 1, None::<BadRecord>);
    let mut marlin = marlinformat::Reader::new(backend, rules);
    let mut bullet = bulletformat::Reader::new(backend, rules);
    let mut viri = viriformat::Reader::new(rules);
    while py.detach(|| records.read(&mut bytes))? {
        let found = |record| {
            bad.get_or_insert(record);
        };
        number = py.detach(|| match format {
            Format::Marlinformat => marlin.append(&bytes, number, &mut columns, None, found),
            Format::Bulletformat => bullet.append(&bytes, number, &mut relative, None, found),
            Format::Viriformat => viri.append(&bytes, number, &mut columns, None, found),
            other => unreachable!("{other} has a reader"),
        });
        py.check_signals()?;
        if let (Some(BadRecord { record, reason }), OnBad::Raise) = (&bad, on_bad) {
            return Err(PyValueError::new_err(format!("{name}:{record}: {reason}")));
        }
    }
    Ok(if format == Format::Bulletformat {
        let Relative { pawns, knights, bishops, rooks, queens, kings, own, their } = relative;
        let words = [pawns, knights, bishops, rooks, queens, kings, own, their];
        (words.map(|column| column.into_pyarray(py)).into(), None)
    } else {
        let (words, white_to_move) = arrays(py, columns);
        (words, Some(white_to_move))
    })
}
