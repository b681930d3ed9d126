//! Workloads as data: name, reason, boards, expected checksum.

use anyhow::{Result, ensure};
use setwise::{Bitboard, Square};
use setwise_testkit::positions::Piece;
use setwise_testkit::random::Sets;
use setwise_testkit::reference::fnv1a_of_sets;

use crate::positions::RealPositions;

/// Boards a column: 16 KiB in and 16 KiB out, inside every first-level data cache of today.
pub const BOARDS_IN_CACHE: usize = 2048;

/// How to make the boards of a workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boards {
    /// The white and the black pieces of this kind of each real position by turns, in file order, repeated as needed.
    Real(Piece),
    /// So many pieces on random squares.
    Random(u32),
    /// Every square with probability one half.
    Dense,
}

/// A workload as data; its boards are made from it.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// Short name, part of the row's name.
    pub name: &'static str,
    /// Why it is measured.
    pub reason: &'static str,
    /// What the boards are.
    pub boards: Boards,
    /// Checksum of the right answers (FNV-1a of the sets), for the embedded positions where the boards are real.
    pub expected: u64,
}

/// What is asked of knights.
pub const KNIGHTS: [Recipe; 4] = [
    Recipe {
        name: "real boards",
        reason: "what programs meet: the white and the black knights of real positions, in order",
        boards: Boards::Real(Piece::Knight),
        expected: 0x3642_0B6F_9EA4_1CDA,
    },
    Recipe {
        name: "2 knights",
        reason: "the usual number a side; a loop over squares takes two turns",
        boards: Boards::Random(2),
        expected: 0x8F59_054A_938E_DC49,
    },
    Recipe {
        name: "10 knights",
        reason: "as many as promotion allows; what a loop over squares pays for more pieces",
        boards: Boards::Random(10),
        expected: 0x5E6D_F4B9_8EF5_D330,
    },
    Recipe {
        name: "dense",
        reason: "random words, half of all squares: fills and target sets come near it",
        boards: Boards::Dense,
        expected: 0x57AF_505D_508F_39F5,
    },
];

/// What is asked of kings.
pub const KINGS: [Recipe; 4] = [
    Recipe {
        name: "real boards",
        reason: "what programs meet: one king a side, white and black by turns",
        boards: Boards::Real(Piece::King),
        expected: 0x075E_A255_E9CE_FA4D,
    },
    Recipe {
        name: "2 kings",
        reason: "both kings at once",
        boards: Boards::Random(2),
        expected: 0x77BE_6302_6950_57E5,
    },
    Recipe { name: "10 kings", reason: "a growing fill", boards: Boards::Random(10), expected: 0x6B8B_64AC_A3D4_A9BE },
    Recipe {
        name: "dense",
        reason: "random words, half of all squares: a flood fill comes near it",
        boards: Boards::Dense,
        expected: 0x7624_188F_1A5A_6AC2,
    },
];

impl Recipe {
    /// Makes the boards, one word each, and lets the `oracle` answer them.
    ///
    /// # Errors
    ///
    /// If the answers to boards that are known beforehand are not the expected ones: generator, games or oracle changed.
    pub fn make(&self, real: &RealPositions, oracle: fn(u64) -> u64) -> Result<Vec<u64>> {
        let &Self { name, boards, expected, .. } = self;
        let mut sets = Sets::seeded(BOARDS_IN_CACHE as u64);
        let made: Vec<u64> = match boards {
            Boards::Real(piece) => {
                let both_sides = real.positions.iter().flat_map(|position| position.of(piece));
                both_sides.cycle().take(BOARDS_IN_CACHE).collect()
            }
            Boards::Random(pieces) => (0..BOARDS_IN_CACHE).map(|_| sets.of(pieces)).collect(),
            Boards::Dense => (0..BOARDS_IN_CACHE).map(|_| sets.dense()).collect(),
        };
        let answers = checksum(made.iter().map(|&board| oracle(board)));
        let known = real.embedded || !matches!(boards, Boards::Real(_));
        ensure!(
            !known || answers == expected,
            "{name}: the oracle's answers are {answers:#018x}, not {expected:#018x}"
        );
        Ok(made)
    }
}

/// A workload of single squares before it is made: those of the pieces of one kind in real positions.
#[derive(Debug, Clone, Copy)]
pub struct SquareRecipe {
    /// The question.
    pub name: &'static str,
    /// Why it is measured.
    pub reason: &'static str,
    /// Whose squares.
    pub piece: Piece,
    /// Checksum of the right answers for the embedded positions.
    pub expected: u64,
}

/// What is asked of knights, square by square.
pub const KNIGHT_SQUARES: SquareRecipe = SquareRecipe {
    name: "knight attacks, single squares",
    reason: "one knight an element: their squares in real positions, in order",
    piece: Piece::Knight,
    expected: 0x5E91_8E09_093D_03F6,
};

/// What is asked of kings, square by square.
pub const KING_SQUARES: SquareRecipe = SquareRecipe {
    name: "king attacks, single squares",
    reason: "one king an element: their squares in real positions, in order",
    piece: Piece::King,
    expected: 0x075E_A255_E9CE_FA4D,
};

impl SquareRecipe {
    /// The squares in order, repeated as needed; none if no position has such a piece.
    ///
    /// # Errors
    ///
    /// If the `oracle`'s answers for the embedded positions are not the expected ones.
    pub fn make(&self, real: &RealPositions, oracle: fn(Square) -> u64) -> Result<Vec<Square>> {
        let &Self { name, piece, expected, .. } = self;
        let sets = real.positions.iter().flat_map(|position| position.of(piece));
        let all: Vec<Square> = sets.flat_map(Bitboard).take(BOARDS_IN_CACHE).collect();
        let made: Vec<Square> = all.iter().copied().cycle().take(BOARDS_IN_CACHE).collect();
        let answers = checksum(made.iter().map(|&square| oracle(square)));
        let right = !real.embedded || answers == expected;
        ensure!(right, "{name}: the oracle's answers are {answers:#018x}, not {expected:#018x}");
        Ok(made)
    }
}

/// The checksum in which answers are compared.
pub fn checksum(sets: impl IntoIterator<Item = u64>) -> u64 {
    fnv1a_of_sets(sets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_testkit::oracle;

    #[test]
    fn every_workload_has_its_expected_answers() {
        let real = RealPositions::embedded();
        let recipes = KNIGHTS.iter().map(|recipe| (recipe, oracle::knight_attacks as fn(u64) -> u64));
        for (recipe, oracle) in
            recipes.chain(KINGS.iter().map(|recipe| (recipe, oracle::king_attacks as fn(u64) -> u64)))
        {
            let boards = recipe.make(&real, oracle).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(boards.len(), BOARDS_IN_CACHE);
        }
    }

    #[test]
    fn every_workload_of_squares_has_its_expected_answers() {
        let real = RealPositions::embedded();
        let of_knight = |square: Square| oracle::knight_attacks(square.bitboard().0);
        let of_king = |square: Square| oracle::king_attacks(square.bitboard().0);
        for (recipe, oracle) in [(KNIGHT_SQUARES, of_knight as fn(Square) -> u64), (KING_SQUARES, of_king)] {
            let squares = recipe.make(&real, oracle).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(squares.len(), BOARDS_IN_CACHE);
        }
    }

    #[test]
    fn a_wrong_oracle_is_found() {
        let error = KNIGHTS[1].make(&RealPositions::embedded(), oracle::king_attacks).unwrap_err();
        assert!(error.to_string().starts_with("2 knights: the oracle's answers are"), "{error}");
    }
}
