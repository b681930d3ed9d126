//! A lone king against a lone passed pawn, by exact search.
//!
//! A state is a king, a pawn and the side to move. The pawn's side wins a state when it can force a promotion that the king
//! cannot answer by capturing at once; the least set of winning states is found by going round until nothing is added.
//! Nothing here knows the rule of the square.
//!
//! The king may capture the pawn, may not step where the pawn attacks, and stands in the pawn's way. The pawn may step two
//! squares from its home rank if both are free. Both sides may pass: there may be other pieces to move.

/// One side to move or the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ToMove {
    Pawn,
    King,
}

type Place = (i8, i8);

/// The states that are won, for a white pawn and a black king.
struct Won {
    /// By side to move, pawn (file + 8 * rank) and king.
    states: [[[bool; 64]; 64]; 2],
}

/// The pawns that a king catches: `[colour of the king][side to move][square of the king]`, white = 0, black = 1.
///
/// Only the pawn's squares from rank 2 to rank 7 count, and not the king's own.
pub(crate) fn caught_area() -> [[[u64; 64]; 2]; 2] {
    let won = Won::search();
    let mut area = [[[0; 64]; 2]; 2];
    for king in 0..64 {
        let pawn_to_move = won.caught(ToMove::Pawn, king);
        let king_to_move = won.caught(ToMove::King, king);
        // A black king: white, to move with index 0, has the pawn. A white king: the board upside down, colours exchanged.
        area[1][0][king] = pawn_to_move;
        area[1][1][king] = king_to_move;
        area[0][1][king ^ 56] = upside_down(pawn_to_move);
        area[0][0][king ^ 56] = upside_down(king_to_move);
    }
    area
}

impl Won {
    fn search() -> Self {
        let mut won = Self { states: [[[false; 64]; 64]; 2] };
        loop {
            let mut added = false;
            for (pawn, king) in pairs() {
                for to_move in [ToMove::Pawn, ToMove::King] {
                    let wins = match to_move {
                        ToMove::Pawn => won.pawn_can_win(pawn, king),
                        ToMove::King => won.king_must_lose(pawn, king),
                    };
                    if wins && !won.get(to_move, pawn, king) {
                        won.states[to_move as usize][index(pawn)][index(king)] = true;
                        added = true;
                    }
                }
            }
            if !added {
                return won;
            }
        }
    }

    fn get(&self, to_move: ToMove, pawn: Place, king: Place) -> bool {
        self.states[to_move as usize][index(pawn)][index(king)]
    }

    /// Whether a step, a double step or a pass wins.
    fn pawn_can_win(&self, pawn: Place, king: Place) -> bool {
        let (file, rank) = pawn;
        let (one, two) = ((file, rank + 1), (file, rank + 2));
        let step = one != king && if rank == 6 { !beside(one, king) } else { self.get(ToMove::King, one, king) };
        let double = rank == 1 && one != king && two != king && self.get(ToMove::King, two, king);
        step || double || self.get(ToMove::King, pawn, king)
    }

    /// Whether every king move, a pass among them, leads to a won state.
    fn king_must_lose(&self, pawn: Place, king: Place) -> bool {
        let (file, rank) = pawn;
        if beside(pawn, king) {
            return false;
        }
        let attacked = [(file - 1, rank + 1), (file + 1, rank + 1)];
        let mut stands = crate::KING.targets(king.0, king.1).filter(|to| !attacked.contains(to)).chain([king]);
        stands.all(|to| self.get(ToMove::Pawn, pawn, to))
    }

    fn caught(&self, to_move: ToMove, king: usize) -> u64 {
        let king = place(king);
        let caught = pairs().filter(|&(pawn, of)| of == king && !self.get(to_move, pawn, king));
        caught.fold(0, |set, (pawn, _)| set | 1 << index(pawn))
    }
}

/// Every pawn from rank 2 to rank 7 with every king beside it or afar.
fn pairs() -> impl Iterator<Item = (Place, Place)> {
    (8..56).flat_map(|pawn| (0..64).map(move |king| (place(pawn), place(king)))).filter(|(pawn, king)| pawn != king)
}

fn place(square: usize) -> Place {
    ((square % 8) as i8, (square / 8) as i8)
}

fn index((file, rank): Place) -> usize {
    usize::from((file + 8 * rank).unsigned_abs())
}

/// Whether a king on the one square attacks the other.
fn beside(a: Place, b: Place) -> bool {
    crate::KING.targets(a.0, a.1).any(|target| target == b)
}

fn upside_down(set: u64) -> u64 {
    (0..64).filter(|square| set >> square & 1 == 1).fold(0, |flipped, square| flipped | 1 << (square ^ 56))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search counts what is caught; these totals were published with it.
    #[test]
    fn as_many_pawns_are_caught_as_published() {
        let area = caught_area();
        let total = |areas: [u64; 64]| areas.iter().map(|set| set.count_ones()).sum::<u32>();
        assert_eq!((total(area[1][0]), total(area[1][1])), (1238, 1728));
        assert_eq!((total(area[0][1]), total(area[0][0])), (1238, 1728));
    }
}
