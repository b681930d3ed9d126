//! The results of processing a chunk.

use std::io::{self, Write};

use setwise_games::TagsSeen;
use setwise_positions::features::Totals;

use crate::bad::Wrong;
use crate::batch::Batch;
use crate::chunk::Chunk;
use crate::heat::Numbers;
use crate::tables::ValueColumn;

pub(crate) struct Done {
    /// The chunk. It is processed again if its positions reach the limit.
    pub(crate) chunk: Chunk,
    /// The number of lines, records, games or rows, and the number of selected positions.
    pub(crate) lines: usize,
    pub(crate) positions: usize,
    /// The place of each bad line, record, game or row, counted from 0 at the start of the chunk, and the reason why it
    /// is bad.
    pub(crate) reasons: Vec<(usize, Wrong)>,
    /// Which tags of games the worker has seen so far.
    pub(crate) tags: TagsSeen,
    pub(super) notes: Notes,
    pub(crate) results: Results,
}

impl Done {
    /// Returns about how many bytes the results and the reasons have.
    pub(crate) fn bytes(&self) -> usize {
        /// The assumed number of bytes of the reason why a line is bad, and of a position with its labels.
        const REASON: usize = 120;
        const POSITION: usize = 120;
        let results = match &self.results {
            Results::Bytes(bytes) => bytes.capacity(),
            Results::Table(table) => self.positions * (POSITION + 8 * table.1.len()),
            Results::Totals(_) | Results::Heat(_) | Results::Unfit(..) => 0,
        };
        results + self.reasons.len() * REASON
    }
}

/// The results for the positions of a chunk.
pub(crate) enum Results {
    Bytes(Vec<u8>),
    Totals(Vec<Totals>),
    Heat(Vec<Numbers>),
    /// The positions with their labels, and the values of each feature.
    Table(Box<(Batch, Vec<ValueColumn>)>),
    /// The place of a position in the chunk, and the reason why the output format cannot hold this position.
    Unfit(usize, Wrong),
}

/// Numbers of positions in a chunk or in the whole output.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The number of positions that are left out because their result is unknown.
    pub(super) without_result: usize,
    /// The number of positions that are written without the operations of their lines.
    pub(super) without_operations: usize,
    /// The number of positions whose operations are not read, because the lines are in a column.
    pub(super) unread_operations: usize,
    /// The number of positions of games that get the score 0 because no option sets the score.
    pub(super) score_0: usize,
}

impl Notes {
    pub(super) fn add(&mut self, more: &Self) {
        self.without_result += more.without_result;
        self.without_operations += more.without_operations;
        self.unread_operations += more.unread_operations;
        self.score_0 += more.score_0;
    }

    /// Prints a line to standard error for each number that is not 0.
    pub(super) fn print(&self) {
        let Self { without_result, without_operations, unread_operations, score_0 } = self;
        for (number, what) in [
            (without_result, "left out because the result is unknown"),
            (without_operations, "written without operations, which only epd has"),
            (unread_operations, "written without operations, which are not read from a column of FENs"),
            (score_0, "written with the score 0, because games have no scores; --score N gives another"),
        ] {
            if *number > 0 {
                let noun = if *number == 1 { "position" } else { "positions" };
                let _ = writeln!(io::stderr(), "{number} {noun} {what}");
            }
        }
    }
}
