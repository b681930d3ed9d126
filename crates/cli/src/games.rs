//! Whole games as rows: `setwise convert --games`.
//!
//! The reader of games returns a row for each position. The row of the start of a game has its tags, and every other row
//! has the move that led to its position. The rows of a game are therefore collected into one row.

use anyhow::Result;
use setwise_games::{Detail, DetailColumn};
use setwise_positions::FILE;

use crate::args::Reading;
use crate::batch::Batch;
use crate::failure::usage;
use crate::formats::{Format, MOVES};
use crate::input::Inputs;
use crate::rows::{Form, RowFormat, Rows};
use crate::tables::TableSchema;

/// The tags that are always written: those that PGN requires, and those that determine what the moves mean.
pub(crate) const TAGS: [&str; 9] = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "Variant"];

/// Returns the columns of whole games in a columnar format, or `None` for comma-separated values. Adds the tags that are
/// always written to the details of the inputs.
pub(crate) fn schema(inputs: &mut Inputs, reading: &Reading, format: Format) -> Result<Option<TableSchema>> {
    if !inputs.games || !inputs.files.iter().all(|input| input.games) {
        return Err(usage("--games is for games as text, and no input has games as text"));
    }
    if reading.plies.is_for_positions() || !reading.conditions.is_empty() {
        return Err(usage("--games writes whole games: only --tags and --limit choose what is written"));
    }
    if inputs.details.iter().any(|detail| detail.name() == MOVES) {
        return Err(usage(format!("--tags: {MOVES:?} cannot be the name of a further column")));
    }
    let always = TAGS.map(|name| Detail::Tag(name.to_string()));
    inputs.details.retain(|detail| !always.contains(detail));
    inputs.details.splice(..0, always);
    match format {
        Format::Parquet | Format::Arrow => Ok(Some(TableSchema {
            labels: inputs.labels.iter().copied().filter(|name| [FILE, "game"].contains(name)).collect(),
            details: inputs.details.clone(),
            moves: true,
            ..TableSchema::default()
        })),
        Format::Csv => Ok(None),
        _ => Err(usage(format!("games are written as csv, parquet or arrow, not as {format}"))),
    }
}

/// Returns what must be read for each position: the tags, and the move that led to the position.
pub(crate) fn details(inputs: &Inputs) -> Vec<Detail> {
    inputs.details.iter().cloned().chain([Detail::Uci]).collect()
}

/// Replaces the rows of each game by one row: that of its start, with the list of its moves. The moves are the last of the
/// details.
pub(crate) fn collect(batch: &mut Batch) {
    let Some(DetailColumn::Text(moves)) = batch.details.pop() else { return };
    let starts: Vec<usize> = (0..batch.len()).filter(|n| batch.ply[*n] == 0).collect();
    batch.select(&starts);
    let ends = starts.iter().skip(1).copied().chain([moves.len()]);
    let of_game = |(start, end): (&usize, usize)| moves[start + 1..end].iter().flatten().cloned().collect();
    batch.moves = starts.iter().zip(ends).map(of_game).collect();
}

/// Returns the names of the columns of rows of comma-separated values.
pub(crate) fn columns(Inputs { labels, details, .. }: &Inputs) -> Vec<String> {
    let file = labels.iter().filter(|name| **name == FILE).copied();
    file.chain(["game"]).chain(details.iter().map(Detail::name)).chain([MOVES]).map(String::from).collect()
}

/// Returns the games of a batch as rows of comma-separated values. The moves are separated by spaces.
pub(crate) fn rows(batch: &Batch) -> Vec<u8> {
    let mut rows = Rows::new(RowFormat::Csv, Form::Sets, &[]);
    for (n, moves) in batch.moves.iter().enumerate() {
        batch.push_file(&mut rows);
        rows.number(Some(i64::from(batch.game[n])));
        batch.push_details(&mut rows, n);
        rows.text(|out| out.extend_from_slice(moves.join(" ").as_bytes()));
        rows.end();
    }
    rows.into_bytes()
}
