//! The rows of an array of strings in any of the supported layouts.

use std::ffi::CStr;
use std::ops::Range;
use std::slice;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::interface::{Array, Owned, Schema};

/// The layout of an array of strings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Offsets of 32 bits.
    Offsets32,
    /// Offsets of 64 bits.
    Offsets64,
    /// String views.
    Views,
    /// No strings: every row is null.
    Nulls,
}

impl Layout {
    pub(super) fn of(schema: &Owned<Schema>) -> PyResult<Self> {
        if schema.0.release.is_none() || schema.0.format.is_null() {
            return Err(PyTypeError::new_err("not an Arrow schema"));
        }
        // SAFETY: the schema has not been released, so its format is a text that ends with NUL.
        let format = unsafe { CStr::from_ptr(schema.0.format) };
        match format.to_bytes() {
            _ if !schema.0.dictionary.is_null() => {
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
    /// The index of the first row in the buffers.
    offset: usize,
    buffers: &'a [*const u8],
}

/// The error for a row whose bytes are not within the buffers of the array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outside;

impl<'a> Strings<'a> {
    pub(super) fn of(array: &'a Owned<Array>, layout: Layout) -> PyResult<Self> {
        let array = &array.0;
        let no_strings = || PyTypeError::new_err("not an Arrow array of strings");
        let size = |number: i64| usize::try_from(number).map_err(|_| no_strings());
        let (len, offset, count) = (size(array.length)?, size(array.offset)?, size(array.buffers)?);
        if layout == Layout::Nulls {
            return Ok(Self { layout, len, offset, buffers: &[] });
        }
        if count < 3 || array.buffer.is_null() {
            return Err(no_strings());
        }
        // SAFETY: an array has this number of buffers. The array is not released before the borrow of its owner ends.
        let buffers = unsafe { slice::from_raw_parts(array.buffer, count) };
        if len > 0 && buffers[1].is_null() {
            return Err(no_strings());
        }
        Ok(Self { layout, len, offset, buffers })
    }

    /// Returns the bytes of a row, or `None` if the row is null.
    pub(super) fn row(&self, row: usize) -> Result<Option<&'a [u8]>, Outside> {
        assert!(row < self.len);
        let row = self.offset + row;
        if !self.is_valid(row) {
            return Ok(None);
        }
        let bytes = match self.layout {
            Layout::Offsets32 => self.between(|n| self.element::<i32>(1, n).into(), row),
            Layout::Offsets64 => self.between(|n| self.element::<i64>(1, n), row),
            Layout::Views => self.view(row),
            Layout::Nulls => Ok(&[][..]),
        };
        bytes.map(Some)
    }

    fn is_valid(&self, row: usize) -> bool {
        // Without a bitmap, all rows are valid.
        self.layout != Layout::Nulls
            && (self.buffers[0].is_null() || self.element::<u8>(0, row / 8) >> (row % 8) & 1 == 1)
    }

    /// Returns the bytes from the offset of a row to the next offset. The interface does not state the length of the
    /// buffer of bytes, but the buffer reaches at least to the last offset.
    fn between(&self, offset: impl Fn(usize) -> i64, row: usize) -> Result<&'a [u8], Outside> {
        let offset = |n| usize::try_from(offset(n)).map_err(|_| Outside);
        self.bytes(2, offset(row)?..offset(row + 1)?, offset(self.offset + self.len)?)
    }

    /// Returns the bytes of a string view. The view of a string of up to 12 bytes has the length, followed by the
    /// bytes. The view of a longer string has the length, the first 4 bytes, and the place of the string: the index of
    /// a data buffer, and an offset in this buffer.
    ///
    /// The first two buffers of the array are the bitmap and the views. The data buffers follow. The last buffer has
    /// the lengths of the data buffers.
    fn view(&self, row: usize) -> Result<&'a [u8], Outside> {
        let part = |n: usize| usize::try_from(self.element::<i32>(1, 4 * row + n)).map_err(|_| Outside);
        let len = part(0)?;
        if len <= 12 {
            let start = 16 * row + 4;
            return self.bytes(1, start..start + len, start + 12);
        }
        let (number, start, lengths) = (part(2)?, part(3)?, self.buffers.len() - 1);
        if number >= lengths - 2 || self.buffers[lengths].is_null() {
            return Err(Outside);
        }
        let size = usize::try_from(self.element::<i64>(lengths, number)).map_err(|_| Outside)?;
        self.bytes(2 + number, start..start + len, size)
    }

    /// Returns element `n` of a buffer.
    fn element<T: Number>(&self, buffer: usize, n: usize) -> T {
        let start: *const T = self.buffers[buffer].cast();
        // SAFETY: the producer guarantees that the buffer has every element that the layout and the length of the array
        // require.
        let element = unsafe { start.add(n) };
        // SAFETY: the buffer has the element, as above. Every bit pattern is a number.
        unsafe { element.read_unaligned() }
    }

    /// Returns a range of bytes from a buffer that has `size` bytes. Returns an error if the range is not within the
    /// buffer.
    fn bytes(&self, buffer: usize, range: Range<usize>, size: usize) -> Result<&'a [u8], Outside> {
        let start = self.buffers[buffer];
        if range.start > range.end || range.end > size || (start.is_null() && !range.is_empty()) {
            return Err(Outside);
        }
        if range.is_empty() {
            return Ok(&[]);
        }
        // SAFETY: the range is within the buffer, as checked above. The producer guarantees that the buffer has `size`
        // bytes.
        let start = unsafe { start.add(range.start) };
        // SAFETY: the range is within the buffer, as above. The bytes do not change before the array is released, and
        // the array cannot be released while its owner is borrowed.
        Ok(unsafe { slice::from_raw_parts(start, range.len()) })
    }
}

/// A number whose bits may have any value.
trait Number: Copy {}
impl Number for u8 {}
impl Number for i32 {}
impl Number for i64 {}
