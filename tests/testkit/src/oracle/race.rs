//! Lone passed pawns that a king or a knight catches. The pawns that a king catches are found by the rule of the
//! square, and the pawns that a knight catches by a search.

use std::sync::LazyLock;

use setwise::Color;

use super::{KNIGHT, coordinates, single};

/// Returns the lone passed pawns of the other side, on ranks 2 to 7, that a side's king catches. Applies the rule of
/// the square to each pawn.
///
/// A pawn needs at most five moves, because its first move may be two squares. A king that is to move has one more move
/// than the pawn, and can capture a pawn next to it.
#[must_use]
pub fn caught_by_king(king: (i32, i32), side: Color, to_move: Color) -> u64 {
    let to_go = |rank: i32| if side == Color::Black { 7 - rank } else { rank };
    let in_hand = i32::from(side == to_move);
    let caught = |&(file, rank): &(i32, i32)| {
        let files = (king.0 - file).abs();
        let beside = files.max((king.1 - rank).abs()) == 1;
        files.max(to_go(king.1)) <= to_go(rank).min(5) + in_hand || in_hand == 1 && beside
    };
    let pawns = coordinates(!0).filter(|&pawn| (1..=6).contains(&pawn.1) && pawn != king);
    pawns.filter(caught).map(single).sum()
}

/// Returns the lone passed pawns of the other side, on ranks 2 to 7, that at least one knight of a side catches without
/// help.
#[must_use]
pub fn caught_by_knights(knights: u64, side: Color, to_move: Color) -> u64 {
    static CAUGHT: LazyLock<Races> = LazyLock::new(Races::search);
    let hunter_to_move = side == to_move;
    let of = |(file, rank): (i32, i32)| match side {
        Color::Black => CAUGHT.caught(hunter_to_move, (file, rank)),
        // If the board is flipped vertically and the colours are exchanged, a race of a white knight becomes a race of
        // a black knight.
        Color::White => {
            let caught = CAUGHT.caught(hunter_to_move, (file, 7 - rank));
            coordinates(caught).fold(0, |all, (file, rank)| all | single((file, 7 - rank)))
        }
    };
    coordinates(knights).fold(0, |all, knight| all | of(knight))
}

/// The races that a white pawn wins against a black knight.
///
/// Every move of the pawn leads to a higher rank. Races of pawns on rank 7 are therefore decided first, then races of
/// pawns on rank 6, and so on. A pass does not help the pawn, because the knight may pass too.
struct Races {
    /// Whether the pawn wins. The indices are: whether the knight is to move, the file and rank of the pawn, and the
    /// file and rank of the knight.
    won: [[[[[bool; 8]; 8]; 8]; 8]; 2],
}

impl Races {
    fn search() -> Self {
        let mut races = Self { won: [[[[[false; 8]; 8]; 8]; 8]; 2] };
        for pawn in (1..=6).rev().flat_map(|rank| (0..8).map(move |file| (file, rank))) {
            for knight in coordinates(!single(pawn)) {
                *races.of(false, pawn, knight) = races.pawn_wins(pawn, knight);
            }
            for knight in coordinates(!single(pawn)) {
                let mut moves = jumps(knight).chain([knight]);
                let wins = moves.all(|to| to != pawn && *races.of(false, pawn, to));
                *races.of(true, pawn, knight) = wins;
            }
        }
        races
    }

    fn of(&mut self, knight_to_move: bool, pawn: (i32, i32), knight: (i32, i32)) -> &mut bool {
        let [pawn, knight] = [pawn, knight].map(|(file, rank)| (file as usize, rank as usize));
        &mut self.won[usize::from(knight_to_move)][pawn.0][pawn.1][knight.0][knight.1]
    }

    /// Returns whether a capture, a step or a double step of the pawn wins.
    fn pawn_wins(&mut self, (file, rank): (i32, i32), knight: (i32, i32)) -> bool {
        let captures = rank + 1 == knight.1 && (file - knight.0).abs() == 1;
        let [one, two] = [1, 2].map(|ranks| (file, rank + ranks));
        let is_free = |square| square != knight;
        let step = match rank {
            6 => jumps(knight).all(|to| to != one),
            _ => *self.of(true, one, knight),
        };
        let double = rank == 1 && is_free(one) && is_free(two) && *self.of(true, two, knight);
        captures || is_free(one) && step || double
    }

    fn caught(&self, knight_to_move: bool, knight: (i32, i32)) -> u64 {
        let won = |(file, rank): (i32, i32)| {
            let knight = (knight.0 as usize, knight.1 as usize);
            self.won[usize::from(knight_to_move)][file as usize][rank as usize][knight.0][knight.1]
        };
        let pawns = coordinates(!single(knight)).filter(|(_, rank)| (1..=6).contains(rank));
        pawns.filter(|pawn| !won(*pawn)).fold(0, |all, pawn| all | single(pawn))
    }
}

/// Returns the squares that a knight reaches in one move.
fn jumps((file, rank): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let to = KNIGHT.into_iter().map(move |(df, dr)| (file + df, rank + dr));
    to.filter(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank))
}

#[cfg(test)]
mod tests {
    use setwise::Square;
    use setwise::patterns::{caught_area, caught_by_knight};

    use super::*;

    /// Compares the oracle with the library's tables, which an exact search computed. That search is independent of the
    /// oracle: it uses neither the rule of the square nor the order of ranks.
    #[test]
    fn the_rule_of_the_square_and_the_search_by_ranks_are_what_an_exact_search_finds() {
        for square in Square::ALL {
            let at = coordinates(square.bitboard().0).next().unwrap();
            for (side, to_move) in Color::ALL.into_iter().flat_map(|side| Color::ALL.map(|to_move| (side, to_move))) {
                let name = format!("{side} {to_move} {square}");
                assert_eq!(caught_by_king(at, side, to_move), caught_area(side, to_move, square).0, "king {name}");
                let caught = caught_by_knights(single(at), side, to_move);
                assert_eq!(caught, caught_by_knight(side, to_move, square).0, "knight {name}");
            }
        }
    }

    /// Compares the numbers of caught pawns with the totals in sections 3.6 and 6.2 of `docs/reference.md`.
    #[test]
    fn as_many_pawns_are_caught_as_published() {
        for (side, other) in [(Color::White, Color::Black), (Color::Black, Color::White)] {
            let total = |caught: &dyn Fn((i32, i32)) -> u64| coordinates(!0).map(|at| caught(at).count_ones()).sum();
            let kings = [other, side].map(|to_move| total(&|at| caught_by_king(at, side, to_move)));
            let knights = [other, side].map(|to_move| total(&|at| caught_by_knights(single(at), side, to_move)));
            assert_eq!((kings, knights), ([1238, 1728], [1890_u32, 2430]), "{side}");
        }
    }

    #[test]
    fn several_knights_catch_what_any_of_them_catches() {
        let [a, b] = [single((6, 4)), single((0, 0))];
        let caught = |knights| caught_by_knights(knights, Color::Black, Color::White);
        assert_eq!((caught(a | b), caught(0)), (caught(a) | caught(b), 0));
    }
}
