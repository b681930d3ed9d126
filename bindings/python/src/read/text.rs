//! Reads text from bytes in memory, and from Python objects with a method `read`.

use std::io::{self, Read};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use setwise_positions::{LineChunks, without_mark};

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
    check_is_text("the text", &text)?;
    let mut collector = Collector::new(on_bad, rules, rights);
    let (mut rest, mut line) = (without_mark(&text), 1);
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
    while py.detach(|| text.read(&mut chunk))? {
        if line == 1 {
            check_is_text(name, &chunk)?;
        }
        line = py.detach(|| collector.append_text(&chunk, line, &source));
        collector.check(py)?;
    }
    collector.into_arrays(py)
}

/// Returns an error if a text starts like a file of another format. Without this check, such a file would be read as
/// bad lines, which `on_bad` may skip or store as nulls.
pub(super) fn check_is_text(name: &str, start: &[u8]) -> PyResult<()> {
    const OTHERS: [(&[u8], &str); 10] = [
        (b"\x1F\x8B\x08", "compressed with gzip"),
        (b"\x28\xB5\x2F\xFD", "compressed with zstd"),
        // Some parallel compressors, such as pzstd, start a file with this skippable frame.
        (b"\x50\x2A\x4D\x18", "compressed with zstd"),
        (b"BZh", "compressed with bzip2"),
        (b"\xFD7zXZ\0", "compressed with xz"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"PAR1", "a Parquet file"),
        (b"ARROW1", "an Arrow file"),
        (b"\xFF\xFE", "encoded in UTF-16"),
        (b"\xFE\xFF", "encoded in UTF-16"),
    ];
    match OTHERS.iter().find(|(magic, _)| start.starts_with(magic)) {
        Some((_, what)) => Err(PyValueError::new_err(format!("{name} is {what}, expected lines of text in UTF-8"))),
        None => Ok(()),
    }
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
