//! Columns of positions whose moves have not been counted yet.
//!
//! The kernel needs only the sets of pieces, not the hash, the checks and the pins that a board of cozy-chess contains.
//! The last move before the kernel is therefore not played on a board. The position after it is computed as words, which
//! takes less time.

use cozy_chess::{Board, Move, Piece};
use setwise::{Backend, Color, Square};
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::moves::castled;
use setwise_positions::placement::Placement;
use setwise_positions::{ColumnsRef, NO_EN_PASSANT, Position, RightsRef, RightsRow};

/// The number of positions in the columns. All columns together fit into the first-level cache. With a multiple of 512
/// positions, the words of a position would be in the same set of the cache, which has fewer lines than words.
const BOARDS: usize = 256;

/// A position with its rights.
type Row = (Position, RightsRow);

/// Positions whose moves have not been counted yet, and the feature that counts them.
pub(super) struct Columns {
    evaluator: Evaluator,
    words: Box<[[u64; BOARDS]; 8]>,
    side_to_move: [Color; BOARDS],
    unmoved_rooks: [u64; BOARDS],
    en_passant: [u8; BOARDS],
    len: usize,
    /// The number of moves of all positions that were removed from the columns.
    moves: u64,
}

impl Columns {
    pub(super) fn new(backend: Backend) -> Self {
        let count: Feature = "legal_move_count".parse().expect("the name of a feature");
        Self {
            evaluator: Evaluator::new(backend, &[count]),
            words: Box::new([[0; BOARDS]; 8]),
            side_to_move: [Color::White; BOARDS],
            unmoved_rooks: [0; BOARDS],
            en_passant: [NO_EN_PASSANT; BOARDS],
            len: 0,
            moves: 0,
        }
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
            0 => self.append(&(board.into(), board.into())),
            1 => {
                let row = (board.into(), board.into());
                board.generate_moves(|moves| {
                    moves.into_iter().for_each(|mv| self.append(&after(&row, moves.piece, mv)));
                    false
                });
            }
            _ => each_move(board, |_, next| self.append_after(next, plies - 1)),
        }
    }

    #[inline(always)]
    fn append(&mut self, (position, rights): &Row) {
        if self.len == BOARDS {
            self.count();
        }
        let n = self.len;
        let Placement { kinds, sides } = position.placement;
        for (column, word) in self.words.iter_mut().zip(kinds.into_iter().chain(sides)) {
            column[n] = word;
        }
        self.side_to_move[n] = position.side_to_move;
        self.unmoved_rooks[n] = rights.unmoved_rooks;
        self.en_passant[n] = rights.en_passant;
        self.len += 1;
    }

    /// Adds the number of moves of all positions in the columns, and empties the columns.
    fn count(&mut self) {
        let Self { words, side_to_move, unmoved_rooks, en_passant, len, .. } = self;
        let words = words.each_ref().map(|column| &column[..*len]);
        let rights = RightsRef { unmoved_rooks: &unmoved_rooks[..*len], en_passant: &en_passant[..*len] };
        let positions = ColumnsRef::from_words(words, &side_to_move[..*len]).with_rights(rights);
        self.moves += self.evaluator.sums(positions)[0];
        self.len = 0;
    }
}

/// Returns a position after a legal move of a piece. The rights to castle do not change, because the kernel ignores the
/// rights of the side that has moved, and rights whose rook was captured. Any piece that moves two ranks along a file
/// passes a square, because the kernel ignores this square if the piece is not a pawn.
#[inline(always)]
fn after(&(mut position, mut rights): &Row, piece: Piece, mv: Move) -> Row {
    let (from, to) = (mv.from.bitboard().0, mv.to.bitboard().0);
    let Position { placement: Placement { kinds, sides }, side_to_move } = &mut position;
    let (own, their) = (side_to_move.index(), (!*side_to_move).index());
    if sides[own] & to != 0 {
        // In cozy-chess, the king castles by moving to the square of the rook.
        let [king, rook] = castled(Square::ALL[mv.from as usize], Square::ALL[mv.to as usize]);
        kinds[Piece::King as usize] = (kinds[Piece::King as usize] & !from) | king;
        kinds[Piece::Rook as usize] = (kinds[Piece::Rook as usize] & !to) | rook;
        sides[own] = (sides[own] & !(from | to)) | king | rook;
    } else {
        let is_en_passant = piece == Piece::Pawn && mv.to as u8 == rights.en_passant;
        let captured = match side_to_move {
            _ if !is_en_passant => to,
            Color::White => to >> 8,
            Color::Black => to << 8,
        };
        for kind in &mut *kinds {
            *kind &= !(from | captured);
        }
        kinds[mv.promotion.unwrap_or(piece) as usize] |= to;
        sides[own] ^= from | to;
        sides[their] &= !captured;
    }
    // The number of trailing zeros of an empty set is 64, which stands for no square.
    rights.en_passant = ((from << 8 & to >> 8) | (from >> 8 & to << 8)).trailing_zeros() as u8;
    *side_to_move = !*side_to_move;
    (position, rights)
}

/// Calls `visit` with each legal move and the position after it.
#[inline(always)]
pub(super) fn each_move(board: &Board, mut visit: impl FnMut(Move, &Board)) {
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            visit(mv, &next);
        }
        false
    });
}
