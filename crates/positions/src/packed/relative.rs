//! Boards as seen from the side to move, as columns.

use setwise::Color;

use super::Labels;
use crate::Columns;
use crate::placement::Placement;

/// Boards as seen from the side to move. If it was black's turn, the board is flipped, rank 1 to rank 8, so that the pawns of
/// `own` always move up the board. Which side that was is not known.
///
/// The sides have other names than in [`Columns`], so that they cannot be mistaken for white and black. Features of
/// white or black cannot be computed from them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names of pieces say what they are")]
pub struct Relative {
    pub pawns: Vec<u64>,
    pub knights: Vec<u64>,
    pub bishops: Vec<u64>,
    pub rooks: Vec<u64>,
    pub queens: Vec<u64>,
    pub kings: Vec<u64>,
    /// The pieces of the side to move.
    pub own: Vec<u64>,
    /// The pieces of the other side.
    pub their: Vec<u64>,
}

impl Relative {
    /// Returns positions as seen from the side to move.
    #[must_use]
    pub fn from_absolute(columns: &Columns) -> Self {
        let mut relative = Self::default();
        relative.words().into_iter().for_each(|column| column.reserve(columns.len()));
        (0..columns.len()).filter_map(|n| columns.get(n)).for_each(|position| {
            let Placement { kinds, sides: [white, black] } = position.placement;
            relative.push(&match position.side_to_move {
                Color::White => position.placement,
                Color::Black => {
                    Placement { kinds: kinds.map(u64::swap_bytes), sides: [black.swap_bytes(), white.swap_bytes()] }
                }
            });
        });
        relative
    }

    /// Returns the number of boards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.own.len()
    }

    /// Returns whether there are no boards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    /// Removes all boards and keeps the allocated space.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Appends a board. Its sides are the own and the other side.
    pub fn push(&mut self, Placement { kinds, sides }: &Placement) {
        for (column, word) in self.words().into_iter().zip(kinds.iter().chain(sides)) {
            column.push(*word);
        }
    }

    /// Returns board `n`, counted from 0, or `None` if there is no such board. Its sides are the own and the other side.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<Placement> {
        let own = *self.own.get(n)?;
        let Self { pawns, knights, bishops, rooks, queens, kings, their, .. } = self;
        let kinds = [pawns, knights, bishops, rooks, queens, kings].map(|kind| kind[n]);
        Some(Placement { kinds, sides: [own, their[n]] })
    }

    /// Removes all boards after the first `boards`.
    pub(super) fn truncate(&mut self, boards: usize) {
        self.words().into_iter().for_each(|column| column.truncate(boards));
    }

    /// Returns the six columns of pieces, then the two of sides.
    pub(super) fn words(&mut self) -> [&mut Vec<u64>; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, own, their } = self;
        [pawns, knights, bishops, rooks, queens, kings, own, their]
    }
}

/// The labels of [`Relative`] boards, as columns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RelativeLabels {
    /// The scores in centipawns. A positive score is good for the side to move.
    pub score: Vec<i16>,
    /// The results of the games: 0 if the side to move lost, 1 for a draw, 2 if it won.
    pub result: Vec<u8>,
    /// Three bytes without a defined meaning.
    pub extra: Vec<[u8; 3]>,
}

/// One row of [`RelativeLabels`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are described where they are columns")]
pub struct RelativeLabelRow {
    pub score: i16,
    pub result: u8,
    pub extra: [u8; 3],
}

impl RelativeLabels {
    /// Returns scores and results as seen from the side to move. The clocks, the en passant squares, the unmoved rooks and the
    /// byte without a meaning are dropped. The score -32,768 becomes 32,767 where black is to move.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not have the same length, or if a result is more than 2.
    #[must_use]
    pub fn from_absolute(columns: &Columns, labels: &Labels) -> Self {
        assert_eq!(columns.len(), labels.len(), "columns of different lengths");
        let mut relative = Self::default();
        for (side, (&score, &result)) in columns.side_to_move.iter().zip(labels.score.iter().zip(&labels.result)) {
            assert!(result <= 2, "a result is 0, 1 or 2");
            let (score, result) = match side {
                Color::White => (score, result),
                Color::Black => (score.saturating_neg(), 2 - result),
            };
            relative.push(&RelativeLabelRow { score, result, extra: [0; 3] });
        }
        relative
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.score.len()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.score.is_empty()
    }

    /// Removes all rows and keeps the allocated space.
    pub fn clear(&mut self) {
        self.score.clear();
        self.result.clear();
        self.extra.clear();
    }

    /// Appends a row.
    pub fn push(&mut self, row: &RelativeLabelRow) {
        self.score.push(row.score);
        self.result.push(row.result);
        self.extra.push(row.extra);
    }

    /// Returns row `n`, counted from 0, or `None` if there is no such row.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<RelativeLabelRow> {
        Some(RelativeLabelRow { score: *self.score.get(n)?, result: self.result[n], extra: self.extra[n] })
    }
}
