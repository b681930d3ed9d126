//! Checkers, pinned pieces, check masks, and the legal moves of kings and knights, as kernels. Castling is left out, and it
//! does not matter which side is to move.

use setwise_board::Color;

use super::{ChecksAndPins, KingAndAttackers, Legality, check_mask};
use crate::{Kernel, Lanes, ResultKind, Spread, knight_directions_onto};

/// Defines kernels for a side, with one result each. `$in` is the number of inputs.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident $kind:expr, $in:literal, |$self:ident, $spread:ident, $input:ident| $result:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name {
            /// The side whose king may be in check.
            pub side: Color,
        }

        impl Kernel<$in, 1> for $name {
            const KINDS: [ResultKind; 1] = [$kind];

            #[inline(always)]
            fn eval<S: Spread<V>, V: Lanes>($self, $spread: S, $input: [V; $in]) -> [V; 1] {
                [$result]
            }
        }
    )+};
}

kernels! {
    /// The pieces of the other side that give check.
    ///
    /// Inputs: king; the other side's pawns, knights, bishops and queens, rooks and queens; own pieces; the other side's
    /// pieces.
    Checkers ResultKind::Set, 7, |self, spread, input| {
        ChecksAndPins::new(spread, self.side, KingAndAttackers::new(input)).checkers
    };

    /// The pieces that are pinned to their king: if such a piece left the line between its king and a slider, the slider
    /// would give check. The inputs are those of [`Checkers`].
    Pinned ResultKind::Set, 7, |self, spread, input| {
        ChecksAndPins::new(spread, self.side, KingAndAttackers::new(input)).all_pinned()
    };

    /// The squares on which a move other than a move of the king ends every check: all squares if there is no check, the
    /// checking piece and the squares between it and the king in a single check, none in double check. The inputs are
    /// those of [`Checkers`].
    CheckMask ResultKind::Set, 7, |self, spread, input| {
        let checks = ChecksAndPins::new(spread, self.side, KingAndAttackers::new(input));
        check_mask(checks.checkers, checks.between)
    };

    /// The squares to which the king may move, without castling. The other side's sliders attack through the king.
    ///
    /// Inputs: king; the other side's pawns, knights, bishops and queens, rooks and queens, king; own pieces; the other
    /// side's pieces.
    LegalKingMoves ResultKind::Set, 8, |self, spread, input| {
        let [king, pawns, knights, diagonal, straight, their_king, own, their] = input;
        let pieces = KingAndAttackers { king, pawns, knights, diagonal, straight, own, their };
        king_moves(spread, &pieces, &Legality::new(spread, self.side, pieces, their_king))
    };

    /// The squares to which at least one knight may move. A pinned knight has no moves. In check, a knight must take the
    /// checking piece or block the check.
    ///
    /// Inputs: the side's knights, and the inputs of [`Checkers`].
    LegalKnightMoves ResultKind::Set, 8, |self, spread, input| {
        let [knights, pieces @ ..] = input;
        let pieces = KingAndAttackers::new(pieces);
        let checks = ChecksAndPins::new(spread, self.side, pieces);
        spread.knight(knights & !checks.all_pinned()) & !pieces.own & check_mask(checks.checkers, checks.between)
    };

    /// The number of legal moves of all knights together. The inputs are those of [`LegalKnightMoves`].
    LegalKnightMoveCount ResultKind::Number { max: 336 }, 8, |self, spread, input| {
        let [knights, pieces @ ..] = input;
        let pieces = KingAndAttackers::new(pieces);
        let checks = ChecksAndPins::new(spread, self.side, pieces);
        let targets = check_mask(checks.checkers, checks.between) & !pieces.own;
        knight_move_count(&checks, knights, targets)
    };
}

impl<V> KingAndAttackers<V> {
    #[inline(always)]
    fn new([king, pawns, knights, diagonal, straight, own, their]: [V; 7]) -> Self {
        Self { king, pawns, knights, diagonal, straight, own, their }
    }
}

/// Returns the squares to which the king may move.
#[inline(always)]
pub(super) fn king_moves<S: Spread<V>, V: Lanes>(spread: S, pieces: &KingAndAttackers<V>, legality: &Legality<V>) -> V {
    spread.king(pieces.king) & !(pieces.own | legality.attacked)
}

/// Returns the number of moves of knights that are not pinned onto `targets`.
#[inline(always)]
pub(super) fn knight_move_count<V: Lanes>(checks: &ChecksAndPins<V>, knights: V, targets: V) -> V {
    V::popcount_of_8(knight_directions_onto(knights & !checks.all_pinned(), targets))
}
