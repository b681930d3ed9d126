//! Squares of the board.

use core::fmt;
use core::str::FromStr;

use crate::excerpt::parse_error;
use crate::{File, Rank};

/// From one list of names, defines the enum, the list of all squares and the conversion from an index.
macro_rules! squares {
    ($(#[$doc:meta])* $($name:ident,)+) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the 64 names are self-explanatory")]
        pub enum Square {
            $($name,)+
        }

        impl Square {
            /// All squares from a1 to h8.
            pub const ALL: [Self; 64] = [$(Self::$name),+];

            /// Returns the square with this index, or `None` if the index is above 63.
            // The function is a `match` instead of a read of `ALL`. The compiler sees that the `match` returns its
            // input unchanged, and removes the `match`. It would not remove the read.
            #[inline]
            #[must_use]
            pub const fn from_index(index: usize) -> Option<Self> {
                $(const $name: usize = Square::$name as usize;)+
                match index {
                    $($name => Some(Self::$name),)+
                    _ => None,
                }
            }
        }
    };
}

squares! {
    /// A square of the board: a1 = 0, b1 = 1, h8 = 63. No value is above 63, so a square is always a valid index into a
    /// table of 64 entries.
    ///
    /// ```
    /// # use setwise_board as setwise;
    /// use setwise::{File, Rank, Square};
    ///
    /// let square: Square = "e4".parse()?;
    /// assert_eq!(square, Square::new(File::E, Rank::Fourth));
    /// assert_eq!((square.index(), square.to_string()), (28, "e4".to_string()));
    /// # Ok::<(), setwise::ParseSquareError>(())
    /// ```
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// Returns the square on this file and rank.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::at(file.index() + 8 * rank.index())
    }

    /// Returns the square with this index, which must be below 64.
    const fn at(index: usize) -> Self {
        match Self::from_index(index) {
            Some(square) => square,
            None => panic!("square index must be below 64"),
        }
    }

    /// Returns the index, 0 to 63: `file + 8 * rank`. The index is also the number of the square's bit in a set.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the file of the square.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::at(self.index() % 8)
    }

    /// Returns the rank of the square.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::at(self.index() / 8)
    }

    /// Returns the square on the same file, with ranks counted from the other end: e1 becomes e8.
    #[inline]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self::at(self.index() ^ 56)
    }

    /// Returns the square on the same rank, with files counted from the other end: a4 becomes h4.
    #[inline]
    #[must_use]
    pub const fn mirror_horizontal(self) -> Self {
        Self::at(self.index() ^ 7)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

parse_error! {
    /// The error returned for a text that is not a file from a to h followed by a rank from 1 to 8.
    ParseSquareError, "a file from a to h and a rank from 1 to 8, such as e4"
}

/// Reads a lower-case file and a rank, such as `e4`.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let square =
            text.split_at_checked(1).and_then(|(file, rank)| Some(Self::new(file.parse().ok()?, rank.parse().ok()?)));
        square.ok_or_else(|| ParseSquareError::new(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    extern crate std;

    #[test]
    fn text_index_and_coordinates_agree() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(Square::from_index(index), Some(square));
        }
        assert_eq!(Square::from_index(64), None);
        for wrong in ["", "e", "e9", "i1", "E4", "e44", "4e", "é4", " e4"] {
            assert!(wrong.parse::<Square>().is_err(), "{wrong:?}");
        }
    }
}
