//! Features of positions as arrays.

use std::ops::Range;

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

/// Positions as columns: the eight columns of sets in the order of `ColumnsRef::from_words`, a column that says whether
/// White is to move, and the columns of rooks that may castle and of en passant squares, if the positions have any. All
/// columns must be contiguous and have equal lengths.
///
/// `white_to_move` holds bytes, because a NumPy array of bool made by `view` may contain bytes other than 0 and 1. A
/// Rust `bool` must not have such a value.
#[derive(FromPyObject)]
pub(crate) struct Positions<'py> {
    #[pyo3(item(0))]
    words: [PyReadonlyArray1<'py, u64>; 8],
    #[pyo3(item(1))]
    white_to_move: PyReadonlyArray1<'py, u8>,
    #[pyo3(item(2))]
    rights: Option<(PyReadonlyArray1<'py, u64>, PyReadonlyArray1<'py, u8>)>,
}

impl Positions<'_> {
    /// Calls `each` with the positions of each chunk and their range, without the GIL. Signals are handled between
    /// chunks.
    pub(crate) fn for_each_chunk(
        &self,
        py: Python<'_>,
        mut each: impl FnMut(ColumnsRef<'_>, Range<usize>) + Send,
    ) -> PyResult<()> {
        let mut columns: [&[u64]; 8] = [&[]; 8];
        for (column, array) in columns.iter_mut().zip(&self.words) {
            *column = array.as_slice()?;
        }
        let white_to_move = self.white_to_move.as_slice()?;
        let rights = match &self.rights {
            Some((rooks, squares)) => {
                Some(RightsRef { unmoved_rooks: rooks.as_slice()?, en_passant: squares.as_slice()? })
            }
            None => None,
        };
        let of_rights = rights.map(|rights| [rights.unmoved_rooks.len(), rights.en_passant.len()]);
        let mut lengths = columns.iter().map(|column| column.len()).chain(of_rights.into_iter().flatten());
        if lengths.any(|length| length != white_to_move.len()) {
            return Err(PyValueError::new_err("columns of different lengths"));
        }
        let side = |white: &u8| if *white != 0 { Color::White } else { Color::Black };
        let sides: Vec<Color> = py.detach(|| white_to_move.iter().map(side).collect());
        let mut positions = ColumnsRef::from_words(columns, &sides);
        positions.rights = rights;
        for start in (0..sides.len()).step_by(CHUNK) {
            let range = start..sides.len().min(start + CHUNK);
            py.detach(|| each(positions.range(range.clone()), range));
            py.check_signals()?;
        }
        Ok(())
    }

    pub(crate) fn len(&self) -> PyResult<usize> {
        Ok(self.white_to_move.as_slice()?.len())
    }
}

/// Returns the features with these names, all computed in one pass. The element type of each array is the one that
/// `Feature::column_type` returns.
#[pyfunction]
pub(crate) fn features<'py>(
    py: Python<'py>,
    positions: Positions<'py>,
    names: Vec<String>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let parse =
        |name: &String| name.parse().map_err(|error: ParseFeatureError| PyValueError::new_err(error.to_string()));
    let features = names.iter().map(parse).collect::<PyResult<Vec<Feature>>>()?;
    let len = positions.len()?;
    let mut values: Vec<Values> = features.iter().map(|feature| Values::new(feature.column_type(), len)).collect();
    let mut evaluator = Evaluator::new(backend::current(), &features);
    positions.for_each_chunk(py, |positions, _| {
        evaluator.for_each_block(positions, |_, block| {
            values.iter_mut().zip(block).for_each(|(values, block)| values.extend(block));
        });
    })?;
    Ok(values.into_iter().map(|values| values.into_array(py)).collect())
}

/// The values of a feature or an expression, with the element type of the NumPy array.
pub(crate) enum Values {
    Flags(Vec<bool>),
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Sets(Vec<u64>),
    Numbers(Vec<i64>),
}

impl Values {
    pub(crate) fn new(column_type: ColumnType, len: usize) -> Self {
        match column_type {
            ColumnType::Boolean => Self::Flags(Vec::with_capacity(len)),
            ColumnType::UInt8 => Self::Bytes(Vec::with_capacity(len)),
            ColumnType::UInt16 => Self::Shorts(Vec::with_capacity(len)),
            ColumnType::UInt64 => Self::Sets(Vec::with_capacity(len)),
            ColumnType::Int64 => Self::Numbers(Vec::with_capacity(len)),
            other => unreachable!("no column of values has the type {other}"),
        }
    }

    /// Appends values, all of which fit into the element type.
    pub(crate) fn extend(&mut self, block: &[u64]) {
        match self {
            Self::Flags(values) => values.extend(block.iter().map(|number| *number != 0)),
            Self::Bytes(values) => values.extend(block.iter().map(|number| *number as u8)),
            Self::Shorts(values) => values.extend(block.iter().map(|number| *number as u16)),
            Self::Sets(values) => values.extend_from_slice(block),
            Self::Numbers(values) => values.extend(block.iter().map(|word| word.cast_signed())),
        }
    }

    pub(crate) fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Self::Flags(values) => values.into_pyarray(py).into_any(),
            Self::Bytes(values) => values.into_pyarray(py).into_any(),
            Self::Shorts(values) => values.into_pyarray(py).into_any(),
            Self::Sets(values) => values.into_pyarray(py).into_any(),
            Self::Numbers(values) => values.into_pyarray(py).into_any(),
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
