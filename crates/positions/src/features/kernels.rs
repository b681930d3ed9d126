//! Kernels that only features need, composed of the library's patterns.

use setwise::patterns::{AttackedSquares, KingFiles, VulnerableLines, pawn_attacks};
use setwise::{Color, Kernel, Lanes, Spread, kernel};

kernel! {
    /// The squares in both sets.
    pub(super) fn Both(_spread, a, b) -> [both] {
        let both = a & b;
    }
}

kernel! {
    /// The squares in the first set and not in the second.
    pub(super) fn Without(_spread, a, b) -> [rest] {
        let rest = a & !b;
    }
}

kernel! {
    /// The squares in any of three sets.
    pub(super) fn AnyOfThree(_spread, a, b, c) -> [any] {
        let any = (a | b) | c;
    }
}

kernel! {
    /// The lines that contain a king and all its escape squares; 0 without a king. Inputs: king, escapes.
    pub(super) fn EscapeLines(spread, king, escapes) -> [lines] {
        let [lines] = VulnerableLines.eval(spread, [king, !escapes]);
        let lines = lines & !king.empty_lanes();
    }
}

kernel! {
    /// The squares on or next to a king that the other side attacks. Inputs: king, king attacks, attacks of the other side.
    pub(super) fn ZoneAttacked(_spread, king, neighbours, attacks) -> [attacked] {
        let attacked = (king | neighbours) & attacks;
    }
}

kernel! {
    /// The files without any pawn among the king's file and the adjacent files. Inputs: king, own pawns, the other side's pawns.
    pub(super) fn OpenFiles(spread, king, own_pawns, their_pawns) -> [open] {
        let [open, _] = KingFiles.eval(spread, [king, own_pawns, their_pawns]);
    }
}

kernel! {
    /// The files with pawns of the other side only, among the king's file and the adjacent files. Inputs as [`OpenFiles`].
    pub(super) fn HalfOpenFiles(spread, king, own_pawns, their_pawns) -> [half_open] {
        let [_, half_open] = KingFiles.eval(spread, [king, own_pawns, their_pawns]);
    }
}

kernel! {
    /// Pieces apart from the king that are attacked and not defended. Inputs: own pieces, own king, attacks of the other side,
    /// own attacks.
    pub(super) fn Hanging(_spread, own, king, attacks, defended) -> [hanging] {
        let hanging = (own & !king) & (attacks & !defended);
    }
}

kernel! {
    /// The squares that a king's path may use: its own square, and empty squares that the other side does not attack. Inputs:
    /// king, own pieces, the other side's pieces, attacks of the other side.
    pub(super) fn KingPath(_spread, king, own, their, attacks) -> [path] {
        let path = king | !((own | their) | attacks);
    }
}

/// The squares that the pawns of a side attack.
#[derive(Debug, Clone, Copy)]
pub(super) struct PawnAttacks {
    pub(super) side: Color,
}

impl Kernel<1, 1> for PawnAttacks {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [pawns]: [V; 1]) -> [V; 1] {
        [pawn_attacks(pawns, self.side)]
    }
}

/// All squares that a side attacks; sliders stop at the first piece. Inputs: its pawns, knights, bishops, rooks, queens, king,
/// all its pieces, the other side's pieces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attacks {
    pub(super) side: Color,
}

impl Kernel<8, 1> for Attacks {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 8]) -> [V; 1] {
        let [pawns, knights, bishops, rooks, queens, king, own, their] = input;
        let pieces = [pawns, knights, bishops, rooks, queens, king, own | their, own.nothing()];
        AttackedSquares { side: self.side }.eval(spread, pieces)
    }
}

/// All squares that a side attacks if the other side's king does not stop sliders. Inputs as [`Attacks`], then that king.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttacksThroughKing {
    pub(super) side: Color,
}

impl Kernel<9, 1> for AttacksThroughKing {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 9]) -> [V; 1] {
        let [pawns, knights, bishops, rooks, queens, king, own, their, their_king] = input;
        let pieces = [pawns, knights, bishops, rooks, queens, king, own | their, their_king];
        AttackedSquares { side: self.side }.eval(spread, pieces)
    }
}
