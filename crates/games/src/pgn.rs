//! Plays the main lines of games and stores their positions.

use std::sync::Arc;

use setwise_positions::moves::Move;
use setwise_positions::packed::NO_RESULT;

use crate::bytes::{Outcome, stated_result};
use crate::chunks::GameChunk;
use crate::details::{Annotations, Detail, DetailColumn, text_of};
use crate::error::{BadGame, Fault};
use crate::notation::without_marks;
use crate::plies::{Plies, Selection};
use crate::san::{Castling, find_move, make};
use crate::state::State;
use crate::tags::{RESULT, denotes};
use crate::tags_seen::TagsSeen;
use crate::tokens::{Token, Tokens, Wrong};

/// Reads the games of chunks and appends their positions to columns.
///
/// ```
/// use setwise_games::{GameChunk, GameChunks, Plies, Reader, Selection};
///
/// let mut text = &b"[White \"A\"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0\n"[..];
/// let (mut chunks, mut chunk) = (GameChunks::default(), GameChunk::default());
/// let mut plies = Plies::default();
/// while chunks.read_from(&mut text, &mut chunk)? {
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
    /// Whether a game may end without a result.
    unfinished: bool,
    /// The rules of castling, unless the game names other rules.
    castling: Castling,
}

impl Reader {
    /// Returns a reader that stores the selected positions.
    #[must_use]
    pub fn new(selection: Selection) -> Self {
        let castling = Castling::Standard;
        let (details, tags) = (Vec::new(), TagsSeen::default());
        Self { selection, details, reads_comments: false, tags, unfinished: false, castling }
    }

