//! Solves two kinds of pawn endings by a plain search over coordinates. The search visits every position repeatedly
//! until no result changes.
//!
//! White has the pawns, and Black has the lone king. A position is won if White can force a promotion after which Black
//! cannot capture the new piece at once. No sets of squares are used.

mod supported;

pub use supported::{Supported, is_legal};

use super::KING;

/// A square as (file, rank), each from 0 to 7.
type Place = (i32, i32);

/// The side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToMove {
    /// White, the side of the pawns.
    Pawns,
    /// Black, the side of the lone king.
    LoneKing,
}

/// The set of won positions. A position consists of the side to move and three pieces, of which the second may be
/// missing (index 64).
struct Won(Vec<bool>);

impl Won {
    fn new() -> Self {
        Self(vec![false; 2 * 65 * 64 * 64])
    }

    fn place(to_move: ToMove, first: Place, second: Option<Place>, king: Place) -> usize {
        let second = second.map_or(64, index);
        ((to_move as usize * 65 + second) * 64 + index(first)) * 64 + index(king)
    }

    /// Adds a position. Returns whether the position is new.
    fn add(&mut self, place: usize) -> bool {
        !std::mem::replace(&mut self.0[place], true)
    }
}

/// Returns all squares, rank 8 first. Positions with advanced pawns are then decided first, so fewer rounds are needed.
fn squares() -> impl Iterator<Item = Place> {
    (0..8).rev().flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn is_pawn((_, rank): Place) -> bool {
    (1..7).contains(&rank)
}

/// Returns the squares of the board that are adjacent to `from`.
fn steps(from: Place) -> impl Iterator<Item = Place> {
    let to = KING.iter().map(move |(file, rank)| (from.0 + file, from.1 + rank));
    to.filter(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank))
}

fn adjacent(a: Place, b: Place) -> bool {
    (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

/// Returns the squares on which a white pawn captures. One of them may be off the board, but no piece is there.
fn attacked_by((file, rank): Place) -> [Place; 2] {
    [(file - 1, rank + 1), (file + 1, rank + 1)]
}

fn index((file, rank): Place) -> usize {
    usize::try_from(file + 8 * rank).expect("a square on the board")
}

/// The results of a lone king against one or two pawns. See `setwise::patterns::pawn_endings::TwoPassers`.
pub struct Passers {
    won: Won,
    may_pass: bool,
}

impl Passers {
    /// Searches all positions. If `may_pass` is true, the lone king may pass unless it is in check.
    #[must_use]
    pub fn search(may_pass: bool) -> Self {
        let mut table = Self { won: Won::new(), may_pass };
        loop {
            let mut added = false;
            for (first, second) in pairs() {
                for king in squares().filter(|king| *king != first && Some(*king) != second) {
                    if table.pawns_win(first, second, king) {
                        added |= table.won.add(Won::place(ToMove::Pawns, first, second, king));
                    }
                    if table.king_loses(first, second, king) {
                        added |= table.won.add(Won::place(ToMove::LoneKing, first, second, king));
                    }
                }
            }
            if !added {
                return table;
            }
        }
    }

    /// Returns whether the pawns win. There may be one pawn or two.
    #[must_use]
    pub fn is_won(&self, to_move: ToMove, pawns: [Option<Place>; 2], king: Place) -> bool {
        let (first, second) = match pawns {
            [Some(a), Some(b)] if index(b) < index(a) => (b, Some(a)),
            [Some(a), b] | [None, b @ Some(a)] => (a, b.filter(|b| *b != a)),
            [None, None] => return false,
        };
        self.won.0[Won::place(to_move, first, second, king)]
    }

    /// Returns whether the pawns win if they are to move: by a pass, a step, a double step or a promotion.
    fn pawns_win(&self, first: Place, second: Option<Place>, king: Place) -> bool {
        let lost = |a, b| self.is_won(ToMove::LoneKing, [Some(a), b], king);
        let moves = |pawn: Place, other: Option<Place>| {
            let empty = |place| place != king && Some(place) != other;
            let (one, two) = ((pawn.0, pawn.1 + 1), (pawn.0, pawn.1 + 2));
            let step = match one {
                (_, 7) => !adjacent(king, one) || other.is_some_and(|other| self.survives(one, other)),
                _ => lost(one, other),
            };
            empty(one) && (step || pawn.1 == 1 && empty(two) && lost(two, other))
        };
        lost(first, second) || moves(first, second) || second.is_some_and(|second| moves(second, Some(first)))
    }

    /// Returns whether the pawns win although the king is next to the new piece on `target`. They win if the other pawn
    /// protects the piece, or wins after the king has captured the piece.
    fn survives(&self, target: Place, other: Place) -> bool {
        attacked_by(other).contains(&target) || self.is_won(ToMove::Pawns, [Some(other), None], target)
    }

    /// Returns whether the king loses if it is to move. It loses if every move, including a pass if passing is allowed,
    /// leads to a position that the pawns win. A stalemate is not a loss.
    fn king_loses(&self, first: Place, second: Option<Place>, king: Place) -> bool {
        let attacked =
            |to: Place| attacked_by(first).contains(&to) || second.is_some_and(|pawn| attacked_by(pawn).contains(&to));
        let after = |to: Place| {
            let [first, second] = [Some(first), second].map(|pawn| pawn.filter(|pawn| *pawn != to));
            self.is_won(ToMove::Pawns, [first, second], to)
        };
        let mut moves = steps(king).filter(|to| !attacked(*to)).peekable();
        if !attacked(king) && (moves.peek().is_none() && !self.may_pass || self.may_pass && !after(king)) {
            return false;
        }
        moves.all(after)
    }
}

/// Returns all single pawns and all pairs of pawns, on ranks 2 to 7. The first pawn of a pair is on the lower square.
fn pairs() -> impl Iterator<Item = (Place, Option<Place>)> {
    let pawns = || squares().filter(|pawn| is_pawn(*pawn));
    let seconds = move |first| pawns().filter(move |second| index(*second) > index(first)).map(Some);
    pawns().flat_map(move |first| std::iter::once(None).chain(seconds(first)).map(move |second| (first, second)))
}
