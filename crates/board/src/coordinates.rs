//! Files and ranks.

use core::fmt;
use core::str::FromStr;

use crate::excerpt::parse_error;

/// Defines an enum of eight coordinates, its conversions from and to an index and a character, and its error type.
macro_rules! coordinate {
    ($(#[$doc:meta])* $name:ident, $error:ident, $first:literal, $range:literal, [$($(#[$variant_doc:meta])* $variant:ident),+]) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl $name {
            /// All eight values, in order of their index.
            pub const ALL: [Self; 8] = [$(Self::$variant),+];

            /// Returns the index, 0 to 7.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the value with this index, or `None` if the index is above 7.
            #[inline]
            #[must_use]
            #[allow(non_upper_case_globals, reason = "constants named after the variants, for the match")]
            pub const fn from_index(index: usize) -> Option<Self> {
                $(const $variant: usize = $name::$variant as usize;)+
                match index {
                    $($variant => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// Returns the value with this index, which must be below 8.
            pub(crate) const fn at(index: usize) -> Self {
                match Self::from_index(index) {
                    Some(coordinate) => coordinate,
                    None => panic!("coordinate must be below 8"),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Write::write_char(f, char::from($first + *self as u8))
            }
        }

        parse_error! {
            #[doc = concat!("The error returned for a text that is not one character from ", $range, ".")]
            $error, concat!("one character from ", $range)
        }

        #[doc = concat!("Reads one character from ", $range, ".")]
        impl FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let coordinate = match text.as_bytes() {
                    [byte] => Self::from_index(byte.wrapping_sub($first).into()),
                    _ => None,
                };
                coordinate.ok_or_else(|| $error::new(text))
            }
        }
    };
}

coordinate! {
    /// A column of the board: file a = 0, file h = 7.
    File, ParseFileError, b'a', "a to h", [
        /// File a, the westernmost.
        A,
        /// File b.
        B,
        /// File c.
        C,
        /// File d.
        D,
        /// File e.
        E,
        /// File f.
        F,
        /// File g.
        G,
        /// File h, the easternmost.
        H
    ]
}

coordinate! {
    /// A row of the board: rank 1 = 0, rank 8 = 7.
    Rank, ParseRankError, b'1', "1 to 8", [
        /// Rank 1, the southernmost: white's home rank.
        First,
        /// Rank 2.
        Second,
        /// Rank 3.
        Third,
        /// Rank 4.
        Fourth,
        /// Rank 5.
        Fifth,
        /// Rank 6.
        Sixth,
        /// Rank 7.
        Seventh,
        /// Rank 8, the northernmost: black's home rank.
        Eighth
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    extern crate std;

    #[test]
    fn text_and_back() {
        for index in 0..8 {
            let (file, rank) = (File::ALL[index], Rank::ALL[index]);
            assert_eq!(file.to_string().parse(), Ok(file));
            assert_eq!(rank.to_string().parse(), Ok(rank));
        }
        assert_eq!(File::C.to_string() + &Rank::Second.to_string(), "c2");
        for wrong in ["", "i", "A", "aa", "9", "0", "`"] {
            assert!(wrong.parse::<File>().is_err() && wrong.parse::<Rank>().is_err(), "{wrong:?}");
        }
        assert_eq!((File::from_index(8), Rank::from_index(8)), (None, None));
    }
}
