//! Plays the main lines of games and stores their positions.

use std::sync::Arc;

use setwise_positions::Rules;
use setwise_positions::moves::{Board, Move};

use crate::bytes::{Outcome, result_at};
use crate::chunks::GameChunk;
use crate::details::{Detail, DetailColumn, Said, text_of};
use crate::error::{BadGame, Fault};
use crate::notation::without_marks;
use crate::plies::{Plies, Selection};
use crate::san::{Castling, find_move, make};
use crate::tags::TagsSeen;
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
    details: Vec<Detail>,
    /// Whether comments are read.
    reads_comments: bool,
    /// Which tags have occurred.
    tags: TagsSeen,
}

/// What is known about the game that is being played.
struct State<'a> {
    board: Board,
    ply: usize,
    /// What the text says about the current position.
    said: Said<'a>,
    castling: Castling,
    /// The position to store at the end if only the last position is kept.
    last: Option<(Board, usize, Said<'a>)>,
    outcome: Option<Outcome>,
    /// Whether the game is a row of a table.
    is_row: bool,
    /// The value of the tag `FEN`.
    fen: Option<&'a [u8]>,
    /// For each detail, the value of the tag that it names.
    tags: Vec<Option<Arc<str>>>,
    /// The names of the tags, if they are noted.
    names: Vec<&'a [u8]>,
}

impl Reader {
    /// Returns a reader that stores the selected positions.
    #[must_use]
    pub fn new(selection: Selection) -> Self {
        Self { selection, details: Vec::new(), reads_comments: false, tags: TagsSeen::default() }
    }

