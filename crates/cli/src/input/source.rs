//! Reads the input files in order, one chunk at a time.

use std::io;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use setwise_games::GameChunks;
use setwise_positions::packed::{self, RecordChunks, viriformat};
use setwise_positions::{LineChunks, TextSource};

use super::csv::CsvChunks;
use super::games::{CsvGames, UciLines};
use super::{Input, Inputs, open, open_packed};
use crate::args::Reading;
use crate::chunk::{Chunk, Chunks, Data};
use crate::columnar;
use crate::formats::{Format, SCORES};
use crate::game_rows::GameRows;

pub(crate) struct Source<'a> {
    inputs: &'a Inputs,
    reading: &'a Reading,
    bar: &'a ProgressBar,
    /// The columns that a file of comma-separated values must not have, because they are not read and the output would
    /// lose them.
    refused_columns: &'static [&'static str],
    next_file: usize,
    /// The file that is being read.
    open: Option<Chunks>,
}

/// The sizes of chunks, in bytes. The small size is for games, which have many positions in few bytes.
const CHUNK: usize = 1 << 18;
const SMALL_CHUNK: usize = 1 << 15;

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
            if let Some(open) = &mut self.open
                && let Some(data) = open()?
            {
                return Ok(Some(Chunk { file: self.next_file - 1, data }));
            }
            let Some(input) = self.inputs.files.get(self.next_file) else { return Ok(None) };
            self.open = Some(self.open(input)?);
            self.next_file += 1;
        }
    }

    fn open(&self, Input { name, format, games, .. }: &Input) -> Result<Chunks> {
        let &Self { inputs: Inputs { details, read, .. }, reading, bar, .. } = self;
        let text = || Ok::<_, anyhow::Error>(TextSource::new(open(name, bar)?));
        let packed =
            |format, size| open_packed(name, bar).map(|source| RecordChunks::with_chunk_size(size, format, source));
        Ok(match format {
            Format::Csv if *games => {
                let mut games = CsvGames::new(text()?, reading, details, name)?;
                Box::new(move || Ok(games.next()?.map(Data::Games)))
            }
            Format::Csv => {
                let mut records = CsvChunks::new(text()?, reading.column.as_deref(), self.refused_columns, name)?;
                Box::new(move || records.next())
            }
            Format::Fen | Format::Epd => {
                let mut lines = LineChunks::new(open(name, bar)?);
                chunks(name, move |chunk| lines.read(chunk), Data::Lines)
            }
            Format::Parquet | Format::Arrow if *games => {
                (columnar::find(name, *format)?.open_games)(*format, name, reading, details, bar)?
            }
            Format::Parquet | Format::Arrow => {
                (columnar::find(name, *format)?.open)(*format, name, reading, read, bar)?
            }
            Format::Marlinformat => {
                let mut records = packed(packed::Format::Marlinformat, CHUNK)?;
                chunks(name, move |chunk| records.read(chunk), Data::Marlinformat)
            }
            Format::Bulletformat => {
                let mut records = packed(packed::Format::Bulletformat, CHUNK)?;
                chunks(name, move |chunk| records.read(chunk), Data::Bulletformat)
            }
            Format::Viriformat => {
                let (mut records, mut next_game) = (packed(packed::Format::Viriformat, SMALL_CHUNK)?, 1);
                chunks(
                    name,
                    move |chunk| records.read(chunk),
                    move |bytes: Vec<u8>| {
                        let first = next_game;
                        next_game += viriformat::games(&bytes).count();
                        Data::Viriformat(bytes, first)
                    },
                )
            }
            Format::Pgn => {
                let (mut games, mut file) = (GameChunks::with_chunk_size(SMALL_CHUNK), open(name, bar)?);
                let read = move |chunk: &mut _| games.read_from(&mut file, chunk);
                chunks(name, read, |games| Data::Games(GameRows::of_text(games)))
            }
            Format::Uci => {
                let mut lines = UciLines::new(text()?, name);
                Box::new(move || Ok(lines.next()?.map(Data::Games)))
            }
        })
    }
}

/// Returns a function that reads chunks with `read`, which returns false at the end of the file. Error messages call the
/// file `name`.
fn chunks<T: Default>(
    name: &str,
    mut read: impl FnMut(&mut T) -> io::Result<bool> + 'static,
    mut data: impl FnMut(T) -> Data + 'static,
) -> Chunks {
    let name = name.to_string();
    Box::new(move || {
        let mut chunk = T::default();
        let more = read(&mut chunk).with_context(|| name.clone())?;
        Ok(more.then(|| data(chunk)))
    })
}
