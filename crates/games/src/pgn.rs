//! Plays the main lines of games and stores their positions.

use setwise_positions::Rules;
use setwise_positions::moves::Board;

use crate::bytes::Outcome;
use crate::chunks::GameChunk;
use crate::error::{BadGame, Fault};
use crate::plies::{Plies, Selection};
use crate::san::{Castling, find_move, make};
use crate::tokens::{Token, Tokens};

/// Reads the games of chunks and appends their positions to columns.
///
/// ```
/// use setwise_games::{GameChunk, GameChunks, Plies, Reader, Selection};
///
/// let text = "[White \"A\"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0\n";
/// let (mut chunks, mut chunk) = (GameChunks::new(text.as_bytes()), GameChunk::default());
/// let mut plies = Plies::default();
/// while chunks.read(&mut chunk)? {
///     Reader::new(Selection::default()).append(&chunk, &mut plies, |bad| panic!("{bad}"));
/// }
/// assert_eq!((plies.game, plies.ply), (vec![1; 5], vec![0, 1, 2, 3, 4]));
/// assert_eq!(plies.columns.knights[3], 0x4200_0000_0020_0002); // the knight on f3
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Reader {
    selection: Selection,
}

/// What is known about the game that is being played.
struct State<'a> {
    board: Board,
    castling: Castling,
    ply: usize,
    /// The position to store at the end if only the last position is kept.
    last: Option<(Board, usize)>,
    outcome: Option<Outcome>,
    /// The value of the tag `FEN`.
    fen: Option<&'a [u8]>,
}

impl Reader {
    /// Returns a reader that stores the selected positions.
    #[must_use]
    pub fn new(selection: Selection) -> Self {
        Self { selection }
    }

    /// Appends the selected positions of the games in a chunk to `plies`.
    ///
    /// Calls `bad` for each game with an error. No position of this game is stored, and reading continues with the next
    /// game.
    pub fn append(&mut self, chunk: &GameChunk, plies: &mut Plies, mut bad: impl FnMut(BadGame)) {
        for (number, game) in chunk.games() {
            let old = plies.len();
            let mut state = State::new();
            let played = if chunk.is_too_long(game) {
                Err((Fault::TooLong, game))
            } else {
                self.play(game, number, &mut state, plies)
            };
            match played {
                Ok(()) => state.finish(old, number, plies),
                Err((fault, text)) => {
                    plies.truncate(old);
                    let (game, ply) = (number, state.ply + 1);
                    bad(BadGame {
                        line: chunk.line_of(text),
                        game,
                        ply,
                        fault,
                        text: excerpt(text),
                        board: state.board,
                    });
                }
            }
        }
    }

    /// Plays a game and stores its positions. After an error, some of them are stored.
    fn play<'a>(
        &self,
        game: &'a [u8],
        number: usize,
        state: &mut State<'a>,
        plies: &mut Plies,
    ) -> Result<(), (Fault, &'a [u8])> {
        let mut tokens = Tokens::new(game);
        let mut is_started = false;
        while let Some(token) = tokens.next()? {
            match token {
                Token::Tag(name, value) => state.tag(name, value)?,
                Token::Comment(_) => {}
                Token::Word(word) => {
                    if !is_started {
                        is_started = true;
                        state.start()?;
                    }
                    self.store(state, number, plies);
                    let step =
                        find_move(&state.board, word, state.castling).map_err(|error| (Fault::Move(error), word))?;
                    make(&mut state.board, step);
                    state.ply += 1;
                }
                Token::Result(outcome) => state.outcome = Some(outcome),
            }
        }
        if !is_started {
            state.start()?;
        }
        self.store(state, number, plies);
        if state.outcome.is_none() { Err((Fault::NoResult, &game[game.trim_ascii_end().len()..])) } else { Ok(()) }
    }

    /// Stores the current position if it is selected.
    #[inline(always)]
    fn store(&self, state: &mut State<'_>, number: usize, plies: &mut Plies) {
        if !self.selection.keeps(state.ply) {
            return;
        }
        if self.selection.last {
            state.last = Some((state.board, state.ply));
        } else {
            plies.push(&state.board, number, state.ply);
        }
    }
}

impl<'a> State<'a> {
    fn new() -> Self {
        Self { board: Board::START, castling: Castling::Standard, ply: 0, last: None, outcome: None, fen: None }
    }

    /// Notes a tag that determines how the game is played.
    fn tag(&mut self, name: &[u8], value: &'a [u8]) -> Result<(), (Fault, &'a [u8])> {
        match name {
            b"FEN" => self.fen = Some(value),
            b"Variant" => {
                let is = |names: &[&str]| names.iter().any(|name| value.eq_ignore_ascii_case(name.as_bytes()));
                if is(&["chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"]) {
                    self.castling = Castling::Chess960;
                } else if !is(&["", "standard", "chess", "from position", "normal"]) {
                    return Err((Fault::Variant, value));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Sets up the position of the tag `FEN`, which may come before or after other tags.
    fn start(&mut self) -> Result<(), (Fault, &'a [u8])> {
        if let Some(fen) = self.fen {
            self.board = Board::read(fen, Rules::Chess).map_err(|reason| (Fault::Fen(reason), fen))?;
        }
        Ok(())
    }

    /// Stores what is known only at the end of the game. Its positions are those after the first `old`.
    fn finish(&self, old: usize, number: usize, plies: &mut Plies) {
        if let Some((board, ply)) = &self.last {
            plies.push(board, number, *ply);
        }
        if let Some(result) = self.outcome.and_then(Outcome::label) {
            plies.labels.result[old..].fill(result);
        }
    }
}

/// Returns the beginning of a text up to the end of its line.
fn excerpt(text: &[u8]) -> String {
    let line = text.split(|byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
    String::from_utf8_lossy(line.get(..LONGEST_EXCERPT).unwrap_or(line)).into_owned()
}

/// An upper bound for the bytes of an excerpt.
const LONGEST_EXCERPT: usize = 64;
