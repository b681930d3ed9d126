//! Finds the legal move that a text denotes: standard algebraic notation, long algebraic notation, or UCI.
//!
//! The pieces of the side to move that can reach the target square are one intersection: `knights & attacks(target)`.
//! Usually one piece remains, and no list of moves is needed. If several remain, those that would leave their king in
//! check are not candidates, as the PGN standard requires.
//!
//! | text | meaning |
//! |---|---|
//! | `Nf3` `Nbd7` `R1e2` `Qa1xb2` | a piece, its file, its rank or both, and the target; more than needed is accepted |
//! | `e4` `exd5` `e8=Q` `e8Q` | a pawn |
//! | `exd6ep` `exd6e.p.` | a capture en passant |
//! | `O-O` `0-0-0` `o-o` `OOO` `00` | castling |
//! | `e2-e4` `Ng1-f3` `e2e4` `e7e8q` `e1g1` | both squares; without a letter, the piece on the first square |
//!
//! The marks `x`, `+`, `#`, `!` and `?` are accepted anywhere that PGN has them, and are not checked.

use setwise::{Bitboard, Color, File, Rank, Square};
use setwise_positions::moves::{Board, Move, MoveKind};
use setwise_positions::placement::{KING, PAWN, ROOK};
use setwise_positions::{NO_EN_PASSANT, Rules};

use crate::attacks::{behind, occupied, of_kind, of_pawns};
use crate::legality::{is_safe, may_castle};
use crate::notation::{Described, Text, without_suffixes};

/// The reason why a text denotes no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveError {
    /// The text has none of the forms of a move.
    NotAMove,
    /// No legal move has this text.
    Illegal,
    /// Several legal moves have this text.
    Ambiguous,
    /// A pawn reaches its last rank, and the text does not say what it becomes.
    NoPromotion,
    /// Castling from squares on which only Chess960 has a king or a rook.
    Chess960,
    /// A null move, such as `--`. The position after a null move is not a position of a game.
    NullMove,
}

/// The rules of castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Castling {
    /// The king castles from file e, and the rook from file a or h.
    #[default]
    Standard,
    /// The king and the rooks castle from any file.
    Chess960,
}

/// Returns the legal move that a text denotes on a board.
///
/// ```
/// use setwise_games::{Castling, MoveError, find_move};
/// use setwise_positions::Rules;
/// use setwise_positions::moves::Board;
///
/// // The knight on e2 is pinned, so `Nc3` is the knight on b1.
/// let board = Board::read(b"4k3/4r3/8/8/8/8/4N3/1N2K3 w - - 0 1", Rules::Chess).unwrap();
/// let knight = find_move(&board, b"Nc3", Castling::Standard).unwrap();
/// assert_eq!(knight.from(), setwise::Square::B1);
/// assert_eq!(find_move(&board, b"Nd4", Castling::Standard), Err(MoveError::Illegal));
/// ```
///
/// # Errors
///
/// Returns the reason if the text is not a move, or if the number of legal moves that it denotes is not one.
#[inline]
pub fn find_move(board: &Board, text: &[u8], castling: Castling) -> Result<Move, MoveError> {
    match Text::parse(text) {
        Some(Text::Castling { east }) => castle(board, east, castling),
        Some(Text::Move(text)) => text.find(board, castling),
        None => find_in_rare_form(board, text, castling),
    }
}

/// Returns the legal move that a text in a rare form denotes.
#[cold]
fn find_in_rare_form(board: &Board, text: &[u8], castling: Castling) -> Result<Move, MoveError> {
    let text = without_suffixes(text);
    if NULL_MOVES.iter().any(|name| text.eq_ignore_ascii_case(name)) {
        return Err(MoveError::NullMove);
    }
    match text {
        b"o-o" | b"OO" | b"oo" | b"00" => castle(board, true, castling),
        b"o-o-o" | b"OOO" | b"ooo" | b"000" => castle(board, false, castling),
        _ => {
            let capture = EN_PASSANT.iter().find_map(|mark| text.strip_suffix(*mark)).ok_or(MoveError::NotAMove)?;
            let Some(Text::Move(capture)) = Text::parse(capture) else { return Err(MoveError::NotAMove) };
            let step = capture.find(board, castling)?;
            if step.kind() == MoveKind::EnPassant { Ok(step) } else { Err(MoveError::Illegal) }
        }
    }
}

/// Returns whether a word, such as `e.p.`, marks the move before it as a capture en passant.
pub(crate) fn is_en_passant_mark(word: &[u8]) -> bool {
    EN_PASSANT.contains(&without_suffixes(word))
}

/// The texts that may follow a capture en passant.
const EN_PASSANT: [&[u8]; 3] = [b"e.p.", b"ep.", b"ep"];

/// The texts of a null move, in lower or upper case.
const NULL_MOVES: [&[u8]; 7] = [b"--", b"Z0", b"@@@@", b"<>", b"null", b"pass", b"0000"];

impl Described {
    #[inline(always)]
    fn find(&self, board: &Board, castling: Castling) -> Result<Move, MoveError> {
        let Self { kind, from, to, promotion } = *self;
        let has_square = from.is_power_of_two();
        let kind = match kind {
            Some(kind) => kind,
            None if has_square => Bitboard(from).first().and_then(|from| board.kind_on(from)).unwrap_or(PAWN),
            None => PAWN,
        };
        let us = board.position.side_to_move;
        let own = board.side(us);
        let pieces = board.position.placement.kinds[kind] & own & from;
        if kind == KING
            && has_square
            && promotion.is_none()
            && let Some(rook) = castling_rook(board, pieces, to)
        {
            return castle_with(board, rook, castling);
        }
        if to.bitboard().0 & (own | board.position.placement.kinds[KING]) != 0 {
            return Err(MoveError::Illegal);
        }
        if kind == PAWN {
            return pawn_move(board, pieces, from, to, promotion);
        }
        if promotion.is_some() {
            return Err(MoveError::Illegal);
        }
        let candidates = pieces & of_kind(kind, to, occupied(&board.position.placement));
        only_legal(board, candidates, to, MoveKind::Plain)
    }
}

