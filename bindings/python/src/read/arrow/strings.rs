//! The rows of an array of strings, in each of its layouts.

use std::ffi::CStr;
use std::slice;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::interface::{Array, Schema};

/// How strings are stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
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
    pub(super) fn of(schema: &Schema) -> PyResult<Self> {
        // SAFETY: the format of a schema is a text that ends with NUL.
        let format = unsafe { CStr::from_ptr(schema.format) };
        match format.to_bytes() {
            _ if !schema.dictionary.is_null() => {
                Err(PyTypeError::new_err("the FENs are dictionary-encoded; convert the column to strings first"))
            }
            b"u" | b"z" => Ok(Self::Offsets32),
            b"U" | b"Z" => Ok(Self::Offsets64),
            b"vu" | b"vz" => Ok(Self::Views),
            b"n" => Ok(Self::Nulls),
            _ => {
                let message = format!("FENs must be strings; this array has the Arrow format {format:?}");
                Err(PyTypeError::new_err(message))
            }
        }
    }
}

/// The rows of an array of strings.
pub(super) struct Strings<'a> {
    layout: Layout,
    pub(super) len: usize,
    /// The number of rows before the first one.
    offset: usize,
    buffers: &'a [*const u8],
}

impl<'a> Strings<'a> {
    pub(super) fn of(array: &'a Array, layout: Layout) -> PyResult<Self> {
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
    pub(super) fn row(&self, row: usize) -> Option<&'a [u8]> {
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
