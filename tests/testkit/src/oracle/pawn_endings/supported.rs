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

#[cfg(test)]
mod tests {
    use super::super::index;
    use super::*;
    use cozy_chess::{Board, BoardBuilder, Color, GameStatus, Piece, Square};

    /// Returns the position if `cozy-chess` accepts it. `cozy-chess` accepts adjacent kings, so they are rejected here.
    fn board(to_move: ToMove, pawn: Place, own: Place, king: Place) -> Option<Board> {
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = if to_move == ToMove::Pawns { Color::White } else { Color::Black };
        let pieces =
            [(own, Piece::King, Color::White), (pawn, Piece::Pawn, Color::White), (king, Piece::King, Color::Black)];
        let mut place =
            |(at, piece, color)| builder.square_mut(Square::index(index(at))).replace((piece, color)).is_none();
        let distinct = pieces.into_iter().all(&mut place);
        if distinct && !adjacent(own, king) { builder.build().ok() } else { None }
    }

    fn successors(board: &Board) -> Vec<Board> {
        let mut after = Vec::new();
        board.generate_moves(|moves| {
            after.extend(moves.into_iter().map(|one| {
                let mut board = board.clone();
                board.play_unchecked(one);
                board
            }));
            false
        });
        after
    }

    /// Returns whether White wins. While the pawn is on the board, the search decides. After a promotion, White wins if
    /// Black is mated or cannot capture the new piece at once. After a capture of the pawn, White does not win.
    fn wins(search: &Supported, board: &Board) -> bool {
        let place = |square: Square| (square as i32 % 8, square as i32 / 8);
        if let Some(pawn) = board.pieces(Piece::Pawn).next_square() {
            let [own, king] = [Color::White, Color::Black].map(|color| place(board.king(color)));
            let to_move = if board.side_to_move() == Color::White { ToMove::Pawns } else { ToMove::LoneKing };
            return search.is_won(to_move, place(pawn), own, king);
        }
        let is_piece_left = |board: &Board| !(board.pieces(Piece::Queen) | board.pieces(Piece::Rook)).is_empty();
        let safe = || is_piece_left(board) && successors(board).iter().all(is_piece_left);
        board.status() == GameStatus::Won || board.status() == GameStatus::Ongoing && safe()
    }

    /// The result of each position must follow from the results after the legal moves of `cozy-chess`, and [`is_legal`]
    /// and `cozy-chess` must accept the same positions.
    #[test]
    fn king_and_pawn_follow_from_the_moves_of_cozy_chess() {
        let search = Supported::search();
        let mut won = [0; 2];
        for pawn in squares().filter(|pawn| is_pawn(*pawn) && pawn.0 < 4) {
            for (own, king) in squares().flat_map(|own| squares().map(move |king| (own, king))) {
                for to_move in [ToMove::Pawns, ToMove::LoneKing] {
                    let position = (to_move, pawn, own, king);
                    let board = board(to_move, pawn, own, king);
                    assert_eq!(board.is_some(), is_legal(to_move, pawn, own, king), "{position:?}");
                    let Some(board) = board else { continue };
                    let mut after = successors(&board).into_iter();
                    let expected = match (board.status(), to_move) {
                        (GameStatus::Ongoing, ToMove::Pawns) => after.any(|board| wins(&search, &board)),
                        (GameStatus::Ongoing, ToMove::LoneKing) => after.all(|board| wins(&search, &board)),
                        (status, to_move) => status == GameStatus::Won && to_move == ToMove::LoneKing,
                    };
                    assert_eq!(search.is_won(to_move, pawn, own, king), expected, "{position:?}");
                    won[to_move as usize] += usize::from(expected);
                }
            }
        }
        assert_eq!(won, [62_480, 48_802], "docs/reference.md, section 6.7");
    }
}
