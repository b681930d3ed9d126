//! A lone piece against a lone passed pawn, by exact search.
//!
//! A state is a king or a knight, the hunter; a pawn; and the side to move. The pawn's side wins a state when it can force a
//! promotion that the hunter cannot answer by capturing at once; the least set of winning states is found by going round
//! until nothing is added. Nothing here knows the rule of the square.
//!
//! The hunter may capture the pawn and stands in its way. The pawn may step two squares from its home rank if both are free.
//! A king may not step where the pawn attacks; a knight may, and the pawn that takes it runs home. Both sides may pass: there
//! may be other pieces to move.

use crate::{KING, KNIGHT, Leaper};

/// What chases the pawn.
struct Hunter {
    leaper: Leaper,
    /// A royal piece may not step where it can be captured.
    royal: bool,
}

/// One side to move or the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ToMove {
    Pawn,
    Hunter,
}

type Place = (i8, i8);

/// Sets by colour of the hunter, side to move and square of the hunter; white = 0, black = 1.
pub(crate) type Areas = [[[u64; 64]; 2]; 2];

/// The pawns that a king catches. Only the pawn's squares from rank 2 to rank 7 count, and not the king's own.
pub(crate) fn caught_by_king() -> Areas {
    areas(Hunter { leaper: KING, royal: true })
}

/// The pawns that a knight catches, in the same way.
pub(crate) fn caught_by_knight() -> Areas {
    areas(Hunter { leaper: KNIGHT, royal: false })
}

fn areas(hunter: Hunter) -> Areas {
    let won = Won::search(hunter);
    let mut areas = [[[0; 64]; 2]; 2];
    for square in 0..64 {
        let pawn_to_move = won.caught(ToMove::Pawn, square);
        let hunter_to_move = won.caught(ToMove::Hunter, square);
        // A black hunter: white, to move with index 0, has the pawn. A white one: the board upside down, colours exchanged.
        areas[1][0][square] = pawn_to_move;
        areas[1][1][square] = hunter_to_move;
        areas[0][1][square ^ 56] = upside_down(pawn_to_move);
        areas[0][0][square ^ 56] = upside_down(hunter_to_move);
    }
    areas
}

/// The states that are won, for a white pawn and a black hunter.
struct Won {
    hunter: Hunter,
    /// By side to move, pawn (file + 8 * rank) and hunter.
    states: [[[bool; 64]; 64]; 2],
}

impl Won {
    fn search(hunter: Hunter) -> Self {
        let mut won = Self { hunter, states: [[[false; 64]; 64]; 2] };
        loop {
            let mut added = false;
            for (pawn, hunter) in pairs() {
                for to_move in [ToMove::Pawn, ToMove::Hunter] {
                    let wins = match to_move {
                        ToMove::Pawn => won.pawn_can_win(pawn, hunter),
                        ToMove::Hunter => won.hunter_must_lose(pawn, hunter),
                    };
                    if wins && !won.get(to_move, pawn, hunter) {
                        won.states[to_move as usize][index(pawn)][index(hunter)] = true;
                        added = true;
                    }
                }
            }
            if !added {
                return won;
            }
        }
    }

    fn get(&self, to_move: ToMove, pawn: Place, hunter: Place) -> bool {
        self.states[to_move as usize][index(pawn)][index(hunter)]
    }

    /// Whether a step, a double step, a capture or a pass wins.
    fn pawn_can_win(&self, pawn: Place, hunter: Place) -> bool {
        let (file, rank) = pawn;
        let (one, two) = ((file, rank + 1), (file, rank + 2));
        let after_step =
            if rank == 6 { !self.hunter.attacks(hunter, one) } else { self.get(ToMove::Hunter, one, hunter) };
        let step = one != hunter && after_step;
        let double = rank == 1 && one != hunter && two != hunter && self.get(ToMove::Hunter, two, hunter);
        let capture = !self.hunter.royal && attacked_by(pawn).contains(&hunter);
        step || double || capture || self.get(ToMove::Hunter, pawn, hunter)
    }

    /// Whether every move of the hunter, a pass among them, leads to a won state.
    fn hunter_must_lose(&self, pawn: Place, hunter: Place) -> bool {
        let Hunter { leaper, royal } = &self.hunter;
        let allowed = |to: &Place| !(*royal && attacked_by(pawn).contains(to));
        let mut stands = leaper.targets(hunter.0, hunter.1).filter(allowed).chain([hunter]);
        !self.hunter.attacks(hunter, pawn) && stands.all(|to| self.get(ToMove::Pawn, pawn, to))
    }

    fn caught(&self, to_move: ToMove, hunter: usize) -> u64 {
        let hunter = place(hunter);
        let caught = pairs().filter(|&(pawn, of)| of == hunter && !self.get(to_move, pawn, hunter));
        caught.fold(0, |set, (pawn, _)| set | 1 << index(pawn))
    }
}

impl Hunter {
    fn attacks(&self, from: Place, to: Place) -> bool {
        self.leaper.targets(from.0, from.1).any(|target| target == to)
    }
}

/// Where a white pawn captures; a square off the board holds nothing.
fn attacked_by((file, rank): Place) -> [Place; 2] {
    [(file - 1, rank + 1), (file + 1, rank + 1)]
}

/// Every pawn from rank 2 to rank 7 with the hunter on every other square.
fn pairs() -> impl Iterator<Item = (Place, Place)> {
    (8..56)
        .flat_map(|pawn| (0..64).map(move |hunter| (place(pawn), place(hunter))))
        .filter(|(pawn, hunter)| pawn != hunter)
}

fn place(square: usize) -> Place {
    ((square % 8) as i8, (square / 8) as i8)
}

fn index((file, rank): Place) -> usize {
    usize::from((file + 8 * rank).unsigned_abs())
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
        let total = |areas: [u64; 64]| areas.iter().map(|set| set.count_ones()).sum::<u32>();
        for (areas, pawn_to_move, hunter_to_move) in [(caught_by_king(), 1238, 1728), (caught_by_knight(), 1890, 2430)]
        {
            assert_eq!((total(areas[1][0]), total(areas[1][1])), (pawn_to_move, hunter_to_move));
            assert_eq!((total(areas[0][1]), total(areas[0][0])), (pawn_to_move, hunter_to_move));
        }
    }
}
