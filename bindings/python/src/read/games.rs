//! Reads the positions of games from text.

use std::num::NonZeroUsize;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use setwise_games::{GameChunk, GameChunks, Plies, Reader, Selection};
use setwise_positions::packed::Labels;

use super::collector::{add, arrays};
use super::text::{PythonFile, check_is_text};

/// Eight arrays of sets, an array that says whether it is White's turn, the labels by name, the number of bad games,
/// and the error in the first bad game.
type Games<'py> =
    (Vec<Bound<'py, PyArray1<u64>>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyDict>, usize, Option<String>);

/// Reads games from an object with a method `read` that returns bytes. Keeps each position whose ply is a multiple of
/// `every` and is in the range `plies`, which includes both ends. If `last` is true, keeps only the last of these
/// positions in each game. Error messages use `name` as the name of the object.
#[pyfunction]
pub(crate) fn read_games<'py>(
    py: Python<'py>,
    file: Bound<'py, PyAny>,
    name: &str,
    every: NonZeroUsize,
    plies: (usize, usize),
    last: bool,
    skip_bad: bool,
) -> PyResult<Games<'py>> {
    let mut file = PythonFile { file: file.unbind(), rest: None };
    let start = file.read_bytes(py)?;
    check_is_text(name, &start)?;
    file.rest = (!start.is_empty()).then_some((start, 0));
    let (mut chunks, mut chunk) = (GameChunks::new(file), GameChunk::default());
    let mut reader = Reader::new(Selection { every, plies, last });
    let mut positions = Plies::default();
    let (mut bad, mut first_bad) = (0, None);
    while py.detach(|| chunks.read(&mut chunk))? {
        py.detach(|| {
            reader.append(&chunk, &mut positions, |game| {
                bad += 1;
                first_bad.get_or_insert_with(|| format!("{name}:{}: {game}", game.line));
            });
        });
        py.check_signals()?;
        if let (Some(error), false) = (&first_bad, skip_bad) {
            return Err(PyValueError::new_err(error.clone()));
        }
    }
    let Plies { columns, labels, game, ply, .. } = positions;
    let (words, white_to_move) = arrays(py, columns);
    let Labels { result, halfmove_clock, fullmove_number, en_passant, unmoved_rooks, .. } = labels;
    let columns = PyDict::new(py);
    add(&columns, "result", result)?;
    add(&columns, "halfmove_clock", halfmove_clock)?;
    add(&columns, "fullmove_number", fullmove_number)?;
    add(&columns, "en_passant", en_passant)?;
    add(&columns, "unmoved_rooks", unmoved_rooks)?;
    add(&columns, "game", game)?;
    add(&columns, "ply", ply)?;
    Ok((words, white_to_move, columns, bad, first_bad))
}
