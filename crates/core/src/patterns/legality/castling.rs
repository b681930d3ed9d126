//! The number of castlings, by the rules of Chess960: the king and the rook may be on any files of their first rank.
//!
//! Toward each end of the rank, the king can castle only with the nearest rook that has the right. The king ends on file g
//! and the rook on file f, or the king on file c and the rook on file d. All squares that the king or the rook passes must
//! be empty, and the king must not be attacked where it starts, passes or ends:
//!
//! ```text
//!              a b c d e f g h
//! toward h     . K R . . . . .     must be empty: d e f g     must not be attacked: b c d e f g
//! toward a     R . . K . . . .     must be empty: b c         must not be attacked: c d
//! toward a     . R K . . . . .     must be empty: d           must not be attacked: c
//! ```
//!
//! The squares that are passed are the whole range between the outermost of four squares: the starts and ends of the king
//! and the rook. In the last line, a rook or a queen on a1 attacks the king only after castling. There is no other such
//! case: toward file h, the rook would have to come from file g, and this square must not be attacked.
//!
//! Adding all ones to a single square subtracts one, which gives all squares before it, so ranges need no loop. Most
//! kings castle from file e with rooks on files a and h. All ranges are then constants, so a register that has only such
//! boards takes a shorter path.

use setwise_board::masks::{FILES_BUT_LAST, FILES_FROM, RANK_1, RANK_8};

use super::{KingAndAttackers, Legality, SideToMove};
use crate::Lanes;

/// Returns the number of legal castlings of the side to move, 0 to 2. `rooks` has its rooks that may still castle.
#[inline(always)]
pub(super) fn castlings<V: Lanes>(
    side: SideToMove<V>,
    rooks: V,
    threats: &KingAndAttackers<V>,
    legality: &Legality<V>,
) -> V {
    let &KingAndAttackers { king, straight, own, their, .. } = threats;
    let home = side.choose_word(RANK_1, RANK_8);
    let (occupied, attacked) = (own | their, legality.attacked);
    let king_on_e = king & of_both(0x10);
    let rooks = rooks & home;
    if (rooks & !(king_on_e.shr::<4>() | king_on_e.shl::<3>())).may_skip() {
        return from_files_a_e_and_h(home, rooks, occupied, attacked);
    }
    let has_king = !(king & home).empty_lanes();
    let before = before(king);
    let rank = Rank { king, before: before & home, from: home & !before };
    let mut moves = home.nothing();
    for Castling { rook, passed, crossed, attacked_after } in [rank.toward_a(rooks, straight), rank.toward_h(rooks)] {
        let obstacles = (occupied & !(king | rook) & passed) | (attacked & crossed) | attacked_after;
        let prevented = (obstacles & home) | (rook & has_king).empty_lanes();
        moves = moves.wrapping_add(prevented.empty_lanes() & 1);
    }
    moves
}

/// Counts castlings of kings on file e with rooks on files a and h. A board without such a king has no rooks.
#[inline(always)]
fn from_files_a_e_and_h<V: Lanes>(home: V, rooks: V, occupied: V, attacked: V) -> V {
    let no_rook = !rooks;
    let mut moves = home.nothing();
    // This is a loop, because the compiler does not inline `map` on this array.
    for (rook, between, crossed) in [(0x01, 0x0E, 0x1C), (0x80, 0x60, 0x70)] {
        // The word of a wing is empty if the rook may castle, the squares between it and the king are empty, and the
        // squares that the king crosses are not attacked.
        let obstacles = (occupied & of_both(between)) | (attacked & of_both(crossed));
        let wing = ((no_rook & of_both(rook)) | obstacles) & home;
        moves = moves.wrapping_add(wing.empty_lanes() & 1);
    }
    moves
}

/// The first rank of the side to move, divided by its king. All sets are limited to this rank. A board without a king on
/// this rank may have any squares in the last two sets.
struct Rank<V> {
    king: V,
    /// The squares from file a to the square before the king.
    before: V,
    /// The squares from the king to file h.
    from: V,
}

/// A castling that is legal if nothing prevents it. Squares on other ranks have no meaning.
struct Castling<V> {
    /// The rook, or no square if there is none that may castle in this direction.
    rook: V,
    /// The squares that the king or the rook passes, with those on which they start and end.
    passed: V,
    /// The squares that the king passes, with those on which it starts and ends.
    crossed: V,
    /// The square on which the king ends, if it is attacked only after castling.
    attacked_after: V,
}

impl<V: Lanes> Rank<V> {
    /// Returns the castling with the king on file c and the rook on file d. `straight` has the other side's rooks and
    /// queens.
    #[inline(always)]
    fn toward_a(&self, rooks: V, straight: V) -> Castling<V> {
        let rooks = rooks & self.before;
        // The squares up to the rook on the highest file.
        let mut up_to_rook = rooks;
        up_to_rook |= up_to_rook.shr::<1>();
        up_to_rook |= up_to_rook.shr::<2>();
        up_to_rook |= up_to_rook.shr::<4>();
        let from_rook = !up_to_rook.shr::<1>();
        let (rook, up_to_king) = (rooks & from_rook, self.before | self.king);
        Castling {
            rook,
            passed: (from_rook | FROM_C) & (up_to_king | UP_TO_D),
            crossed: (self.from | FROM_C) & (up_to_king | UP_TO_C),
            attacked_after: rook.shl::<1>() & straight.shl::<2>() & of_both(0x04),
        }
    }

    /// Returns the castling with the king on file g and the rook on file f.
    #[inline(always)]
    fn toward_h(&self, rooks: V) -> Castling<V> {
        let rooks = rooks & self.from;
        // The squares up to the rook on the lowest file.
        let up_to_rook = rooks ^ before(rooks);
        Castling {
            rook: rooks & up_to_rook,
            passed: (self.from | FROM_F) & (up_to_rook | UP_TO_G),
            crossed: self.from & UP_TO_G,
            attacked_after: rooks.nothing(),
        }
    }
}

const FROM_C: u64 = FILES_FROM[2];
const FROM_F: u64 = FILES_FROM[5];
const UP_TO_C: u64 = FILES_BUT_LAST[5];
const UP_TO_D: u64 = FILES_BUT_LAST[4];
const UP_TO_G: u64 = FILES_BUT_LAST[1];

/// Returns the squares before a single square, including all lower ranks. If `square` has several squares, the result
/// also contains all of them except the lowest. If it is empty, the result is the whole board.
#[inline(always)]
fn before<V: Lanes>(square: V) -> V {
    square.wrapping_add(!square.nothing())
}

/// Returns a set of squares of the first rank, and the squares of the last rank on the same files.
const fn of_both(first_rank: u64) -> u64 {
    first_rank | first_rank << 56
}
