//! Pawn races: the lone passed pawns that a lone king or a lone knight catches, for all pawn squares at once.
//!
//! ```text
//! black king g5, white (the pawn) to move
//! 8  . . . . . . . .
//! 7  . . . . . . . .        x: a white pawn here is caught
//! 6  . . . . . . . .
//! 5  . . . x x x k x        d: the moves that the pawn needs, at most five because of the double step
//! 4  . . x x x x x x        D: the moves that the king needs to the promotion square
//! 3  . x x x x x x x        The king catches the pawn if D <= d. If the king is to move, it also catches
//! 2  . x x x x x x x        the pawn if D <= d + 1, or if the king is next to the pawn.
//! ```
//!
//! The squares of the caught pawns form a wedge, which depends on the king's file. The king's rank cuts off a part of
//! the wedge. `setwise-specimens` computes the sets from 16 wedges. [`caught_area`] reads the same sets from a table,
//! which was computed by an exact search.
//!
//! The board is otherwise empty. The pawn's own king, pieces in the pawn's way and a second passed pawn are ignored.
//! [`pawn_endings`](super::pawn_endings) has exact answers for a second pawn and for the pawn's own king.
//!
//! For a knight there is no formula, so its sets are always read from a table, which was also computed by an exact
//! search.
//!
//! Source: Chess Programming Wiki, King Pattern (set-wise rule of the square). The page's own construction is wrong for
//! kings on rank 2, and a formula on another page misses pawns that the king simply takes. See `docs/reference.md`,
//! sections 6.3 and 6.5.

use setwise_board::masks::{PAWN_RANKS, RANK_1, RANK_8};
use setwise_board::{Bitboard, CAUGHT_AREA, CAUGHT_BY_KNIGHT, Color, Square};

use crate::patterns::files::{fill_down, fill_up};
use crate::{AreaTables, Kernel, Lanes, Spread, with_empty_entry};

/// Passed pawns: own pawns with no pawn of the other side ahead of them on their own or an adjacent file. Inputs: own
/// pawns, pawns of the other side.
///
/// ```text
/// 6  . p . . . . . .        white pawns P and x, black pawns p
/// 5  . . . . . x . .        x: passed
/// 4  . . P . . . . .
/// ```
///
/// A pawn of the other side stops each own pawn on its file or an adjacent file, unless the two pawns are on the same
/// rank or have passed each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Passers {
    /// The side of the passed pawns.
    pub side: Color,
}

impl Kernel<2, 1> for Passers {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [pawns, their_pawns]: [V; 2]) -> [V; 1] {
        let stopped = match self.side {
            Color::White => fill_down(their_pawns).shr::<8>(),
            Color::Black => fill_up(their_pawns).shl::<8>(),
        };
        let beside = stopped.east() | stopped.west();
        [pawns & !(stopped | beside)]
    }
}

/// Returns the squares on which a lone passed pawn of the other side is caught by the king. A pawn is caught if it is
/// captured, if it is captured immediately after it promotes, or if it can never promote safely. The squares are on
/// ranks 2 to 7, without the king's own square. The function only reads one table entry.
#[inline]
#[must_use]
pub const fn caught_area(king_color: Color, to_move: Color, king: Square) -> Bitboard {
    Bitboard(CAUGHT_AREA[king_color.index()][to_move.index()][king.index()])
}

/// The squares on which a lone passed pawn of the other side is caught by at least one king of a set. The squares of
/// the kings are excluded. Inputs: kings, and one word per board. The word is 0 if Black is to move, and any other
/// number if White is to move. For one king, the result equals the set that [`caught_area`] returns, but is computed
/// without a table.
///
/// ```text
/// 8  5 4 3 2 1 1 1 2        the number of steps in which a black king on f7 reaches each square of rank 8
/// 7  . . . 2 1 . 1 2        1: a pawn here, one move from promotion, is caught; 2: only if Black is to move
/// ```
///
/// A king catches a pawn that needs `d` moves if the king reaches the promotion square in `d` steps. If the king's side
/// is to move, the king takes one step before the pawn moves, so `d + 1` steps are enough, and the step can capture a
/// pawn. All pawns on one rank need the same number of moves. For each number of moves, the kernel therefore finds the
/// promotion squares that the king reaches in time, and moves them to the ranks of the pawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CaughtArea {
    /// The side of the king.
    pub side: Color,
}