    /// Returns the positions that the reader stores.
    #[must_use]
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// Returns a reader that also stores these details.
    ///
    /// ```
    /// use setwise_games::{Detail, DetailColumn, GameChunk, GameChunks, Plies, Reader, Selection};
    ///
    /// let text = b"[WhiteElo \"2000\"]\n\n1. e4 {[%eval 0.3]} *\n";
    /// let (mut chunk, mut plies) = (GameChunk::default(), Plies::default());
    /// GameChunks::new(&text[..]).read(&mut chunk)?;
    /// let details = [Detail::Tag("WhiteElo".to_string()), Detail::Uci, Detail::Eval];
    /// Reader::new(Selection::default()).with_details(&details).append(&chunk, &mut plies, |bad| panic!("{bad}"));
    /// assert_eq!(plies.details[0], DetailColumn::Text(vec![Some("2000".into()); 2]));
    /// assert_eq!(plies.details[1], DetailColumn::Text(vec![None, Some("e2e4".into())]));
    /// assert_eq!(plies.details[2], DetailColumn::Number(vec![None, Some(30)]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_details(self, details: &[Detail]) -> Self {
        let reads_comments = details.iter().any(|detail| !detail.is_text());
        Self { details: details.to_vec(), reads_comments, ..self }
    }

    /// Returns a reader that also notes which of these tags occur in games, including games with errors:
    /// see [`tags`](Self::tags).
    ///
    /// ```
    /// use setwise_games::{GameChunk, GameChunks, Plies, Reader, Selection};
    ///
    /// let text = b"[White \"A\"] [WhiteElo \"2000\"] 1. e4 *";
    /// let (mut chunk, mut plies) = (GameChunk::default(), Plies::default());
    /// GameChunks::new(&text[..]).read(&mut chunk)?;
    /// let mut reader = Reader::new(Selection::default()).noting_tags(["White", "WhiteElO"].map(String::from));
    /// reader.append(&chunk, &mut plies, |bad| panic!("{bad}"));
    /// let error = reader.tags().check().unwrap_err();
    /// assert_eq!(error.to_string(), "no game has the tag 'WhiteElO'; did you mean WhiteElo?");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn noting_tags(self, wanted: impl IntoIterator<Item = String>) -> Self {
        Self { tags: TagsSeen::new(wanted.into_iter().collect()), ..self }
    }

    /// Returns which tags have occurred in the games that this reader has read.
    #[must_use]
    pub fn tags(&self) -> &TagsSeen {
        &self.tags
    }

    /// Appends the selected positions of the games in a chunk to `plies`.
    ///
    /// The columns of details must be those of earlier calls, or empty.
    ///
    /// Calls `bad` for each game with an error. No position of this game is stored, and reading continues with the next
    /// game.
    ///
    /// # Panics
    ///
    /// Panics if `plies` has positions, and has other columns of details than this reader stores.
    pub fn append(&mut self, chunk: &GameChunk, plies: &mut Plies, mut bad: impl FnMut(BadGame)) {
        let columns = self.details.iter().map(DetailColumn::new);
        if plies.is_empty() {
            plies.details = columns.collect();
        } else {
            let of_kind = |column: &DetailColumn| matches!(column, DetailColumn::Text(_));
            assert!(columns.map(|column| of_kind(&column)).eq(plies.details.iter().map(of_kind)), "other details");
        }
        for (number, game) in chunk.games() {
            let old = plies.len();
            let mut state = State::new(self.details.len(), chunk.has_rows());
            let played = if chunk.is_too_long(game) {
                Err((Fault::TooLong, game))
            } else {
                self.play(game, number, &mut state, plies)
            };
            if self.tags.is_open() {
                self.tags.note(&state.names);
            }
            match played {
                Ok(()) => self.finish(&state, old, number, plies),
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
        let (mut is_started, mut has_ended) = (false, false);
        loop {
            let rest = tokens.rest();
            let Some(token) = tokens.next()? else { break };
            if state.is_row && begins_game(token, is_started, has_ended) {
                return Err((Fault::SecondGame, rest.trim_ascii_start()));
            }
            match token {
                Token::Tag(name, value) => {
                    if self.tags.is_open() {
                        state.names.push(name);
                    }
                    state.tag(name, value)?;
                    self.note_tag(state, name, value);
                }
                Token::Comment(comment) if self.reads_comments => state.said.note(comment),
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
                    state.said = Said { step: Some((word, step)), ..Said::default() };
                }
                Token::Result(outcome) => (state.outcome, has_ended) = (Some(outcome), true),
            }
        }
        if !is_started {
            state.start()?;
        }
        self.store(state, number, plies);
        if has_ended || state.is_row { Ok(()) } else { Err((Fault::NoResult, &game[game.trim_ascii_end().len()..])) }
    }

    /// Stores the current position if it is selected.
    #[inline(always)]
    fn store(&self, state: &mut State<'_>, number: usize, plies: &mut Plies) {
        if !self.selection.keeps(state.ply) {
            return;
        }
        if self.selection.last {
            state.last = Some((state.board, state.ply, state.said));
        } else {
            plies.push(&state.board, number, state.ply);
            self.push_details(state, &state.said, plies);
        }
    }

    /// Stores what is known only at the end of the game. Its positions are those after the first `old`.
    fn finish(&self, state: &State<'_>, old: usize, number: usize, plies: &mut Plies) {
        if let Some((board, ply, said)) = &state.last {
            plies.push(board, number, *ply);
            self.push_details(state, said, plies);
        }
        if let Some(result) = state.outcome.and_then(Outcome::label) {
            plies.labels.result[old..].fill(result);
        }
    }

    /// Notes the value of a tag for the details that name it.
    fn note_tag(&self, state: &mut State<'_>, name: &[u8], value: &[u8]) {
        for (detail, tag) in self.details.iter().zip(&mut state.tags) {
            if matches!(detail, Detail::Tag(wanted) if wanted.as_bytes() == name) {
                *tag = Some(text_of(value));
            }
        }
    }

    /// Appends the details of a position.
    #[inline(always)]
    fn push_details(&self, state: &State<'_>, said: &Said<'_>, plies: &mut Plies) {
        for (n, detail) in self.details.iter().enumerate() {
            let uci = |step: Move| step.to_uci(state.castling == Castling::Chess960);
            let text = |text: Option<Arc<str>>, column: &mut DetailColumn| {
                if let DetailColumn::Text(values) = column {
                    values.push(text);
                }
            };
            match (detail, &mut plies.details[n]) {
                (Detail::Tag(_), column) => text(state.tags[n].clone(), column),
                (Detail::Move, column) => text(said.step.map(|(word, _)| text_of(without_marks(word))), column),
                (Detail::Uci, column) => text(said.step.map(|(_, step)| uci(step).into()), column),
                (Detail::Clock, DetailColumn::Number(values)) => values.push(said.clock),
                (_, DetailColumn::Number(values)) => values.push(said.eval),
                _ => {}
            }
        }
    }
}

impl<'a> State<'a> {
    fn new(details: usize, is_row: bool) -> Self {
        Self {
            board: Board::START,
            ply: 0,
            said: Said::default(),
            castling: Castling::Standard,
            last: None,
            outcome: None,
            is_row,
            fen: None,
            tags: vec![None; details],
            names: Vec::new(),
        }
    }

    /// Notes a tag that determines how the game is played.
    fn tag(&mut self, name: &[u8], value: &'a [u8]) -> Result<(), (Fault, &'a [u8])> {
        match name {
            b"FEN" => self.fen = Some(value),
            b"Result" if self.is_row => self.outcome = result_at(value).map(|(outcome, _)| outcome),
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
}

/// Returns whether a token begins another game, although a row is one game.
#[inline(always)]
fn begins_game(token: Token<'_>, is_started: bool, has_ended: bool) -> bool {
    match token {
        Token::Tag(..) => is_started || has_ended,
        Token::Word(_) | Token::Result(_) => has_ended,
        Token::Comment(_) => false,
    }
}

/// Returns the beginning of a text up to the end of its line.
fn excerpt(text: &[u8]) -> String {
    let line = text.split(|byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
    String::from_utf8_lossy(line.get(..LONGEST_EXCERPT).unwrap_or(line)).into_owned()
}

/// An upper bound for the bytes of an excerpt.
const LONGEST_EXCERPT: usize = 64;
