//! Boards as pictures, in source and in text.

use core::fmt;

use crate::{Bitboard, File, Rank, Square};

/// Reads a picture of a board at compile time: rank 8 on top, file a at the left, `X` a member, `.` none.
///
/// Blanks and line ends are free. Anything but 64 of the two characters does not compile.
///
/// ```
/// use setwise_board::{Bitboard, bitboard, Square::{B1, E4}};
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
/// let _ = setwise_board::bitboard! { . . X };
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($picture:tt)*) => {
        const { $crate::Bitboard::from_picture(stringify!($($picture)*)) }
    };
}

impl Bitboard {
    /// The set of a picture: rank 8 first, files a to h, `X` a member, `.` none, blanks and line ends ignored.
    ///
    /// # Panics
    ///
    /// If the text has another character or not 64 squares. [`bitboard!`] makes that an error of compilation.
    #[must_use]
    pub const fn from_picture(picture: &str) -> Self {
        let text = picture.as_bytes();
        let (mut set, mut count, mut i) = (0, 0, 0);
        while i < text.len() {
            match text[i] {
                b'.' | b'X' => {
                    assert!(count < 64, "a picture has 64 squares, this one has more");
                    // The picture starts on a8: flip ranks, keep files.
                    set |= ((text[i] == b'X') as u64) << (count ^ 56);
                    count += 1;
                }
                b' ' | b'\n' | b'\r' | b'\t' => {}
                _ => panic!("a picture has only X for a member and . for none"),
            }
            i += 1;
        }
        assert!(count == 64, "a picture has 64 squares, this one has fewer");
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

/// Eight lines of `X` and `.`, rank 8 first, without a line feed at the end: what [`bitboard!`] reads.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f, "", "")
    }
}

/// The picture as source, so that what a failed test prints can be pasted into it.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bitboard! {{ // {:#018X}", self.0)?;
        self.draw(f, "    ", "\n}")
    }
}

macro_rules! as_the_word {
    ($($form:ident),+) => {$(
        /// The 64-bit word in this form.
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
    #[should_panic(expected = "this one has more")]
    fn sixty_five_squares_are_refused() {
        let _ = Bitboard::from_picture(&".".repeat(65));
    }
}
