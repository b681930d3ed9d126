//! Checks and pins of a side with any number of kings, by looking from each king along each line.

use super::patterns::{BISHOP, ROOK, ray};
use super::{KNIGHT, ahead, coordinates, leaper_attacks, single};
use crate::view::View;

/// A square as file and rank, 0 to 7 each.
type Place = (i32, i32);

/// Returns the other side's pieces that attack a king of the view's side.
pub(super) fn checkers(view: &View) -> u64 {
    let ahead = ahead(view.side);
    let by_leapers = leaper_attacks(view.king, &KNIGHT) & view.their_knights
        | leaper_attacks(view.king, &[(-1, ahead), (1, ahead)]) & view.their_pawns;
    lines(view).fold(by_leapers, |checkers, (king, direction, sliders)| {
        checkers | first(king, direction, view.occupied()).map_or(0, single) & sliders
    })
}

/// Returns the pieces of the view's side that alone stand between a king and a slider of the other side. If the side has
/// several kings, one of them may be pinned to another.
pub(super) fn pinned(view: &View) -> u64 {
    let occupied = view.occupied();
    let pinned = |(king, direction, sliders): (Place, Place, u64)| {
        let piece = first(king, direction, occupied).filter(|piece| single(*piece) & view.own != 0)?;
        let next = first(piece, direction, occupied)?;
        (single(next) & sliders != 0).then(|| single(piece))
    };
    lines(view).filter_map(pinned).fold(0, |all, piece| all | piece)
}

/// Returns the squares on which a move of a piece other than a king ends every check.
pub(super) fn check_mask(view: &View) -> u64 {
    let checkers = checkers(view);
    match checkers.count_ones() {
        0 => !0,
        1 => lines(view).fold(checkers, |mask, (king, direction, sliders)| {
            let squares: u64 = ray(king, direction, view.occupied()).into_iter().map(single).sum();
            mask | if squares & checkers & sliders != 0 { squares } else { 0 }
        }),
        _ => 0,
    }
}

/// Returns each king with each direction, and the other side's pieces that slide along this direction.
fn lines(view: &View) -> impl Iterator<Item = (Place, Place, u64)> {
    let directions = ROOK
        .map(|direction| (direction, view.their_rooks | view.their_queens))
        .into_iter()
        .chain(BISHOP.map(|direction| (direction, view.their_bishops | view.their_queens)));
    coordinates(view.king)
        .flat_map(move |king| directions.clone().map(move |(direction, sliders)| (king, direction, sliders)))
}

/// Returns the first occupied square in a direction.
fn first(from: Place, direction: Place, occupied: u64) -> Option<Place> {
    ray(from, direction, occupied).into_iter().find(|place| single(*place) & occupied != 0)
}
