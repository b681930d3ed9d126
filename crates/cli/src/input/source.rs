//! Reads the input files in order, one chunk at a time.

use std::io::Read;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use setwise_games::{GameChunk, GameChunks};
use setwise_positions::{LineChunks, TextSource, packed};

use super::chunk::{Chunk, Data};
use super::csv::CsvChunks;
use super::games::{CsvGames, UciLines};
use super::{Input, Inputs, open, open_packed};
use crate::args::Reading;
use crate::columnar;
use crate::formats::{Family, Format, SCORES};
use crate::game_rows::GameRows;
use crate::limits;
use crate::lines::Lines;
use crate::tables::{TableReader, TableRows};

pub(crate) struct Source<'a> {
    inputs: &'a Inputs,
    reading: &'a Reading,
    bar: &'a ProgressBar,
    /// The columns that a file of comma-separated values must not have, because they are not read and the output would
    /// lose them.
    refused_columns: &'static [&'static str],
    next_file: usize,
    open: Option<Open>,
}

/// The file that is being read.
enum Open {
    Text(LineChunks<Box<dyn Read>>),
    Csv(CsvChunks<TextSource<Box<dyn Read>>>),
    Packed(packed::Format, packed::RecordChunks<Box<dyn Read>>),
    /// Games of viriformat, and the number of the next game.
    PackedGames(packed::RecordChunks<Box<dyn Read>>, usize),
    Games(GameChunks, Box<dyn Read>),
    CsvGames(CsvGames<TextSource<Box<dyn Read>>>),
    Uci(UciLines<TextSource<Box<dyn Read>>>),
    Columnar(TableReader),
}

impl<'a> Source<'a> {
    /// Returns a source that reads all positions of the input files. If `refuses_labels` is set, columns of scores and
    /// results in comma-separated values are errors.
    pub(crate) fn new(inputs: &'a Inputs, reading: &'a Reading, refuses_labels: bool, bar: &'a ProgressBar) -> Self {
        let refused_columns = if refuses_labels { &SCORES[..] } else { &[] };
        Self { inputs, reading, bar, refused_columns, next_file: 0, open: None }
    }

    /// Returns the next chunk, or `None` at the end of the last file.
    pub(crate) fn next(&mut self) -> Result<Option<Chunk>> {
        loop {
            if let Some(open) = &mut self.open {
                let file = self.next_file - 1;
                if let Some(data) = open.next(&self.inputs.files[file].name)? {
                    return Ok(Some(Chunk { file, data }));
                }
            }
            let Some(input) = self.inputs.files.get(self.next_file) else { return Ok(None) };
            self.open = Some(self.open(input)?);
            self.next_file += 1;
        }
    }

    fn open(&self, Input { name, format, games, .. }: &Input) -> Result<Open> {
        let details = &self.inputs.details;
        let text = || Ok::<_, anyhow::Error>(TextSource::new(open(name, self.bar)?));
        Ok(match format.family() {
            Family::Text(Lines::Csv) if *games => Open::CsvGames(CsvGames::new(text()?, self.reading, details, name)?),
            Family::Columnar if *games => {
                let rows = (columnar::find(name, *format)?.open_games)(*format, name, self.reading, details)?;
                Open::Columnar(rows(limits::files(self.reading.threads()), self.bar)?)
            }
            Family::Games if *format == Format::Uci => Open::Uci(UciLines::new(text()?)),
            Family::Text(Lines::Csv) => {
                Open::Csv(CsvChunks::new(text()?, self.reading.column(), self.refused_columns, name)?)
            }
            Family::Text(_) => Open::Text(LineChunks::new(open(name, self.bar)?)),
            Family::Packed(packed @ packed::Format::Viriformat) => {
                let source = open_packed(name, self.bar)?;
                Open::PackedGames(packed::RecordChunks::with_chunk_size(SMALL_CHUNK, packed, source), 1)
            }
            Family::Packed(packed) => {
                let source = open_packed(name, self.bar)?;
                Open::Packed(packed, packed::RecordChunks::with_chunk_size(CHUNK, packed, source))
            }
            Family::Games => Open::Games(GameChunks::with_chunk_size(SMALL_CHUNK), open(name, self.bar)?),
            Family::Columnar => {
                let open = columnar::find(name, *format)?.open;
                let file = open(*format, name, self.reading, &self.inputs.read)?;
                Open::Columnar((file.rows)(limits::files(self.reading.threads()), self.bar)?)
            }
        })
    }
}

/// The sizes of chunks, in bytes. The small size is for games, which have many positions in few bytes.
const CHUNK: usize = 1 << 18;
const SMALL_CHUNK: usize = 1 << 15;

impl Open {
    /// Returns the next chunk. Error messages call the file `name`.
    fn next(&mut self, name: &str) -> Result<Option<Data>> {
        match self {
            Self::Text(text) => {
                let mut lines = Vec::new();
                let more = text.read(&mut lines).with_context(|| name.to_string())?;
                Ok(more.then_some(Data::Lines(lines)))
            }
            Self::Csv(records) => records.next(name),
            Self::Packed(format, records) => {
                let mut bytes = Vec::new();
                let more = records.read(&mut bytes).with_context(|| name.to_string())?;
                Ok(more.then_some(Data::Packed(*format, bytes)))
            }
            Self::PackedGames(records, next_game) => {
                let mut bytes = Vec::new();
                let more = records.read(&mut bytes).with_context(|| name.to_string())?;
                let first = *next_game;
                *next_game += packed::viriformat::games(&bytes).count();
                Ok(more.then_some(Data::PackedGames(bytes, first)))
            }
            Self::Games(games, file) => {
                let mut chunk = GameChunk::default();
                let more = games.read_from(file, &mut chunk).with_context(|| name.to_string())?;
                Ok(more.then(|| Data::Games(GameRows::of_text(chunk))))
            }
            Self::CsvGames(records) => Ok(records.next(name)?.map(Data::Games)),
            Self::Uci(lines) => Ok(lines.next(name)?.map(Data::Games)),
            Self::Columnar(reader) => Ok(reader()?.map(|rows| match rows {
                TableRows::Positions(rows) => Data::Rows(rows),
                TableRows::Games(games) => Data::Games(games),
            })),
        }
    }
}
