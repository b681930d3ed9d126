//! From code planes to sets of pieces, as a kernel.
//!
//! ```text
//! code            0     1       2       3     4      5     6              7
//! piece           pawn  knight  bishop  rook  queen  king  unmoved rook   none
//! ```
//!
//! A code plane has one bit of the code of every piece; a fourth bit marks black pieces.

use setwise::masks::PAWN_RANKS;
use setwise::{Kernel, Lanes, Spread};

use crate::Rules;
use crate::piece_sets::not_one;

/// The largest number of pieces that a packed board holds.
pub(super) const MOST_PIECES: u32 = 32;

/// The sets of pieces of a packed board. Inputs: the occupied squares, then the four code planes, lowest bit first.
///
/// Results: pawns, knights, bishops, rooks, queens, kings; white, black; unmoved rooks, which are among the rooks, too;
/// and a word that is 0 if the board is right.
#[derive(Debug, Clone, Copy)]
pub(super) struct PieceSets {
    /// The squares on which a pawn is wrong.
    no_pawns: u64,
    /// All ones if each side must have one king, otherwise 0.
    one_king: u64,
    /// The squares on which an unmoved rook is wrong.
    no_unmoved: u64,
}

impl PieceSets {
    /// Returns the kernel for boards that `rules` accepts, in a format with unmoved rooks or without.
    pub(super) fn new(rules: Rules, unmoved_rooks: bool) -> Self {
        let if_true = |wrong: bool| u64::from(wrong).wrapping_neg();
        Self {
            no_pawns: if_true(rules.pawn_ranks()) & !PAWN_RANKS,
            one_king: if_true(rules.one_king()),
            no_unmoved: if_true(!unmoved_rooks),
        }
    }

    #[inline(always)]
    pub(super) fn of<V: Lanes>(self, occupied: V, [one, two, four, black]: [V; 4]) -> [V; 10] {
        let pawns = occupied & !(one | two | four);
        let [knights, bishops, queens] = [one & !(two | four), two & !(one | four), four & !(one | two)];
        let [rooks, kings, unmoved] = [one & two, four & one, four & two];
        let no_piece = rooks & kings;
        // The sum has bit 6 set if the number of pieces is 33 to 64.
        let too_many = occupied.popcount().wrapping_add(occupied.nothing() | u64::from(63 - MOST_PIECES)) & 64;
        let kings_wrong = not_one(kings & !black) | not_one(kings & black);
        let wrong = (no_piece | too_many)
            | (pawns & self.no_pawns)
            | (unmoved & self.no_unmoved)
            | (kings_wrong & self.one_king);
        let rooks = rooks | unmoved;
        [pawns, knights, bishops, rooks, queens, kings, occupied & !black, black, unmoved, wrong]
    }
}

impl Kernel<5, 10> for PieceSets {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [occupied, one, two, four, black]: [V; 5]) -> [V; 10] {
        self.of(occupied, [one, two, four, black])
    }
}
