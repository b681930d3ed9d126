//! Reads the files in order, one piece at a time.

use std::io::Read;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use setwise_positions::Text;

use super::csv::Records;
use super::{Input, open};
use crate::formats::Format;

/// A part of a file: some thousand positions, not yet decoded.
pub(crate) struct Piece {
    /// The index of the file.
    pub(crate) file: usize,
    pub(crate) data: Data,
}

/// The content of a piece.
pub(crate) enum Data {
    /// Whole lines.
    Lines(Vec<u8>),
    /// Records of comma-separated values.
    Records {
        /// The FEN of each record, as lines.
        text: Vec<u8>,
        /// The line of the file on which each record begins, counted from the first line of the piece.
        starts: Vec<usize>,
        /// The number of lines of the file.
        lines: usize,
    },
}

/// Reads files in order.
pub(crate) struct Source<'a> {
    inputs: &'a [Input],
    column: Option<&'a str>,
    bar: &'a ProgressBar,
    next_file: usize,
    open: Option<Open>,
}

/// The file that is being read.
enum Open {
    Text(Text<Box<dyn Read>>),
    Csv(Records<Box<dyn Read>>),
}

impl<'a> Source<'a> {
    /// Returns a source of all positions in files. In files of comma-separated values, `column` has the FENs.
    pub(crate) fn new(inputs: &'a [Input], column: Option<&'a str>, bar: &'a ProgressBar) -> Self {
        Self { inputs, column, bar, next_file: 0, open: None }
    }

    /// Returns the next piece, or `None` at the end of the last file.
    pub(crate) fn next(&mut self) -> Result<Option<Piece>> {
        loop {
            if let Some(open) = &mut self.open {
                let file = self.next_file - 1;
                if let Some(data) = open.next(&self.inputs[file].name)? {
                    return Ok(Some(Piece { file, data }));
                }
            }
            let Some(input) = self.inputs.get(self.next_file) else { return Ok(None) };
            self.open = Some(self.open(input)?);
            self.next_file += 1;
        }
    }

    fn open(&self, Input { name, format }: &Input) -> Result<Open> {
        Ok(match format {
            Format::Fen | Format::Epd => Open::Text(Text::new(open(name, self.bar)?)),
            Format::Csv => Open::Csv(Records::new(open(name, self.bar)?, self.column, name)?),
        })
    }
}

impl Open {
    /// Returns the next piece. `name` is the name of the file, for errors.
    fn next(&mut self, name: &str) -> Result<Option<Data>> {
        match self {
            Self::Text(text) => {
                let mut lines = Vec::new();
                let more = text.read(&mut lines).with_context(|| name.to_string())?;
                Ok(more.then_some(Data::Lines(lines)))
            }
            Self::Csv(records) => records.next(name),
        }
    }
}
