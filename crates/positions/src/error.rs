//! The errors of reading a line.

use std::fmt;

use setwise::{Color, Square};

use crate::excerpt::Excerpt;

/// The largest number of bytes in a line. No position needs a longer line. A [`Reader`](crate::Reader) does not count
/// the line end or blanks at either end of the line.
pub const LONGEST_LINE: usize = 4096;

/// The reason why a line is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The placement does not have eight ranks. The value is the number of its ranks.
    Ranks(u32),
    /// A rank does not have eight squares.
    Rank {
        /// The rank, 1 to 8.
        rank: u32,
        /// The number of squares in this rank.
        squares: u32,
    },
    /// The placement has a byte that is neither a piece, a slash nor a digit from 1 to 8.
    Letter(u8),
    /// The placement has two digits in a row. The value contains them.
    Digits([u8; 2]),
    /// The line ends after the placement, without a side to move.
    NoSide,
    /// The side to move is neither `w` nor `b`. The value is the first wrong byte.
    Side(u8),
    /// A side does not have exactly one king.
    Kings {
        /// The side.
        side: Color,
        /// The number of kings of this side.
        kings: u32,
    },
    /// A side has a pawn on rank 1 or 8.
    Pawn {
        /// The side.
        side: Color,
        /// The rank, 1 or 8.
        rank: u32,
    },
    /// The line has no castling field or no en passant field, but the rights were to be read strictly.
    NoRights,
    /// A letter of the castling field denotes no rook that may castle. The value is the letter.
    Castling(u8),
    /// A rook that may castle is not a rook on the first rank of its side, or the only king of the side is not there.
    Rook(Square),
    /// The en passant square is not one that a pawn of the other side can have just passed.
    EnPassant,
    /// A field after the side to move is malformed, or the operation of a counter is malformed or contradicts a field.
    Field {
        /// The name of the field.
        name: &'static str,
        /// The text of the field.
        found: Excerpt,
        /// What the field must contain.
        expected: &'static str,
    },
    /// The fields are followed by labels, which are not read.
    Label(Excerpt),
    /// The operation with this opcode is a label, which is not read.
    Operation(Excerpt),
    /// A quote in the operations is not closed, so it is unclear which semicolons end operations.
    Quote(Excerpt),
    /// The fields are followed by text that is neither a label nor an operation.
    Rest(Excerpt),
    /// The line has a NUL byte.
    Nul,
    /// The line contains a carriage return before its end. This happens in files from old Macs, which end lines with a
    /// carriage return only.
    CarriageReturn,
    /// The line contains a line feed before its end. Only lines that are passed as separate slices, for example to
    /// [`Reader::append_lines`](crate::Reader::append_lines), can have this error.
    LineFeed,
    /// The line has more than [`LONGEST_LINE`] bytes.
    TooLong,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Ranks(ranks) => write!(f, "the placement has {}, not 8", Number(ranks, "rank")),
            Self::Rank { rank, squares } => write!(f, "rank {rank} has {}, not 8", Number(squares, "square")),
            Self::Letter(byte) => write!(f, "{} is neither a piece nor a number from 1 to 8", Shown(byte)),
            Self::Digits([one, other]) => {
                write!(f, "two digits in a row, {}{}, expected one", char::from(one), char::from(other))
            }
            Self::NoSide => write!(f, "no side to move after the placement"),
            Self::Side(byte) => write!(f, "the side to move is w or b, not {}", Shown(byte)),
            Self::Kings { side, kings } => {
                write!(f, "{} has {}, not 1", name(side), Number(kings, "king"))
            }
            Self::Pawn { side, rank } => write!(f, "{} has a pawn on rank {rank}", name(side)),
            Self::NoRights => write!(f, "no castling rights or no en passant square after the side to move"),
            Self::Castling(byte) => write!(f, "{} is not a right to castle of a king and a rook", Shown(byte)),
            Self::Rook(square) => write!(f, "no king can castle with a rook on {square}"),
            Self::EnPassant => write!(f, "no pawn can have just passed the en passant square"),
            Self::Field { name, found, expected } => write!(f, "the {name} is {found}, expected {expected}"),
            Self::Label(text) => write!(f, "unsupported labels after the fields: {text}"),
            Self::Operation(opcode) => {
                write!(f, "the operation {opcode} is a label, and labels in text are not read")
            }
            Self::Quote(text) => write!(f, "the quote before a semicolon is not closed: {text}"),
            Self::Rest(text) => write!(f, "unexpected text after the fields: {text}"),
            Self::Nul => write!(f, "a NUL byte"),
            Self::CarriageReturn => write!(f, "a carriage return inside the line; lines end with line feeds"),
            Self::LineFeed => write!(f, "a line feed inside the line"),
            Self::TooLong => write!(f, "more than {} bytes in one line", LONGEST_LINE),
        }
    }
}

impl std::error::Error for Reason {}

fn name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A number with its noun, in the singular or the plural.
struct Number(u32, &'static str);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, thing) = self;
        write!(f, "{number} {thing}{}", if *number == 1 { "" } else { "s" })
    }
}

/// A byte, shown as a character if it is printable and in hexadecimal otherwise.
struct Shown(u8);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_ascii_graphic() {
            write!(f, "'{}'", char::from(self.0))
        } else {
            write!(f, "byte {:#04x}", self.0)
        }
    }
}

/// The error for a line that is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BadLine {
    /// The line number.
    pub line: usize,
    /// The column: see [`Reason::column`].
    pub column: usize,
    /// What is wrong with the line.
    pub reason: Reason,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.reason)
    }
}

impl std::error::Error for BadLine {}
