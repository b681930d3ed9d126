//! Columns at chosen places within a page.
//!
//! Two columns at equal offsets within a page of 4 KiB can slow each other down: a load looks like the store before it.
//! So each column gets an offset of its own, and every run has the same ones.

use std::ops::Range;

/// Bytes a page.
const PAGE: usize = 4096;

/// A column whose first element lies at a fixed offset within a page.
#[derive(Debug)]
pub struct Column<T> {
    buffer: Vec<T>,
    range: Range<usize>,
}

impl<T: Copy> Column<T> {
    /// A copy of `values` that starts `offset` bytes into a page; a multiple of the size of `T`.
    #[must_use]
    pub fn new(values: &[T], offset: usize) -> Self {
        let size = size_of::<T>();
        let Some(&any) = values.first() else { return Self { buffer: Vec::new(), range: 0..0 } };
        let mut buffer = vec![any; values.len() + PAGE / size];
        let start = (offset + PAGE - buffer.as_ptr().addr() % PAGE) % PAGE / size;
        let range = start..start + values.len();
        buffer[range.clone()].copy_from_slice(values);
        Self { buffer, range }
    }

    /// The column.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.buffer[self.range.clone()]
    }

    /// The column, to write to.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.buffer[self.range.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_starts_where_it_should() {
        for offset in [0, 64, 1088, 4088] {
            let column = Column::new(&[7_u64; 100], offset);
            assert_eq!(column.as_slice(), [7; 100]);
            assert_eq!(column.as_slice().as_ptr().addr() % PAGE, offset);
        }
    }
}
