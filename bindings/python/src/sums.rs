//! Sums over whole arrays, and the picture of one board. The functions `bare_*` only call the Rust library, so that
//! `bench.py` can compare the speed of the package with that of the library.

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use setwise::patterns::KnightAttacks;
use setwise::{Bitboard, auto_for_counting};
use setwise_positions::{Columns, Reader, Rules};
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

/// Writes the attacks of knights to an array.
#[pyfunction]
pub(crate) fn bare_knight_attacks(
    knights: PyReadonlyArray1<'_, u64>,
    mut attacks: PyReadwriteArray1<'_, u64>,
) -> PyResult<()> {
    backend::current().map(KnightAttacks, [knights.as_slice()?], [attacks.as_slice_mut()?]);
    Ok(())
}

/// Writes the attacks of knights to a new vector. Returns the last word, or `None` if there are no boards.
#[pyfunction]
pub(crate) fn bare_fresh_knight_attacks(knights: PyReadonlyArray1<'_, u64>) -> PyResult<Option<u64>> {
    let knights = knights.as_slice()?;
    let mut attacks = vec![0; knights.len()];
    backend::current().map(KnightAttacks, [knights], [&mut attacks]);
    Ok(attacks.last().copied())
}

/// Reads text into new columns. Returns the number of positions.
#[pyfunction]
pub(crate) fn bare_read(text: &[u8]) -> usize {
    let mut columns = Columns::default();
    Reader::new(backend::current(), Rules::Chess).append(text, 1, &mut columns, |bad| panic!("{bad}"));
    columns.len()
}
