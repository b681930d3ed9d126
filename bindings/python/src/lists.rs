//! Lists of squares, and of pairs of squares, as arrays of values and offsets. Also sums over whole arrays, and the picture of
//! one board.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pairs::{Attackers, Jumper};
use setwise::{Backend, Bitboard, ListError, Pairs, auto_for_counting};
use setwise_python_patterns::Identity;

use crate::backend;

/// An array of squares.
type Squares<'py> = Bound<'py, PyArray1<u8>>;

/// An array of offsets, with one more element than there are lists.
type Offsets<'py> = Bound<'py, PyArray1<i64>>;

/// Returns the squares of all sets of a contiguous array, one list after another, and the offsets of the lists.
#[pyfunction]
pub(crate) fn list_squares<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray1<'py, u64>,
) -> PyResult<(Squares<'py>, Offsets<'py>)> {
    let (boards, backend) = (boards.as_slice()?, backend::current());
    let listed = py.detach(|| {
        let mut squares = vec![0; auto_for_counting().total(boards) as usize];
        let mut offsets = vec![0; boards.len() + 1];
        backend.list_members(boards, &mut squares, &mut offsets)?;
        Ok((squares, offsets))
    });
    let (squares, offsets) = listed.map_err(refused)?;
    Ok((PyArray1::from_vec(py, squares), PyArray1::from_vec(py, offsets)))
}

/// Returns the pairs of pieces and targets of all boards, one list after another, and the offsets of the lists. The
/// pieces are kings if `kings` is true, and knights otherwise. Both arrays must be contiguous.
#[pyfunction]
pub(crate) fn list_pairs<'py>(
    py: Python<'py>,
    kings: bool,
    pieces: PyReadonlyArray1<'py, u64>,
    targets: PyReadonlyArray1<'py, u64>,
) -> PyResult<(Squares<'py>, Squares<'py>, Offsets<'py>)> {
    let (input, backend) = ([pieces.as_slice()?, targets.as_slice()?], backend::current());
    if input[0].len() != input[1].len() {
        return Err(PyValueError::new_err("columns of different lengths"));
    }
    let listed = py.detach(|| if kings { pairs_of(backend, King, input) } else { pairs_of(backend, Knight, input) });
    let (from, to, offsets) = listed.map_err(refused)?;
    Ok((PyArray1::from_vec(py, from), PyArray1::from_vec(py, to), PyArray1::from_vec(py, offsets)))
}

/// The first squares, the second squares, and the offsets of pairs.
type PairVecs = (Vec<u8>, Vec<u8>, Vec<i64>);

fn pairs_of(backend: Backend, piece: impl Jumper, input: [&[u64]; 2]) -> Result<PairVecs, ListError> {
    let count = backend.count_pairs(piece, Attackers, input) as usize;
    let (mut from, mut to, mut offsets) = (vec![0; count], vec![0; count], vec![0; input[0].len() + 1]);
    backend.list_pairs(piece, Attackers, input, Pairs { from: &mut from, to: &mut to, offsets: &mut offsets })?;
    Ok((from, to, offsets))
}

fn refused(error: ListError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

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
