//! The inputs of a pattern from a position: for each name, the set that the position has for it.

use setwise_board::{Bitboard, Color};
use setwise_core::one_board;
use setwise_core::patterns::AttackedSquares;
use setwise_patterns::Pattern;
use setwise_patterns::inputs::{View, view};

/// The letters of the kinds of pieces, in the order of the words of a position.
const KINDS: &str = "pnbrqk";

/// Returns the set that a position has for each input: see [`Record::inputs_of`](crate::Record::inputs_of).
pub(crate) fn inputs_of(pattern: Pattern, kinds: &[u64; 6], sides: &[u64; 2]) -> Vec<u64> {
    let side = if pattern.name().starts_with("black_") { Color::Black } else { Color::White };
    let position = Position { kinds, sides };
    pattern.inputs().iter().map(|name| position.seen_by(side, view(name))).collect()
}

struct Position<'a> {
    kinds: &'a [u64; 6],
    sides: &'a [u64; 2],
}

impl Position<'_> {
    /// Returns the set that a side sees in a view.
    fn seen_by(&self, side: Color, view: View) -> u64 {
        let [own, their] = [side, !side].map(|side| self.sides[side.index()]);
        match view {
            View::Own(letters) => own & self.kinds_of(letters),
            View::Their(letters) => their & self.kinds_of(letters),
            View::Occupied => own | their,
            View::NotOwn => !own,
            View::EmptyOrKings => !(own | their) | self.kinds_of("k"),
            View::Taboo => own | self.attacks(!side),
        }
    }

    /// Returns the pieces of both sides whose kinds have these letters.
    fn kinds_of(&self, letters: &str) -> u64 {
        let chosen = KINDS.chars().zip(self.kinds).filter(|(letter, _)| letters.contains(*letter));
        chosen.fold(0, |set, (_, kind)| set | kind)
    }

    /// Returns the squares that a side attacks, through the king of the other side.
    fn attacks(&self, side: Color) -> u64 {
        let [own, their] = [side, !side].map(|side| self.sides[side.index()]);
        let [pawns, knights, bishops, rooks, queens, king] = self.kinds.map(|kind| kind & own);
        let input = [pawns, knights, bishops, rooks, queens, king, own | their, self.kinds[5] & their];
        let [attacked] = one_board(AttackedSquares { side }, input.map(Bitboard));
        attacked.0
    }
}
