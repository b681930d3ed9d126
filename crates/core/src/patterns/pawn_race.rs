//! Pawn races: the lone passed pawns that a lone king or a lone knight catches, for all pawn squares at once.
//!
//! ```text
//! black king g5, white (the pawn) to move
//! 8  . . . . . . . .
//! 7  . . . . . . . .        x: a white pawn here is caught
//! 6  . . . . . . . .
//! 5  . . . x x x k x        the pawn needs d moves, at most five since it may step twice at first;
//! 4  . . x x x x x x        the king needs D to the promotion square, so it catches if D <= d,
//! 3  . x x x x x x x        and with the move also if D <= d + 1 or if it is next to the pawn
//! 2  . x x x x x x x
//! ```
//!
//! The king's file determines a wedge of squares, and the king's rank cuts it. So 16 constants replace a table of 256
//! sets. The table also exists: an exact search makes it, and both are equal.
//!
//! The board is otherwise empty. The pawn's own king, pieces in the way and a second passed pawn are ignored;
//! [`pawn_endings`](super::pawn_endings) has exact answers for a second pawn and for the pawn's own king.
//!
//! For a knight there is no closed form. Its table comes from the same search.
//!
//! Source: Chess Programming Wiki, King Pattern (set-wise rule of the square). The page's own construction is wrong for
//! kings on rank 2, and a formula on another page misses kings that simply take a pawn: `docs/reference.md`, sections 6.3
//! and 6.5.

use setwise_board::masks::PAWN_RANKS;
use setwise_board::{Bitboard, CAUGHT_AREA, CAUGHT_BY_KNIGHT, Color, KING_ATTACKS, Square};

use crate::patterns::files::{fill_down, fill_up};
use crate::{Kernel, Lanes, Spread};

/// Passed pawns: own pawns with no pawn of the other side ahead of them on their own or an adjacent file. Inputs: own
/// pawns, pawns of the other side.
///
/// ```text
/// 6  . p . . . . . .        white pawns P and x, black pawns p
/// 5  . . . . . x . .        x: passed
/// 4  . . P . . . . .
/// ```
///
/// A pawn of the other side stops all pawns on the squares ahead of it, on its own file and the adjacent files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PassedPawns {
    /// The side of the passed pawns.
    pub side: Color,
}

impl Kernel<2, 1> for PassedPawns {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [pawns, their_pawns]: [V; 2]) -> [V; 1] {
        let stopped = match self.side {
            Color::White => fill_down(their_pawns).down::<8>(),
            Color::Black => fill_up(their_pawns).up::<8>(),
        };
        let beside = stopped.east() | stopped.west();
        [pawns & !(stopped | beside)]
    }
}

/// Returns the squares on which a lone passed pawn of the other colour is caught by the king: it is captured, or
/// captured immediately after it promotes, or it can never promote safely. They are on ranks 2 to 7, without the king's
/// own square. This is one read of a table.
#[inline]
#[must_use]
pub const fn caught_area(king_color: Color, to_move: Color, king: Square) -> Bitboard {
    Bitboard(CAUGHT_AREA[king_color.index()][to_move.index()][king.index()])
}

/// Returns the passed pawns that promote: those outside [`caught_area`].
///
/// ```
/// use setwise_board::{Bitboard, Color, Square::{A5, B5, G5, H2}};
/// use setwise_core::patterns::uncatchable;
///
/// let passers = Bitboard::from_squares(&[A5, H2]);
/// assert_eq!(uncatchable(passers, Color::Black, Color::White, G5), A5.into());
/// ```
#[inline]
#[must_use]
pub const fn uncatchable(passers: Bitboard, king_color: Color, to_move: Color, king: Square) -> Bitboard {
    Bitboard(passers.0 & !caught_area(king_color, to_move, king).0)
}

/// Returns the squares on which a lone passed pawn of the other colour is caught by the knight, as in [`caught_area`].
/// The pawn may take the knight; both sides may pass. This is one read of a table.
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
/// The idea of testing whether a knight catches a passed pawn is from the Knight Pattern page; the rules of the race
/// are ours.
#[inline]
#[must_use]
pub const fn caught_by_knight(knight_color: Color, to_move: Color, knight: Square) -> Bitboard {
    Bitboard(CAUGHT_BY_KNIGHT[knight_color.index()][to_move.index()][knight.index()])
}

/// Returns the same as [`caught_area`] without the table: a wedge for the king's file, cut by its rank.
#[must_use]
pub const fn caught_area_by_wedges(king_color: Color, to_move: Color, king: Square) -> Bitboard {
    match king_color {
        Color::Black => caught_by_black(matches!(to_move, Color::Black), king),
        Color::White => caught_by_black(matches!(to_move, Color::White), king.flip_vertical()).flip_vertical(),
    }
}

/// For each file of the king, the pawn squares whose distance in files is at most the number of moves that the pawn
/// needs.
const WEDGES: [u64; 8] = wedges(0);
/// The same if the king has the move.
const WEDGES_TO_MOVE: [u64; 8] = wedges(1);

const fn caught_by_black(king_to_move: bool, king: Square) -> Bitboard {
    let (file, rank) = (king.file().index(), king.rank().index());
    let area = match (king_to_move, rank) {
        (false, 0 | 1) => 0,
        (false, _) => WEDGES[file] & up_to_rank(rank),
        (true, 0) => KING_ATTACKS[king.index()] & PAWN_RANKS,
        (true, 7) => WEDGES_TO_MOVE[file],
        (true, _) => WEDGES_TO_MOVE[file] & up_to_rank(rank + 1),
    };
    Bitboard(area).without(king)
}

/// Returns all ranks up to this one, 0 to 7.
const fn up_to_rank(rank: usize) -> u64 {
    !0 >> (8 * (7 - rank))
}

const fn wedges(in_hand: usize) -> [u64; 8] {
    let mut wedges = [0; 8];
    let mut file = 0_usize;
    while file < 8 {
        let mut pawn = 8;
        while pawn < 56 {
            let to_go = 7 - pawn / 8;
            let moves = if to_go > 5 { 5 } else { to_go };
            if file.abs_diff(pawn % 8) <= moves + in_hand {
                wedges[file] |= 1 << pawn;
            }
            pawn += 1;
        }
        file += 1;
    }
    wedges
}
