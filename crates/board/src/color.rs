//! White and black.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::excerpt::parse_error;

/// The colour of a side. As an index into tables, white is 0 and black is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first. Its pawns step north.
    White,
    /// The side that moves second. Its pawns step south.
    Black,
}

impl Color {
    /// White, then black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns 0 for white and 1 for black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Returns the other side.
impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// Writes `w` or `b`, as in the second field of FEN.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

parse_error! {
    /// The error returned for a text that is neither `w` nor `b`.
    ParseColorError, "w or b"
}

/// Reads `w` or `b`.
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "w" => Ok(Self::White),
            "b" => Ok(Self::Black),
            _ => Err(ParseColorError::new(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    extern crate std;

    #[test]
    fn text_and_back() {
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(!!color, color);
        }
        assert_eq!((Color::White.index(), Color::Black.index()), (0, 1));
        for wrong in ["", "W", "white", "wb", "-"] {
            assert!(wrong.parse::<Color>().is_err(), "{wrong:?}");
        }
    }
}
