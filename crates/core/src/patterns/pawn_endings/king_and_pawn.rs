//! King and pawn against king.

use setwise_board::{Bitboard, Color, Rank, Square};

use super::{Turn, is_pawn_square, king_attacks, pawn_attacks, pawn_squares, seen_by, set_seen_by};

/// The exact result of every position with king and pawn against king: the pawn's side wins, or the position is drawn.
///
/// ```text
/// white king K, white pawn P            w: a black king that draws with white to move
/// 8  . . . b b b . .                    b: a black king that draws with black to move
/// 7  . . . b w b . .
/// 6  . . . . . . . .                    White wins every other legal position.
/// 5  . . . . K . . .
/// 4  . . . . P . . .
/// ```
///
/// The laws of chess apply. The kings are never adjacent, and a king does not step onto an attacked square. Neither
/// side may pass. A side that has no legal move and is not in check is stalemated, which is a draw. A promotion wins if
/// the lone king cannot capture the new piece at once. If a queen would stalemate the lone king, the pawn promotes to a
/// rook.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Color::White, Square::{E4, E5, E7}, patterns::pawn_endings::KingAndPawn};
///
/// let lost = KingAndPawn::solve().losing_kings(White, White, E4, E5);
/// assert_eq!(KingAndPawn::legal_kings(White, White, E4, E5) & !lost, E7.into());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KingAndPawn {
    /// The squares on which a black king loses, indexed by the side to move, the square of the white pawn and the
    /// square of the white king.
    lost: [[[u64; 64]; 64]; 2],
}

impl KingAndPawn {
    /// Solves all positions. This takes milliseconds.
    #[must_use]
    pub fn solve() -> Self {
        let mut table = Self { lost: [[[0; 64]; 64]; 2] };
        pawn_squares().for_each(|pawn| table.solve_kings(pawn));
        table
    }

    /// Returns the squares on which the lone king loses if the pawn's own king is on `king`. Squares on which the lone
    /// king would make the position illegal are left out.
    #[must_use]
    pub fn losing_kings(&self, pawn_color: Color, to_move: Color, pawn: Square, king: Square) -> Bitboard {
        let lost = self.lost(Turn::new(pawn_color, to_move), seen_by(pawn_color, pawn), seen_by(pawn_color, king));
        set_seen_by(pawn_color, lost)
    }

    /// Returns the squares on which the lone king may stand if the pawn's own king is on `king`. In a legal position,
    /// the lone king is not on the square of another piece and not next to the other king. If the pawn's side is to
    /// move, the pawn does not attack the lone king. The result is empty if the pawn is not on ranks 2 to 7, or if the
    /// pawn and `king` are on the same square.
    #[must_use]
    pub fn legal_kings(pawn_color: Color, to_move: Color, pawn: Square, king: Square) -> Bitboard {
        let turn = Turn::new(pawn_color, to_move);
        set_seen_by(pawn_color, legal(turn, seen_by(pawn_color, pawn), seen_by(pawn_color, king)))
    }

    /// Returns the squares on which the pawn is caught although its own king helps it. If the pawn is on one of them,
    /// the position is legal and drawn. `supporter` is the square of the pawn's own king. `king` is the square of the
    /// lone king, which has the colour `king_color`.
    #[must_use]
    pub fn caught_area(&self, king_color: Color, to_move: Color, king: Square, supporter: Square) -> Bitboard {
        let is_drawn = |pawn: &Square| {
            let legal = Self::legal_kings(!king_color, to_move, *pawn, supporter);
            (legal & !self.losing_kings(!king_color, to_move, *pawn, supporter)).contains(king)
        };
        Square::ALL.into_iter().filter(is_drawn).collect()
    }

    /// Solves the positions with a pawn on this square, for all squares of both kings.
    fn solve_kings(&mut self, pawn: Square) {
        for king in Square::ALL {
            self.lost[Turn::Pawn as usize][pawn.index()][king.index()] = self.lost_by_pawn_moves(pawn, king).0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for king in Square::ALL {
                self.lost[Turn::King as usize][pawn.index()][king.index()] = self.lost_if_to_move(pawn, king).0;
            }
            for king in Square::ALL {
                let lost = self.lost_by_king_moves(pawn, king) & legal(Turn::Pawn, pawn, king);
                let known = &mut self.lost[Turn::Pawn as usize][pawn.index()][king.index()];
                changed |= lost.0 & !*known != 0;
                *known |= lost.0;
            }
        }
    }

    /// Returns the squares on which the lone king loses if it is to move. The function looks up the results of the
    /// positions after the king's moves, as far as these results are known.
    fn lost_if_to_move(&self, pawn: Square, king: Square) -> Bitboard {
        let near = king_attacks(king.into()) | king.into();
        let checked = pawn_attacks(pawn.into());
        let free = !(near | checked | pawn.into());
        let capture = pawn.bitboard() & !near;
        let escapes = king_attacks(free & !self.lost(Turn::Pawn, pawn, king) | capture);
        let stalemated = !king_attacks(free | capture) & !checked;
        legal(Turn::King, pawn, king) & !(escapes | stalemated)
    }

    /// Returns the squares on which the lone king loses because the pawn's own king has a winning move.
    fn lost_by_king_moves(&self, pawn: Square, king: Square) -> Bitboard {
        let moves = king_attacks(king.into()).without(pawn).iter();
        moves.fold(Bitboard::EMPTY, |lost, to| lost | self.lost(Turn::King, pawn, to))
    }

    /// Returns the squares on which the lone king loses because the pawn has a winning move. The positions after the
    /// pawn's moves must already be solved.
    fn lost_by_pawn_moves(&self, pawn: Square, king: Square) -> Bitboard {
        let blocked = king.bitboard();
        let one = pawn.bitboard().north() & !blocked;
        let Some(target) = one.first() else { return Bitboard::EMPTY };
        let lost = if target.rank() == Rank::Eighth {
            lost_by_promotion(target, king)
        } else {
            let two = match (one.north() & !blocked).first() {
                Some(two) if pawn.rank() == Rank::Second => self.lost(Turn::King, two, king) & !one,
                _ => Bitboard::EMPTY,
            };
            self.lost(Turn::King, target, king) | two
        };
        lost & legal(Turn::Pawn, pawn, king)
    }

    fn lost(&self, turn: Turn, pawn: Square, king: Square) -> Bitboard {
        Bitboard(self.lost[turn as usize][pawn.index()][king.index()])
    }
}

/// Returns the squares of a black king for which the position with a white pawn and a white king is legal.
fn legal(turn: Turn, pawn: Square, king: Square) -> Bitboard {
    if !is_pawn_square(pawn) || pawn == king {
        return Bitboard::EMPTY;
    }
    let taken = king_attacks(king.into()) | king.into() | pawn.into();
    match turn {
        Turn::Pawn => !(taken | pawn_attacks(pawn.into())),
        Turn::King => !taken,
    }
}

/// Returns the squares from which a black king cannot capture a piece promoted on `target`, and therefore loses. The
/// white king is on `king`. If a queen would stalemate the black king, the pawn promotes to a rook.
fn lost_by_promotion(target: Square, king: Square) -> Bitboard {
    let capture = target.bitboard() & !(king_attacks(king.into()) | king.into());
    !(king_attacks(capture) | target.into())
}
