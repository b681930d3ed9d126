//! An operand of a loop: elements in memory that NumPy describes by an address, a stride and a length.

use std::ops::Range;
use std::slice;

/// Elements of one type, with a constant distance between their addresses. The distance may be negative, or 0 for a
/// value that is broadcast.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    start: *mut u8,
    stride: isize,
    len: usize,
    /// The number of bytes of an element.
    size: usize,
}

impl Operand {
    /// An operand without elements.
    pub(super) const EMPTY: Self = Self { start: std::ptr::null_mut(), stride: 0, len: 0, size: 0 };

    /// Describes `len` elements of `size` bytes.
    ///
    /// # Safety
    ///
    /// As long as the operand is used, the `size` bytes at `start + i * stride` must be readable for each `i` below
    /// `len`. If the operand is written, they must also be writable. No other thread may write any of these bytes.
    pub(super) unsafe fn new(start: *mut u8, stride: isize, len: usize, size: usize) -> Self {
        // For a single element, NumPy may pass any stride. The size of the element replaces it, so that `is_column`
        // accepts a single word.
        let stride = if len == 1 { size.cast_signed() } else { stride };
        Self { start, stride, len, size }
    }

    /// Returns element `i`.
    #[inline(always)]
    pub(super) fn read<T: Element>(&self, i: usize) -> T {
        let at = self.at::<T>(i);
        // SAFETY: `at` points to a readable element of this size, by the contract of `new`. Every bit pattern is a `T`.
        unsafe { at.read_unaligned() }
    }

    /// Replaces element `i`.
    #[inline(always)]
    pub(super) fn write<T: Element>(&self, i: usize, value: T) {
        let at = self.at::<T>(i);
        // SAFETY: `at` points to a writable element of this size, by the contract of `new`.
        unsafe { at.write_unaligned(value) }
    }

    /// Returns the address of element `i`.
    ///
    /// # Panics
    ///
    /// Panics if there is no element `i`, or if the elements do not have the size of `T`.
    #[inline(always)]
    fn at<T>(&self, i: usize) -> *mut T {
        assert!(i < self.len && size_of::<T>() == self.size);
        let offset = i.cast_signed() * self.stride;
        // SAFETY: element `i` exists, by the assertion and the contract of `new`, so its address is within the array.
        unsafe { self.start.offset(offset) }.cast()
    }

    /// Returns whether the elements are aligned words without gaps.
    pub(super) fn is_column(&self) -> bool {
        let word = size_of::<u64>();
        self.size == word && self.stride == word.cast_signed() && self.start.cast::<u64>().is_aligned()
    }

    /// Returns a range of words as a column that can be read.
    ///
    /// # Safety
    ///
    /// As long as the slice is used, nothing may write to the words.
    pub(super) unsafe fn column<'a>(&self, range: Range<usize>) -> &'a [u64] {
        let start = self.column_at(&range);
        // SAFETY: `column_at` has checked that these are aligned words without gaps. Nothing writes to them, by the
        // contract.
        unsafe { slice::from_raw_parts(start, range.len()) }
    }

    /// Returns a range of words as a column that can be written.
    ///
    /// # Safety
    ///
    /// As long as the slice is used, nothing else may read or write the words.
    pub(super) unsafe fn column_mut<'a>(&self, range: Range<usize>) -> &'a mut [u64] {
        let start = self.column_at(&range);
        // SAFETY: `column_at` has checked that these are aligned words without gaps. Nothing else uses them, by the
        // contract.
        unsafe { slice::from_raw_parts_mut(start, range.len()) }
    }

    /// Returns the address of the first word of a range.
    fn column_at(&self, range: &Range<usize>) -> *mut u64 {
        assert!(self.is_column() && range.start <= range.end && range.end <= self.len);
        // SAFETY: the range is within the array, by the assertion and the contract of `new`.
        unsafe { self.start.cast::<u64>().add(range.start) }
    }

    /// Returns whether the address ranges of the two operands overlap. For interleaved operands, this function returns
    /// `true`, although they have no byte in common.
    pub(super) fn may_overlap(&self, other: &Self) -> bool {
        let (a, b) = (self.addresses(), other.addresses());
        a.start < b.end && b.start < a.end
    }

    /// Returns whether, for every `i`, element `i + 1` of this operand has the same address as result `i`.
    pub(super) fn continues(&self, result: &Self) -> bool {
        self.len > 1 && self.stride == result.stride && self.start.wrapping_offset(self.stride) == result.start
    }

    /// Returns the range of addresses from the lowest byte to the highest.
    fn addresses(&self) -> Range<usize> {
        let Some(last) = self.len.checked_sub(1) else { return 0..0 };
        let first = self.start.addr();
        let last = first.wrapping_add_signed(last.cast_signed() * self.stride);
        first.min(last)..first.max(last) + self.size
    }
}

/// A number whose bits may have any value.
pub(super) trait Element: Copy {}
impl Element for u8 {}
impl Element for u16 {}
impl Element for u64 {}
