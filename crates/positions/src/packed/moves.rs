//! Makes the moves of a game. A move is checked only as far as needed to make it, not against the rules of chess.

use setwise::masks::{FILE_A, NOT_A, NOT_H, RANK_1, RANK_8};
use setwise::{Color, Square};

use super::{LabelRow, MoveFault};
use crate::NO_EN_PASSANT;
use crate::placement::{KING, KNIGHT, PAWN, Placement, ROOK};
use crate::{Position, Rules};

/// A position of a game, and its labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Game {
    pub(super) position: Position,
    pub(super) labels: LabelRow,
}

impl Game {
    /// Makes the move that has this code in viriformat. After an error, the position is unspecified.
    pub(super) fn make(&mut self, code: u16, rules: Rules) -> Result<(), MoveFault> {
        let square = |index: u16| Square::ALL[usize::from(index % 64)];
        let (from, to) = (square(code), square(code >> 6));
        let us = self.position.side_to_move;
        let Some(kind) = self.kind_on(from).filter(|_| self.side(us) & bit(from) != 0) else {
            return Err(MoveFault::NoPiece(from));
        };
        self.labels.en_passant = NO_EN_PASSANT;
        self.labels.halfmove_clock = self.labels.halfmove_clock.saturating_add(1);
        match code >> 14 {
            1 => self.take_en_passant(from, to, kind)?,
            2 => self.castle(from, to, kind)?,
            3 => self.move_piece(from, to, kind, KNIGHT + usize::from(code >> 12 & 3), rules)?,
            _ => self.move_piece(from, to, kind, kind, rules)?,
        }
        if kind == PAWN {
            self.labels.halfmove_clock = 0;
            self.mark_double_step(from, to);
        }
        let kept = if kind == KING { !self.side(us) } else { !0 };
        self.labels.unmoved_rooks &= kept & !(bit(from) | bit(to));
        if us == Color::Black {
            self.labels.fullmove_number = self.labels.fullmove_number.saturating_add(1);
        }
        self.position.side_to_move = !us;
        Ok(())
    }

    /// Moves a piece to a target square, and removes any enemy piece there. The moved piece becomes a piece of the kind
    /// `becomes`.
    fn move_piece(
        &mut self,
        from: Square,
        to: Square,
        kind: usize,
        becomes: usize,
        rules: Rules,
    ) -> Result<(), MoveFault> {
        let us = self.position.side_to_move;
        if self.side(us) & bit(to) != 0 {
            return Err(MoveFault::OwnPiece(to));
        }
        let last_rank = if us == Color::White { RANK_8 } else { RANK_1 };
        let promotes = becomes != kind;
        let arrives = kind == PAWN && bit(to) & last_rank != 0;
        let stays_pawn = kind == PAWN && !promotes && bit(to) & (RANK_1 | RANK_8) != 0;
        if promotes && !arrives || stays_pawn && rules.pawn_ranks() {
            return Err(MoveFault::Promotion);
        }
        if let Some(taken) = self.kind_on(to) {
            if taken == KING && rules.one_king() {
                return Err(MoveFault::TakesKing(to));
            }
            self.flip(taken, !us, bit(to));
            self.labels.halfmove_clock = 0;
        }
        self.flip(kind, us, bit(from));
        self.flip(becomes, us, bit(to));
        Ok(())
    }

    /// Captures en passant: moves a pawn to an empty square and removes the enemy pawn directly behind that square.
    fn take_en_passant(&mut self, from: Square, to: Square, kind: usize) -> Result<(), MoveFault> {
        let us = self.position.side_to_move;
        let passed = if us == Color::White { bit(to) >> 8 } else { bit(to) << 8 };
        let their_pawns = self.position.placement.kinds[PAWN] & self.side(!us);
        if kind != PAWN || self.kind_on(to).is_some() || their_pawns & passed == 0 || bit(to) & (RANK_1 | RANK_8) != 0 {
            return Err(MoveFault::EnPassant);
        }
        self.flip(PAWN, !us, passed);
        self.flip(PAWN, us, bit(from) | bit(to));
        Ok(())
    }

    /// Castles with the king on `from` and the rook on `to`. The king ends on file g and the rook on file f, or the
    /// king on file c and the rook on file d.
    fn castle(&mut self, from: Square, to: Square, kind: usize) -> Result<(), MoveFault> {
        let us = self.position.side_to_move;
        let (king, rook) = (bit(from), bit(to));
        let first_rank = if us == Color::White { RANK_1 } else { RANK_8 };
        let may_castle = self.labels.unmoved_rooks & self.side(us) & first_rank;
        let files = if to > from { [FILE_A << 6, FILE_A << 5] } else { [FILE_A << 2, FILE_A << 3] };
        let [king_to, rook_to] = files.map(|file| file & first_rank);
        let others = (self.side(us) | self.side(!us)) & !(king | rook);
        if kind != KING || king & first_rank == 0 || may_castle & rook == 0 || others & (king_to | rook_to) != 0 {
            return Err(MoveFault::Castling);
        }
        self.flip(KING, us, king);
        self.flip(ROOK, us, rook);
        self.flip(KING, us, king_to);
        self.flip(ROOK, us, rook_to);
        Ok(())
    }

    /// After a double step that ends next to an enemy pawn, stores the passed square as the en passant square.
    fn mark_double_step(&mut self, from: Square, to: Square) {
        let us = self.position.side_to_move;
        let step = if us == Color::White { bit(from) << 8 } else { bit(from) >> 8 };
        let target = if us == Color::White { step << 8 } else { step >> 8 };
        let next_to = (bit(to) << 1 & NOT_A) | (bit(to) >> 1 & NOT_H);
        if target == bit(to) && next_to & self.position.placement.kinds[PAWN] & self.side(!us) != 0 {
            self.labels.en_passant = step.trailing_zeros().to_le_bytes()[0];
        }
    }

    /// Adds a piece of this kind and side to each of the squares, or removes it where it already stands.
    fn flip(&mut self, kind: usize, side: Color, squares: u64) {
        let Placement { kinds, sides } = &mut self.position.placement;
        kinds[kind] ^= squares;
        sides[side.index()] ^= squares;
    }

    fn side(&self, side: Color) -> u64 {
        self.position.placement.sides[side.index()]
    }

    /// Returns the kind of the piece on a square, or `None` if the square is empty.
    fn kind_on(&self, square: Square) -> Option<usize> {
        self.position.placement.kinds.iter().position(|kind| kind & bit(square) != 0)
    }
}

fn bit(square: Square) -> u64 {
    1 << square.index()
}
