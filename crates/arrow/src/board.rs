//! Checks positions that other programs may have written. Each square must be empty, or have one piece of one side. The
//! rules must also accept the kings and the pawns.

use setwise::masks::{RANK_1, RANK_8};
use setwise::{Backend, Bitboard, Kernel, Lanes, Spread};
use setwise_positions::placement::Placement;
use setwise_positions::{ColumnsRef, Rules};

use crate::BadRow;

/// Returns whether every row is a position that the rules accept.
pub(crate) fn all_right(backend: Backend, rules: Rules, sets: [&[u64]; 8]) -> bool {
    let wrong = Wrong {
        one_king: if rules == Rules::Chess { !0 } else { 0 },
        no_pawns: if rules == Rules::AnyPieces { 0 } else { RANK_1 | RANK_8 },
    };
    backend.total(wrong, sets) == [0]
}

/// Returns the reason why row `n` is not a position, or `None` if row `n` is a position.
pub(crate) fn wrong(rules: Rules, positions: &ColumnsRef<'_>, n: usize) -> Option<BadRow> {
    let placement = positions.get(n)?.placement;
    let Placement { kinds, sides } = placement;
    for square in Bitboard(!0) {
        let number = |sets: &[u64]| sets.iter().filter(|set| **set >> square.index() & 1 != 0).count();
        match (number(&kinds), number(&sides)) {
            (0, 0) | (1, 1) => {}
            (0, 1) | (1, 0) => return Some(BadRow::Alone(square)),
            _ => return Some(BadRow::Twice(square)),
        }
    }
    rules.check(&placement).err().map(BadRow::Bad)
}

/// A kernel that computes, for each board, a word that is 0 if and only if the board is valid. Inputs: pawns, knights,
/// bishops, rooks, queens, kings; two sides.
#[derive(Debug, Clone, Copy)]
struct Wrong {
    /// All ones if each side must have one king, otherwise 0.
    one_king: u64,
    /// The squares on which no pawn may be.
    no_pawns: u64,
}

impl Kernel<8, 1> for Wrong {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, sets: [V; 8]) -> [V; 1] {
        let [pawns, knights, bishops, rooks, queens, kings, own, their] = sets;
        let (small, middle, large) = (pawns | knights, bishops | rooks, queens | kings);
        let twice = (pawns & knights) | (bishops & rooks) | (queens & kings) | (own & their);
        let twice = twice | (small & middle) | ((small | middle) & large);
        let alone = (small | middle | large) ^ (own | their);
        let not_one = not_one(kings & own) | not_one(kings & their);
        [twice | alone | (pawns & self.no_pawns) | (not_one & self.one_king)]
    }
}

/// Returns a word that is 0 if and only if the set has exactly one square.
#[inline(always)]
fn not_one<V: Lanes>(set: V) -> V {
    let less_one = set.wrapping_add(!set.nothing());
    (set & less_one) | set.empty_lanes()
}
