//! Kernels that only features need: the library's patterns put together.

use setwise::patterns::{AttackedSquares, KingFiles, VulnerableLines, pawn_attacks};
use setwise::{Color, Kernel, Lanes, Spread, kernel};

kernel! {
    /// What is in both sets.
    pub(super) fn Both(_spread, a, b) -> [both] {
        let both = a & b;
    }
}

kernel! {
    /// What is in the first set and not in the second.
    pub(super) fn Without(_spread, a, b) -> [rest] {
        let rest = a & !b;
    }
}

kernel! {
    /// What is in any of three sets.
    pub(super) fn AnyOfThree(_spread, a, b, c) -> [any] {
        let any = (a | b) | c;
    }
}

kernel! {
    /// The lines that hold a king and all its escapes; 0 without a king. Inputs: king, escapes.
    pub(super) fn EscapeLines(spread, king, escapes) -> [lines] {
        let [lines] = VulnerableLines.eval(spread, [king, !escapes]);
        let lines = lines & !king.empty_lanes();
    }
}

kernel! {
    /// A king and its neighbours, where the other side attacks. Inputs: king, king attacks, attacks.
    pub(super) fn ZoneAttacked(_spread, king, neighbours, attacks) -> [attacked] {
        let attacked = (king | neighbours) & attacks;
    }
}

kernel! {
    /// Of the king's and the adjacent files those without any pawn. Inputs: king, own pawns, the other side's pawns.
    pub(super) fn OpenFiles(spread, king, own_pawns, their_pawns) -> [open] {
        let [open, _] = KingFiles.eval(spread, [king, own_pawns, their_pawns]);
    }
}

kernel! {
    /// Of the king's and the adjacent files those with pawns of the other side only. Inputs as [`OpenFiles`].
    pub(super) fn HalfOpenFiles(spread, king, own_pawns, their_pawns) -> [half_open] {
        let [_, half_open] = KingFiles.eval(spread, [king, own_pawns, their_pawns]);
    }
}

kernel! {
    /// Pieces but the king that are attacked and not defended. Inputs: own pieces, own king, attacks of the other side, own
    /// attacks.
    pub(super) fn Hanging(_spread, own, king, attacks, defended) -> [hanging] {
        let hanging = (own & !king) & (attacks & !defended);
    }
}

kernel! {
    /// Where a king's path may lead: its own square, and empty ones that the other side does not attack. Inputs: king, the
    /// pieces of both sides, attacks of the other side.
    pub(super) fn KingPath(_spread, king, own, their, attacks) -> [path] {
        let path = king | !((own | their) | attacks);
    }
}

/// What pawns attack.
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

/// All that a side attacks; sliders stop at the first piece. Inputs: its pawns, knights, bishops, rooks, queens, king, its
/// pieces, the other side's.
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

/// All that a side attacks where the other side's king does not stop a slider. Inputs as [`Attacks`], then that king.
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
