//! Sets of squares for all boards at once, by coordinates: each square is a formula, reached by files and ranks, never by
//! shifts.

use setwise_program::proof::{AllBoards, Formula, Word};

/// All steps (file, rank) of a knight.
pub(crate) const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// All steps of a king.
pub(crate) const KING: [(i32, i32); 8] = [(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)];

/// One formula for each square.
#[derive(Clone)]
pub(crate) struct Squares<'a> {
    boards: &'a AllBoards,
    formulas: Vec<Formula>,
}

/// Returns the index of a square, or `None` if the coordinates are not on the board.
pub(crate) fn index(file: i32, rank: i32) -> Option<usize> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

/// Returns the coordinates of all squares, a1 first.
pub(crate) fn coordinates() -> impl Iterator<Item = (i32, i32)> {
    (0..64).map(|square| (square % 8, square / 8))
}

impl<'a> Squares<'a> {
    pub(crate) fn of(boards: &'a AllBoards, condition: impl Fn(i32, i32) -> Formula) -> Self {
        Self { boards, formulas: coordinates().map(|(file, rank)| condition(file, rank)).collect() }
    }

    /// Returns the squares of an input.
    pub(crate) fn input(boards: &'a AllBoards, input: usize) -> Self {
        Self { boards, formulas: (0..64).map(|square| boards.has(input, square)).collect() }
    }

    /// Returns the condition that a square is in the set: never if it is not on the board.
    pub(crate) fn at(&self, file: i32, rank: i32) -> Formula {
        index(file, rank).map_or_else(|| self.boards.always(false), |square| self.formulas[square].clone())
    }

    /// Returns the conditions that the squares one step before a square are in the set.
    pub(crate) fn around<'b>(
        &'b self,
        steps: &'b [(i32, i32)],
        file: i32,
        rank: i32,
    ) -> impl Iterator<Item = Formula> + 'b {
        steps.iter().map(move |(f, r)| self.at(file - f, rank - r))
    }

    /// Returns the squares that members reach by one of the steps.
    pub(crate) fn moved(&self, steps: &[(i32, i32)]) -> Self {
        Self::of(self.boards, |file, rank| self.boards.any(self.around(steps, file, rank)))
    }

    /// Returns the squares that members reach by moving in one direction, up to and including the first blocker.
    pub(crate) fn rays(&self, directions: &[(i32, i32)], blockers: &Self) -> Self {
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

    pub(crate) fn and(&self, other: &Self) -> Self {
        Self::of(self.boards, |file, rank| &self.at(file, rank) & &other.at(file, rank))
    }

    pub(crate) fn or(&self, other: &Self) -> Self {
        Self::of(self.boards, |file, rank| &self.at(file, rank) | &other.at(file, rank))
    }

    pub(crate) fn not(&self) -> Self {
        Self::of(self.boards, |file, rank| !&self.at(file, rank))
    }

    pub(crate) fn without(&self, other: &Self) -> Self {
        self.and(&other.not())
    }

    pub(crate) fn is_empty(&self) -> Formula {
        self.boards.is_empty(&self.word()).expect("the emptiness of few sets matters")
    }

    pub(crate) fn word(&self) -> Word {
        Word::Bits(self.formulas.clone())
    }
}

/// Returns how many steps every square is from a square, by walking: `None` if it is not reached.
pub(crate) fn distances(from: usize, steps: &[(i32, i32)]) -> [Option<usize>; 64] {
    let mut distances = [None; 64];
    distances[from] = Some(0);
    let mut walked = vec![from];
    let mut next = 0;
    while let Some(square) = walked.get(next).copied() {
        next += 1;
        for (f, r) in steps {
            let to = index((square % 8) as i32 + f, (square / 8) as i32 + r);
            if let Some(to) = to.filter(|to| distances[*to].is_none()) {
                distances[to] = distances[square].map(|distance| distance + 1);
                walked.push(to);
            }
        }
    }
    distances
}
