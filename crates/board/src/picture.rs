//! Boards as pictures, in source code and in text.

use core::fmt;

use crate::{Bitboard, File, Rank, Square};

/// Reads a picture of a board at compile time. Rank 8 is at the top, file a at the left; `X` marks a square in the set,
/// `.` any other square.
///
/// White space is ignored. A picture that does not have exactly 64 squares, or has any other character, does not
/// compile.
///
/// ```
/// # use setwise_board as setwise;
/// use setwise::{Bitboard, bitboard, Square::{B1, E4}};
///
/// let set = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . X . . . . . .
/// };
/// assert_eq!(set, Bitboard::from_squares(&[B1, E4]));
/// ```
///
/// ```compile_fail,E0080
/// # use setwise_board as setwise;
/// let _ = setwise::bitboard! { . . X };
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($picture:tt)*) => {
        const { $crate::Bitboard::from_picture(stringify!($($picture)*)) }
    };
}

impl Bitboard {
    /// Returns the set that a picture shows. Rank 8 is first, and each rank goes from file a to file h. `X` marks a
    /// square in the set, `.` any other square. Spaces, tabs and line breaks are ignored.
    ///
    /// # Panics
    ///
    /// Panics if the text has any other character or does not have 64 squares. The macro [`bitboard!`] reports both
    /// errors at compile time.
    #[must_use]
    pub const fn from_picture(picture: &str) -> Self {
        let text = picture.as_bytes();
        let (mut set, mut count, mut i) = (0, 0, 0);
        while i < text.len() {
            match text[i] {
                b'.' | b'X' => {
                    assert!(count < 64, "picture has more than 64 squares");
                    // The picture starts on a8, so the ranks are flipped and the files are kept.
                    set |= ((text[i] == b'X') as u64) << (count ^ 56);
                    count += 1;
                }
                b' ' | b'\n' | b'\r' | b'\t' => {}
                _ => panic!("picture has a character other than X, . and white space"),
            }
            i += 1;
        }
        assert!(count == 64, "picture has fewer than 64 squares");
        Self(set)
    }

    fn draw(self, f: &mut fmt::Formatter<'_>, indent: &str, end: &str) -> fmt::Result {
        for (n, rank) in Rank::ALL.into_iter().rev().enumerate() {
            f.write_str(indent)?;
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { "X" } else { "." };
                write!(f, "{}{mark}", if file == File::A { "" } else { " " })?;
            }
            f.write_str(if n < 7 { "\n" } else { end })?;
        }
        Ok(())
    }
}

/// Writes eight lines of `X` and `.`, rank 8 first, without a trailing line feed: the format that [`bitboard!`] reads.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f, "", "")
    }
}

/// Writes the picture as source code, so that the output of a failed test can be pasted into the test.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bitboard! {{ // {:#018X}", self.0)?;
        self.draw(f, "    ", "\n}")
    }
}

macro_rules! as_the_word {
    ($($form:ident),+) => {$(
        /// Formats the 64-bit word.
        impl fmt::$form for Bitboard {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$form::fmt(&self.0, f)
            }
        }
    )+};
}

as_the_word!(LowerHex, UpperHex, Binary, Octal);

#[cfg(test)]
mod tests {
    use super::*;
    use std::{format, string::ToString};
    extern crate std;

    #[test]
    fn a_picture_may_be_written_with_and_without_blanks() {
        let spaced = bitboard! {
            X . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . X X X . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . X
        };
        let dense = bitboard! { X....... ........ ........ ..XXX... ........ ........ ........ .......X };
        assert_eq!(spaced, dense);
        assert_eq!(spaced, Bitboard::from_squares(&[Square::A8, Square::C5, Square::D5, Square::E5, Square::H1]));
    }

    #[test]
    fn what_is_drawn_can_be_read() {
        for word in [0, !0, 1, 1 << 63, 0x0123_4567_89AB_CDEF] {
            assert_eq!(Bitboard::from_picture(&Bitboard(word).to_string()), Bitboard(word));
        }
        let debug = format!("{:?}", Square::A1.bitboard());
        assert!(debug.starts_with("bitboard! { // 0x0000000000000001\n    . ."), "{debug}");
        assert!(debug.ends_with("\n    X . . . . . . .\n}"), "{debug}");
        assert_eq!(format!("{:#x} {:b}", Bitboard(10), Bitboard(10)), "0xa 1010");
    }

    #[test]
    #[should_panic(expected = "more than 64 squares")]
    fn sixty_five_squares_are_refused() {
        let _ = Bitboard::from_picture(&".".repeat(65));
    }
}
