//! Finds the lone passed pawns that a lone king or a lone knight catches, by exact search.
//!
//! A state consists of the hunter (a king or a knight), a pawn, and the side to move. The pawn's side wins a state if
//! it can force a promotion that the hunter cannot answer by capturing at once, or if it can capture a knight. The
//! search begins without winning states, and adds winning states until no more are found. It does not use the rule of
//! the square.
//!
//! The hunter may capture the pawn. The pawn cannot step onto or across the hunter's square. The pawn may step two
//! squares from its home rank if both squares are free. A king must not step onto a square that the pawn attacks. A
//! knight may do so, but the pawn's side then wins by capturing the knight. Both sides may pass, because in a game they
//! may have other pieces to move.

use crate::{KING, KNIGHT, Leaper};

/// The piece that chases the pawn.
struct Hunter {
    leaper: Leaper,
    /// Whether the piece is royal. A royal piece must not step onto a square where it can be captured.
    royal: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ToMove {
    Pawn,
    Hunter,
}

type Place = (i8, i8);

/// Sets of pawns, indexed by the colour of the hunter, the side to move and the square of the hunter. White is 0 and
/// black is 1.
pub(crate) type Areas = [[[u64; 64]; 2]; 2];

/// Returns the pawns that a king catches. Pawns are on ranks 2 to 7 and not on the king's square.
pub(crate) fn caught_by_king() -> Areas {
    areas(Hunter { leaper: KING, royal: true })
}

/// Returns the pawns that a knight catches, in the same form as [`caught_by_king`].
pub(crate) fn caught_by_knight() -> Areas {
    areas(Hunter { leaper: KNIGHT, royal: false })
}

fn areas(hunter: Hunter) -> Areas {
    let won = Won::search(hunter);
    let mut areas = [[[0; 64]; 2]; 2];
    for square in 0..64 {
        let pawn_to_move = won.caught(ToMove::Pawn, square);
        let hunter_to_move = won.caught(ToMove::Hunter, square);
        // If the hunter is black, White has the pawn, so White is to move in the sets of `pawn_to_move`. For a white
        // hunter, the board is turned upside down and the colours are exchanged.
        areas[1][0][square] = pawn_to_move;
        areas[1][1][square] = hunter_to_move;
        areas[0][1][square ^ 56] = upside_down(pawn_to_move);
        areas[0][0][square ^ 56] = upside_down(hunter_to_move);
    }
    areas
}

/// The states that the pawn's side wins, for a white pawn and a black hunter.
struct Won {
    hunter: Hunter,
    /// Whether the pawn's side wins, indexed by the side to move, the pawn (file + 8 * rank) and the hunter.
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

    /// Returns whether a step, a double step, a capture or a pass of the pawn's side wins.
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

    /// Returns whether every move of the hunter, including a pass, leads to a state that the pawn's side wins.
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

/// Returns the squares on which a white pawn captures. One of the squares may be off the board, where no hunter can
/// stand.
fn attacked_by((file, rank): Place) -> [Place; 2] {
    [(file - 1, rank + 1), (file + 1, rank + 1)]
}

/// Returns all pairs of a pawn on ranks 2 to 7 and a hunter on another square.
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
