//! Why a line is no position.

use std::fmt;

use setwise::Color;

/// Why a line is no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The placement has so many ranks instead of eight.
    Ranks(u32),
    /// A rank, 1 to 8, has so many squares instead of eight.
    Rank {
        /// The rank, 1 to 8.
        rank: u32,
        /// How many squares it has.
        squares: u32,
    },
    /// The placement has a byte that is neither a piece nor a number from 1 to 8.
    Letter(u8),
    /// There is no side to move.
    NoSide,
    /// The second field is neither `w` nor `b`; its first byte.
    Side(u8),
    /// A side has so many kings instead of one.
    Kings {
        /// Whose.
        side: Color,
        /// How many.
        kings: u32,
    },
    /// A side has a pawn on rank 1 or 8.
    Pawn {
        /// The side.
        side: Color,
        /// The rank, 1 or 8.
        rank: u32,
    },
    /// The line has a NUL byte.
    Nul,
    /// The line has a carriage return that ends no line, as files of old Macs have them.
    CarriageReturn,
    /// The line has more bytes than any position needs.
    TooLong,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Ranks(ranks) => write!(f, "the placement has {}, not 8", Number(ranks, "rank")),
            Self::Rank { rank, squares } => write!(f, "rank {rank} has {}, not 8", Number(squares, "square")),
            Self::Letter(byte) => write!(f, "{} is neither a piece nor a number from 1 to 8", Shown(byte)),
            Self::NoSide => write!(f, "no side to move behind the placement"),
            Self::Side(byte) => write!(f, "the side to move is w or b, not {}", Shown(byte)),
            Self::Kings { side, kings } => {
                write!(f, "{} has {}, not 1", name(side), Number(kings, "king"))
            }
            Self::Pawn { side, rank } => write!(f, "{} has a pawn on rank {rank}", name(side)),
            Self::Nul => write!(f, "a NUL byte"),
            Self::CarriageReturn => write!(f, "a carriage return inside the line; lines end with line feeds"),
            Self::TooLong => write!(f, "more than {} bytes in one line", crate::LONGEST_LINE),
        }
    }
}

impl std::error::Error for Reason {}

/// Returns the name of a side in a sentence.
fn name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A number of things.
struct Number(u32, &'static str);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, thing) = self;
        write!(f, "{number} {thing}{}", if *number == 1 { "" } else { "s" })
    }
}

/// A byte as people read it.
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

/// A line that is no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BadLine {
    /// Its number.
    pub line: usize,
    /// What is wrong with it.
    pub reason: Reason,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.reason)
    }
}

impl std::error::Error for BadLine {}
