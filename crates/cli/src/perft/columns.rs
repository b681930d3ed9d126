//! Columns of positions whose moves have not been counted yet.
//!
//! The kernel needs only the sets of pieces, not the hash, the checks and the pins that a board of cozy-chess contains.
//! The last move before the kernel is therefore not played on a board. The position after it is computed as words, which
//! takes less time.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use setwise::Backend;
use setwise::backend::Total;
use setwise::patterns::LegalMoveCount;

use super::tree::each_move;

/// The number of positions in the columns. All columns together fit into the first-level cache. With a multiple of 512
/// positions, the words of a position would be in the same set of the cache, which has fewer lines than words.
const BOARDS: usize = 256;

/// Positions whose moves have not been counted yet, as the inputs of the kernel.
pub(super) struct Columns {
    pub(super) backend: Backend,
    inputs: Box<[[u64; BOARDS]; 11]>,
    len: usize,
    /// The number of moves of all positions that were removed from the columns.
    moves: u64,
}

impl Columns {
    pub(super) fn new(backend: Backend) -> Self {
        Self { backend, inputs: Box::new([[0; BOARDS]; 11]), len: 0, moves: 0 }
    }

    /// Returns the number of leaf positions after `depth` moves.
    pub(super) fn leaves(&mut self, board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.append_after(board, depth - 1);
        self.count();
        std::mem::take(&mut self.moves)
    }

    /// Appends all positions after `plies` moves.
    fn append_after(&mut self, board: &Board, plies: u32) {
        match plies {
            0 => self.append(Position::new(board)),
            1 => {
                let position = Position::new(board);
                board.generate_moves(|moves| {
                    moves.into_iter().for_each(|mv| self.append(position.after(moves.piece, mv)));
                    false
                });
            }
            _ => each_move(board, |_, next| self.append_after(next, plies - 1)),
        }
    }

    #[inline(always)]
    fn append(&mut self, position: Position) {
        if self.len == BOARDS {
            self.count();
        }
        for (column, word) in self.inputs.iter_mut().zip(position.inputs()) {
            column[self.len] = word;
        }
        self.len += 1;
    }

    /// Adds the number of moves of all positions in the columns, and empties the columns. No other function runs the
    /// kernel, because each further call would compile it again for every backend. `Backend::total` would also compile
    /// it for batches of fewer boards than a register has.
    #[inline(never)]
    fn count(&mut self) {
        let input = self.inputs.each_ref().map(|column| &column[..self.len]);
        let [moves] = self.backend.run(Total { kernel: LegalMoveCount, input });
        self.moves += moves;
        self.len = 0;
    }
}

/// A position as the words of the kernel's inputs.
#[derive(Clone, Copy)]
struct Position {
    /// The pawns, knights, bishops, rooks, queens and kings of both sides.
    kinds: [u64; 6],
    /// The pieces of White and of Black.
    sides: [u64; 2],
    /// The rooks with which a side may still castle.
    castling: u64,
    /// The square that a pawn has just passed by a double step, or no square.
    en_passant: u64,
    side_to_move: Color,
}

impl Position {
    fn new(board: &Board) -> Self {
        let side_to_move = board.side_to_move();
        let square = |file: Option<File>, rank: Rank| file.map_or(0, |file| Square::new(file, rank).bitboard().0);
        let rooks = |side: Color| {
            let (rights, rank) = (board.castle_rights(side), Rank::First.relative_to(side));
            square(rights.short, rank) | square(rights.long, rank)
        };
        Self {
            kinds: Piece::ALL.map(|piece| board.pieces(piece).0),
            sides: Color::ALL.map(|side| board.colors(side).0),
            castling: rooks(Color::White) | rooks(Color::Black),
            en_passant: square(board.en_passant(), Rank::Sixth.relative_to(side_to_move)),
            side_to_move,
        }
    }

    /// Returns the position after a legal move of a piece. The rights to castle do not change, because the kernel ignores
    /// the rights of the side that has moved, and rights whose rook was captured. Any piece that moves two ranks along a
    /// file passes a square, because the kernel ignores this square if the piece is not a pawn.
    #[inline(always)]
    fn after(mut self, piece: Piece, mv: Move) -> Self {
        let (from, to) = (mv.from.bitboard().0, mv.to.bitboard().0);
        let (own, their) = (self.side_to_move as usize, !self.side_to_move as usize);
        if self.sides[own] & to != 0 {
            // In cozy-chess, the king castles by moving to the square of the rook.
            let (king, rook) = if to > from { (from << 2, from << 1) } else { (from >> 2, from >> 1) };
            self.kinds[Piece::King as usize] ^= from | king;
            self.kinds[Piece::Rook as usize] ^= to | rook;
            self.sides[own] ^= from | king | to | rook;
        } else {
            let is_en_passant = piece == Piece::Pawn && to == self.en_passant;
            let captured = match self.side_to_move {
                _ if !is_en_passant => to,
                Color::White => to >> 8,
                Color::Black => to << 8,
            };
            for kind in &mut self.kinds {
                *kind &= !(from | captured);
            }
            self.kinds[mv.promotion.unwrap_or(piece) as usize] |= to;
            self.sides[own] ^= from | to;
            self.sides[their] &= !captured;
        }
        self.en_passant = (from << 8 & to >> 8) | (from >> 8 & to << 8);
        self.side_to_move = !self.side_to_move;
        self
    }

    /// Returns the inputs of the kernel.
    #[inline(always)]
    fn inputs(&self) -> [u64; 11] {
        let Self { kinds: [pawns, knights, bishops, rooks, queens, kings], sides: [white, black], .. } = *self;
        let black_to_move = u64::from(self.side_to_move == Color::Black);
        [pawns, knights, bishops, rooks, queens, kings, white, black, self.castling, self.en_passant, black_to_move]
    }
}
