//! Solves the endings of king and pawn against king.

use super::{Place, ToMove, Won, adjacent, attacked_by, is_pawn, squares, steps};

/// The results of king and pawn against king. See `setwise::patterns::pawn_endings::KingAndPawn`.
pub struct Supported(Won);

impl Supported {
    /// Searches all positions.
    #[must_use]
    pub fn search() -> Self {
        let mut table = Self(Won::new());
        loop {
            let mut added = false;
            for pawn in squares().filter(|pawn| is_pawn(*pawn)) {
                for (own, king) in squares().flat_map(|own| squares().map(move |king| (own, king))) {
                    for to_move in [ToMove::Pawns, ToMove::LoneKing] {
                        let wins = match to_move {
                            _ if !is_legal(to_move, pawn, own, king) => false,
                            ToMove::Pawns => table.white_wins(pawn, own, king),
                            ToMove::LoneKing => table.black_loses(pawn, own, king),
                        };
                        if wins {
                            added |= table.0.add(Won::place(to_move, pawn, Some(own), king));
                        }
                    }
                }
            }
            if !added {
                return table;
            }
        }
    }

    /// Returns whether White wins. `own` is the white king, and `king` is the black king.
    #[must_use]
    pub fn is_won(&self, to_move: ToMove, pawn: Place, own: Place, king: Place) -> bool {
        self.0.0[Won::place(to_move, pawn, Some(own), king)]
    }

    fn white_wins(&self, pawn: Place, own: Place, king: Place) -> bool {
        let empty = |place| place != king && place != own;
        let (one, two) = ((pawn.0, pawn.1 + 1), (pawn.0, pawn.1 + 2));
        let step = match one {
            (_, 7) => [false, true].into_iter().any(|queen| promotion_wins(queen, one, own, king)),
            _ => self.is_won(ToMove::LoneKing, one, own, king),
        };
        let double = || pawn.1 == 1 && empty(two) && self.is_won(ToMove::LoneKing, two, own, king);
        let mut walks = steps(own).filter(|to| *to != pawn && !adjacent(*to, king));
        empty(one) && (step || double()) || walks.any(|to| self.is_won(ToMove::LoneKing, pawn, to, king))
    }

    fn black_loses(&self, pawn: Place, own: Place, king: Place) -> bool {
        let in_check = attacked_by(pawn).contains(&king);
        let mut moves = steps(king).filter(|to| !adjacent(*to, own) && !attacked_by(pawn).contains(to)).peekable();
        if moves.peek().is_none() {
            return in_check;
        }
        moves.all(|to| to != pawn && self.is_won(ToMove::Pawns, pawn, own, to))
    }
}

/// Returns whether the kings and a pawn on ranks 2 to 7 make a legal position.
#[must_use]
pub fn is_legal(to_move: ToMove, pawn: Place, own: Place, king: Place) -> bool {
    let apart = pawn != own && pawn != king && own != king && !adjacent(own, king);
    is_pawn(pawn) && apart && (to_move == ToMove::LoneKing || !attacked_by(pawn).contains(&king))
}

/// Returns whether a promotion to a queen or a rook wins. A promotion wins if the new piece cannot be captured at once,
/// and the black king is not stalemated.
fn promotion_wins(queen: bool, piece: Place, own: Place, king: Place) -> bool {
    let attacks = |to: Place| {
        let away = (to.0 - piece.0, to.1 - piece.1);
        let is_straight = away.0 == 0 || away.1 == 0;
        let is_diagonal = away.0.abs() == away.1.abs();
        let length = away.0.abs().max(away.1.abs());
        let way = |n: i32| (piece.0 + away.0.signum() * n, piece.1 + away.1.signum() * n);
        length > 0 && (is_straight || queen && is_diagonal) && (1..length).all(|n| way(n) != own)
    };
    let may_go = |to: &Place| !adjacent(*to, own) && !attacks(*to);
    let is_captured = steps(king).any(|to| to == piece && may_go(&to));
    !is_captured && (attacks(king) || steps(king).any(|to| may_go(&to)))
}
