//! Moves of the knights and the king of the side to move, as pairs of squares.

use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pairs::{LegalKing, LegalKnights, MovesWithout};
use setwise::{Bitboard, Square, one_board_pairs};

use crate::Position;
use crate::placement::{KING, KNIGHT};

/// Returns the knight moves of the side to move as pairs of squares, from and to. A knight may move to any square that
/// it attacks and that has no own piece. The moves are ordered by the square of the knight, then by the target. Pins
/// and checks do not matter.
///
/// ```
/// use setwise::Square::{A3, B1, C3};
/// use setwise_positions::{Rules, knight_moves, read_line};
///
/// let position = read_line(b"4k3/8/8/8/8/8/3P4/1N2K3 w - -", Rules::Chess).unwrap();
/// assert_eq!(knight_moves(&position).collect::<Vec<_>>(), [(B1, A3), (B1, C3)]);
/// ```
pub fn knight_moves(position: &Position) -> impl Iterator<Item = (Square, Square)> {
    let sets = Sets::new(position);
    one_board_pairs(Knight, MovesWithout, [sets.own_of(KNIGHT), sets.own])
}

/// Returns the king moves of the side to move, in the order of [`knight_moves`]. A king may move to any adjacent square
/// that has no own piece, even if the other side attacks it.
pub fn king_moves(position: &Position) -> impl Iterator<Item = (Square, Square)> {
    let sets = Sets::new(position);
    one_board_pairs(King, MovesWithout, [sets.own_of(KING), sets.own])
}

/// Returns the legal moves of the knights of the side to move, in the order of [`knight_moves`]. Returns `None` unless the
/// side has exactly one king.
#[must_use]
pub fn legal_knight_moves(position: &Position) -> Option<impl Iterator<Item = (Square, Square)>> {
    let sets = Sets::new(position);
    let [pawns, knights, diagonal, straight] = sets.attackers();
    let input = [sets.own_of(KNIGHT), sets.king()?, pawns, knights, diagonal, straight, sets.own, sets.their];
    Some(one_board_pairs(Knight, LegalKnights { side: position.side_to_move }, input))
}

/// Returns the legal moves of the king of the side to move, without castling, in the order of [`knight_moves`]. Returns
/// `None` unless the side has exactly one king.
#[must_use]
pub fn legal_king_moves(position: &Position) -> Option<impl Iterator<Item = (Square, Square)>> {
    let sets = Sets::new(position);
    let [pawns, knights, diagonal, straight] = sets.attackers();
    let input = [sets.king()?, pawns, knights, diagonal, straight, sets.their_of(KING), sets.own, sets.their];
    Some(one_board_pairs(King, LegalKing { side: position.side_to_move }, input))
}

/// The sets of a position from the point of view of the side to move.
struct Sets {
    /// The pieces of both sides, from pawns to kings.
    kinds: [Bitboard; 6],
    own: Bitboard,
    their: Bitboard,
}

impl Sets {
    fn new(position: &Position) -> Self {
        let own = position.side_to_move;
        let [own, their] = [own, !own].map(|side| Bitboard(position.placement.sides[side.index()]));
        Self { kinds: position.placement.kinds.map(Bitboard), own, their }
    }

    fn own_of(&self, kind: usize) -> Bitboard {
        self.kinds[kind] & self.own
    }

    fn their_of(&self, kind: usize) -> Bitboard {
        self.kinds[kind] & self.their
    }

    /// Returns the other side's pawns, its knights, its bishops with its queens, and its rooks with its queens.
    fn attackers(&self) -> [Bitboard; 4] {
        let [pawns, knights, bishops, rooks, queens] = [0, 1, 2, 3, 4].map(|kind| self.their_of(kind));
        [pawns, knights, bishops | queens, rooks | queens]
    }

    /// Returns the king of the side to move, if there is exactly one.
    fn king(&self) -> Option<Bitboard> {
        Some(self.own_of(KING)).filter(|king| king.count() == 1)
    }
}
