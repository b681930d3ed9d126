//! The positions of games as columns, and the choice of positions.

use std::num::NonZeroUsize;

use crate::details::DetailColumn;
use setwise_positions::moves::Board;
use setwise_positions::packed::{LabelRow, Labels};
use setwise_positions::{Columns, RightsRow};

/// The positions of games as columns. Element `i` of each column belongs to position `i`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plies {
    /// The pieces and the side to move.
    pub columns: Columns,
    /// The castling rights, the en passant squares and the counters of the positions, and the results of their games.
    /// An unknown result is [`NO_RESULT`](setwise_positions::packed::NO_RESULT). The scores and the extra bytes are 0.
    pub labels: Labels,
    /// The numbers of the games, counted from 1.
    pub game: Vec<u32>,
    /// The number of moves by either side that led to the position, 0 for the start of the game.
    pub ply: Vec<u32>,
    /// A column for each [`Detail`](crate::Detail) that the reader stores, in their order.
    pub details: Vec<DetailColumn>,
}

impl Plies {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Removes all positions and keeps the allocated space.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Removes all positions except the first `len`, and keeps the allocated space.
    pub fn truncate(&mut self, len: usize) {
        self.columns.truncate(len);
        self.labels.truncate(len);
        self.game.truncate(len);
        self.ply.truncate(len);
        self.details.iter_mut().for_each(|column| column.truncate(len));
    }

    /// Appends a position. Numbers that do not fit into their column become the largest number of its type.
    #[inline(always)]
    pub(crate) fn push(&mut self, board: &Board, game: usize, ply: usize) {
        self.columns.push(&board.position);
        let &Board { rights: RightsRow { unmoved_rooks, en_passant }, halfmove_clock, fullmove_number, .. } = board;
        self.labels.push(&LabelRow { halfmove_clock, fullmove_number, en_passant, unmoved_rooks, ..LabelRow::UNKNOWN });
        self.game.push(u32::try_from(game).unwrap_or(u32::MAX));
        self.ply.push(u32::try_from(ply).unwrap_or(u32::MAX));
    }
}

/// Selects positions of each game by their ply, which is 0 for the start position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// Keeps only plies that are a multiple of this number.
    pub every: NonZeroUsize,
    /// Keeps only plies from the first to the second number, including both.
    pub plies: (usize, usize),
    /// Keeps only the last position of each game that the other conditions keep.
    pub last: bool,
}

impl Default for Selection {
    /// Keeps all positions.
    fn default() -> Self {
        Self { every: NonZeroUsize::MIN, plies: (0, usize::MAX), last: false }
    }
}

impl Selection {
    /// Returns whether the position after `ply` moves is kept. `last` is not considered.
    ///
    /// ```
    /// use setwise_games::Selection;
    ///
    /// let selection = Selection { plies: (2, 5), ..Selection::default() };
    /// assert!(selection.keeps(2) && selection.keeps(5) && !selection.keeps(6));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn keeps(&self, ply: usize) -> bool {
        let (first, last) = self.plies;
        (first..=last).contains(&ply) && (self.every == NonZeroUsize::MIN || ply.is_multiple_of(self.every.get()))
    }
}
