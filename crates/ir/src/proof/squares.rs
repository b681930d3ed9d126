//! Specifications by coordinates: sets of squares for all boards at once.
//!
//! A set consists of a formula for each square, which is true if the set contains the square. Specifications address
//! squares by file and rank and never by shifts. They are therefore unlikely to repeat a mistake of the program that
//! they check.

use super::{AllBoards, Formula, Undecided, Word};

/// The steps of a knight, each as files and ranks, clockwise from north-north-east.
pub const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The steps of a king, clockwise from north-east.
pub const KING: [(i32, i32); 8] = [(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)];

/// A set of squares on all boards at once, with one formula for each square. [`prove`](super::prove) has an example.
#[derive(Debug, Clone)]
pub struct Squares<'a> {
    boards: &'a AllBoards,
    formulas: Vec<Formula>,
}

/// Returns the index of a square, a1 = 0, or `None` if the coordinates are not on the board.
#[must_use]
pub fn index(file: i32, rank: i32) -> Option<usize> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

/// Returns the file and the rank of every square, a1 first.
pub fn coordinates() -> impl Iterator<Item = (i32, i32)> {
    (0..64).map(|square| (square % 8, square / 8))
}

impl<'a> Squares<'a> {
    /// Returns the set that contains a square if the formula `condition(file, rank)` is true. Files and ranks are
    /// numbers from 0 to 7.
    #[must_use]
    pub fn of(boards: &'a AllBoards, condition: impl Fn(i32, i32) -> Formula) -> Self {
        Self { boards, formulas: coordinates().map(|(file, rank)| condition(file, rank)).collect() }
    }

    /// Returns the set of an input.
    #[must_use]
    pub fn input(boards: &'a AllBoards, input: usize) -> Self {
        Self { boards, formulas: (0..64).map(|square| boards.has(input, square)).collect() }
    }

    /// Returns the formula that is true if a square is in the set. If the coordinates are not on the board, the formula
    /// is never true.
    #[must_use]
    pub fn at(&self, file: i32, rank: i32) -> Formula {
        index(file, rank).map_or_else(|| self.boards.always(false), |square| self.formulas[square].clone())
    }

    /// For each step, returns the formula that is true if a member of the set reaches the given square by this step.
    pub fn around(&self, steps: &[(i32, i32)], file: i32, rank: i32) -> impl Iterator<Item = Formula> {
        steps.iter().map(move |(f, r)| self.at(file - f, rank - r))
    }

    /// Returns the squares that members of the set reach by one of the steps.
    #[must_use]
    pub fn moved(&self, steps: &[(i32, i32)]) -> Self {
        Self::of(self.boards, |file, rank| self.boards.any(self.around(steps, file, rank)))
    }

    /// Returns the squares that members of the set reach along rays in these directions, up to and including the first
    /// blocker of each ray.
    #[must_use]
    pub fn rays(&self, directions: &[(i32, i32)], blockers: &Self) -> Self {
        Self::of(self.boards, |file, rank| {
            let mut attacked = self.boards.always(false);
            for (f, r) in directions {
                let mut free = self.boards.always(true);
                for far in 1..8 {
                    let (file, rank) = (file - far * f, rank - far * r);
                    attacked = &attacked | &(&free & &self.at(file, rank));
                    free = &free & &!&blockers.at(file, rank);
                }
            }
            attacked
        })
    }

    /// Returns the squares in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self::of(self.boards, |file, rank| &self.at(file, rank) & &other.at(file, rank))
    }

    /// Returns the squares in at least one of the two sets.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self::of(self.boards, |file, rank| &self.at(file, rank) | &other.at(file, rank))
    }

    /// Returns the squares in this set and not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self::of(self.boards, |file, rank| &self.at(file, rank) & &!&other.at(file, rank))
    }

    /// Returns the formula that is true if the set is empty.
    ///
    /// # Errors
    ///
    /// Returns an error if this method is called for too many large sets: see [`AllBoards::is_empty`].
    pub fn is_empty(&self) -> Result<Formula, Undecided> {
        self.boards.is_empty(&self.word())
    }

    /// Returns the set as a word.
    #[must_use]
    pub fn word(&self) -> Word {
        Word::Bits(self.formulas.clone())
    }

    /// Returns the formulas, a1 first.
    #[must_use]
    pub fn formulas(&self) -> &[Formula] {
        &self.formulas
    }
}
