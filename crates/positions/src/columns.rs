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

    /// Removes all positions from position `len` on, counted from 0, and keeps the allocated space.
    pub fn truncate(&mut self, len: usize) {
        self.words().into_iter().for_each(|column| column.truncate(len));
        self.side_to_move.truncate(len);
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
        ColumnsRef::from(self).get(n)
    }

    /// Returns the six columns of pieces, then the two of sides.
    pub(crate) fn words(&mut self) -> [&mut Vec<u64>; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }
}

/// Positions as borrowed columns, which may belong to anything that stores words: board `i` is element `i` of each column,
/// a1 = bit 0. All columns must have the same length.
///
/// ```
/// use setwise::Color;
/// use setwise_positions::features::{Evaluator, Feature};
/// use setwise_positions::ColumnsRef;
///
/// let (none, knights) = (&[0][..], &[1 << 1][..]);
/// let words = [none, knights, none, none, none, none, knights, none];
/// let positions = ColumnsRef::from_words(words, &[Color::White]);
/// let feature: Feature = "white_knight_attacks".parse().unwrap();
/// Evaluator::new(setwise::auto(), &[feature]).for_each_block(positions, |_, values| {
///     assert_eq!(values[0], [1 << 11 | 1 << 16 | 1 << 18]); // from b1 to d2, a3 and c3
/// });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of pieces say what they are")]
pub struct ColumnsRef<'a> {
    pub pawns: &'a [u64],
    pub knights: &'a [u64],
    pub bishops: &'a [u64],
    pub rooks: &'a [u64],
    pub queens: &'a [u64],
    pub kings: &'a [u64],
    pub white: &'a [u64],
    pub black: &'a [u64],
    pub side_to_move: &'a [Color],
}

impl<'a> ColumnsRef<'a> {
    /// Returns columns from words in the order pawns, knights, bishops, rooks, queens, kings, white, black.
    #[must_use]
    pub fn from_words(words: [&'a [u64]; 8], side_to_move: &'a [Color]) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings, white, black] = words;
        Self { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move }
    }

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

    /// Returns position `n`, counted from 0, or `None` if there is no such position.
    ///
    /// # Panics
    ///
    /// If the columns have different lengths and a column has no element `n`.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<Position> {
        let side_to_move = *self.side_to_move.get(n)?;
        let [kinds @ .., white, black] = self.words().map(|column| column[n]);
        Some(Position { placement: Placement { kinds, sides: [white, black] }, side_to_move })
    }

    /// Returns the six columns of pieces, then the two of sides.
    pub(crate) fn words(&self) -> [&'a [u64]; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = *self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }
}

impl<'a> From<&'a Columns> for ColumnsRef<'a> {
    fn from(columns: &'a Columns) -> Self {
        let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move } = columns;
        Self::from_words([pawns, knights, bishops, rooks, queens, kings, white, black], side_to_move)
    }
}
