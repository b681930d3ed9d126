//! The errors of reading games.

use std::fmt;

use setwise_board::Excerpt;
use setwise_positions::Reason;
use setwise_positions::fen::push_position;
use setwise_positions::moves::Board;

use crate::chunks::LONGEST_GAME;
use crate::san::MoveError;

/// The error for a game that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadGame {
    /// The line of the error, counted from 1 in the whole text.
    pub line: usize,
    /// The column of the error in this line, counted from 1 in characters, or `None` if it is unknown: in rows of a table,
    /// and in a line with a long comment before the error.
    pub column: Option<usize>,
    /// The number of the game, counted from 1 in the whole text.
    pub game: usize,
    /// The number of the ply that could not be read, counted from 1 over the moves of both sides.
    pub ply: usize,
    /// What is wrong.
    pub fault: Fault,
    /// The word or tag that is wrong, or the beginning of the text that has no end.
    pub text: String,
    /// The position before this ply.
    pub board: Board,
}

impl BadGame {
    /// Returns the line and, if it is known, the column, such as `12:5`.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn place(&self) -> String {
        let mut place = self.line.to_string();
        if let Some(column) = self.column {
            place += ":";
            place += &column.to_string();
        }
        place
    }
}

/// What is wrong with a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// A word denotes no move.
    Move(MoveError),
    /// A tag is not of the form `[Name "value"]`, or does not end in its line.
    Tag,
    /// A comment has no end.
    Comment,
    /// A variation has no end.
    Variation,
    /// A variation ends that has not begun.
    Parenthesis,
    /// A `$` is not followed by a number only.
    Glyph,
    /// The game ends without a result, and the reader does not accept unfinished games.
    NoResult,
    /// The game has no result after its moves, and the value of the tag `Result` is not a result.
    Result,
    /// The game has two results that differ.
    SecondResult,
    /// The move number `1.` comes after two or more plies. It begins another game, but this game has no result.
    Restart,
    /// A row of a table has moves or tags after the result of its game, or tags after its moves.
    SecondGame,
    /// The tag `FEN` has no position. The value is the reason.
    Fen(Reason),
    /// The tag `Variant` names a variant other than chess and Chess960.
    Variant,
    /// The game has more than [`LONGEST_GAME`] bytes.
    TooLong,
}

/// Writes the error without the line, such as `game 4, ply 17: 'Nf6' is not a legal move in ...`.
impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, ply, fault, text, board, .. } = self;
        let text = Excerpt::new(text);
        write!(f, "game {game}, ply {ply}: ")?;
        match fault {
            Fault::Move(MoveError::NotAMove) => write!(f, "{text} is not a move")?,
            Fault::Move(MoveError::Illegal) => write!(f, "{text} is not a legal move")?,
            Fault::Move(MoveError::Ambiguous) => write!(f, "{text} is ambiguous")?,
            Fault::Move(MoveError::NoPromotion) => write!(f, "{text} does not say what the pawn becomes")?,
            Fault::Move(MoveError::Chess960) => {
                write!(f, "{text} castles as in Chess960, but the game is not Chess960,")?;
            }
            Fault::Move(MoveError::NullMove) => write!(f, "{text} is a null move, which is never legal,")?,
            Fault::Tag => write!(f, "{text} is not a tag [Name \"value\"] in one line,")?,
            Fault::Comment => write!(f, "the comment {text} has no end,")?,
            Fault::Variation => write!(f, "the variation {text} has no end,")?,
            Fault::Parenthesis => write!(f, "{text} ends no variation,")?,
            Fault::Glyph => write!(f, "{text} is not a $ with a number,")?,
            Fault::SecondGame => write!(f, "{text} begins a second game in the same row,")?,
            Fault::SecondResult => write!(f, "{text} is not the result that comes before it,")?,
            Fault::Restart => write!(f, "{text} begins another game, but this game has no result,")?,
            Fault::NoResult => write!(f, "the game ends without a result (use the option `unfinished` to read it),")?,
            Fault::Result => write!(f, "the result is {text}, expected 1-0, 0-1, 1/2-1/2 or *,")?,
            Fault::Fen(reason) => write!(f, "the FEN is {text}: {reason},")?,
            Fault::Variant => write!(f, "the variant {text} is neither chess nor Chess960,")?,
            Fault::TooLong => write!(f, "the game has more than {LONGEST_GAME} bytes,")?,
        }
        let mut fen = Vec::new();
        push_position(&mut fen, &board.position, &board.rights);
        let counters = (board.halfmove_clock, board.fullmove_number);
        write!(f, " in {} {} {}", String::from_utf8_lossy(&fen), counters.0, counters.1)
    }
}

impl std::error::Error for BadGame {}