    /// Returns a reader that also accepts games without a result after the moves, if `unfinished` is true. Such games have
    /// the result of the tag `Result`.
    ///
    /// ```
    /// use setwise_games::{GameChunk, GameChunks, Plies, Reader, Selection};
    ///
    /// let (mut chunk, mut plies) = (GameChunk::default(), Plies::default());
    /// GameChunks::default().read_from(&mut &b"[ECO \"A00\"]\n\n1. b4 e5\n"[..], &mut chunk)?;
    /// Reader::new(Selection::default()).with_unfinished(true).append(&chunk, &mut plies, |bad| panic!("{bad}"));
    /// assert_eq!(plies.ply, [0, 1, 2]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_unfinished(self, unfinished: bool) -> Self {
        Self { unfinished, ..self }
    }

    /// Returns a reader that plays games by these rules of castling. The rules of Chess960 also apply to a game whose tag
    /// `Variant` names Chess960, and to a game whose FEN names the files of rooks (`HAha`) or has a right to castle with a
    /// king or a rook that is not on its square in the start position of chess.
    #[must_use]
    pub fn with_castling(self, castling: Castling) -> Self {
        Self { castling, ..self }
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
    /// GameChunks::default().read_from(&mut &text[..], &mut chunk)?;
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
    /// GameChunks::default().read_from(&mut &text[..], &mut chunk)?;
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
            let mut state = State::new(self.details.len(), chunk.has_rows(), self.castling);
            let played = if chunk.is_too_long(game) {
                Err((Fault::TooLong, game))
            } else {
                self.play(game, number, &mut state, plies)
            };
            if self.tags.is_open() {
                self.tags.note(&state.names);
            }
            match played {
                Ok(outcome) => self.finish(&state, outcome, old, number, plies),
                Err((fault, text)) => {
                    plies.truncate(old);
                    let ((line, column), game, ply) = (chunk.place_of(text), number, state.ply + 1);
                    bad(BadGame { line, column, game, ply, fault, text: excerpt(text), board: state.board });
                }
            }
        }
    }

    /// Plays a game, stores its positions and returns its result. After an error, some of the positions are stored.
    fn play<'a>(
        &self,
        game: &'a [u8],
        number: usize,
        state: &mut State<'a>,
        plies: &mut Plies,
    ) -> Result<Outcome, Wrong<'a>> {
        let mut tokens = Tokens::new(game, state.is_row);
        let mut is_started = false;
        while let Some(token) = tokens.next()? {
            if state.is_row && begins_game(token, is_started, state.marker.is_some()) {
                return Err((Fault::SecondGame, tokens.since_last()));
            }
            match token {
                Token::Tag(name, value, line) => {
                    if self.tags.is_open() {
                        state.names.push(name);
                    }
                    let is_wanted = self.note_tag(state, name, value) | state.tag(name, value)?;
                    if is_wanted && value.is_none() {
                        return Err((Fault::Tag, line));
                    }
                }
                Token::Comment(comment) if self.reads_comments => {
                    if !is_started {
                        state.start()?;
                    }
                    state.annotations.note(comment, state.board.position.side_to_move);
                }
                Token::First if state.ply > 1 => return Err((Fault::Restart, tokens.since_last())),
                Token::Comment(_) | Token::First => {}
                Token::Word(word) => {
                    if !is_started {
                        is_started = true;
                        state.start()?;
                    }
                    let (word, step) = match find_move(&state.board, word, state.castling) {
                        Ok(step) => (word, step),
                        Err(error) => match state.not_a_move(word, error, &mut tokens)? {
                            Some(found) => found,
                            None => continue,
                        },
                    };
                    self.store(state, number, plies);
                    make(&mut state.board, step);
                    state.ply += 1;
                    state.annotations = Annotations { step: Some((word, step)), ..Annotations::default() };
                }
                Token::Result(outcome) => state.end(outcome, tokens.since_last())?,
            }
        }
        if !is_started {
            state.start()?;
        }
        self.store(state, number, plies);
        if state.marker.is_none() && !state.is_row && !self.unfinished {
            return Err((Fault::NoResult, &game[game.trim_ascii_end().len()..]));
        }
        state.outcome()
    }

    /// Stores the current position if it is selected.
    #[inline(always)]
    fn store(&self, state: &mut State<'_>, number: usize, plies: &mut Plies) {
        if !self.selection.keeps(state.ply) {
            return;
        }
        if self.selection.last {
            state.last = Some((state.board, state.ply, state.annotations));
        } else {
            plies.push(&state.board, number, state.ply);
            self.push_details(state, &state.annotations, plies);
        }
    }

    /// Stores what is known only at the end of the game. Its positions are those after the first `old`.
    fn finish(&self, state: &State<'_>, outcome: Outcome, old: usize, number: usize, plies: &mut Plies) {
        if let Some((board, ply, annotations)) = &state.last {
            plies.push(board, number, *ply);
            self.push_details(state, annotations, plies);
        }
        plies.labels.result[old..].fill(outcome.label().unwrap_or(NO_RESULT));
        let is_known = state.marker.is_some() || outcome != Outcome::Unknown;
        let is_stated = state.result.is_some_and(|value| outcome == Outcome::Unknown || states(value, outcome));
        for (detail, column) in self.details.iter().zip(&mut plies.details) {
            if let (Detail::Tag(name), DetailColumn::Text(values)) = (detail, column)
                && denotes(name.as_bytes(), RESULT)
                && is_known
                && !is_stated
            {
                values[old..].fill(Some(outcome.text().into()));
            }
        }
    }

    /// Stores the value of a tag for each detail that names it. Returns whether a detail names it.
    fn note_tag(&self, state: &mut State<'_>, name: &[u8], value: Option<&[u8]>) -> bool {
        let mut is_wanted = false;
        for (detail, tag) in self.details.iter().zip(&mut state.tags) {
            if matches!(detail, Detail::Tag(wanted) if denotes(name, wanted)) {
                *tag = value.map(text_of);
                is_wanted = true;
            }
        }
        is_wanted
    }

    /// Appends the details of a position.
    #[inline(always)]
    fn push_details(&self, state: &State<'_>, annotations: &Annotations<'_>, plies: &mut Plies) {
        for (n, detail) in self.details.iter().enumerate() {
            let uci = |step: Move| step.to_uci(state.castling == Castling::Chess960);
            let text = |text: Option<Arc<str>>, column: &mut DetailColumn| {
                if let DetailColumn::Text(values) = column {
                    values.push(text);
                }
            };
            match (detail, &mut plies.details[n]) {
                (Detail::Tag(_), column) => text(state.tags[n].clone(), column),
                (Detail::Move, column) => text(annotations.step.map(|(word, _)| text_of(without_marks(word))), column),
                (Detail::Uci, column) => text(annotations.step.map(|(_, step)| uci(step).into()), column),
                (Detail::Clock, DetailColumn::Number(values)) => values.push(annotations.clock),
                (_, DetailColumn::Number(values)) => values.push(annotations.eval),
                _ => {}
            }
        }
    }
}

/// Returns whether the value of a tag states this result.
fn states(value: &[u8], outcome: Outcome) -> bool {
    stated_result(value) == Some(outcome)
}

/// Returns whether a token begins another game, although a row is one game.
#[inline(always)]
fn begins_game(token: Token<'_>, is_started: bool, has_ended: bool) -> bool {
    match token {
        Token::Tag(..) => is_started || has_ended,
        Token::Word(_) | Token::First => has_ended,
        Token::Comment(_) | Token::Result(_) => false,
    }
}

/// Returns the beginning of a text up to the end of its line.
fn excerpt(text: &[u8]) -> String {
    let line = text.split(|byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
    String::from_utf8_lossy(line.get(..LONGEST_EXCERPT).unwrap_or(line)).into_owned()
}

/// An upper bound for the bytes of an excerpt.
const LONGEST_EXCERPT: usize = 64;
