//! Makes the moves of games.
//!
//! A move is checked only as far as needed to make it, not against the rules of chess. The crate `setwise-games` finds
//! the legal move that a text denotes, and viriformat stores moves as numbers. Both make their moves here.

use std::fmt;

use setwise::masks::{FILE_A, NOT_A, NOT_H, RANK_1, RANK_8};
use setwise::{Color, Square};

use crate::placement::{KING, KNIGHT, PAWN, Placement, ROOK};
use crate::{NO_EN_PASSANT, Position, Reason, RightsRow, Rules, Tail, read_line};

/// A position with everything that the rules of chess and a FEN know about it, apart from repetitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pieces and the side to move.
    pub position: Position,
    /// The castling rights and the en passant square.
    pub rights: RightsRow,
    /// The number of moves by either side since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The fullmove number, as in a FEN.
    pub fullmove_number: u32,
}

/// A move, stored in the 16 bits of viriformat.
///
/// ```text
/// bits 0 to 5    from     bits 12 and 13   promotion: knight 0, bishop 1, rook 2, queen 3
/// bits 6 to 11   to       bits 14 and 15   en passant 1, castling 2, promotion 3, otherwise 0
/// ```
///
/// Castling is a move of the king to the square of its rook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(pub u16);

/// The kind of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A move or a capture by one piece.
    Plain,
    /// A pawn takes the pawn that has just passed its target square.
    EnPassant,
    /// The king and a rook move together. The target square is the square of the rook.
    Castling,
    /// A pawn becomes another piece on its last rank. The number is the index of its new kind, 1 (knight) to 4 (queen).
    Promotion(usize),
}

impl Move {
    /// Returns the move from one square to another.
    ///
    /// ```
    /// use setwise::Square::{A7, A8};
    /// use setwise_positions::moves::{Move, MoveKind};
    ///
    /// let promotion = Move::new(A7, A8, MoveKind::Promotion(4));
    /// assert_eq!((promotion.from(), promotion.to(), promotion.kind()), (A7, A8, MoveKind::Promotion(4)));
    /// ```
    #[inline]
    #[must_use]
    pub fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let kind = match kind {
            MoveKind::Plain => 0,
            MoveKind::EnPassant => 1 << 14,
            MoveKind::Castling => 2 << 14,
            MoveKind::Promotion(becomes) => 3 << 14 | (becomes.wrapping_sub(KNIGHT) as u16 & 3) << 12,
        };
        Self(from as u16 | (to as u16) << 6 | kind)
    }

    /// Returns the square from which the piece moves.
    #[inline]
    #[must_use]
    pub fn from(self) -> Square {
        Square::ALL[usize::from(self.0 % 64)]
    }

    /// Returns the square to which the piece moves.
    #[inline]
    #[must_use]
    pub fn to(self) -> Square {
        Square::ALL[usize::from(self.0 >> 6 & 63)]
    }

    /// Returns the kind of the move.
    #[inline]
    #[must_use]
    pub fn kind(self) -> MoveKind {
        match self.0 >> 14 {
            0 => MoveKind::Plain,
            1 => MoveKind::EnPassant,
            2 => MoveKind::Castling,
            _ => MoveKind::Promotion(KNIGHT + usize::from(self.0 >> 12 & 3)),
        }
    }
}

impl Move {
    /// Returns the move as in UCI, such as `e2e4` and `a7a8q`. Castling is a move of the king by two squares, such as
    /// `e1g1`, or, `in_chess960`, to the square of the rook.
    ///
    /// ```
    /// use setwise::Square::{E1, H1};
    /// use setwise_positions::moves::{Move, MoveKind};
    ///
    /// let castling = Move::new(E1, H1, MoveKind::Castling);
    /// assert_eq!((castling.to_uci(false), castling.to_uci(true)), ("e1g1".to_string(), "e1h1".to_string()));
    /// ```
    #[must_use]
    pub fn to_uci(self, in_chess960: bool) -> String {
        let (from, mut to) = (self.from(), self.to());
        let kind = self.kind();
        if kind == MoveKind::Castling && !in_chess960 {
            let [king_to, _] = castled(from, to);
            to = Square::ALL[king_to.trailing_zeros() as usize];
        }
        // Formatting with `format!` would take several times longer.
        let mut text = String::with_capacity("a7a8q".len());
        for square in [from, to] {
            text.extend(
                [(b'a', square.index() % 8), (b'1', square.index() / 8)].map(|(first, n)| char::from(first + n as u8)),
            );
        }
        if let MoveKind::Promotion(becomes) = kind {
            text.push(['n', 'b', 'r', 'q'][becomes - KNIGHT]);
        }
        text
    }
}

