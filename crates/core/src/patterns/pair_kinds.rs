//! Kernels whose results are knights, kings and eight sets of targets. `Backend::list_pair_kinds` lists each piece with
//! each target that it attacks, and the kind of the pair, in one pass.
//!
//! ```text
//! kind       0 ... 7                          8 ... 15
//! attacker   knight                           king
//! target     in the sets 0 ... 7              in the sets 0 ... 7
//! ```
//!
//! The kind of a target is a number of three digits, so three sets contain the kinds of all targets of a board. The
//! loop that lists pairs reads the digits at the targets of one piece.

use super::pairs::PAIRS;
use crate::{Kernel, Lanes, ResultKind, Spread, kernel, king_directions, knight_directions_onto};

/// The number of sets of targets.
pub const TARGETS: usize = 8;

kernel! {
    /// Every square is a target. The sets of targets are the other side's pawns, knights, bishops, rooks, queens and
    /// kings (kinds 0 to 5), own pieces (kind 6) and empty squares (kind 7).
    ///
    /// Inputs: pawns, knights, bishops, rooks, queens and kings of both sides, own pieces, pieces of the other side.
    pub fn AllTargets(_spread, pawns, knights, bishops, rooks, queens, kings, own, their)
        -> [attackers, king, t_pawns, t_knights, t_bishops, t_rooks, t_queens, t_king, defended, empty]
    {
        let [attackers, king] = [knights & own, kings & own];
        let [t_pawns, t_knights, t_bishops] = [pawns & their, knights & their, bishops & their];
        let [t_rooks, t_queens, t_king] = [rooks & their, queens & their, kings & their];
        let [defended, empty] = [own, !(own | their)];
    }
}

kernel! {
    /// Only squares with a piece are targets. The sets of targets are those of [`AllTargets`], except that the set for
    /// kind 7 is empty.
    ///
    /// Inputs: those of [`AllTargets`].
    pub fn PieceTargets(spread, pawns, knights, bishops, rooks, queens, kings, own, their)
        -> [attackers, king, t_pawns, t_knights, t_bishops, t_rooks, t_queens, t_king, defended, nothing]
    {
        let input = [pawns, knights, bishops, rooks, queens, kings, own, their];
        let [attackers, king, t_pawns, t_knights, t_bishops, t_rooks, t_queens, t_king, defended, _] =
            AllTargets.eval(spread, input);
        let nothing = own.nothing();
    }
}

/// The number of pairs of all kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KindCount<K>(pub K);

impl<K: Kernel<IN, { 2 + TARGETS }>, const IN: usize> Kernel<IN, 1> for KindCount<K> {
    const KINDS: [ResultKind; 1] = [PAIRS];

    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; IN]) -> [V; 1] {
        let [knights, kings, targets @ ..] = self.0.eval(spread, input);
        let all = targets.into_iter().skip(1).fold(targets[0], |all, set| all | set);
        [count(knights, kings & !knights, all)]
    }
}

/// What is needed to list pairs of all kinds: the pieces that attack a target, the kings among them, all targets, the
/// three digits of the kinds of the targets, and the number of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CountedKinds<K>(pub K);

impl<K: Kernel<IN, { 2 + TARGETS }>, const IN: usize> Kernel<IN, 7> for CountedKinds<K> {
    const KINDS: [ResultKind; 7] = {
        let mut kinds = [ResultKind::Set; 7];
        kinds[6] = PAIRS;
        kinds
    };

    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; IN]) -> [V; 7] {
        let [knights, kings, targets @ ..] = self.0.eval(spread, input);
        let (all, [ones, twos, fours]) = digits(targets);
        let knights_that_attack = knights & spread.knight(all);
        let kings_that_attack = kings & !knights & spread.king(all);
        let count = count(knights_that_attack, kings_that_attack, all);
        [knights_that_attack | kings_that_attack, kings_that_attack, all, ones, twos, fours, count]
    }
}

/// Returns all targets, and the digits of their kinds. A square in several sets has the kind of the first of them.
#[inline(always)]
fn digits<V: Lanes>(targets: [V; TARGETS]) -> (V, [V; 3]) {
    let mut digits = [targets[0].nothing(); 3];
    let mut all = digits[0];
    for (kind, set) in targets.into_iter().enumerate().rev() {
        all |= set;
        for (place, digit) in digits.iter_mut().enumerate() {
            *digit = if kind >> place & 1 == 1 { *digit | set } else { *digit & !set };
        }
    }
    (all, digits)
}

/// Returns the number of pairs.
#[inline(always)]
fn count<V: Lanes>(knights: V, kings: V, targets: V) -> V {
    let images = king_directions(kings).map(
        #[inline(always)]
        |image| image & targets,
    );
    V::popcount_of_8(knight_directions_onto(knights, targets)).wrapping_add(V::popcount_of_8(images))
}
