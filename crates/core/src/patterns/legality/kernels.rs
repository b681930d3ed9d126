//! Checkers, pinned pieces, check masks, and the legal moves of kings and knights, as kernels.
//!
//! The inputs of all kernels are the pawns, knights, bishops, rooks, queens and kings of both sides, all pieces of the
//! side, and all pieces of the other side. Castling and en passant are left out, and it does not matter which side is to
//! move.

use setwise_board::Color;

use super::{Legality, Pieces};
use crate::{Kernel, Lanes, ResultKind, Spread, knight_directions_onto};

impl<V: Lanes> Pieces<V> {
    #[inline(always)]
    fn new([pawns, knights, bishops, rooks, queens, kings, own, their]: [V; 8]) -> Self {
        Self { kinds: [pawns, knights, bishops, rooks, queens, kings], own, their }
    }
}

/// Defines a kernel with eight inputs and one result.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident $kind:expr, |$spread:ident, $pieces:ident, $legality:ident| $result:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name {
            /// The side whose pieces are examined.
            pub side: Color,
        }

        impl Kernel<8, 1> for $name {
            const KINDS: [ResultKind; 1] = [$kind];

            #[inline(always)]
            fn eval<S: Spread<V>, V: Lanes>(self, $spread: S, input: [V; 8]) -> [V; 1] {
                let $pieces = Pieces::new(input);
                let $legality = Legality::new($spread, self.side, $pieces);
                [$result]
            }
        }
    )+};
}

kernels! {
    /// The pieces of the other side that give check.
    Checkers ResultKind::Set, |spread, pieces, legality| legality.checks.checkers;

    /// The pieces that are pinned to their king: if such a piece left the line between its king and a slider, the slider
    /// would give check.
    PinnedPieces ResultKind::Set, |spread, pieces, legality| legality.checks.all_pinned();

    /// The squares on which a move other than a move of the king ends every check: all squares if there is no check, the
    /// checking piece and the squares between it and the king in a single check, none in double check.
    CheckMask ResultKind::Set, |spread, pieces, legality| legality.check_mask;

    /// The squares to which the king may move, without castling. The other side's sliders attack through the king.
    LegalKingMoves ResultKind::Set, |spread, pieces, legality| king_moves(spread, &pieces, &legality);

    /// The squares to which at least one knight may move. A pinned knight has no moves. In check, a knight must take the
    /// checking piece or block the check.
    LegalKnightMoves ResultKind::Set, |spread, pieces, legality| {
        spread.knight(free_knights(&pieces, &legality)) & !pieces.own & legality.check_mask
    };

    /// The number of legal moves of all knights together, 0 to 80 with ten knights.
    LegalKnightMoveCount ResultKind::Number { max: 336 }, |_spread, pieces, legality| {
        knight_move_count(&pieces, &legality)
    };
}

/// Returns the squares to which the king may move.
#[inline(always)]
pub(super) fn king_moves<S: Spread<V>, V: Lanes>(spread: S, pieces: &Pieces<V>, legality: &Legality<V>) -> V {
    let [.., kings] = pieces.kinds;
    spread.king(kings & pieces.own) & !(pieces.own | legality.attacked)
}

/// Returns the number of legal moves of all knights.
#[inline(always)]
pub(super) fn knight_move_count<V: Lanes>(pieces: &Pieces<V>, legality: &Legality<V>) -> V {
    let targets = legality.check_mask & !pieces.own;
    V::popcount_of_8(knight_directions_onto(free_knights(pieces, legality), targets))
}

/// Returns the knights that are not pinned.
#[inline(always)]
fn free_knights<V: Lanes>(pieces: &Pieces<V>, legality: &Legality<V>) -> V {
    let [_, knights, ..] = pieces.kinds;
    knights & pieces.own & !legality.checks.all_pinned()
}
