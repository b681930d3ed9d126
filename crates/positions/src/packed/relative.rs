//! Boards as seen from the side to move, as columns.

use setwise::Color;

use super::{Labels, NO_RESULT};
use crate::Columns;
use crate::columns::columns;
use crate::placement::Placement;

columns! {
    /// Boards as seen from the side to move. If Black is to move, the board is flipped vertically, so the pawns of the
    /// side to move always move up the board. The colour of the side to move is not stored.
    ///
    /// The sides are named `own` and `their`, so that they cannot be mistaken for White and Black in [`Columns`].
    /// Because the colours are unknown, features of White or Black cannot be computed from these boards. A row is a
    /// [`Placement`] whose first side is the side to move.
    #[allow(missing_docs, reason = "the names of pieces say what they are")]
    pub struct Relative of Placement {
        kinds: [pawns, knights, bishops, rooks, queens, kings], sides: [own, their]
    } {
        pub pawns: u64,
        pub knights: u64,
        pub bishops: u64,
        pub rooks: u64,
        pub queens: u64,
        pub kings: u64,
        /// The pieces of the side to move.
        pub own: u64,
        /// The pieces of the other side.
        pub their: u64,
    }
}

impl Relative {
    /// Converts positions to boards as seen from the side to move.
    #[must_use]
    pub fn from_absolute(columns: &Columns) -> Self {
        let positions = (0..columns.len()).filter_map(|n| columns.get(n));
        let flipped = |Placement { kinds, sides: [white, black] }| Placement {
            kinds: kinds.map(u64::swap_bytes),
            sides: [black.swap_bytes(), white.swap_bytes()],
        };
        positions
            .map(|position| match position.side_to_move {
                Color::White => position.placement,
                Color::Black => flipped(position.placement),
            })
            .collect()
    }

    /// Returns the columns of the six kinds of pieces, followed by the columns of the two sides.
    pub(super) fn words(&mut self) -> [&mut Vec<u64>; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, own, their } = self;
        [pawns, knights, bishops, rooks, queens, kings, own, their]
    }
}

columns! {
    /// The labels of [`Relative`] boards, as columns.
    pub struct RelativeLabels of new
    /// One row of [`RelativeLabels`].
    RelativeLabelRow {
        /// The scores in centipawns. A positive score is good for the side to move.
        pub score: i16,
        /// The results of the games: 0 if the side to move lost, 1 for a draw, 2 if it won, or [`NO_RESULT`].
        pub result: u8,
        /// Three bytes without a defined meaning.
        pub extra: [u8; 3],
    }
}

impl RelativeLabels {
    /// Converts scores and results to the point of view of the side to move. The clocks, the en passant squares, the
    /// unmoved rooks and the byte [`Labels::extra`] are dropped. If Black is to move, the score is negated; -32,768
    /// becomes 32,767, because 32,768 does not fit.
    ///
    /// # Panics
    ///
    /// Panics if `columns` and `labels` have different numbers of rows, or if a result is more than [`NO_RESULT`].
    #[must_use]
    pub fn from_absolute(columns: &Columns, labels: &Labels) -> Self {
        assert_eq!(columns.len(), labels.len(), "columns of different lengths");
        let rows = columns.side_to_move.iter().zip(labels.score.iter().zip(&labels.result));
        rows.map(|(side, (&score, &result))| {
            assert!(result <= NO_RESULT, "a result is 0 to 3");
            let (score, result) = match side {
                Color::White => (score, result),
                Color::Black => (score.saturating_neg(), if result == NO_RESULT { result } else { 2 - result }),
            };
            RelativeLabelRow { score, result, extra: [0; 3] }
        })
        .collect()
    }
}
