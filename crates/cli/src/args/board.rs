//! The arguments of the commands that work on one board.

use std::path::PathBuf;

use clap::ValueEnum;
use setwise::{Color, Square};
use setwise_ir::Formula;

use super::Backend;
use crate::parse;

const SHOW_EXAMPLES: &str = "\
Examples:
  setwise show black_forks 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --svg forks.svg
  setwise show knight_attacks b1,g1
  setwise show knight_moves b1,g1 a3,e2
  setwise show rotate180 0x00000000000000FF

A hexadecimal set begins with 0x. Names of squares may be in lower or upper case.";

/// Draws a feature of a position, or a pattern with the inputs that you give
#[derive(clap::Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub(crate) struct Show {
    /// A feature or a pattern from `setwise list`
    pub(crate) name: String,
    /// For a feature: a position as FEN. For a pattern: squares (`b1,g1`) or a hexadecimal set (`0x42`) for each input
    #[arg(value_name = "FEN|SQUARES", required = true)]
    pub(crate) board: Vec<String>,
    /// Also writes an SVG picture to this file; with -, only the picture is written, to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Also accepts pawns on ranks 1 and 8; this command always accepts any number of kings
    #[arg(long)]
    pub(crate) any_pieces: bool,
    #[command(flatten)]
    pub(crate) backend: Backend,
}

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  setwise explain 'knight_fill(2)' b1
  setwise explain forks a8,e8,h8 --svg forks.svg
  setwise explain knight_moves b1,g1 a2,b1,g1
  setwise explain knight_fill b1 2
  setwise explain white_attacked_squares '4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1'
  setwise explain 'count(own_forks & own_knight_moves) > 0' 'r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1'

An expression is explained part by part, for a position. Write - for an empty set. If you give a position, the pattern is computed for white, or for black if the name of the
pattern begins with black_.";

/// Draws every step of the formula of a pattern, or every part of an expression
#[derive(clap::Args)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub(crate) struct Explain {
    /// A pattern, such as knight_attacks or knight_fill(2) (`setwise list` shows all), or an expression about a position,
    /// in quotes
    #[arg(value_name = "PATTERN|EXPR")]
    pub(crate) kernel: String,
    /// Squares (`b1,g1`), a hexadecimal set (`0x42`) or a number for each input, or a position as FEN
    #[arg(value_name = "SQUARES|FEN", required = true)]
    pub(crate) board: Vec<String>,
    /// Formula for the attacks of knights and kings: prefix (shifts by files first, then by ranks) or shifts (one shift
    /// for each direction)
    #[arg(long, default_value_t)]
    pub(crate) spread: Formula,
    /// Also writes all steps as one SVG picture to this file; with -, only the picture is written, to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Also accepts pawns on ranks 1 and 8; this command always accepts any number of kings
    #[arg(long)]
    pub(crate) any_pieces: bool,
}

const PROVE_EXAMPLES: &str = "\
Examples:
  setwise prove 'knight_attacks(a | b)' = 'knight_attacks(a) | knight_attacks(b)'
  setwise prove 'king_attacks(a) & b' = 'a & king_attacks(b)'
  setwise prove 'white_knight_moves' = 'knight_attacks(knights & white) - white'

Names that are not known, such as a and b, are any sets. The sets of a position are any sets, too: white and black may overlap.
The exit code is 1 if the expressions are not equal, or if it was not decided.";

