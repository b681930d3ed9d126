//! Sums over whole arrays, and the picture of one board.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use setwise::{Bitboard, auto_for_counting};
use setwise_python_patterns::Identity;

use crate::backend;

/// Returns the total number of squares in all sets of a contiguous array.
#[pyfunction]
pub(crate) fn total(py: Python<'_>, boards: PyReadonlyArray1<'_, u64>) -> PyResult<u64> {
    let boards = boards.as_slice()?;
    Ok(py.detach(|| auto_for_counting().total(boards)))
}

/// Returns, for each square, the number of sets that contain it. The array of sets must be contiguous.
#[pyfunction]
pub(crate) fn heat<'py>(py: Python<'py>, boards: PyReadonlyArray1<'py, u64>) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let (boards, backend) = (boards.as_slice()?, backend::current());
    let [squares] = py.detach(|| backend.heat(Identity, [boards]));
    Ok(PyArray1::from_slice(py, &squares))
}

/// Returns the picture of a set: eight lines of `X` and `.`, rank 8 first.
#[pyfunction]
pub(crate) fn picture(board: u64) -> String {
    Bitboard(board).to_string()
}
