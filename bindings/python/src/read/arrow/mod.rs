//! Reads string arrays of pandas, Polars, pyarrow and other libraries through the Arrow C data interface:
//! <https://arrow.apache.org/docs/format/CDataInterface.html>.
//!
//! The producer passes structs of pointers in capsules. An array of strings has a bitmap of valid rows, offsets, and
//! bytes. An array of string views has 16 bytes per row instead of offsets, and several buffers of bytes. The rows are
//! read in place. The structs are moved out of their capsules, and are released after reading.
//!
//! The GIL is not held while arrays are produced or released, because the producer may wait for another thread that
//! needs the GIL. An example is a thread that reads ahead from a Python file object.
//!
//! The interface guarantees that the pointers and the lengths of buffers are correct. The content of the buffers may
//! come from an unchecked file, so this module checks offsets and views.
#![allow(unsafe_code, reason = "the Arrow C data interface consists of structs with pointers")]

mod interface;
mod strings;

use std::ffi::{CStr, c_int};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use super::collector::{Arrays, Collector, OnBad, RulesArgument};
use super::rows::CHUNK;
use interface::{Array, Owned, Stream, Struct};
use strings::{Layout, Strings};

/// Reads the strings of an object with `__arrow_c_stream__` or `__arrow_c_array__`.
#[pyfunction]
pub(crate) fn read_arrow<'py>(
    py: Python<'py>,
    fens: &Bound<'py, PyAny>,
    on_bad: OnBad,
    rules: RulesArgument,
    rights: bool,
) -> PyResult<Arrays<'py>> {
    let mut collector = Collector::new(on_bad, rules, rights);
    if fens.hasattr("__arrow_c_stream__")? {
        let capsule = fens.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        let mut chunks = Chunks::new(py, Owned::take(&capsule)?)?;
        let mut first = 0;
        while let Some(array) = chunks.next(py)? {
            first = append(py, &Strings::of(&array, chunks.layout)?, first, &mut collector)?;
        }
    } else {
        let capsules = fens.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
        let (schema, array): (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>) = capsules.extract()?;
        let (schema, array) = (Owned::take(&schema)?, Owned::take(&array)?);
        append(py, &Strings::of(&array, Layout::of(&schema)?)?, 0, &mut collector)?;
    }
    collector.into_arrays(py)
}

/// Appends the rows of an array. `first` is the number of the first row. Returns the number of the row that follows the
/// array.
fn append(py: Python<'_>, strings: &Strings<'_>, first: usize, collector: &mut Collector) -> PyResult<usize> {
    for start in (0..strings.len).step_by(CHUNK) {
        let rows = (start..strings.len.min(start + CHUNK)).map(|row| {
            let outside =
                |_| PyValueError::new_err(format!("row {}: its bytes are outside the Arrow array", first + row));
            strings.row(row).map_err(outside)
        });
        let rows = rows.collect::<PyResult<Vec<Option<&[u8]>>>>()?;
        py.detach(|| collector.append_rows(&rows, first + start));
        collector.check(py)?;
    }
    Ok(first + strings.len)
}

/// The arrays of a stream.
struct Chunks {
    stream: Owned<Stream>,
    layout: Layout,
}

impl Chunks {
    fn new(py: Python<'_>, mut stream: Owned<Stream>) -> PyResult<Self> {
        let get = stream.0.schema.ok_or_else(incomplete)?;
        let schema = produce(py, &mut stream, get)?;
        Ok(Self { layout: Layout::of(&schema)?, stream })
    }

    /// Returns the next array, or `None` at the end of the stream.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Owned<Array>>> {
        let next = self.stream.0.next.ok_or_else(incomplete)?;
        let array = produce(py, &mut self.stream, next)?;
        Ok(array.0.release.is_some().then_some(array))
    }
}

/// Returns the struct that a function of the stream produces.
fn produce<T: Struct>(
    py: Python<'_>,
    stream: &mut Owned<Stream>,
    function: unsafe extern "C" fn(*mut Stream, *mut T) -> c_int,
) -> PyResult<Owned<T>> {
    let mut produced = Owned(T::RELEASED);
    let code = py.detach(|| {
        // SAFETY: the function belongs to this stream, which has not been released.
        unsafe { function(&raw mut stream.0, &raw mut produced.0) }
    });
    if code == 0 { Ok(produced) } else { Err(error(stream, code)) }
}

/// Returns the error of a stream whose last call returned a code other than 0.
fn error(stream: &mut Owned<Stream>, code: c_int) -> PyErr {
    let Some(last_error) = stream.0.last_error else { return incomplete() };
    // SAFETY: the function belongs to this stream, which has not been released and has just returned an error.
    let text = unsafe { last_error(&raw mut stream.0) };
    if text.is_null() {
        return PyRuntimeError::new_err(format!("the Arrow stream returned error {code}"));
    }
    // SAFETY: the text ends with NUL and is valid until the next call.
    let text = unsafe { CStr::from_ptr(text) };
    PyRuntimeError::new_err(text.to_string_lossy().into_owned())
}

fn incomplete() -> PyErr {
    PyRuntimeError::new_err("the Arrow stream lacks a function")
}