/// Returns the pawn move to `to` from one of `pawns`. `from` are the squares that the text allows.
#[inline(always)]
fn pawn_move(board: &Board, pawns: u64, from: u64, to: Square, promotion: Option<usize>) -> Result<Move, MoveError> {
    let us = board.position.side_to_move;
    let (target, their) = (to.bitboard().0, board.side(!us));
    let passed = passed(board);
    let candidates = if target & (their | passed) != 0 {
        // A capture names at least the file of the pawn.
        if from == !0 {
            return Err(MoveError::Illegal);
        }
        pawns & of_pawns(to, us)
    } else {
        let empty = !occupied(&board.position.placement);
        let one = behind(target, us);
        let fourth = if us == Color::White { Rank::Fourth } else { Rank::Fifth };
        let two = behind(one & empty, us) & if to.rank() == fourth { !0 } else { 0 };
        pawns & (one | two)
    };
    let last = if us == Color::White { Rank::Eighth } else { Rank::First };
    let kind = match promotion {
        Some(becomes) if to.rank() == last => MoveKind::Promotion(becomes),
        Some(_) => return Err(MoveError::Illegal),
        None if to.rank() == last && candidates != 0 => return Err(MoveError::NoPromotion),
        None if target & passed != 0 => MoveKind::EnPassant,
        None => MoveKind::Plain,
    };
    only_legal(board, candidates, to, kind)
}

/// Returns the en passant square as a set, if a pawn of the other side can have just passed it.
#[inline(always)]
fn passed(board: &Board) -> u64 {
    if board.rights.en_passant == NO_EN_PASSANT || board.rights.check_en_passant(&board.position).is_err() {
        return 0;
    }
    1 << board.rights.en_passant
}

/// Returns the legal move to `to` from one of `candidates`.
#[inline(always)]
fn only_legal(board: &Board, candidates: u64, to: Square, kind: MoveKind) -> Result<Move, MoveError> {
    let mut found = Err(MoveError::Illegal);
    for from in Bitboard(candidates) {
        let step = Move::new(from, to, kind);
        if is_safe(board, step) {
            if found.is_ok() {
                return Err(MoveError::Ambiguous);
            }
            found = Ok(step);
        }
    }
    found
}

/// Returns the rook with which the king on `king` castles if a text names the squares `king` and `to`: an own rook on
/// `to`, or the rook in this direction if the king moves by two squares or more to file c or g.
fn castling_rook(board: &Board, king: u64, to: Square) -> Option<u64> {
    let from = Bitboard(king).first()?;
    let rooks = rooks_to_castle(board);
    if rooks & to.bitboard().0 != 0 {
        return Some(to.bitboard().0);
    }
    let is_far = from.rank() == to.rank() && from.index().abs_diff(to.index()) >= 2;
    (is_far && matches!(to.file(), File::C | File::G)).then(|| outermost(rooks, from, to > from))
}

/// Returns the castling to the east or to the west.
#[cold]
fn castle(board: &Board, east: bool, castling: Castling) -> Result<Move, MoveError> {
    let king = board.position.placement.kinds[KING] & board.side(board.position.side_to_move);
    let king = Bitboard(king).first().ok_or(MoveError::Illegal)?;
    castle_with(board, outermost(rooks_to_castle(board), king, east), castling)
}

/// Returns the castling with a rook, which is a set of at most one square.
fn castle_with(board: &Board, rook: u64, castling: Castling) -> Result<Move, MoveError> {
    let us = board.position.side_to_move;
    let king = Bitboard(board.position.placement.kinds[KING] & board.side(us)).first();
    let (Some(king), Some(rook)) = (king, Bitboard(rook).first()) else { return Err(MoveError::Illegal) };
    let is_standard = king.file() == File::E && matches!(rook.file(), File::A | File::H);
    if castling == Castling::Standard && !is_standard {
        return Err(MoveError::Chess960);
    }
    if may_castle(board, king, rook) { Ok(Move::new(king, rook, MoveKind::Castling)) } else { Err(MoveError::Illegal) }
}

/// Returns the rooks with which the side to move may castle, if its king is on its first rank.
fn rooks_to_castle(board: &Board) -> u64 {
    let us = board.position.side_to_move;
    let home = if us == Color::White { Rank::First } else { Rank::Eighth }.bitboard().0;
    let of = |kind: usize| board.position.placement.kinds[kind] & board.side(us) & home;
    if of(KING) == 0 { 0 } else { board.rights.unmoved_rooks & of(ROOK) }
}

/// Returns the outermost of `rooks` on one side of the king, or an empty set.
fn outermost(rooks: u64, king: Square, east: bool) -> u64 {
    let west_of_king = king.bitboard().0 - 1;
    if east {
        (rooks & !west_of_king).checked_ilog2().map_or(0, |highest| 1 << highest)
    } else {
        let rooks = rooks & west_of_king;
        rooks & rooks.wrapping_neg()
    }
}

/// Makes a legal move.
#[inline(always)]
pub(crate) fn make(board: &mut Board, step: Move) {
    board.make(step, Rules::Chess).expect("a legal move can be made");
}