impl Board {
    /// The start position of chess.
    pub const START: Self = Self {
        position: Position {
            placement: Placement {
                kinds: [
                    RANK_1 << 8 | RANK_1 << 48,
                    0x42 | 0x42 << 56,
                    0x24 | 0x24 << 56,
                    0x81 | 0x81 << 56,
                    0x08 | 0x08 << 56,
                    0x10 | 0x10 << 56,
                ],
                sides: [RANK_1 | RANK_1 << 8, RANK_8 | RANK_1 << 48],
            },
            side_to_move: Color::White,
        },
        rights: RightsRow { unmoved_rooks: 0x81 | 0x81 << 56, en_passant: NO_EN_PASSANT },
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Reads a FEN. Rights that the placement does not allow are dropped, as in [`RightsRow::read`]. Missing counters
    /// are 0 and 1.
    ///
    /// ```
    /// use setwise_positions::Rules;
    /// use setwise_positions::moves::Board;
    ///
    /// let fen = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Board::read(fen, Rules::Chess), Ok(Board::START));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason if the line is not a position that the rules accept, or the errors of [`Tail::read`]
    /// and [`Tail::counters`].
    pub fn read(line: &[u8], rules: Rules) -> Result<Self, Reason> {
        let position = read_line(line, rules)?;
        let tail = Tail::read(line)?;
        let [halfmove_clock, fullmove_number] = tail.counters()?;
        Ok(Self {
            position,
            rights: RightsRow::of(tail.castling, tail.en_passant, &position.placement),
            halfmove_clock,
            fullmove_number,
        })
    }

    /// Makes a move. Only what is needed to make it is checked: a knight may move like a bishop, and a king may remain
    /// in check. After an error, the board is unspecified.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move cannot be made.
    #[inline]
    pub fn make(&mut self, step: Move, rules: Rules) -> Result<(), MoveFault> {
        let (from, to) = (step.from(), step.to());
        let us = self.position.side_to_move;
        let Some(kind) = self.kind_on(from).filter(|_| self.side(us) & bit(from) != 0) else {
            return Err(MoveFault::NoPiece(from));
        };
        self.rights.en_passant = NO_EN_PASSANT;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        match step.kind() {
            MoveKind::Plain => self.move_piece(from, to, kind, kind, rules)?,
            MoveKind::EnPassant => self.take_en_passant(from, to, kind)?,
            MoveKind::Castling => self.castle(from, to, kind)?,
            MoveKind::Promotion(becomes) => self.move_piece(from, to, kind, becomes, rules)?,
        }
        if kind == PAWN {
            self.halfmove_clock = 0;
            self.mark_double_step(from, to);
        }
        let kept = if kind == KING { !self.side(us) } else { !0 };
        self.rights.unmoved_rooks &= kept & !(bit(from) | bit(to));
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
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
            self.halfmove_clock = 0;
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
        let may_castle = self.rights.unmoved_rooks & self.side(us) & first_rank;
        let [king_to, rook_to] = castled(from, to);
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
            self.rights.en_passant = step.trailing_zeros().to_le_bytes()[0];
        }
    }

    /// Adds a piece of this kind and side to each of the squares, or removes it where it already stands.
    fn flip(&mut self, kind: usize, side: Color, squares: u64) {
        let Placement { kinds, sides } = &mut self.position.placement;
        kinds[kind] ^= squares;
        sides[side.index()] ^= squares;
    }

    /// Returns the set of the pieces of a side.
    #[inline]
    #[must_use]
    pub fn side(&self, side: Color) -> u64 {
        self.position.placement.sides[side.index()]
    }

    /// Returns the index of the kind of the piece on a square, 0 (pawn) to 5 (king), or `None` if the square is empty.
    #[inline]
    #[must_use]
    pub fn kind_on(&self, square: Square) -> Option<usize> {
        self.position.placement.kinds.iter().position(|kind| kind & bit(square) != 0)
    }
}

/// The reason why a move of a game cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveFault {
    /// The side to move has no piece on the square from which the move starts.
    NoPiece(Square),
    /// The side to move has a piece on the square where the move ends.
    OwnPiece(Square),
    /// The move takes a king although the rules require one king for each side.
    TakesKing(Square),
    /// The move is castling, but cannot be made. It must go from a king to an unmoved rook of the same side, both on
    /// the first rank of that side. The squares where the king and the rook end must be free of other pieces.
    Castling,
    /// The move captures en passant, but cannot be made. A pawn must move to an empty square on ranks 2 to 7, and an
    /// enemy pawn must be directly behind that square.
    EnPassant,
    /// A promotion does not move a pawn to its last rank, or a pawn moves to rank 1 or 8 without promotion. The second
    /// kind of move is an error only if the rules forbid pawns on these ranks.
    Promotion,
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(square) => write!(f, "no piece of the side to move is on {square}"),
            Self::OwnPiece(square) => write!(f, "a piece of the side to move is on {square}"),
            Self::TakesKing(square) => write!(f, "it takes the king on {square}"),
            Self::Castling => write!(f, "it is not possible to castle"),
            Self::EnPassant => write!(f, "it is not possible to take en passant"),
            Self::Promotion => write!(f, "a pawn promotes on the last rank, and only there"),
        }
    }
}

/// Returns where the king and the rook end after castling, as sets: files g and f if the rook is to the east of the king,
/// otherwise files c and d.
#[inline]
#[must_use]
pub fn castled(king: Square, rook: Square) -> [u64; 2] {
    let files = if rook > king { [FILE_A << 6, FILE_A << 5] } else { [FILE_A << 2, FILE_A << 3] };
    files.map(|file| file & RANK_1 << (king.index() & 56))
}

fn bit(square: Square) -> u64 {
    1 << square.index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::Square::{B8, C6, F3, G1};

    #[test]
    fn counters_count_on_beyond_what_packed_boards_hold() {
        let mut board = Board::START;
        for _ in 0..20_000 {
            for (from, to) in [(G1, F3), (B8, C6), (F3, G1), (C6, B8)] {
                board.make(Move::new(from, to, MoveKind::Plain), Rules::Chess).unwrap();
            }
        }
        assert_eq!((board.halfmove_clock, board.fullmove_number), (80_000, 40_001));
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - 70000 4294967295";
        let read = Board::read(line, Rules::Chess).unwrap();
        assert_eq!((read.halfmove_clock, read.fullmove_number), (70_000, u32::MAX));
        let reason = Board::read(b"4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296", Rules::Chess).unwrap_err();
        assert_eq!(reason.to_string(), "the fullmove number is '4294967296', expected 0 to 4294967295");
    }
}
