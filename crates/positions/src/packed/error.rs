//! The errors of reading and writing packed positions.

use std::fmt;

use setwise::Square;

use crate::moves::MoveFault;

/// The error for a record, or a game in viriformat, that cannot be read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BadRecord {
    /// The number of the record, or of the game.
    pub record: usize,
    /// The reason.
    pub reason: Reason,
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.record, self.reason)
    }
}

impl std::error::Error for BadRecord {}

/// The reason why a record cannot be read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The bytes end within a record, or within the first record of a game. The value is the number of bytes of this
    /// incomplete record.
    Truncated(usize),
    /// The bytes end within the moves of a game, or a game has more than
    /// [`LONGEST_GAME`](super::viriformat::LONGEST_GAME) moves.
    NoEnd,
    /// The board has more than 32 pieces. The value is the number of its pieces.
    Pieces(u32),
    /// The code of a piece has no meaning, or means an unmoved rook in a format without castling rights.
    Code {
        /// The square of the piece.
        square: Square,
        /// The code, 0 to 15.
        code: u8,
    },
    /// A side does not have exactly one king. The value contains the number of kings of each side: White and Black, or
    /// the side to move and the other side.
    Kings([u32; 2]),
    /// A pawn is on rank 1 or 8. The value is its square.
    Pawn(Square),
    /// The stored king squares are not the squares of the kings on the board.
    KingSquares,
    /// The number of the en passant square is neither a square nor 64.
    EnPassant(u8),
    /// The result is not 0, 1 or 2. No packed format can hold [`NO_RESULT`](super::NO_RESULT), an unknown result.
    Result(u8),
    /// The half-move clock is more than 255.
    HalfmoveClock(u32),
    /// The fullmove number is more than 65,535.
    FullmoveNumber(u32),
    /// The sets of the board to write contradict each other on this square. A piece must have exactly one kind and one
    /// side, and an unmoved rook must be a rook.
    Sets(Square),
    /// A move of a game cannot be made.
    Move {
        /// The number of the move, counted from 1 over the moves of both sides.
        number: usize,
        /// The reason.
        fault: MoveFault,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Truncated(bytes) => write!(f, "the record is incomplete: it has {bytes} bytes, not 32"),
            Self::NoEnd => write!(f, "the game has no end (four zero bytes)"),
            Self::Pieces(pieces) => write!(f, "the board has {pieces} pieces, and the format holds 32"),
            Self::Code { square, code } => write!(f, "code {code} on {square} is not a piece of this format"),
            Self::Kings([one, other]) => write!(f, "the sides have {one} and {other} kings, not one each"),
            Self::Pawn(square) => write!(f, "a pawn on {square}"),
            Self::KingSquares => write!(f, "the squares of the kings are not those on the board"),
            Self::EnPassant(number) => write!(f, "the en passant square is {number}, which is neither a square nor 64"),
            Self::HalfmoveClock(clock) => write!(f, "the half-move clock is {clock}, expected 0 to 255"),
            Self::FullmoveNumber(number) => write!(f, "the fullmove number is {number}, expected 0 to 65535"),
            Self::Result(result) => write!(f, "the result is {result}, not 0, 1 or 2"),
            Self::Sets(square) => write!(f, "the sets of pieces contradict each other on {square}"),
            Self::Move { number, fault } => write!(f, "move {number}: {fault}"),
        }
    }
}

impl std::error::Error for Reason {}
