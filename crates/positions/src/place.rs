//! The columns of errors in lines of text.

use std::str::Utf8Chunk;

use crate::tail::is_end;
use crate::{LONGEST_LINE, Reason};

/// Returns the column of the byte with the index `at` in a line, counted from 1. Columns count characters, as editors do.
/// Bytes that are not UTF-8 count as the replacement characters that editors show instead.
///
/// ```
/// assert_eq!(setwise_positions::column("# é: x".as_bytes(), 6), 6);
/// assert_eq!(setwise_positions::column(b"# \xE9: x", 5), 6);
/// assert_eq!(setwise_positions::column("\u{E9}: \u{E9}x".as_bytes(), 6), 5);
/// ```
///
/// # Panics
///
/// Panics if the line has fewer than `at` bytes.
#[must_use]
pub fn column(line: &[u8], at: usize) -> usize {
    let characters = |part: Utf8Chunk<'_>| part.valid().chars().count() + usize::from(!part.invalid().is_empty());
    1 + line[..at].utf8_chunks().map(characters).sum::<usize>()
}

impl Reason {
    /// Returns the [column](column()) at which the wrong field, rank or letter of a line begins. The error must be that of this line.
    /// The column of a missing field is the end of the line, and that of an error in the whole placement is the start of
    /// the placement. The column of a line that is too long does not count blanks at its start, which
    /// [`LineChunks`](crate::LineChunks) drops.
    ///
    /// ```
    /// use setwise_positions::{Rules, read_line};
    ///
    /// let line = b"8/8/4k3/8/9/4K3/8/8 w - -";
    /// assert_eq!(read_line(line, Rules::Chess).unwrap_err().column(line), 11);
    /// ```
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn column(&self, line: &[u8]) -> usize {
        let line = if *self == Self::TooLong { line.trim_ascii_start() } else { line };
        let blanks = line.len() - line.trim_ascii_start().len();
        column(line, (blanks + self.index(line.trim_ascii())).min(line.len()))
    }

    /// Returns the index of the byte in `line`, which has no blanks at either end.
    fn index(&self, line: &[u8]) -> usize {
        let byte = match *self {
            Self::Rank { rank, .. } | Self::Pawn { rank, .. } => {
                let before = line.split(|byte| *byte == b'/').take(8_usize.saturating_sub(rank as usize));
                return before.map(|rank| rank.len() + 1).sum();
            }
            Self::Digits(digits) => return line.windows(2).position(|two| two == digits).unwrap_or(0),
            Self::Side(_) | Self::Castling(_) | Self::EnPassant => return self.index_in_field(line),
            Self::NoSide | Self::NoRights => return line.len(),
            Self::Field { found, .. }
            | Self::Label(found)
            | Self::Operation(found)
            | Self::Quote(found)
            | Self::Rest(found) => return line.len().saturating_sub(found.bytes_left),
            Self::TooLong => return LONGEST_LINE,
            Self::Ranks(_) | Self::Kings { .. } | Self::Rook(_) => return 0,
            Self::Letter(byte) => byte,
            Self::Nul => 0,
            Self::CarriageReturn => b'\r',
            Self::LineFeed => b'\n',
        };
        line.iter().position(|found| *found == byte).unwrap_or(0)
    }

    /// Returns the index of the byte if the side to move, the castling field or the en passant field is wrong.
    fn index_in_field(&self, line: &[u8]) -> usize {
        let (n, letter) = match *self {
            Self::Side(_) => (1, 0),
            Self::Castling(letter) => (2, letter),
            _ => (3, 0),
        };
        let mut fields = line.split(|byte| is_end(*byte)).filter(|field| !field.is_empty());
        let field = fields.nth(n).unwrap_or(&line[line.len()..]);
        let before = match (n, field) {
            // A side to move that begins with w or b is too long.
            (1, [b'w' | b'b', ..]) => 1,
            _ => field.iter().position(|byte| *byte == letter).unwrap_or(0),
        };
        field.as_ptr().addr() - line.as_ptr().addr() + before
    }
}
