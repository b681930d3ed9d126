//! String arrays of pandas, Polars, pyarrow and others, by the Arrow C data interface: <https://arrow.apache.org/docs/format/CDataInterface.html>.
//!
//! The producer passes structs of pointers in capsules. An array of strings has a bitmap of valid rows, offsets, and bytes; or, as
//! string view, 16 bytes a row and several buffers of bytes. The rows are read where they are. The structs are used in place, while
//! the capsules are alive; their destructors release the memory.
#![allow(unsafe_code, reason = "the Arrow C data interface consists of structs with pointers")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::{ptr, slice};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use super::rows::CHUNK;
use super::sink::{Arrays, OnBad, RulesArgument, Sink};

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

#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    children: i64,
    child: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private: *mut c_void,
}

#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    buffers: i64,
    children: i64,
    buffer: *const *const u8,
    child: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private: *mut c_void,
}

#[repr(C)]
struct Stream {
    schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private: *mut c_void,
}

/// How strings are stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Offsets of 32 bits.
    Offsets32,
    /// Offsets of 64 bits.
    Offsets64,
    /// String views.
    Views,
    /// Nothing: every row is null.
    Nulls,
}

impl Layout {
    fn of(schema: &Schema) -> PyResult<Self> {
        // SAFETY: the format of a schema is a text that ends with NUL.
        let format = unsafe { CStr::from_ptr(schema.format) };
        match format.to_bytes() {
            _ if !schema.dictionary.is_null() => {
                Err(PyTypeError::new_err("FENs are encoded by a dictionary; convert the column to strings first"))
            }
            b"u" | b"z" => Ok(Self::Offsets32),
            b"U" | b"Z" => Ok(Self::Offsets64),
            b"vu" | b"vz" => Ok(Self::Views),
            b"n" => Ok(Self::Nulls),
            _ => {
                let message = format!("FENs are strings; this array has the Arrow format {format:?}");
                Err(PyTypeError::new_err(message))
            }
        }
    }
}

/// An array that belongs to us.
struct Owned(Array);

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: the array came from a stream and has not been released.
            unsafe { release(&raw mut self.0) }
        }
    }
}

/// A schema that belongs to us.
struct OwnedSchema(Schema);

impl Drop for OwnedSchema {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: the schema came from a stream and has not been released.
            unsafe { release(&raw mut self.0) }
        }
    }
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
        // All fields of a released schema are pointers or numbers, and null or 0 is valid for each.
        let mut schema = OwnedSchema(Schema {
            format: ptr::null(),
            name: ptr::null(),
            metadata: ptr::null(),
            flags: 0,
            children: 0,
            child: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private: ptr::null_mut(),
        });
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
        let mut array = Owned(Array {
            length: 0,
            null_count: 0,
            offset: 0,
            buffers: 0,
            children: 0,
            buffer: ptr::null(),
            child: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private: ptr::null_mut(),
        });
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

/// The rows of an array of strings.
struct Strings<'a> {
    layout: Layout,
    len: usize,
    /// The number of rows before the first one.
    offset: usize,
    buffers: &'a [*const u8],
}

impl<'a> Strings<'a> {
    fn of(array: &'a Array, layout: Layout) -> PyResult<Self> {
        let size = |number: i64| usize::try_from(number).map_err(|_| PyTypeError::new_err("not an Arrow array"));
        let (len, offset, count) = (size(array.length)?, size(array.offset)?, size(array.buffers)?);
        if layout == Layout::Nulls {
            return Ok(Self { layout, len, offset, buffers: &[] });
        }
        if array.release.is_none() || count < 3 || array.buffer.is_null() {
            return Err(PyTypeError::new_err("not an Arrow array of strings"));
        }
        // SAFETY: an array has this number of buffers, and it is alive.
        let buffers = unsafe { slice::from_raw_parts(array.buffer, count) };
        Ok(Self { layout, len, offset, buffers })
    }

    /// Returns the bytes of a row, or `None` if it is null.
    fn row(&self, row: usize) -> Option<&'a [u8]> {
        assert!(row < self.len);
        let row = self.offset + row;
        self.is_valid(row).then(|| match self.layout {
            Layout::Offsets32 => self.between(self.element::<i32>(1, row), self.element::<i32>(1, row + 1)),
            Layout::Offsets64 => self.between(self.element::<i64>(1, row), self.element::<i64>(1, row + 1)),
            Layout::Views => self.view(row),
            Layout::Nulls => &[],
        })
    }

    fn is_valid(&self, row: usize) -> bool {
        // Without a bitmap, all rows are valid.
        self.layout != Layout::Nulls
            && (self.buffers[0].is_null() || self.element::<u8>(0, row / 8) >> (row % 8) & 1 == 1)
    }

    /// Returns the bytes between two offsets.
    fn between(&self, start: impl TryInto<usize>, end: impl TryInto<usize>) -> &'a [u8] {
        match (start.try_into(), end.try_into()) {
            (Ok(start), Ok(end)) if start < end => self.bytes(2, start, end - start),
            _ => &[],
        }
    }

    /// Returns the bytes of a view: length, then up to 12 bytes; or length, 4 bytes, number of the buffer and offset in it.
    fn view(&self, row: usize) -> &'a [u8] {
        let part = |n: usize| self.element::<i32>(1, 4 * row + n).cast_unsigned() as usize;
        match part(0) {
            len @ ..=12 => self.bytes(1, 16 * row + 4, len),
            len => self.bytes(2 + part(2), part(3), len),
        }
    }

    /// Returns element `n` of a buffer.
    fn element<T: Copy>(&self, buffer: usize, n: usize) -> T {
        let start: *const T = self.buffers[buffer].cast();
        // SAFETY: the buffer has this element, by the layout of the type and the length of the array.
        let element = unsafe { start.add(n) };
        // SAFETY: as above; every bit pattern is a number.
        unsafe { element.read_unaligned() }
    }

    /// Returns bytes of a buffer.
    fn bytes(&self, buffer: usize, start: usize, len: usize) -> &'a [u8] {
        if len == 0 {
            return &[];
        }
        // SAFETY: the producer has written offsets within the buffer.
        let start = unsafe { self.buffers[buffer].add(start) };
        // SAFETY: as above; the bytes of an array never change.
        unsafe { slice::from_raw_parts(start, len) }
    }
}