/// Proves that two expressions are equal for all boards, or shows boards on which they differ
#[derive(clap::Args)]
#[command(after_help = PROVE_EXAMPLES)]
pub(crate) struct Prove {
    /// An expression, in quotes
    #[arg(value_name = "EXPR")]
    pub(crate) left: String,
    /// The sign between the expressions
    #[arg(value_name = "=")]
    pub(crate) equals: String,
    /// The other expression, in quotes
    #[arg(value_name = "EXPR")]
    pub(crate) right: String,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Piece {
    Knight,
    King,
}

/// Prints the least number of moves from one square to another
#[derive(clap::Args)]
pub(crate) struct Distance {
    /// The piece that moves
    pub(crate) piece: Piece,
    /// The starting square, such as a1
    #[arg(value_parser = square)]
    pub(crate) from: Square,
    /// The target square, such as h8
    #[arg(value_parser = square)]
    pub(crate) to: Square,
}

/// Prints the number of squares that a knight or a king attacks from each of the given squares, one number per line
#[derive(clap::Args)]
#[command(after_help = "Example:\n  setwise degree knight b1")]
pub(crate) struct Degree {
    /// The piece that attacks
    pub(crate) piece: Piece,
    /// Squares, such as b1 e4
    #[arg(value_name = "SQUARE", required = true, value_parser = square)]
    pub(crate) squares: Vec<Square>,
}

const MOVES_EXAMPLES: &str = "\
Examples:
  setwise moves knight b1
  setwise moves knight b1,g1 --own a3,e2
  setwise moves 'r3k2r/8/8/8/8/5n2/8/R3K2R w KQkq - 0 1' --kings --legal
  setwise moves knight b1 --format json

Moves are sorted by their starting squares, then by their target squares. Castling is not a move of this command. Without
--legal, checks and pins are not considered.";

/// Prints the moves of knights or kings, one move per line, such as b1c3
#[derive(clap::Args)]
#[command(after_help = MOVES_EXAMPLES)]
pub(crate) struct Moves {
    /// The kind of piece (knight or king) and the squares of the pieces, such as b1,g1; or a position as FEN, whose side to
    /// move has the pieces
    #[arg(value_name = "PIECE SQUARES|FEN", required = true)]
    pub(crate) board: Vec<String>,
    /// Squares of other pieces of the same side; moves to these squares are left out. Not with a position
    #[arg(long, value_name = "SQUARES")]
    pub(crate) own: Option<String>,
    /// Prints the moves of the knights of a position; without --knights and --kings, those of both are printed
    #[arg(long)]
    pub(crate) knights: bool,
    /// Prints the moves of the kings of a position
    #[arg(long)]
    pub(crate) kings: bool,
    /// Prints only moves after which the king is not in check. Needs a position
    #[arg(long)]
    pub(crate) legal: bool,
    /// Format of the moves: a line for each move, or a JSON array with an object for each move
    #[arg(long, default_value = "text")]
    pub(crate) format: MovesFormat,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum MovesFormat {
    Text,
    Json,
}

const CAUGHT_EXAMPLES: &str = "\
Examples:
  setwise caught black g5 white
  setwise caught black g5 white --piece knight
  setwise caught black d5 black --with-pawn a4
  setwise caught black g5 black --with-king e4

The board has no other pieces. With --with-king the laws of chess apply. Otherwise the pawn's side may always pass instead of
moving, and the other side may pass unless its king is in check or --must-move is given.";

/// Draws the squares on which a passed pawn of the other side would be caught by a king or a knight
#[derive(clap::Args)]
#[command(after_help = CAUGHT_EXAMPLES)]
pub(crate) struct Caught {
    /// The colour of the king or knight
    #[arg(value_parser = color)]
    pub(crate) color: Color,
    /// The square of the king or knight
    #[arg(value_parser = square)]
    pub(crate) square: Square,
    /// The side to move
    #[arg(value_parser = color)]
    pub(crate) to_move: Color,
    /// The piece that catches the pawn
    #[arg(long, default_value = "king")]
    pub(crate) piece: Piece,
    /// The square of a second passed pawn: draws the squares on which the first pawn would be caught if the king must
    /// catch both pawns
    #[arg(long, value_name = "SQUARE", value_parser = square)]
    pub(crate) with_pawn: Option<Square>,
    /// With --with-pawn, the king must move and may not pass
    #[arg(long, requires = "with_pawn")]
    pub(crate) must_move: bool,
    /// The square of the king that supports the pawn: draws the squares from which the pawn does not win
    #[arg(long, value_name = "SQUARE", value_parser = square, conflicts_with = "with_pawn")]
    pub(crate) with_king: Option<Square>,
}

/// Draws the squares of all shortest king paths between two squares
#[derive(clap::Args)]
#[command(after_help = "Example:\n  setwise path a1 h8 --blocked b2,c3,d4")]
pub(crate) struct Path {
    /// The starting square
    #[arg(value_parser = square)]
    pub(crate) from: Square,
    /// The target square
    #[arg(value_parser = square)]
    pub(crate) to: Square,
    /// Squares that paths must avoid, such as b2,c3
    #[arg(long, value_name = "SQUARES", default_value = "")]
    pub(crate) blocked: String,
}

fn square(name: &str) -> Result<Square, String> {
    parse::square(name).ok_or_else(|| "expected a square from a1 to h8".to_string())
}

fn color(name: &str) -> Result<Color, String> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err("expected white or black".to_string()),
    }
}
