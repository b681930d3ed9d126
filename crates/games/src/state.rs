//! The state of a game that is being played: its board, and what its tags and its result say.

use std::sync::Arc;

use setwise::Color;
use setwise::masks::{FILE_A, FILE_H, RANK_1, RANK_8};
use setwise_positions::moves::{Board, Move, MoveKind};
use setwise_positions::placement::KING;
use setwise_positions::{Rules, Tail};

use crate::bytes::{Outcome, split_result, stated_result};
use crate::details::Annotations;
use crate::error::Fault;
use crate::san::{Castling, MoveError, find_move, is_en_passant_mark};
use crate::tags::{FEN, RESULT, VARIANT, denotes};
use crate::tokens::{Tokens, Wrong};

/// What is known about the game that is being played.
pub(crate) struct State<'a> {
    pub(crate) board: Board,
    pub(crate) ply: usize,
    /// What the text says about the current position.
    pub(crate) annotations: Annotations<'a>,
    pub(crate) castling: Castling,
    /// The position to store at the end if only the last position is kept.
    pub(crate) last: Option<(Board, usize, Annotations<'a>)>,
    /// The result after the moves.
    pub(crate) marker: Option<Outcome>,
    /// The value of the tag `Result`.
    pub(crate) result: Option<&'a [u8]>,
    /// Whether the game is a row of a table.
    pub(crate) is_row: bool,
    /// The value of the tag `FEN`, unless it is empty.
    pub(crate) fen: Option<&'a [u8]>,
    /// For each detail, the value of the tag that it names.
    pub(crate) tags: Vec<Option<Arc<str>>>,
    /// The names of the tags, if they are noted.
    pub(crate) names: Vec<&'a [u8]>,
}

impl<'a> State<'a> {
    pub(crate) fn new(details: usize, is_row: bool, castling: Castling) -> Self {
        Self {
            board: Board::START,
            ply: 0,
            annotations: Annotations::default(),
            castling,
            last: None,
            marker: None,
            result: None,
            is_row,
            fen: None,
            tags: vec![None; details],
            names: Vec::new(),
        }
    }

    /// Notes a tag that determines how the game is played or what its result is. Returns whether the tag is one of these.
    pub(crate) fn tag(&mut self, name: &[u8], value: Option<&'a [u8]>) -> Result<bool, Wrong<'a>> {
        if denotes(name, FEN) {
            self.fen = value.filter(|value| !value.trim_ascii().is_empty());
        } else if denotes(name, RESULT) {
            self.result = value;
        } else if denotes(name, VARIANT) {
            let value = value.unwrap_or_default().trim_ascii();
            let is = |names: &[&str]| names.iter().any(|name| value.eq_ignore_ascii_case(name.as_bytes()));
            if is(&["chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"]) {
                self.castling = Castling::Chess960;
            } else if !is(&["", "standard", "chess", "from position", "normal"]) {
                return Err((Fault::Variant, value));
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Sets up the position of the tag `FEN`, which may come before or after other tags.
    pub(crate) fn start(&mut self) -> Result<(), Wrong<'a>> {
        if let Some(fen) = self.fen {
            self.board = Board::read(fen, Rules::Chess).map_err(|reason| (Fault::Fen(reason), fen))?;
            if is_chess960(fen, &self.board) {
                self.castling = Castling::Chess960;
            }
        }
        Ok(())
    }

    /// Reads a word for which [`find_move`] has returned an error: a move and a result without a blank between them, or a
    /// mark after a capture en passant. Returns the move and its text, if there is one.
    #[cold]
    pub(crate) fn not_a_move(
        &mut self,
        word: &'a [u8],
        error: MoveError,
        tokens: &mut Tokens<'a>,
    ) -> Result<Option<(&'a [u8], Move)>, Wrong<'a>> {
        let wrong = |error| (Fault::Move(error), word);
        if error != MoveError::NotAMove {
            return Err(wrong(error));
        }
        let split = split_result(word);
        let text = split.map_or(word, |(text, _)| text);
        let is_mark = matches!(self.annotations.step, Some((_, step)) if step.kind() == MoveKind::EnPassant)
            && (is_en_passant_mark(text) || text == b"e." && tokens.skip_word(b"p."));
        let step = match split {
            _ if is_mark => None,
            Some(_) => Some((text, find_move(&self.board, text, self.castling).map_err(wrong)?)),
            None => return Err(wrong(error)),
        };
        self.marker = self.marker.or(split.map(|(_, outcome)| outcome));
        Ok(step)
    }

    /// Notes a result after the moves, at the start of `text`. A further result must be the same, but `*` changes nothing.
    pub(crate) fn end(&mut self, outcome: Outcome, text: &'a [u8]) -> Result<(), Wrong<'a>> {
        let known = self.marker.filter(|old| *old != Outcome::Unknown);
        if known.is_some_and(|known| known != outcome && outcome != Outcome::Unknown) {
            return Err((Fault::SecondResult, text));
        }
        self.marker = known.or(Some(outcome));
        Ok(())
    }

    /// Returns the result of the game: that after its moves or, if that is unknown or missing, that of the tag `Result`.
    pub(crate) fn outcome(&self) -> Result<Outcome, Wrong<'a>> {
        match (self.marker, self.result) {
            (Some(marker), _) if marker != Outcome::Unknown => Ok(marker),
            (_, None) => Ok(Outcome::Unknown),
            (Some(_), Some(value)) => Ok(stated_result(value).unwrap_or(Outcome::Unknown)),
            (None, Some(value)) => stated_result(value).ok_or((Fault::Result, value)),
        }
    }
}

/// The squares of file e, on which both kings stand in the start position of chess.
const FILE_E: u64 = FILE_A << 4;

/// Returns whether a FEN has rights to castle that only Chess960 has: the castling field names files, or a king or a
/// rook with such a right is not on its square in the start position of chess.
fn is_chess960(fen: &[u8], board: &Board) -> bool {
    let castling = Tail::read(fen).map_or(&b""[..], |tail| tail.castling);
    let names_files = castling.iter().any(|letter| matches!(letter | 0x20, b'a'..=b'h'));
    let rooks = board.rights.unmoved_rooks;
    let kings = board.position.placement.kinds[KING];
    let is_unusual = |side: Color, rank: u64| {
        let (rooks, king) = (rooks & board.side(side), kings & board.side(side));
        rooks != 0 && (king != FILE_E & rank || rooks & !((FILE_A | FILE_H) & rank) != 0)
    };
    names_files || is_unusual(Color::White, RANK_1) || is_unusual(Color::Black, RANK_8)
}
