//! The parts into which files are split for reading and processing.

use setwise_positions::packed;

use crate::game_rows::GameRows;
use crate::tables::Rows;

/// A part of a file. It usually contains several thousand positions, which are not yet in a batch.
pub(crate) struct Chunk {
    /// The index of the file.
    pub(crate) file: usize,
    pub(crate) data: Data,
}

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
    /// Whole records.
    Packed(packed::Format, Vec<u8>),
    /// Whole games of viriformat, and the number of the first game in the file, counted from 1.
    PackedGames(Vec<u8>, usize),
    /// Whole games.
    Games(GameRows),
    /// Rows of a columnar file.
    Rows(Box<dyn Rows>),
}

impl Data {
    /// Returns the text of the positions, or an empty text if they are not read from text.
    pub(crate) fn text(&self) -> &[u8] {
        match self {
            Self::Lines(text) | Self::Csv { text, .. } => text,
            Self::Packed(..) | Self::PackedGames(..) | Self::Games(_) | Self::Rows(_) => &[],
        }
    }

    /// Returns an upper bound for the number of positions.
    pub(crate) fn most_positions(&self) -> usize {
        match self {
            Self::Lines(text) | Self::Csv { text, .. } => 1 + memchr::memchr_iter(b'\n', text).count(),
            // Each move of a game takes four bytes and yields one position.
            Self::PackedGames(bytes, _) => 1 + bytes.len() / 4,
            Self::Packed(_, bytes) => 1 + bytes.len() / packed::RECORD,
            Self::Games(rows) => rows.games.most_positions(),
            Self::Rows(rows) => rows.len(),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Lines(text) | Self::Csv { text, .. } | Self::Packed(_, text) | Self::PackedGames(text, _) => {
                text.capacity()
            }
            Self::Games(rows) => rows.games.bytes(),
            Self::Rows(rows) => rows.bytes(),
        }
    }
}
