//! The side whose moves are examined: the same for all boards, or the side to move of each board.

use setwise_board::Color;

use crate::Lanes;
use crate::patterns::pawns::ahead;

/// The side whose moves are examined. It determines the direction in which pawns move.
pub trait Side<V>: Copy {
    /// Moves a set one step in the direction in which the side's pawns move.
    fn ahead(self, set: V) -> V;

    /// Moves a set one step in the opposite direction.
    fn behind(self, set: V) -> V;

    /// Divides a set that is to be moved as [`behind`](Self::behind) moves it: returns the squares that move toward
    /// rank 8, and the squares that move toward rank 1. A formula may then move them together with other sets.
    fn north_and_south_behind(self, set: V) -> [V; 2];
}

impl<V: Lanes> Side<V> for Color {
    #[inline(always)]
    fn ahead(self, set: V) -> V {
        ahead(set, self)
    }

    #[inline(always)]
    fn behind(self, set: V) -> V {
        ahead(set, !self)
    }

    #[inline(always)]
    fn north_and_south_behind(self, set: V) -> [V; 2] {
        match self {
            Color::White => [set.nothing(), set],
            Color::Black => [set, set.nothing()],
        }
    }
}

/// The side to move of each board.
#[derive(Debug, Clone, Copy)]
pub struct SideToMove<V> {
    /// All squares of the boards on which Black is to move, and no squares of the other boards.
    black: V,
}

impl<V: Lanes> SideToMove<V> {
    /// Reads the side to move from a column: 0 if White is to move, and any other word if Black is to move.
    #[inline(always)]
    #[must_use]
    pub fn new(black_to_move: V) -> Self {
        Self { black: !black_to_move.empty_lanes() }
    }

    /// Returns `white` on boards where White is to move, and `black` on the other boards.
    #[inline(always)]
    #[must_use]
    pub fn choose(self, white: V, black: V) -> V {
        (black & self.black) | (white & !self.black)
    }

    /// Returns a word for each board: `white` where White is to move, and `black` on the other boards.
    #[inline(always)]
    pub(super) fn choose_word(self, white: u64, black: u64) -> V {
        (self.black & (white ^ black)) ^ white
    }
}

impl<V: Lanes> Side<V> for SideToMove<V> {
    #[inline(always)]
    fn ahead(self, set: V) -> V {
        self.choose(set.north(), set.south())
    }

    #[inline(always)]
    fn behind(self, set: V) -> V {
        self.choose(set.south(), set.north())
    }

    #[inline(always)]
    fn north_and_south_behind(self, set: V) -> [V; 2] {
        [set & self.black, set & !self.black]
    }
}
