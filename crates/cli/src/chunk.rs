//! The parts into which files are split for reading and processing.

use anyhow::Result;

use crate::batch::{Batch, Needs};
use crate::game_rows::GameRows;

/// A part of a file. It usually contains several thousand positions, which are not yet in a batch.
pub(crate) struct Chunk {
    /// The index of the file.
    pub(crate) file: usize,
    pub(crate) data: Data,
}

/// A function that returns the next part of a file, or `None` at its end.
pub(crate) type Chunks = Box<dyn FnMut() -> Result<Option<Data>>>;

pub(crate) enum Data {
    /// Whole lines.
    Lines(Vec<u8>),
    /// Records of comma-separated values.
    Csv {
        /// The FEN of each record, as lines.
        text: Vec<u8>,
        /// The line of the file on which each record begins, counted from the first line of the chunk.
        starts: Vec<usize>,
        /// The line on which each bad record begins, and the error of the record.
        bad: Vec<(usize, String)>,
        /// The number of lines of the file that the chunk covers.
        lines: usize,
    },
    /// Whole records of marlinformat.
    Marlinformat(Vec<u8>),
    /// Whole records of bulletformat.
    Bulletformat(Vec<u8>),
    /// Whole games of viriformat, and the number of the first game in the file, counted from 1.
    Viriformat(Vec<u8>, usize),
    /// Whole games.
    Games(GameRows),
    /// Rows of a columnar file.
    #[allow(dead_code, reason = "only a program with columnar formats makes them")]
    Rows(Box<dyn PositionRows>),
}

impl Data {
    /// Returns the text of the positions, or an empty text if they are not read from text.
    pub(crate) fn text(&self) -> &[u8] {
        match self {
            Self::Lines(text) | Self::Csv { text, .. } => text,
            _ => &[],
        }
    }
}

/// Decoded rows of a columnar file that are positions.
pub(crate) trait PositionRows: Send {
    /// Returns a text that says where row `n` of these rows is in the file.
    fn place(&self, n: usize) -> String;

    /// Adds the positions to a batch.
    fn decode(&self, needs: Needs, batch: &mut Batch);
}
