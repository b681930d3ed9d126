//! Excerpts of texts that could not be parsed, for error messages.

use core::fmt;

/// A text that could not be parsed, or the start of this text if it is long.
///
/// An error message quotes the invalid text, because this text may come from a file or from the environment, where the
/// user does not see it. An excerpt has at most 32 bytes, so storing it needs no allocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excerpt {
    start: [u8; Self::LENGTH],
    length: usize,
    is_whole: bool,
}

impl Excerpt {
    /// The largest number of bytes in an excerpt.
    const LENGTH: usize = 32;

    /// Copies the text, up to the last character that fits into the excerpt.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let length = ends.take_while(|end| *end <= Self::LENGTH).last().unwrap_or(0);
        let mut start = [0; Self::LENGTH];
        start[..length].copy_from_slice(&text.as_bytes()[..length]);
        Self { start, length, is_whole: length == text.len() }
    }
}

/// Writes the excerpt in quotation marks. If the text is longer, `...` precedes the closing mark.
impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = str::from_utf8(&self.start[..self.length]).unwrap_or_default();
        write!(f, "'{start}{}'", if self.is_whole { "" } else { "..." })
    }
}

/// Defines the error type of a parser. The error message quotes the text that could not be parsed, or its start, and
/// says what was expected.
macro_rules! parse_error {
    ($(#[$doc:meta])* $name:ident, $expected:expr) => {
        $(#[$doc])*
        ///
        /// The error message quotes the text, or only its start if the text is long.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(crate::excerpt::Excerpt);

        impl $name {
            pub(crate) fn new(text: &str) -> Self {
                Self(crate::excerpt::Excerpt::new(text))
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!("{}: expected ", $expected), self.0)
            }
        }

        /// Writes the same message as `Display`, because a program whose `main` returns the error prints the `Debug`
        /// form.
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }

        impl core::error::Error for $name {}
    };
}
pub(crate) use parse_error;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, File, Rank, Square};
    use std::format;
    use std::string::{String, ToString};
    extern crate std;

    #[test]
    fn errors_show_the_text_and_what_was_expected() {
        let shown = |error: &dyn core::error::Error| format!("{error} {error:?}");
        let twice = |message: &str| format!("{message} {message}");
        assert_eq!(
            shown(&"e9".parse::<Square>().unwrap_err()),
            twice("'e9': expected a file from a to h and a rank from 1 to 8, such as e4")
        );
        assert_eq!(shown(&"i".parse::<File>().unwrap_err()), twice("'i': expected one character from a to h"));
        assert_eq!(shown(&"".parse::<Rank>().unwrap_err()), twice("'': expected one character from 1 to 8"));
        assert_eq!(shown(&"W".parse::<Color>().unwrap_err()), twice("'W': expected w or b"));
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let letters = |n| "é".repeat(n);
        assert_eq!(Excerpt::new(&letters(16)).to_string(), format!("'{}'", letters(16)));
        assert_eq!(Excerpt::new(&letters(17)).to_string(), format!("'{}...'", letters(16)));
        let odd = String::from("a") + &letters(16);
        assert_eq!(Excerpt::new(&odd).to_string(), format!("'a{}...'", letters(15)));
    }
}
