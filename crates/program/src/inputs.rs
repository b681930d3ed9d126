//! The inputs of a kernel from a position: for each name, the set that the position has for it.

use setwise_board::{Bitboard, Color};
use setwise_core::one_board;
use setwise_core::patterns::AttackedSquares;

use crate::LibraryKernel;

/// The indices of kinds of pieces.
const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;

impl LibraryKernel {
    /// Returns the inputs of the kernel that a position has: those of white, or of black if the name ends in `_black`.
    /// `kinds` has the pieces from pawns to kings, `sides` those of white and of black.
    ///
    /// Leapers are knights, targets are the rooks, queens and kings of the other side, and taboo squares are those that
    /// it attacks and the own pieces. Steps and paths lead from the own king or knights to the other side's king over
    /// empty squares and kings.
    #[must_use]
    pub fn inputs_of(self, kinds: &[u64; 6], sides: &[u64; 2]) -> Vec<u64> {
        let side = if self.name().ends_with("_black") { Color::Black } else { Color::White };
        let sides = Sides { kinds, sides, side };
        self.inputs().iter().map(|name| sides.input(self, name)).collect()
    }
}

/// A position seen from one side.
struct Sides<'a> {
    kinds: &'a [u64; 6],
    sides: &'a [u64; 2],
    side: Color,
}

impl Sides<'_> {
    /// Returns a side's pieces of a kind.
    fn kind(&self, kind: usize, side: Color) -> u64 {
        self.kinds[kind] & self.pieces(side)
    }

    fn pieces(&self, side: Color) -> u64 {
        self.sides[side.index()]
    }

    fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// Returns the set that the position has for the input with this name.
    fn input(&self, kernel: LibraryKernel, name: &str) -> u64 {
        use LibraryKernel as K;
        let (own, their) = (self.side, !self.side);
        match (kernel, name) {
            (K::RoyalForks | K::FamilyForks, "king") => self.kind(KING, their),
            (K::RoyalForks | K::FamilyForks, "queens") => self.kind(QUEEN, their),
            (K::FamilyForks, "rooks") => self.kind(ROOK, their),
            (_, "their_diagonal") => self.kind(BISHOP, their) | self.kind(QUEEN, their),
            (_, "their_straight") => self.kind(ROOK, their) | self.kind(QUEEN, their),
            (K::SafeForks | K::SafeForksBlack, "pawns") | (_, "their_pawns") => self.kind(PAWN, their),
            (_, "their_knights") => self.kind(KNIGHT, their),
            (_, "targets") => [ROOK, QUEEN, KING].map(|kind| self.kind(kind, their)).iter().fold(0, |a, b| a | b),
            (K::KingDistanceDigits, "from") | (_, "king" | "kings" | "a" | "start") => self.kind(KING, own),
            (_, "pawns" | "own_pawns") => self.kind(PAWN, own),
            (_, "bishops") => self.kind(BISHOP, own),
            (_, "rooks") => self.kind(ROOK, own),
            (_, "queens") => self.kind(QUEEN, own),
            (_, "own") => self.pieces(own),
            (_, "their") => self.pieces(their),
            (_, "occupied") => self.occupied(),
            (_, "allowed") => !self.pieces(own),
            (_, "taboo") => self.pieces(own) | self.attacks(their),
            (_, "looked_through" | "b") => self.kind(KING, their),
            (_, "path") => !self.occupied() | self.kinds[KING],
            // Knights, and any other leapers.
            _ => self.kind(KNIGHT, own),
        }
    }

    /// Returns the squares that a side attacks, through the king of the other side.
    fn attacks(&self, side: Color) -> u64 {
        let [pawns, knights, bishops, rooks, queens, king] = [0, 1, 2, 3, 4, 5].map(|kind| self.kind(kind, side));
        let input = [pawns, knights, bishops, rooks, queens, king, self.occupied(), self.kind(KING, !side)];
        let [attacked] = one_board(AttackedSquares { side }, input.map(Bitboard));
        attacked.0
    }
}
