//! String arrays of pandas, Polars, pyarrow and others, by the Arrow C data interface: <https://arrow.apache.org/docs/format/CDataInterface.html>.
//!
//! The producer passes structs of pointers in capsules. An array of strings has a bitmap of valid rows, offsets, and bytes; or, as
//! string view, 16 bytes a row and several buffers of bytes. The rows are read in place. The structs are used in place, while
//! the capsules are alive; their destructors release the memory.
#![allow(unsafe_code, reason = "the Arrow C data interface consists of structs with pointers")]

mod interface;
mod strings;

use std::ffi::{CStr, c_int};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use super::rows::CHUNK;
use super::sink::{Arrays, OnBad, RulesArgument, Sink};
use interface::{Array, Owned, OwnedSchema, Schema, Stream};
use strings::{Layout, Strings};

/// Reads the strings of an object with `__arrow_c_stream__` or `__arrow_c_array__`.
#[pyfunction]
pub(crate) fn read_arrow<'py>(
    py: Python<'py>,
    fens: &Bound<'py, PyAny>,
    on_bad: OnBad,
    rules: RulesArgument,
) -> PyResult<Arrays<'py>> {
    let mut sink = Sink::new(on_bad, rules);
    if fens.hasattr("__arrow_c_stream__")? {
        let capsule = fens.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<Stream>();
        // SAFETY: a capsule with this name has a stream, and it is alive.
        let mut stream = unsafe { Chunks::new(stream.as_ptr()) }?;
        let mut first = 0;
        while let Some(array) = stream.next()? {
            first = append(py, &Strings::of(&array.0, stream.layout)?, first, &mut sink)?;
        }
    } else {
        let capsules = fens.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
        let (schema, array): (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>) = capsules.extract()?;
        let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<Schema>();
        // SAFETY: a capsule with this name has a schema, and it is alive.
        let layout = Layout::of(unsafe { schema.as_ref() })?;
        let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<Array>();
        // SAFETY: a capsule with this name has an array, and it is alive.
        append(py, &Strings::of(unsafe { array.as_ref() }, layout)?, 0, &mut sink)?;
    }
    Ok(sink.into_arrays(py))
}

/// Appends the rows of an array. The first row has the number `first`. Returns the number of the next row.
fn append(py: Python<'_>, strings: &Strings<'_>, first: usize, sink: &mut Sink) -> PyResult<usize> {
    for start in (0..strings.len).step_by(CHUNK) {
        let rows: Vec<Option<&[u8]>> = (start..strings.len.min(start + CHUNK)).map(|row| strings.row(row)).collect();
        py.detach(|| sink.append_rows(&rows, first + start));
        sink.check(py)?;
    }
    Ok(first + strings.len)
}

/// The arrays of a stream.
struct Chunks {
    stream: *mut Stream,
    layout: Layout,
}

impl Chunks {
    /// # Safety
    ///
    /// The stream must be alive and not be used elsewhere as long as the result is used.
    unsafe fn new(stream: *mut Stream) -> PyResult<Self> {
        let mut schema = OwnedSchema(Schema::RELEASED);
        // SAFETY: the caller says that the stream is alive.
        let get = unsafe { (*stream).schema }.ok_or_else(released)?;
        // SAFETY: the function belongs to this stream, which has not been released.
        let code = unsafe { get(stream, &raw mut schema.0) };
        let mut chunks = Self { stream, layout: Layout::Views };
        chunks.check(code)?;
        chunks.layout = Layout::of(&schema.0)?;
        Ok(chunks)
    }

    /// Returns the next array, or `None` at the end.
    fn next(&mut self) -> PyResult<Option<Owned>> {
        let mut array = Owned(Array::RELEASED);
        // SAFETY: the stream is alive, by the contract of `new`.
        let next = unsafe { (*self.stream).next }.ok_or_else(released)?;
        // SAFETY: the function belongs to this stream, which has not been released.
        let code = unsafe { next(self.stream, &raw mut array.0) };
        self.check(code)?;
        Ok(array.0.release.is_some().then_some(array))
    }

    /// Returns the error of the stream if the code is not 0.
    fn check(&self, code: c_int) -> PyResult<()> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: the stream is alive, by the contract of `new`.
        let last_error = unsafe { (*self.stream).last_error }.ok_or_else(released)?;
        // SAFETY: the function belongs to this stream, which has just returned an error.
        let text = unsafe { last_error(self.stream) };
        if text.is_null() {
            return Err(PyRuntimeError::new_err(format!("the Arrow stream returned error {code}")));
        }
        // SAFETY: the text ends with NUL and is valid until the next call.
        let text = unsafe { CStr::from_ptr(text) };
        Err(PyRuntimeError::new_err(text.to_string_lossy().into_owned()))
    }
}

fn released() -> PyErr {
    PyRuntimeError::new_err("the Arrow stream has been released")
}
