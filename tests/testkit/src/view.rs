//! A position from the point of view of one side. The fields of [`View`] have the same names as the inputs of patterns.

use setwise::Color;

use crate::oracle;
use crate::positions::{Piece, Position};

/// The sets of a position from the point of view of one side: its own sets and `their` sets. The board is never
/// flipped, so a1 = bit 0 for both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of pieces say what they are")]
pub struct View {
    /// The side from whose point of view the sets are named.
    pub side: Color,
    pub pawns: u64,
    pub knights: u64,
    pub bishops: u64,
    pub rooks: u64,
    pub queens: u64,
    pub king: u64,
    /// All own pieces.
    pub own: u64,
    pub their_pawns: u64,
    pub their_knights: u64,
    pub their_bishops: u64,
    pub their_rooks: u64,
    pub their_queens: u64,
    pub their_king: u64,
    /// All pieces of the other side.
    pub their: u64,
}

impl View {
    /// Returns both views of every position in order, White's view first.
    pub fn of_all(positions: &[Position]) -> impl Iterator<Item = Self> + Clone {
        positions.iter().flat_map(|position| Color::ALL.map(|side| Self::new(position, side)))
    }

    /// Returns the view of one side.
    #[must_use]
    pub fn new(position: &Position, side: Color) -> Self {
        let of = |piece: Piece| [side, !side].map(|side| position.of(piece)[side.index()]);
        let ([pawns, their_pawns], [knights, their_knights]) = (of(Piece::Pawn), of(Piece::Knight));
        let ([bishops, their_bishops], [rooks, their_rooks]) = (of(Piece::Bishop), of(Piece::Rook));
        let ([queens, their_queens], [king, their_king]) = (of(Piece::Queen), of(Piece::King));
        let [own, their] = [side, !side].map(|side| position.sides[side.index()]);
        Self {
            side,
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            king,
            own,
            their_pawns,
            their_knights,
            their_bishops,
            their_rooks,
            their_queens,
            their_king,
            their,
        }
    }

    /// Returns the pieces of both sides.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.own | self.their
    }

    /// Returns the pieces of both sides by kind, from pawns to kings, then the own pieces and those of the other side. These
    /// are the inputs of pairs with kinds.
    #[must_use]
    pub fn pieces(&self) -> [u64; 8] {
        [
            self.pawns | self.their_pawns,
            self.knights | self.their_knights,
            self.bishops | self.their_bishops,
            self.rooks | self.their_rooks,
            self.queens | self.their_queens,
            self.king | self.their_king,
            self.own,
            self.their,
        ]
    }

    /// Returns the most valuable targets of a fork: the other side's king, queens and rooks.
    #[must_use]
    pub fn targets(&self) -> u64 {
        self.their_king | self.their_queens | self.their_rooks
    }

    /// Returns the inputs of `AttackedSquares` for the side of this view. The other side's king does not block sliders.
    #[must_use]
    pub fn attackers(&self) -> [u64; 8] {
        let Self { pawns, knights, bishops, rooks, queens, king, .. } = *self;
        [pawns, knights, bishops, rooks, queens, king, self.occupied(), self.their_king]
    }

    /// Returns the inputs of `AttackedSquares` for the other side. The king of this view's side does not block sliders.
    #[must_use]
    pub fn their_attackers(&self) -> [u64; 8] {
        let Self { their_pawns, their_knights, their_bishops, their_rooks, their_queens, their_king, .. } = *self;
        let pieces = [their_pawns, their_knights, their_bishops, their_rooks, their_queens, their_king];
        let [pawns, knights, bishops, rooks, queens, king] = pieces;
        [pawns, knights, bishops, rooks, queens, king, self.occupied(), self.king]
    }

    /// Returns the squares to which `king` must not move, computed by coordinates. They are the squares of `own`, and
    /// the squares that the other side attacks if `king` is removed from the board.
    #[must_use]
    pub fn taboo(&self) -> u64 {
        self.own | oracle::attacked_squares(self.their_attackers(), !self.side)
    }
}
