//! The inputs of a pattern from a position: for each name, the set that the position has for it.

use setwise_board::{Bitboard, Color};
use setwise_core::one_board;
use setwise_core::patterns::AttackedSquares;
use setwise_patterns::Pattern;

/// The indices of kinds of pieces.
const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;

/// Returns the set that a position has for each input: see [`Record::inputs_of`](crate::Record::inputs_of).
pub(crate) fn inputs_of(pattern: Pattern, kinds: &[u64; 6], sides: &[u64; 2]) -> Vec<u64> {
    let side = if pattern.name().starts_with("black_") { Color::Black } else { Color::White };
    let sides = Sides { kinds, sides, side };
    pattern.inputs().iter().map(|name| sides.input(pattern, name)).collect()
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
    fn input(&self, pattern: Pattern, name: &str) -> u64 {
        use Pattern as P;
        let (own, their) = (self.side, !self.side);
        match (pattern, name) {
            (P::RoyalForks | P::FamilyForks, "king") => self.kind(KING, their),
            (P::RoyalForks | P::FamilyForks, "queens") => self.kind(QUEEN, their),
            (P::FamilyForks, "rooks") => self.kind(ROOK, their),
            (_, "their_diagonal") => self.kind(BISHOP, their) | self.kind(QUEEN, their),
            (_, "their_straight") => self.kind(ROOK, their) | self.kind(QUEEN, their),
            (_, "their_pawns") => self.kind(PAWN, their),
            (_, "their_knights") => self.kind(KNIGHT, their),
            (_, "targets") => [ROOK, QUEEN, KING].map(|kind| self.kind(kind, their)).iter().fold(0, |a, b| a | b),
            (P::KingDistanceDigits, "set") | (_, "king" | "kings" | "a" | "start") => self.kind(KING, own),
            (P::FileFill | P::FillUp | P::FillDown, "set") | (_, "pawns" | "own_pawns") => self.kind(PAWN, own),
            (_, "bishops") => self.kind(BISHOP, own),
            (_, "rooks") => self.kind(ROOK, own),
            (_, "queens") => self.kind(QUEEN, own),
            (P::KnightDistanceDigits, "set") => self.kind(KNIGHT, own),
            (_, "own" | "set") => self.pieces(own),
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
