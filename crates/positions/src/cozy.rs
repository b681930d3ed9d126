//! Conversions from the boards of the crate `cozy-chess`, for programs that already use it.

use cozy_chess::{Board, Color as CozyColor, File, Piece, Rank, Square};
use setwise::Color;

use crate::placement::Placement;
use crate::{Columns, NO_EN_PASSANT, Position, RightsRow};

/// Converts the placement and the side to move. A [`RightsRow`] has the castling rights and the en passant square. The
/// clocks are dropped. The sets are copied unchanged, because both crates number the squares in the same way.
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

/// Converts the castling rights and the en passant square.
///
/// ```
/// use setwise_positions::RightsRow;
///
/// let rights = RightsRow::from(&cozy_chess::Board::default());
/// assert_eq!(rights.unmoved_rooks, 0x8100_0000_0000_0081);
/// ```
impl From<&Board> for RightsRow {
    fn from(board: &Board) -> Self {
        let rook = |file: Option<File>, rank| file.map_or(0, |file| Square::new(file, rank).bitboard().0);
        let rooks = |side: CozyColor| {
            let (rights, rank) = (board.castle_rights(side), Rank::First.relative_to(side));
            rook(rights.short, rank) | rook(rights.long, rank)
        };
        let rank = Rank::Sixth.relative_to(board.side_to_move());
        Self {
            unmoved_rooks: rooks(CozyColor::White) | rooks(CozyColor::Black),
            en_passant: board.en_passant().map_or(NO_EN_PASSANT, |file| Square::new(file, rank) as u8),
        }
    }
}

impl<'a> Extend<&'a Board> for Columns {
    fn extend<I: IntoIterator<Item = &'a Board>>(&mut self, boards: I) {
        boards.into_iter().for_each(|board| self.push(&Position::from(board)));
    }
}
