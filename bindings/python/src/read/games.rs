//! Reads the positions of games from text.

use std::num::NonZeroUsize;

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use setwise_games::{Castling, Detail, DetailColumn, GameChunk, GameChunks, Plies, Reader, Selection};

use super::collector::{add, arrays};
use super::packed::add_labels;
use super::text::{PythonFile, failed};

/// Eight arrays of sets, an array that says whether it is White's turn, the labels by name, the details, the number of
/// bad games, and the error in the first bad game.
type Games<'py> = (
    Vec<Bound<'py, PyArray1<u64>>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyDict>,
    Vec<Bound<'py, PyAny>>,
    usize,
    Option<String>,
);

/// Reads games from an object with a method `read` that returns bytes. Keeps each position whose ply is a multiple of
/// `every` and is in the range `plies`, which includes both ends. If `last` is true, keeps only the last of these
/// positions in each game. `details` are the names of further columns. `unfinished` accepts games without a result, and
/// `chess960` plays all games by the rules of Chess960. Error messages use `name` as the name of the object.
#[pyfunction]
#[allow(
    clippy::too_many_arguments,
    reason = "only the Python package calls this function, with the arguments of its `read_games`"
)]
pub(crate) fn read_games<'py>(
    py: Python<'py>,
    file: Bound<'py, PyAny>,
    name: &str,
    every: NonZeroUsize,
    plies: (usize, usize),
    last: bool,
    skip_bad: bool,
    details: Vec<String>,
    unfinished: bool,
    chess960: bool,
) -> PyResult<Games<'py>> {
    let mut file = PythonFile { file: file.unbind(), rest: None };
    let (mut chunks, mut chunk) = (GameChunks::default(), GameChunk::default());
    let details: Vec<Detail> = details.iter().map(|name| Detail::named(name)).collect();
    let tags = details.iter().filter_map(|detail| if let Detail::Tag(tag) = detail { Some(tag.clone()) } else { None });
    let castling = if chess960 { Castling::Chess960 } else { Castling::Standard };
    let reader = Reader::new(Selection { every, plies, last }).with_unfinished(unfinished).with_castling(castling);
    let mut reader = reader.with_details(&details).noting_tags(tags);
    let mut positions = Plies::default();
    // Appending an empty chunk creates the columns of details, so that they exist even if the text has no games.
    reader.append(&chunk, &mut positions, |_| ());
    let (mut bad, mut first_bad) = (0, None);
    while py.detach(|| chunks.read_from(&mut file, &mut chunk)).map_err(|error| failed(name, error))? {
        py.detach(|| {
            reader.append(&chunk, &mut positions, |game| {
                bad += 1;
                first_bad.get_or_insert_with(|| format!("{name}:{}: {game}", game.place()));
            });
        });
        py.check_signals()?;
        if let (Some(error), false) = (&first_bad, skip_bad) {
            return Err(PyValueError::new_err(error.clone()));
        }
    }
    reader.tags().check().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
    let Plies { columns, labels, game, ply, details } = positions;
    let details = details.into_iter().map(|column| array(py, column)).collect::<PyResult<_>>()?;
    let (words, white_to_move) = arrays(py, columns);
    let columns = PyDict::new(py);
    add_labels(&columns, labels)?;
    add(&columns, "game", game)?;
    add(&columns, "ply", ply)?;
    Ok((words, white_to_move, columns, details, bad, first_bad))
}

/// Returns texts as a list of str and None, and numbers as an array in which NaN stands for a missing number.
fn array(py: Python<'_>, column: DetailColumn) -> PyResult<Bound<'_, PyAny>> {
    Ok(match column {
        DetailColumn::Text(texts) => PyList::new(py, texts.iter().map(Option::as_deref))?.into_any(),
        DetailColumn::Number(numbers) => {
            let numbers: Vec<f64> = numbers.into_iter().map(|number| number.map_or(f64::NAN, |n| n as f64)).collect();
            numbers.into_pyarray(py).into_any()
        }
    })
}
