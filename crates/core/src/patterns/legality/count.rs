//! The number of all legal moves.
//!
//! Moves are counted by direction. In one direction, two pieces of a kind never reach the same square, so the moves in
//! this direction are as many as the squares in the set of their targets. A pinned slider moves only along the line of
//! its pin, so it is left out of the sets of the other directions.

use setwise_board::masks::{RANK_1, RANK_3, RANK_6, RANK_8};

use super::castling::castlings;
use super::kernels::{king_moves, knight_move_count};
use super::{KingAndAttackers, Legality, Side, SideToMove, single_lanes};
use crate::patterns::position::rays_by_direction;
use crate::{Kernel, Lanes, ResultKind, Spread};

/// The number of legal moves of the side to move, with castling and en passant. Each promotion counts four times. The
/// number is 0 unless the side has exactly one king.
///
/// Inputs: the pawns, knights, bishops, rooks, queens and kings of both sides; all white pieces; all black pieces; the
/// squares of the rooks with which a side may still castle; the square that a pawn of the other side has just passed by
/// a double step, or no square; and a word for the side to move: 0 for White, any other word for Black.
///
/// Castling follows the rules of Chess960, which are those of chess if the king is on file e and the rooks are on files a
/// and h. A castling right is ignored if the king or the rook is not on the first rank of its side, or if it belongs to
/// the other side. An en passant square is ignored if no pawn can have passed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LegalMoveCount;

impl Kernel<11, 1> for LegalMoveCount {
    // No sets of pieces have more: 336 jumps of knights, 64 squares in each of eight directions of sliders, 64 of kings,
    // three times 64 of pawns, of which 24 promote and count three times more, two castlings and two en passant.
    const KINDS: [ResultKind; 1] = [ResultKind::Number { max: 336 + 8 * 64 + 64 + 3 * 64 + 3 * 24 + 2 + 2 }];

    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 11]) -> [V; 1] {
        let [pawns, knights, bishops, rooks, queens, kings, white, black, castling, en_passant, black_to_move] = input;
        let side = SideToMove::new(black_to_move);
        let (own, their) = (side.choose(white, black), side.choose(black, white));
        // Without its only king, the side gets no pieces, so it has no moves.
        let own = own & single_lanes(kings & own);
        let (straight, diagonal) = (rooks | queens, bishops | queens);
        let threats = KingAndAttackers {
            king: kings & own,
            pawns: pawns & their,
            knights: knights & their,
            diagonal: diagonal & their,
            straight: straight & their,
            own,
            their,
        };
        let legality = Legality::new(spread, side, threats, kings & their);
        let of_king = king_moves(spread, &threats, &legality).popcount();
        let movable = Movable { pawns: pawns & own, diagonal: diagonal & own, straight: straight & own };
        let of_knights = knight_move_count(&legality.checks, knights & own, legality.check_mask & !own);
        let of_sliders = slider_moves(&movable, &threats, &legality);
        let of_pawns = pawn_moves(side, &movable, &threats, &legality);
        let special = castlings(side, castling & rooks & own, &threats, &legality);
        let by_passing = en_passant_moves(side, movable.pawns, en_passant, &threats, &legality);
        let of_pieces = of_king.wrapping_add(of_knights).wrapping_add(of_sliders);
        [of_pieces.wrapping_add(of_pawns).wrapping_add(special).wrapping_add(by_passing)]
    }
}

/// The side's pieces that a pin may leave movable along a line.
struct Movable<V> {
    pawns: V,
    /// Bishops and queens.
    diagonal: V,
    /// Rooks and queens.
    straight: V,
}

