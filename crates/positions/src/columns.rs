//! Positions as columns, one word a board.

use setwise::Color;

use crate::Position;
use crate::placement::Placement;

/// Positions as columns: board `i` is element `i` of each column, a1 = bit 0. A [`Reader`](crate::Reader) fills them.
/// [`clear`](Self::clear) keeps the allocated space, so that columns can be reused without allocating again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names of pieces say what they are")]
pub struct Columns {
    pub pawns: Vec<u64>,
    pub knights: Vec<u64>,
    pub bishops: Vec<u64>,
    pub rooks: Vec<u64>,
    pub queens: Vec<u64>,
    pub kings: Vec<u64>,
    pub white: Vec<u64>,
    pub black: Vec<u64>,
    pub side_to_move: Vec<Color>,
}

impl Columns {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.side_to_move.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.side_to_move.is_empty()
    }

    /// Removes all positions and keeps the allocated space.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Removes all positions after the first `positions`.
    pub(crate) fn truncate(&mut self, positions: usize) {
        self.words().into_iter().for_each(|column| column.truncate(positions));
        self.side_to_move.truncate(positions);
    }

    /// Reserves space for `positions` more positions.
    pub fn reserve(&mut self, positions: usize) {
        self.words().into_iter().for_each(|column| column.reserve(positions));
        self.side_to_move.reserve(positions);
    }

    /// Appends a position.
    pub fn push(&mut self, position: &Position) {
        let Placement { kinds, sides } = position.placement;
        for (column, word) in self.words().into_iter().zip(kinds.into_iter().chain(sides)) {
            column.push(word);
        }
        self.side_to_move.push(position.side_to_move);
    }

    /// Returns position `n`, counted from 0, or `None` if there is no such position.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<Position> {
        let side_to_move = *self.side_to_move.get(n)?;
        let kinds =
            [&self.pawns, &self.knights, &self.bishops, &self.rooks, &self.queens, &self.kings].map(|kind| kind[n]);
        Some(Position { placement: Placement { kinds, sides: [self.white[n], self.black[n]] }, side_to_move })
    }

    /// Returns the six columns of pieces, then the two of sides.
    pub(crate) fn words(&mut self) -> [&mut Vec<u64>; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }
    /// Returns the same columns as [`words`](Self::words), for reading.
    pub(crate) fn each_word(&self) -> [&Vec<u64>; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }
}
