//! Reads text from bytes in memory, and from Python objects with a method `read`.

use std::io::{self, Read};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use setwise_positions::{LineChunks, NotText, plain_text};

use super::collector::{Arrays, Collector, OnBad, RulesArgument};

/// The number of bytes that are read between two checks for signals.
const CHUNK: usize = 1 << 20;

/// Reads lines of text in memory.
#[pyfunction]
pub(crate) fn read_bytes(
    py: Python<'_>,
    text: PyBackedBytes,
    on_bad: OnBad,
    rules: RulesArgument,
    rights: bool,
) -> PyResult<Arrays<'_>> {
    let text = plain_text(&text).map_err(|error| not_text("the text", error))?;
    let mut collector = Collector::new(on_bad, rules, rights);
    let (mut rest, mut line) = (&text[..], 1);
    while !rest.is_empty() {
        let end = rest.get(CHUNK..).and_then(|after| after.iter().position(|byte| *byte == b'\n'));
        let (chunk, after) = rest.split_at(end.map_or(rest.len(), |end| CHUNK + end + 1));
        line = py.detach(|| collector.append_text(chunk, line, "line "));
        collector.check(py)?;
        rest = after;
    }
    collector.into_arrays(py)
}

/// Reads lines of text from an object with a method `read` that returns bytes. Error messages use `name` as the name of
/// the object.
#[pyfunction]
pub(crate) fn read_file<'py>(
    py: Python<'py>,
    file: Bound<'py, PyAny>,
    name: &str,
    on_bad: OnBad,
    rules: RulesArgument,
    rights: bool,
) -> PyResult<Arrays<'py>> {
    let mut collector = Collector::new(on_bad, rules, rights);
    let mut text = LineChunks::with_chunk_size(CHUNK, PythonFile { file: file.unbind(), rest: None });
    let (mut chunk, mut line, source) = (Vec::new(), 1, format!("{name}:"));
    while py.detach(|| text.read(&mut chunk)).map_err(|error| failed(name, error))? {
        line = py.detach(|| collector.append_text(&chunk, line, &source));
        collector.check(py)?;
    }
    collector.into_arrays(py)
}

/// Returns the exception for a text that starts like a file of another format, or that could not be read.
pub(super) fn failed(name: &str, error: io::Error) -> PyErr {
    match error.get_ref().and_then(|error| error.downcast_ref()) {
        Some(other) => not_text(name, *other),
        None => error.into(),
    }
}

/// Returns the exception for a text that starts like a file of another format.
fn not_text(name: &str, error: NotText) -> PyErr {
    PyValueError::new_err(format!("{name} is {error}"))
}

pub(super) struct PythonFile {
    pub(super) file: Py<PyAny>,
    /// The bytes that the last call of `read` returned, and the number of bytes that have been used. `None` if all of
    /// them have been used.
    pub(super) rest: Option<(PyBackedBytes, usize)>,
}

impl PythonFile {
    pub(super) fn read_bytes(&self, py: Python<'_>) -> PyResult<PyBackedBytes> {
        let bytes = self.file.call_method1(py, "read", (CHUNK,))?;
        let not_bytes = || PyTypeError::new_err("the method read of a file must return bytes; open it in binary mode");
        bytes.extract(py).map_err(|_| not_bytes())
    }
}

impl Read for PythonFile {
    /// Reads bytes. A Python exception becomes an `io::Error`. When this error is returned to Python, it becomes the
    /// same exception again.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (bytes, start) = match self.rest.take() {
            Some(rest) => rest,
            None => (Python::attach(|py| self.read_bytes(py))?, 0),
        };
        let read = (bytes.len() - start).min(buffer.len());
        buffer[..read].copy_from_slice(&bytes[start..start + read]);
        self.rest = (start + read < bytes.len()).then_some((bytes, start + read));
        Ok(read)
    }
}