impl Kernel<2, 1> for CaughtArea {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [kings, white_to_move]: [V; 2]) -> [V; 1] {
        // The neighbours are computed before the comparison with zero. In the other order, the loop for Black has the same
        // operations with AVX-512 but uses other registers, and is clearly slower on one of Intel's CPUs.
        let neighbours = spread.king(kings);
        let black_to_move = white_to_move.empty_lanes();
        // The two sides have separate code, so that the loop over registers branches only once.
        match self.side {
            Color::White => {
                let first_step = neighbours & !black_to_move;
                let [a, b, c, d, e] = promotion_squares(spread, kings | first_step, RANK_1);
                let wedge =
                    a.shl::<8>() | b.shl::<16>() | c.shl::<24>() | d.shl::<32>() | e.shl::<40>() | e.shl::<48>();
                [(wedge | (first_step & PAWN_RANKS)) & !kings]
            }
            Color::Black => {
                let first_step = neighbours & black_to_move;
                let [a, b, c, d, e] = promotion_squares(spread, kings | first_step, RANK_8);
                let wedge =
                    a.shr::<8>() | b.shr::<16>() | c.shr::<24>() | d.shr::<32>() | e.shr::<40>() | e.shr::<48>();
                [(wedge | (first_step & PAWN_RANKS)) & !kings]
            }
        }
    }
}

/// Returns the promotion squares that a king reaches in at most one further step, in at most two further steps, and so
/// on.
#[inline(always)]
fn promotion_squares<S: Spread<V>, V: Lanes>(spread: S, mut reached: V, last_rank: u64) -> [V; 5] {
    let mut squares = [reached.nothing(); 5];
    for squares in &mut squares {
        reached = spread.king_fill(reached);
        *squares = reached & last_rank;
    }
    squares
}

/// The squares on which a lone passed pawn of the other side is caught by at least one knight of a set:
/// [`caught_by_knight`] as a kernel. Each knight is judged as if it were alone, without help from the other knights.
/// Inputs: knights, and one word per board. The word is 0 if Black is to move, and any other number if White is to
/// move.
///
/// There is no formula for this race, so the kernel unites the table entries of the knights, board by board on every
/// backend. Looking up all 64 squares in the lanes of a register would be several times as slow unless a board has many
/// knights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CaughtByKnight {
    /// The side of the knights.
    pub side: Color,
}

impl Kernel<2, 1> for CaughtByKnight {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [knights, white_to_move]: [V; 2]) -> [V; 1] {
        let [white, black] = &CAUGHT_BY_KNIGHTS[self.side.index()];
        let [if_white, if_black] = knights.union_of_entries([white, black]);
        let black_to_move = white_to_move.empty_lanes();
        [(if_white & !black_to_move) | (if_black & black_to_move)]
    }
}

static CAUGHT_BY_KNIGHTS: AreaTables = with_empty_entry(&CAUGHT_BY_KNIGHT);

/// Returns the passed pawns that the king does not catch: the pawns outside [`caught_area`].
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Bitboard, Color, Square::{A5, B5, G5, H2}, patterns::uncatchable};
///
/// let passers = Bitboard::from_squares(&[A5, H2]);
/// assert_eq!(uncatchable(passers, Color::Black, Color::White, G5), A5.into());
/// ```
#[inline]
#[must_use]
pub const fn uncatchable(passers: Bitboard, king_color: Color, to_move: Color, king: Square) -> Bitboard {
    Bitboard(passers.0 & !caught_area(king_color, to_move, king).0)
}

/// Returns the squares on which a lone passed pawn of the other side is caught by the knight, in the sense defined
/// for [`caught_area`]. The pawn may take the knight, and both sides may pass. The function only reads one table entry.
///
/// ```text
/// black knight g5, white (the pawn) to move
/// 7  . . . . . . . .
/// 6  . . . x . x . x
/// 5  x . x x x x N x
/// 4  x x x x x . x .
/// 3  x x x x x x x x
/// 2  x x x x x x x x
/// ```
///
/// Source: Chess Programming Wiki, Knight Pattern. The page suggests testing whether a knight catches a passed pawn;
/// the rules of the race are ours.
#[inline]
#[must_use]
pub const fn caught_by_knight(knight_color: Color, to_move: Color, knight: Square) -> Bitboard {
    Bitboard(CAUGHT_BY_KNIGHT[knight_color.index()][to_move.index()][knight.index()])
}
