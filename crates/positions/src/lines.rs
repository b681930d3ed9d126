//! Splits a text into lines, and reads a position from one line.

use setwise::Color;
use setwise::masks::{RANK_1, RANK_8};

use crate::error::{LONGEST_LINE, Reason};
use crate::placement::{self, Placement};
use crate::tail::is_end;

/// The rules that a position must satisfy to be accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Rules {
    /// Each side has one king, and no pawn is on rank 1 or 8.
    #[default]
    Chess,
    /// Each side has any number of kings, including none. No pawn is on rank 1 or 8.
    AnyKings,
    /// Each side has any number of kings, and pawns may be on every rank.
    AnyPieces,
}

impl Rules {
    /// All variants, the strictest first.
    pub const ALL: [Self; 3] = [Self::Chess, Self::AnyKings, Self::AnyPieces];

    /// Returns whether each side must have one king.
    pub(crate) fn one_king(self) -> bool {
        self == Self::Chess
    }

    /// Returns whether pawns must be on ranks 2 to 7.
    pub(crate) fn pawn_ranks(self) -> bool {
        self != Self::AnyPieces
    }

    /// Checks the kings and the pawns of a placement.
    ///
    /// # Errors
    ///
    /// Returns the reason if the rules do not accept the placement.
    pub fn check(self, placement: &Placement) -> Result<(), Reason> {
        let [pawns, .., kings] = placement.kinds;
        for (side, pieces) in Color::ALL.into_iter().zip(placement.sides) {
            let kings = (kings & pieces).count_ones();
            if self.one_king() && kings != 1 {
                return Err(Reason::Kings { side, kings });
            }
            for (rank, squares) in [(8, RANK_8), (1, RANK_1)] {
                if self.pawn_ranks() && pawns & pieces & squares != 0 {
                    return Err(Reason::Pawn { side, rank });
                }
            }
        }
        Ok(())
    }
}

/// A position: the placement of the pieces, and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces on their squares.
    pub placement: Placement,
    /// The side to move.
    pub side_to_move: Color,
}

/// Reads a position from a line, with or without its line end. Blanks at either end of the line are ignored, but the
/// blanks and the line end count towards [`LONGEST_LINE`]. What follows the side to move is not read: see
/// [`Tail`](crate::Tail).
///
/// # Errors
///
/// Returns the reason if the line is not a position that the rules accept.
pub fn read_line(line: &[u8], rules: Rules) -> Result<Position, Reason> {
    if line.len() > LONGEST_LINE {
        return Err(Reason::TooLong);
    }
    if memchr::memchr(0, line).is_some() {
        return Err(Reason::Nul);
    }
    let line = line.trim_ascii();
    if memchr::memchr(b'\r', line).is_some() {
        return Err(Reason::CarriageReturn);
    }
    if memchr::memchr(b'\n', line).is_some() {
        return Err(Reason::LineFeed);
    }
    let length = memchr::memchr2(b' ', b'\t', line).unwrap_or(line.len());
    let placement = placement::read(&line[..length])?;
    let rest = line[length..].trim_ascii_start();
    let side_to_move = match rest {
        [] => return Err(Reason::NoSide),
        [b'w'] => Color::White,
        [b'b'] => Color::Black,
        [b'w', end, ..] if is_end(*end) => Color::White,
        [b'b', end, ..] if is_end(*end) => Color::Black,
        // If the second field starts with w or b, it is too long, so its second byte is reported. Otherwise, its first
        // byte is reported.
        [b'w' | b'b', other, ..] | [other, ..] => return Err(Reason::Side(*other)),
    };
    rules.check(&placement)?;
    Ok(Position { placement, side_to_move })
}

/// Returns an iterator over the lines of a text. The first line has the number `first_line`. Blank lines and comments,
/// which start with `#`, are counted but skipped. Each item consists of a line number and the text of that line,
/// without its line end and without blanks at either end.
///
/// A byte order mark is not skipped: see [`plain_text`](crate::plain_text).
///
/// ```
/// let lines: Vec<_> = setwise_positions::lines(b"# two\r\n\r\n8/8 w\r\n  8 b", 1).collect();
/// assert_eq!(lines, [(3, &b"8/8 w"[..]), (4, b"8 b")]);
/// ```
pub fn lines(text: &[u8], first_line: usize) -> Lines<'_> {
    Lines { rest: text, number: first_line }
}

/// The byte order mark of UTF-8.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// An iterator over the lines of a text, made by [`lines`].
#[derive(Debug, Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        while !self.rest.is_empty() {
            let end = memchr::memchr(b'\n', self.rest).unwrap_or(self.rest.len());
            let line = self.rest[..end].trim_ascii();
            let number = self.number;
            self.rest = self.rest.get(end + 1..).unwrap_or_default();
            self.number += 1;
            if !is_skipped(line) {
                return Some((number, line));
            }
        }
        None
    }
}

/// Returns whether a line is empty or a comment. The line must not start or end with blanks.
pub(crate) fn is_skipped(line: &[u8]) -> bool {
    matches!(line, [] | [b'#', ..])
}
