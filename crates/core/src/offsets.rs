//! The offsets at which lists start in a column of lists, and the error if lists do not fit.

use core::error::Error;
use core::fmt;

/// An offset in a column of lists: an integer of 32 or 64 bits. The signed types are those of Arrow.
pub trait Offset: Copy + sealed::Sealed + 'static {
    /// The largest offset that the type can represent.
    const MAX: u64;

    /// Returns an offset, which must be at most [`MAX`](Self::MAX).
    fn new(offset: usize) -> Self;

    /// Returns the number that [`new`](Self::new) received.
    fn to_usize(self) -> usize;
}

/// Only the types in this file are offsets, because other crates cannot name the trait in this module.
mod sealed {
    pub trait Sealed {}
}

macro_rules! offsets {
    ($($Type:ident),+) => {$(
        impl sealed::Sealed for $Type {}

        impl Offset for $Type {
            const MAX: u64 = $Type::MAX as u64;

            #[inline(always)]
            fn new(offset: usize) -> Self {
                offset as Self
            }

            #[inline(always)]
            fn to_usize(self) -> usize {
                self as usize
            }
        }
    )+};
}

offsets!(u32, u64, i32, i64);

/// The error returned if lists do not fit into the memory for them. Nothing has been written in that case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListError {
    /// The memory for the elements of the lists is too short.
    TooShort {
        /// The number of elements of all lists together.
        elements: u64,
        /// The number of elements for which there is room.
        room: usize,
    },
    /// The offset at which the last list ends is too large for the type of the offsets.
    OffsetTooLarge {
        /// The number of elements of all lists together, which is the last offset.
        elements: u64,
        /// The largest offset that the type can represent.
        max: u64,
    },
}

impl ListError {
    /// Returns the number of elements as a `usize`, if there is room for them and if `O` can represent their number.
    #[inline(always)]
    pub(crate) fn check<O: Offset>(elements: u64, room: usize) -> Result<usize, Self> {
        if elements > O::MAX {
            Err(Self::OffsetTooLarge { elements, max: O::MAX })
        } else if elements > room as u64 {
            Err(Self::TooShort { elements, room })
        } else {
            Ok(elements as usize)
        }
    }
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { elements, room } => {
                write!(f, "the lists have {elements} elements, but there is room for {room}")
            }
            Self::OffsetTooLarge { elements, max } => {
                write!(f, "the lists have {elements} elements, but offsets of this type end at {max}")
            }
        }
    }
}

impl Error for ListError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::*;

    /// Checks both bounds at their limits. Lists that exceed offsets of 32 bits would be too large for a test.
    #[test]
    fn lists_fit_up_to_the_last_element_and_the_last_offset() {
        assert_eq!(ListError::check::<u32>(7, 7), Ok(7));
        assert_eq!(ListError::check::<u32>(8, 7), Err(ListError::TooShort { elements: 8, room: 7 }));
        let limits = [(u64::from(u32::MAX), u32::MAX as usize), (i32::MAX as u64, i32::MAX as usize)];
        assert_eq!(ListError::check::<u32>(limits[0].0, usize::MAX), Ok(limits[0].1));
        assert_eq!(ListError::check::<i32>(limits[1].0, usize::MAX), Ok(limits[1].1));
        for (error, max) in [
            (ListError::check::<u32>(1 << 32, usize::MAX), u64::from(u32::MAX)),
            (ListError::check::<i32>(1 << 32, 0), i32::MAX as u64),
        ] {
            assert_eq!(error, Err(ListError::OffsetTooLarge { elements: 1 << 32, max }));
        }
        assert_eq!(ListError::check::<i64>(1 << 32, 0), Err(ListError::TooShort { elements: 1 << 32, room: 0 }));
    }

    #[test]
    fn messages_contain_both_numbers() {
        let short = ListError::TooShort { elements: 8, room: 7 };
        assert_eq!(short.to_string(), "the lists have 8 elements, but there is room for 7");
        let large = ListError::OffsetTooLarge { elements: 1 << 32, max: u64::from(u32::MAX) };
        assert_eq!(large.to_string(), "the lists have 4294967296 elements, but offsets of this type end at 4294967295");
    }
}
