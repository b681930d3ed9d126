//! Kernels whose two results are pieces and targets. `Backend::list_pairs` lists each piece with each target that it
//! attacks, for example the moves of a side's knights.
//!
//! ```text
//! kernel            pieces                         targets
//! MovesWithout      knights                        squares without own pieces
//! Attackers         knights                        queens
//! LegalKnights      knights that are not pinned    squares without own pieces on which every check ends
//! LegalKing         king                           squares without own pieces that the other side does not attack
//! ```

use core::marker::PhantomData;

use setwise_board::Color;

use super::leaper::{King, Knight, Leaper};
use super::legality::{ChecksAndPins, KingAndAttackers, Legality, check_mask};
use crate::{Kernel, Lanes, ResultKind, Spread, SquareTable, kernel, king_directions, knight_directions_onto};

/// A leaper that attacks at most eight squares: [`Knight`] or [`King`].
pub trait Jumper: Leaper + sealed::Sealed {
    /// The squares that the leaper attacks.
    #[doc(hidden)]
    const TABLE: &'static SquareTable;

    /// Returns the squares that a set of leapers attacks, which are also those from which a leaper attacks the set.
    #[doc(hidden)]
    fn attacks<S: Spread<V>, V: Lanes>(spread: S, leapers: V) -> V;

    /// Returns the image of a set of leapers in each direction, restricted to targets.
    #[doc(hidden)]
    fn images_onto<V: Lanes>(leapers: V, targets: V) -> [V; 8];
}

/// Other crates cannot implement [`Jumper`], because they cannot name the trait in this module.
mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for Knight {}
impl sealed::Sealed for King {}

impl Jumper for Knight {
    const TABLE: &'static SquareTable = {
        static TABLE: SquareTable = SquareTable::KNIGHT;
        &TABLE
    };

    #[inline(always)]
    fn attacks<S: Spread<V>, V: Lanes>(spread: S, leapers: V) -> V {
        spread.knight(leapers)
    }

    #[inline(always)]
    fn images_onto<V: Lanes>(leapers: V, targets: V) -> [V; 8] {
        knight_directions_onto(leapers, targets)
    }
}

impl Jumper for King {
    const TABLE: &'static SquareTable = {
        static TABLE: SquareTable = SquareTable::KING;
        &TABLE
    };

    #[inline(always)]
    fn attacks<S: Spread<V>, V: Lanes>(spread: S, leapers: V) -> V {
        spread.king(leapers)
    }

    #[inline(always)]
    fn images_onto<V: Lanes>(leapers: V, targets: V) -> [V; 8] {
        let mut images = king_directions(leapers);
        for image in &mut images {
            *image &= targets;
        }
        images
    }
}

kernel! {
    /// The pieces and their targets for moves: all squares without own pieces.
    ///
    /// Inputs: pieces, own pieces.
    pub fn MovesWithout(_spread, pieces, own) -> [movers, targets] {
        let movers = pieces;
        let targets = !own;
    }
}

kernel! {
    /// The attackers and their victims, unchanged.
    ///
    /// Inputs: attackers, victims.
    pub fn Attackers(_spread, pieces, victims) -> [attackers, targets] {
        let attackers = pieces;
        let targets = victims;
    }
}

/// The knights that are not pinned, and the squares to which they may move. In check, these are the squares on which
/// every check ends.
///
/// Inputs: those of [`LegalKnightMoves`](super::LegalKnightMoves).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LegalKnights {
    /// The side whose knights move.
    pub side: Color,
}

impl Kernel<8, 2> for LegalKnights {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 8]) -> [V; 2] {
        let [knights, king, pawns, their_knights, diagonal, straight, own, their] = input;
        let pieces = KingAndAttackers { king, pawns, knights: their_knights, diagonal, straight, own, their };
        let checks = ChecksAndPins::new(spread, self.side, pieces);
        [knights & !checks.all_pinned(), !own & check_mask(checks.checkers, checks.between)]
    }
}

/// The king, and the squares to which it may move, without castling.
///
/// Inputs: those of [`LegalKingMoves`](super::LegalKingMoves).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LegalKing {
    /// The side whose king moves.
    pub side: Color,
}

impl Kernel<8, 2> for LegalKing {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 8]) -> [V; 2] {
        let [king, pawns, knights, diagonal, straight, their_king, own, their] = input;
        let pieces = KingAndAttackers { king, pawns, knights, diagonal, straight, own, their };
        let legality = Legality::new(spread, self.side, pieces, their_king);
        [king, !(own | legality.attacked)]
    }
}

/// The number of pairs that a kernel's pieces and targets have.
#[derive(Debug)]
pub struct PairCount<P, K> {
    kernel: K,
    piece: PhantomData<fn() -> P>,
}

/// The two results of a kernel, without the pieces that attack no target, and the number of pairs.
#[derive(Debug)]
pub struct CountedPairs<P, K> {
    kernel: K,
    piece: PhantomData<fn() -> P>,
}

macro_rules! of_kernels {
    ($($Name:ident)+) => {$(
        impl<P, K> $Name<P, K> {
            /// Creates the kernel for pieces of this kind.
            #[inline(always)]
            pub fn new(_: P, kernel: K) -> Self {
                Self { kernel, piece: PhantomData }
            }
        }

        impl<P, K: Copy> Clone for $Name<P, K> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<P, K: Copy> Copy for $Name<P, K> {}
    )+};
}

of_kernels!(PairCount CountedPairs);

/// Every one of 64 pieces attacks at most eight squares.
pub(super) const PAIRS: ResultKind = ResultKind::Number { max: 512 };

impl<P: Jumper, K: Kernel<IN, 2>, const IN: usize> Kernel<IN, 1> for PairCount<P, K> {
    const KINDS: [ResultKind; 1] = [PAIRS];

    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; IN]) -> [V; 1] {
        let [pieces, targets] = self.kernel.eval(spread, input);
        [V::popcount_of_8(P::images_onto(pieces, targets))]
    }
}

impl<P: Jumper, K: Kernel<IN, 2>, const IN: usize> Kernel<IN, 3> for CountedPairs<P, K> {
    const KINDS: [ResultKind; 3] = [K::KINDS[0], K::KINDS[1], PAIRS];

    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; IN]) -> [V; 3] {
        let [pieces, targets] = self.kernel.eval(spread, input);
        let attackers = pieces & P::attacks(spread, targets);
        [attackers, targets, V::popcount_of_8(P::images_onto(attackers, targets))]
    }
}
