//! Features of positions as arrays.

use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::Color;
use setwise_positions::ColumnsRef;
use setwise_positions::features::{Evaluator, Feature, ParseFeatureError};

use crate::backend;

/// The number of positions whose features are computed between two checks for signals.
const CHUNK: usize = 1 << 20;

/// Returns all features, each with its definition.
#[pyfunction]
pub(crate) fn feature_table() -> Vec<(String, &'static str)> {
    Feature::all().map(|feature| (feature.to_string(), feature.definition())).collect()
}

/// Returns the features with these names, all computed in one pass. Sets are uint64, and numbers are uint8.
///
/// `words` are the eight columns of sets in the order of `ColumnsRef::from_words`. All columns must be contiguous and
/// have equal lengths.
///
/// `white_to_move` holds bytes, because a NumPy array of bool made by `view` may contain bytes other than 0 and 1. A
/// Rust `bool` must not have such a value.
#[pyfunction]
pub(crate) fn features<'py>(
    py: Python<'py>,
    words: [PyReadonlyArray1<'py, u64>; 8],
    white_to_move: PyReadonlyArray1<'py, u8>,
    names: Vec<String>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let parse =
        |name: &String| name.parse().map_err(|error: ParseFeatureError| PyValueError::new_err(error.to_string()));
    let features = names.iter().map(parse).collect::<PyResult<Vec<Feature>>>()?;
    let mut columns: [&[u64]; 8] = [&[]; 8];
    for (column, array) in columns.iter_mut().zip(&words) {
        *column = array.as_slice()?;
    }
    let white_to_move = white_to_move.as_slice()?;
    if columns.iter().any(|column| column.len() != white_to_move.len()) {
        return Err(PyValueError::new_err("columns of different lengths"));
    }
    let mut values: Vec<Values> = features.iter().map(|feature| Values::new(*feature, white_to_move.len())).collect();
    let mut evaluator = Evaluator::new(backend::current(), &features);
    for start in (0..white_to_move.len()).step_by(CHUNK) {
        let range = start..white_to_move.len().min(start + CHUNK);
        py.detach(|| {
            let side = |white: &u8| if *white != 0 { Color::White } else { Color::Black };
            let sides: Vec<Color> = white_to_move[range.clone()].iter().map(side).collect();
            let positions = ColumnsRef::from_words(columns.map(|column| &column[range.clone()]), &sides);
            evaluator.for_each_block(positions, |_, block| {
                values.iter_mut().zip(block).for_each(|(values, block)| values.extend(block));
            });
        });
        py.check_signals()?;
    }
    Ok(values.into_iter().map(|values| values.into_array(py)).collect())
}

/// The values of a feature, with the element type of its NumPy array.
enum Values {
    Sets(Vec<u64>),
    /// Every number fits into a byte. The largest is 168, the number of knight moves of a side with knights on all
    /// light squares.
    Bytes(Vec<u8>),
}

impl Values {
    fn new(feature: Feature, len: usize) -> Self {
        if feature.is_number() { Self::Bytes(Vec::with_capacity(len)) } else { Self::Sets(Vec::with_capacity(len)) }
    }

    fn extend(&mut self, block: &[u64]) {
        match self {
            Self::Sets(values) => values.extend_from_slice(block),
            Self::Bytes(values) => values.extend(block.iter().map(|number| *number as u8)),
        }
    }

    fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Self::Sets(values) => values.into_pyarray(py).into_any(),
            Self::Bytes(values) => values.into_pyarray(py).into_any(),
        }
    }
}
