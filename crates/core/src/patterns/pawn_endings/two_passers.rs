//! A lone king against two passed pawns.

use setwise_board::{Bitboard, Color, Rank, Square};

use super::{Turn, is_pawn_square, king_attacks, pawn_attacks, pawn_squares, seen_by, set_seen_by};

/// Whether the side of the lone king may pass instead of moving its king.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum LoneKing {
    /// The side may pass unless its king is in check, because other pieces of the side can move.
    /// [`caught_area`](crate::patterns::caught_area) assumes the same.
    #[default]
    MayPass,
    /// The side has no other piece, so the king must move. This is always possible, because two pawns never leave it
    /// without a move.
    MustMove,
}

/// The exact results for a lone king against two passed pawns of the other colour, on an otherwise empty board.
///
/// The pawns' side wins if it can force a promotion that the king cannot answer by capturing the new piece at once.
/// Otherwise both pawns are caught.
///
/// - A pawn moves one square ahead, or two from its home rank if both squares are empty. The king and the other pawn
///   block it.
/// - The pawns' side may always pass, because its own king can move elsewhere on the board.
/// - The king can capture a pawn or a promoted piece that the other pawn does not protect. The king does not step onto
///   a square that a pawn attacks.
/// - Positions in which the pawns' side is to move and already attacks the king have results too. As in the tables of
///   [`caught_area`](crate::patterns::caught_area), the pawns do not capture the king.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Color::{Black, White}, Square::{A5, D5, H5}, patterns::{caught_area, pawn_endings::{LoneKing, TwoPassers}}};
///
/// // Alone, each of the pawns a5 and h5 is caught from d5. Together they are not.
/// let alone = caught_area(Black, Black, D5);
/// assert!(alone.contains(A5) && alone.contains(H5));
/// let both = TwoPassers::solve(LoneKing::MayPass);
/// assert!(!both.catching_kings(Black, Black, [A5, H5]).contains(D5));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoPassers {
    /// The squares on which a black king loses, indexed by the side to move and by the squares of two white pawns in
    /// ascending order. A lone pawn is stored as two pawns on the same square.
    lost: [[[u64; 64]; 64]; 2],
    rule: LoneKing,
}

impl TwoPassers {
    /// Solves all positions. This takes milliseconds.
    #[must_use]
    pub fn solve(rule: LoneKing) -> Self {
        let mut table = Self { lost: [[[0; 64]; 64]; 2], rule };
        for pawn in pawn_squares() {
            table.solve_kings(pawn.into());
        }
        for first in pawn_squares() {
            for second in pawn_squares().take_while(|second| second.index() > first.index()) {
                table.solve_kings(first.bitboard().with(second));
            }
        }
        table
    }

    /// Returns the squares from which the king catches both pawns. The king and the pawns have opposite colours.
    ///
    /// ```text
    /// white pawns P, black to move          x: a black king that catches both pawns: it takes one
    /// 6  . . . . . . . .                       and stays in the square of the other
    /// 5  x x x . x x x .
    /// 4  x P x . x P x .                    from d3, d4 and d5 the king catches each pawn alone, but not both
    /// 3  x x x . x x x .
    /// 2  . . . . . . . .
    /// ```
    ///
    /// If a pawn is not on ranks 2 to 7, or if both pawns are on the same square, the result is empty.
    #[must_use]
    pub fn catching_kings(&self, king_color: Color, to_move: Color, pawns: [Square; 2]) -> Bitboard {
        let pawns = pawns.map(|pawn| seen_by(!king_color, pawn));
        if !pawns.into_iter().all(is_pawn_square) || pawns[0] == pawns[1] {
            return Bitboard::EMPTY;
        }
        let pawns = Bitboard::from_squares(&pawns);
        set_seen_by(!king_color, !(self.lost(Turn::new(!king_color, to_move), pawns) | pawns))
    }

    /// Returns the squares of a second passed pawn for which the king catches both pawns. They are on ranks 2 to 7,
    /// without the squares of the king and the first pawn.
    #[must_use]
    pub fn caught_area(&self, king_color: Color, to_move: Color, king: Square, first: Square) -> Bitboard {
        let catches = |second: &Square| self.catching_kings(king_color, to_move, [first, *second]).contains(king);
        Square::ALL.into_iter().filter(catches).collect()
    }