/// Returns the number of moves of bishops, rooks and queens.
#[inline(always)]
fn slider_moves<V: Lanes>(movable: &Movable<V>, threats: &KingAndAttackers<V>, legality: &Legality<V>) -> V {
    let (&Movable { diagonal, straight, .. }, &KingAndAttackers { own, their, .. }) = (movable, threats);
    let (free, targets) = (!legality.checks.all_pinned(), legality.check_mask & !own);
    let [file, rank, rising, falling] = legality.checks.pinned;
    // Each direction has its own set, because a pinned slider moves only along the line of its pin.
    let on = |sliders: V, pinned: V| sliders & (free | pinned);
    let sets = [on(straight, file), on(straight, rank), on(diagonal, rising), on(diagonal, falling)];
    let mut targets_of_rays = rays_by_direction(sets.map(|set| [set]), !(own | their)).map(|[ray]| ray);
    for ray in &mut targets_of_rays {
        *ray &= targets;
    }
    V::popcount_of_8(targets_of_rays)
}

/// Returns the number of moves of pawns, without en passant. A promotion counts four times.
#[inline(always)]
fn pawn_moves<V: Lanes>(
    side: SideToMove<V>,
    movable: &Movable<V>,
    threats: &KingAndAttackers<V>,
    legality: &Legality<V>,
) -> V {
    let (&Movable { pawns, .. }, &KingAndAttackers { own, their, .. }) = (movable, threats);
    let (free, empty) = (!legality.checks.all_pinned(), !(own | their));
    let [file, _, rising, falling] = legality.checks.pinned;
    // White's pawns capture toward file h along rising diagonals, and Black's pawns along falling ones.
    let (east_line, west_line) = (side.choose(rising, falling), side.choose(falling, rising));
    let one = side.ahead(pawns & (free | file)) & empty;
    let two = side.ahead(one & side.choose_word(RANK_3, RANK_6)) & empty;
    let pushes = (one | two) & legality.check_mask;
    let targets = their & legality.check_mask;
    let east = side.ahead(pawns & (free | east_line)).east() & targets;
    let west = side.ahead(pawns & (free | west_line)).west() & targets;
    // Pawns never move to the rank behind their first.
    let last = RANK_1 | RANK_8;
    let promotions =
        (pushes & last).popcount().wrapping_add((east & last).popcount()).wrapping_add((west & last).popcount());
    let moves = pushes.popcount().wrapping_add(east.popcount()).wrapping_add(west.popcount());
    moves.wrapping_add(promotions.wrapping_add(promotions).wrapping_add(promotions))
}

/// Returns the number of captures en passant, 0 to 2. Both pawns leave their rank, so each capture is tried: the king
/// must not be attacked afterwards.
#[inline(always)]
fn en_passant_moves<V: Lanes>(
    side: SideToMove<V>,
    pawns: V,
    en_passant: V,
    threats: &KingAndAttackers<V>,
    legality: &Legality<V>,
) -> V {
    let KingAndAttackers { king, diagonal, straight, own, their, .. } = *threats;
    let occupied = own | their;
    let sixth = side.choose_word(RANK_6, RANK_3);
    // The pawn stands behind the square that it passed, and the square that it came from is empty.
    let passed = side.ahead(threats.pawns) & en_passant & sixth & !(occupied | side.behind(occupied));
    let captured = side.behind(passed);
    let [from_west, from_east] = [captured.west() & pawns, captured.east() & pawns];
    // Without captures, the loop below counts nothing.
    if (from_west | from_east).may_skip() {
        return occupied.nothing();
    }
    // Checks by knights and by other pawns remain.
    let others = (legality.checks.checkers & !(straight | diagonal | captured)).empty_lanes();
    let mut moves = occupied.nothing();
    for capturing in [from_west, from_east] {
        let empty = !((occupied & !(capturing | captured)) | passed);
        let rays = rays_by_direction([[king]; 4], empty);
        let mut checks = occupied.nothing();
        for (direction, [ray]) in rays.into_iter().enumerate() {
            checks |= ray & if direction < 4 { straight } else { diagonal };
        }
        moves = moves.wrapping_add(!capturing.empty_lanes() & checks.empty_lanes() & others & 1);
    }
    moves
}
