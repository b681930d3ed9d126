//! Reads games from a column of moves in comma-separated values, and from lines of UCI.

use std::io::{BufRead, BufReader, Read};

use anyhow::{Context, Result, anyhow};
use setwise_games::{Detail, LONGEST_GAME, decode};
use setwise_positions::Reason;

use super::csv::{Records, no_column};
use crate::args::Reading;
use crate::game_rows::{GameColumns, GameRows};

/// The number of bytes of moves at which a chunk ends.
const CHUNK: usize = 1 << 15;

/// The largest number of rows in a chunk.
const MOST_ROWS: usize = 1 << 12;

/// Reads the games of a file of comma-separated values in chunks.
pub(super) struct CsvGames<R: Read> {
    records: Records<R>,
    /// The columns, or `None` if the file has no lines.
    columns: Option<GameColumns>,
    next_game: usize,
}

impl<R: Read> CsvGames<R> {
    /// Reads the first line of a file, which contains the names of its columns. `name` is the name of the file in error
    /// messages.
    pub(super) fn new(source: R, reading: &Reading, details: &[Detail], name: &str) -> Result<Self> {
        let (records, header) = Records::new(source, name)?;
        let find = |header: Vec<String>| {
            GameColumns::find(&header, reading, details, |_| true)
                .map_err(|wanted| no_column(name, &wanted, &header, "--moves-column"))
        };
        let columns = header.map(find).transpose()?;
        Ok(Self { records, columns, next_game: 1 })
    }

    /// Returns the next games, or `None` if there are no more.
    pub(super) fn next(&mut self) -> Result<Option<GameRows>> {
        let Self { records, columns, next_game } = self;
        let Some(GameColumns { moves, tags }) = columns else { return Ok(None) };
        let mut rows = GameRows::new(*next_game);
        while rows.games.bytes() < CHUNK && rows.count < MOST_ROWS {
            let Some(line) = records.read()? else { break };
            match records.fields() {
                Ok(fields) => {
                    let values: Vec<_> = tags.iter().map(|(tag, n)| (&tag[..], decode(&fields[*n]))).collect();
                    let tags = values.iter().map(|(tag, value)| (*tag, &value[..]));
                    rows.push(line as usize, tags, Ok(vec![&fields[*moves]]));
                }
                Err(reason) => rows.push(line as usize, [], Err(reason)),
            }
        }
        *next_game = rows.next();
        Ok((rows.count > 0).then_some(rows))
    }
}

/// Reads lines of UCI in chunks. Blank lines, and lines that begin with `#`, are skipped.
pub(super) struct UciLines<R> {
    /// The name of the file in error messages.
    name: String,
    source: BufReader<R>,
    next_line: usize,
    next_game: usize,
}

impl<R: Read> UciLines<R> {
    pub(super) fn new(source: R, name: &str) -> Self {
        Self { name: name.to_string(), source: BufReader::new(source), next_line: 1, next_game: 1 }
    }

    /// Returns the next games, or `None` if there are no more.
    pub(super) fn next(&mut self) -> Result<Option<GameRows>> {
        let Self { name, source, next_line, next_game } = self;
        let (mut rows, mut text) = (GameRows::new(*next_game), Vec::new());
        while rows.games.bytes() < CHUNK && rows.count < MOST_ROWS {
            text.clear();
            let most = LONGEST_GAME as u64;
            source.by_ref().take(most).read_until(b'\n', &mut text).with_context(|| name.clone())?;
            if text.len() == LONGEST_GAME && !text.ends_with(b"\n") {
                return Err(anyhow!("{name}:{next_line}: the line has more than {LONGEST_GAME} bytes"));
            }
            match text.trim_ascii() {
                [] if text.is_empty() => break,
                [] | [b'#', ..] => {}
                line if line.contains(&b'\r') => rows.push(*next_line, [], Err(Reason::CarriageReturn.to_string())),
                _ => {
                    rows.games.push_uci(rows.next(), *next_line, text.trim_ascii_end());
                    rows.count += 1;
                }
            }
            *next_line += 1;
        }
        *next_game = rows.next();
        Ok((rows.count > 0).then_some(rows))
    }
}
