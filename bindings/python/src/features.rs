//! Features of positions as arrays.

use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::Color;
use setwise_positions::features::{Evaluator, Feature, ParseFeatureError};
use setwise_positions::placement::Placement;
use setwise_positions::{ColumnType, ColumnsRef, RightsRef, RightsRow};

use crate::backend;

/// The number of positions whose features are computed between two checks for signals.
const CHUNK: usize = 1 << 20;

/// Returns all features, each with its definition, and whether it depends on castling rights and en passant squares.
#[pyfunction]
pub(crate) fn feature_table() -> Vec<(String, &'static str, bool)> {
    Feature::all().map(|feature| (feature.to_string(), feature.definition(), feature.needs_rights())).collect()
}

/// Returns the features with these names, all computed in one pass. The element type of each array is the one that
/// `Feature::column_type` returns.
///
/// `words` are the eight columns of sets in the order of `ColumnsRef::from_words`, and `rights` are the columns of rooks
/// that may castle and of en passant squares. All columns must be contiguous and have equal lengths.
///
/// `white_to_move` holds bytes, because a NumPy array of bool made by `view` may contain bytes other than 0 and 1. A
/// Rust `bool` must not have such a value.
#[pyfunction]
pub(crate) fn features<'py>(
    py: Python<'py>,
    words: [PyReadonlyArray1<'py, u64>; 8],
    white_to_move: PyReadonlyArray1<'py, u8>,
    rights: Option<(PyReadonlyArray1<'py, u64>, PyReadonlyArray1<'py, u8>)>,
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
    let rights = match &rights {
        Some((rooks, squares)) => Some(RightsRef { unmoved_rooks: rooks.as_slice()?, en_passant: squares.as_slice()? }),
        None => None,
    };
    let of_rights = rights.map(|rights| [rights.unmoved_rooks.len(), rights.en_passant.len()]);
    let mut lengths = columns.iter().map(|column| column.len()).chain(of_rights.into_iter().flatten());
    if lengths.any(|length| length != white_to_move.len()) {
        return Err(PyValueError::new_err("columns of different lengths"));
    }
    let mut values: Vec<Values> = features.iter().map(|feature| Values::new(*feature, white_to_move.len())).collect();
    let mut evaluator = Evaluator::new(backend::current(), &features);
    for start in (0..white_to_move.len()).step_by(CHUNK) {
        let range = start..white_to_move.len().min(start + CHUNK);
        py.detach(|| {
            let side = |white: &u8| if *white != 0 { Color::White } else { Color::Black };
            let sides: Vec<Color> = white_to_move[range.clone()].iter().map(side).collect();
            let mut positions = ColumnsRef::from_words(columns.map(|column| &column[range.clone()]), &sides);
            positions.rights = rights.map(|RightsRef { unmoved_rooks, en_passant }| RightsRef {
                unmoved_rooks: &unmoved_rooks[range.clone()],
                en_passant: &en_passant[range.clone()],
            });
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
    Flags(Vec<bool>),
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Sets(Vec<u64>),
}

impl Values {
    fn new(feature: Feature, len: usize) -> Self {
        match feature.column_type() {
            ColumnType::Boolean => Self::Flags(Vec::with_capacity(len)),
            ColumnType::UInt8 => Self::Bytes(Vec::with_capacity(len)),
            ColumnType::UInt16 => Self::Shorts(Vec::with_capacity(len)),
            ColumnType::UInt64 => Self::Sets(Vec::with_capacity(len)),
            other => unreachable!("no feature has the type {other}"),
        }
    }

    /// Appends values, all of which fit into the element type.
    fn extend(&mut self, block: &[u64]) {
        match self {
            Self::Flags(values) => values.extend(block.iter().map(|number| *number != 0)),
            Self::Bytes(values) => values.extend(block.iter().map(|number| *number as u8)),
            Self::Shorts(values) => values.extend(block.iter().map(|number| *number as u16)),
            Self::Sets(values) => values.extend_from_slice(block),
        }
    }

    fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Self::Flags(values) => values.into_pyarray(py).into_any(),
            Self::Bytes(values) => values.into_pyarray(py).into_any(),
            Self::Shorts(values) => values.into_pyarray(py).into_any(),
            Self::Sets(values) => values.into_pyarray(py).into_any(),
        }
    }
}

/// Returns the castling field and the en passant field of a FEN, separated by a space, for one position with these
/// columns.
#[pyfunction]
pub(crate) fn rights_fields(words: [u64; 8], unmoved_rooks: u64, en_passant: u8) -> String {
    let [kinds @ .., white, black] = words;
    let mut text = Vec::new();
    RightsRow { unmoved_rooks, en_passant }.push(&mut text, &Placement { kinds, sides: [white, black] });
    String::from_utf8(text).expect("ASCII")
}