    /// Solves the positions with the one or two pawns in `pawns`, for all squares of the king.
    fn solve_kings(&mut self, pawns: Bitboard) {
        let attacked = pawn_attacks(pawns);
        let free = !(pawns | attacked);
        let holds_other = |pawn: &Square| !self.lost(Turn::Pawn, pawns.without(*pawn)).contains(*pawn);
        let captures: Bitboard = (pawns & !attacked).iter().filter(holds_other).collect();
        let by_pawn_moves = self.lost_by_pawn_moves(pawns);
        let mut lost_to_pawns = by_pawn_moves;
        let lost = loop {
            let stands = free & !lost_to_pawns;
            let stays = match self.rule {
                LoneKing::MayPass => stands,
                // The king must move, and it always can: two pawns never stalemate or checkmate it.
                LoneKing::MustMove => Bitboard::EMPTY,
            };
            let lost = !(pawns | king_attacks(stands | captures) | stays);
            // The pawns' side may pass. A king that loses with its own side to move therefore also loses with the pawns
            // to move.
            if lost.is_subset(lost_to_pawns) {
                break lost;
            }
            lost_to_pawns |= lost;
        };
        *self.entry(Turn::Pawn, pawns) = lost_to_pawns.0;
        *self.entry(Turn::King, pawns) = lost.0;
    }

    /// Returns the squares on which the king loses because a pawn has a winning move. The positions after the pawns'
    /// moves must already be solved.
    fn lost_by_pawn_moves(&self, pawns: Bitboard) -> Bitboard {
        let mut lost = Bitboard::EMPTY;
        for pawn in pawns {
            let others = pawns.without(pawn);
            let one = pawn.bitboard().north() & !others;
            let Some(target) = one.first() else { continue };
            if target.rank() == Rank::Eighth {
                lost |= self.lost_by_promotion(target, others);
                continue;
            }
            lost |= self.lost(Turn::King, others | one);
            let two = one.north() & !others;
            if pawn.rank() == Rank::Second && !two.is_empty() {
                lost |= self.lost(Turn::King, others | two) & !one;
            }
        }
        lost & !pawns
    }

    /// Returns the squares on which the king loses if a pawn promotes on `target`. A king that captures the new piece
    /// is then on `target`, with the side of the other pawn to move. It loses only if it loses that position.
    fn lost_by_promotion(&self, target: Square, others: Bitboard) -> Bitboard {
        let protected = pawn_attacks(others).contains(target);
        if protected || self.lost(Turn::Pawn, others).contains(target) {
            !target.bitboard()
        } else {
            !(king_attacks(target.into()) | target.into())
        }
    }

    /// Returns the squares on which the king loses against the zero, one or two pawns in `pawns`.
    fn lost(&self, turn: Turn, pawns: Bitboard) -> Bitboard {
        let Some([first, last]) = ends(pawns) else { return Bitboard::EMPTY };
        Bitboard(self.lost[turn as usize][first][last])
    }

    fn entry(&mut self, turn: Turn, pawns: Bitboard) -> &mut u64 {
        let [first, last] = ends(pawns).expect("a set of one or two pawns");
        &mut self.lost[turn as usize][first][last]
    }
}

/// Returns the indices of the first and the last square of a set, or `None` if the set is empty.
fn ends(pawns: Bitboard) -> Option<[usize; 2]> {
    let first = pawns.first()?;
    Some([first.index(), pawns.iter().last().unwrap_or(first).index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::caught_area;

    /// For one pawn, both rules must give the results of [`caught_area`], because a pass never helps the king against
    /// one pawn.
    #[test]
    fn a_lone_pawn_is_caught_as_in_the_table() {
        for rule in [LoneKing::MayPass, LoneKing::MustMove] {
            let table = TwoPassers::solve(rule);
            for (turn, to_move) in [(Turn::Pawn, Color::White), (Turn::King, Color::Black)] {
                for (king, pawn) in
                    Square::ALL.into_iter().flat_map(|king| pawn_squares().map(move |pawn| (king, pawn)))
                {
                    let caught = king != pawn && !table.lost(turn, pawn.into()).contains(king);
                    assert_eq!(
                        caught,
                        caught_area(Color::Black, to_move, king).contains(pawn),
                        "{rule:?} {king} {pawn}"
                    );
                }
            }
        }
    }
}
