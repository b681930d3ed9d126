//! Conversions from the boards of the crate `cozy-chess`, for programs that already use it.

use cozy_chess::{Board, Color as CozyColor, Piece};
use setwise::Color;

use crate::placement::Placement;
use crate::{Columns, Position};

/// Converts the placement and the side to move. Castling rights, clocks and the en passant file are dropped. The sets
/// are copied unchanged, because both crates number the squares in the same way.
///
/// ```
/// use setwise_positions::{Position, Rules, read_line};
///
/// let board = cozy_chess::Board::default();
/// assert_eq!(Position::from(&board), read_line(board.to_string().as_bytes(), Rules::Chess).unwrap());
/// ```
impl From<&Board> for Position {
    fn from(board: &Board) -> Self {
        let kinds = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
        let placement = Placement {
            kinds: kinds.map(|kind| board.pieces(kind).0),
            sides: [CozyColor::White, CozyColor::Black].map(|side| board.colors(side).0),
        };
        let side_to_move = match board.side_to_move() {
            CozyColor::White => Color::White,
            CozyColor::Black => Color::Black,
        };
        Self { placement, side_to_move }
    }
}

impl<'a> Extend<&'a Board> for Columns {
    fn extend<I: IntoIterator<Item = &'a Board>>(&mut self, boards: I) {
        boards.into_iter().for_each(|board| self.push(&Position::from(board)));
    }
}
