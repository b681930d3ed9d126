//! The inputs of a kernel: a set for each, or the sets that a position has for them.

use anyhow::Result;
use setwise::patterns::AttackedSquares;
use setwise::{Bitboard, Color, one_board};
use setwise_positions::placement::Placement;
use setwise_positions::{Rules, read_line};
use setwise_program::LibraryKernel;

use crate::args::Explain;
use crate::parse::{pieces_of, set};
use crate::usage::usage;

/// Returns the inputs of a kernel, and the pieces to draw on every board.
pub(super) fn inputs(kernel: LibraryKernel, args: &Explain) -> Result<(Vec<u64>, Placement)> {
    let names = kernel.inputs();
    let text = args.board.join(" ");
    if text.contains('/') {
        let rules = if args.any_pieces { Rules::AnyPieces } else { Rules::AnyKings };
        let position = read_line(text.as_bytes(), rules)
            .map_err(|reason| usage(format!("'{text}' is not a position: {reason}")))?;
        let side = if kernel.name().ends_with("_black") { Color::Black } else { Color::White };
        let sides = Sides { placement: &position.placement, side };
        return Ok((names.iter().map(|name| sides.input(kernel, name)).collect(), position.placement));
    }
    // With one input, several arguments are its squares.
    let sets = if names.len() == 1 { vec![text] } else { args.board.clone() };
    if sets.len() != names.len() {
        let inputs = names.join(", ");
        let (needed, given) = (names.len(), sets.len());
        return Err(usage(format!(
            "{kernel} has {needed} inputs ({inputs}), not {given}; give squares or - for each, or a position as FEN"
        )));
    }
    let sets = sets.iter().map(|text| if text == "-" { Ok(0) } else { set(text) }).collect::<Result<Vec<u64>>>()?;
    let of_pieces = matches!(names[0], "knights" | "leapers" | "kings" | "king");
    let pieces = if of_pieces { pieces_of(sets[0], names[0]) } else { Placement::default() };
    Ok((sets, pieces))
}

/// A position seen from one side.
struct Sides<'a> {
    placement: &'a Placement,
    side: Color,
}

impl Sides<'_> {
    /// Returns a side's pieces of a kind, from 0 (pawn) to 5 (king).
    fn kind(&self, kind: usize, side: Color) -> u64 {
        self.placement.kinds[kind] & self.pieces(side)
    }

    fn pieces(&self, side: Color) -> u64 {
        self.placement.sides[side.index()]
    }

    fn occupied(&self) -> u64 {
        self.placement.sides[0] | self.placement.sides[1]
    }

    /// Returns the set that the position has for the input with this name.
    fn input(&self, kernel: LibraryKernel, name: &str) -> u64 {
        use LibraryKernel as K;
        const PAWN: usize = 0;
        const KNIGHT: usize = 1;
        const BISHOP: usize = 2;
        const ROOK: usize = 3;
        const QUEEN: usize = 4;
        const KING: usize = 5;
        let (own, their) = (self.side, !self.side);
        let kings = self.placement.kinds[KING];
        match (kernel, name) {
            (K::RoyalForks, "king") => self.kind(KING, their),
            (K::RoyalForks, "queens") => self.kind(QUEEN, their),
            (K::SafeForks | K::SafeForksBlack, "pawns") | (_, "their_pawns") => self.kind(PAWN, their),
            (_, "their_knights") => self.kind(KNIGHT, their),
            (_, "targets") => [ROOK, QUEEN, KING].map(|kind| self.kind(kind, their)).iter().fold(0, |a, b| a | b),
            (K::KingDistanceDigits, "from") | (_, "king" | "kings" | "a" | "start") => self.kind(KING, own),
            (_, "pawns" | "own_pawns") => self.kind(PAWN, own),
            (_, "bishops") => self.kind(BISHOP, own),
            (_, "rooks") => self.kind(ROOK, own),
            (_, "queens") => self.kind(QUEEN, own),
            (_, "own") => self.pieces(own),
            (_, "their") => self.pieces(their),
            (_, "occupied") => self.occupied(),
            (_, "allowed") => !self.pieces(own),
            (_, "taboo") => self.pieces(own) | self.attacks(their),
            (_, "looked_through" | "b") => self.kind(KING, their),
            (_, "path") => !self.occupied() | kings,
            // Knights, and any other leapers.
            _ => self.kind(KNIGHT, own),
        }
    }

    /// Returns the squares that a side attacks, through the king of the other side.
    fn attacks(&self, side: Color) -> u64 {
        let [pawns, knights, bishops, rooks, queens, king] = [0, 1, 2, 3, 4, 5].map(|kind| self.kind(kind, side));
        let input = [pawns, knights, bishops, rooks, queens, king, self.occupied(), self.kind(5, !side)];
        let [attacked] = one_board(AttackedSquares { side }, input.map(Bitboard));
        attacked.0
    }
}
