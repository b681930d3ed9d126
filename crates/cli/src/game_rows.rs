//! Whole games as input: those of a text, or the rows of a table with a column of moves.

use setwise_games::{Detail, GameChunk};

use crate::args::Reading;

/// Games of a chunk.
#[derive(Default)]
pub(crate) struct GameRows {
    pub(crate) games: GameChunk,
    /// The number of the first game in its file, counted from 1.
    pub(crate) first: usize,
    /// The number of games, including the rows that are not games.
    pub(crate) count: usize,
    /// The text between the name of the file and the number of a line or a row.
    pub(crate) place: String,
    /// The number of each row that is not a game, and the reason, which begins with the number of the line or row.
    pub(crate) bad: Vec<(usize, String)>,
}

impl GameRows {
    /// Returns an empty collection. The first row that is appended gets the number `first`.
    pub(crate) fn new(first: usize) -> Self {
        Self { first, ..Self::default() }
    }

    /// Returns the games of a text.
    pub(crate) fn of_text(games: GameChunk) -> Self {
        let first = games.games().next().map_or(0, |(number, _)| number);
        Self { count: games.len(), games, ..Self::new(first) }
    }

    /// Appends a row: a game, or the reason why the row is not a game. `line` is the number of its line or row.
    pub(crate) fn push<'a>(
        &mut self,
        line: usize,
        tags: impl IntoIterator<Item = (&'a str, &'a str)>,
        moves: Result<Vec<&'a [u8]>, String>,
    ) {
        let number = self.next();
        match moves {
            // A tag without a value is a tag that the game does not have.
            Ok(moves) => {
                let tags = tags.into_iter().filter(|(_, value)| !value.trim_ascii().is_empty());
                self.games.push_row(number, line, tags, moves);
            }
            Err(reason) => self.bad.push((number, format!("{line}: {reason}"))),
        }
        self.count += 1;
    }

    /// Returns the number of the next game.
    pub(crate) fn next(&self) -> usize {
        self.first + self.count
    }
}

/// The columns of a table that describe games, as indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameColumns {
    pub(crate) moves: usize,
    /// The columns of tags, each with the name of its tag.
    pub(crate) tags: Vec<(String, usize)>,
}

/// The tags that determine what moves and results mean. They are read from columns with these names, in lower or upper
/// case.
const TAGS: [&str; 3] = ["FEN", "Variant", "Result"];

impl GameColumns {
    /// Finds the columns by their names: those that the options name, those of the `details` that are tags, and those of
    /// [`TAGS`]. A column with the name of a tag is ignored unless it has text. A column of results may have any type, so
    /// that no result is lost. The caller checks the type.
    ///
    /// # Errors
    ///
    /// Returns the name of a missing column that the options name.
    pub(crate) fn find(
        names: &[String],
        reading: &Reading,
        details: &[Detail],
        is_text: impl Fn(usize) -> bool,
    ) -> Result<Self, String> {
        let find = |wanted: &str| names.iter().position(|name| name == wanted);
        let moves = reading.moves_column().unwrap_or_default();
        let moves = find(moves).ok_or(moves)?;
        let mut tags = Vec::new();
        for detail in details {
            if let Detail::Tag(tag) = detail {
                match find(tag) {
                    Some(column) => tags.push((tag.clone(), column)),
                    None if reading.plies.tags.contains(tag) => return Err(tag.clone()),
                    None => {}
                }
            }
        }
        for tag in TAGS {
            let is_tag = |n: &usize| names[*n].eq_ignore_ascii_case(tag) && (tag == "Result" || is_text(*n));
            match reading.start_column.as_deref().filter(|_| tag == "FEN") {
                Some(start) => tags.push((tag.to_string(), find(start).ok_or(start)?)),
                None => tags.extend((0..names.len()).find(is_tag).map(|column| (tag.to_string(), column))),
            }
        }
        Ok(Self { moves, tags })
    }
}
