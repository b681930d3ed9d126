//! Files of games in PGN as tables. Each position of a game is a row. A game with an error is always an error of the query: a
//! row of nulls would not say where the game ends.

use std::io::Read;
use std::sync::Arc;

use arrow::array::{ArrayRef, Int64Array, StringArray, UInt8Array, UInt32Array, UInt64Array};
use arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::{Result, plan_err};
use setwise_arrow::{Layout, batch};
use setwise_games::{Castling, Detail, DetailColumn, GameChunk, GameChunks, Plies, Reader, Selection, TagsSeen};
use setwise_positions::packed::{Labels, NO_RESULT};

use super::query::{Each, known_field};

/// The columns after those of the position, apart from the details.
const NUMBERS: [&str; 7] =
    ["result", "halfmove_clock", "fullmove_number", "en_passant", "unmoved_rooks", "game", "ply"];

/// The further columns that the user has named, and how games are read.
#[derive(Debug)]
pub(super) struct Options {
    details: Vec<Detail>,
    unfinished: bool,
    castling: Castling,
}

/// Returns the options and the schema of a table. `details` lists further columns, separated by commas: tags such as
/// `WhiteElo`, and `move`, `uci`, `clock_ms` and `eval_cp`. `options` are `unfinished`, which accepts games without a result,
/// and `chess960`, which plays all games as Chess960. A tag that no game in any file has is an error of the query.
pub(super) fn options(details: &str, options: &str) -> Result<(Options, Schema)> {
    let details: Vec<Detail> = names(details).map(Detail::named).collect();
    let (mut unfinished, mut castling) = (false, Castling::Standard);
    for option in names(options) {
        match option {
            "unfinished" => unfinished = true,
            "chess960" => castling = Castling::Chess960,
            _ => return plan_err!("read_pgn: unknown option '{option}', expected unfinished or chess960"),
        }
    }
    let mut fields = setwise_arrow::schema(Layout::Absolute).fields().to_vec();
    fields.extend(NUMBERS.map(|name| Arc::new(known_field(name).with_nullable(name == "result"))));
    for detail in &details {
        let data_type = if detail.is_text() { DataType::Utf8 } else { DataType::Int64 };
        if fields.iter().any(|field| field.name() == detail.name()) {
            return plan_err!("read_pgn: the column {} occurs twice", detail.name());
        }
        fields.push(Arc::new(Field::new(detail.name(), data_type, true)));
    }
    Ok((Options { details, unfinished, castling }, Schema::new(fields)))
}

/// Returns the names in a text, which commas separate.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// Reads a file. Returns the tags of the games, unless `each` has ended reading.
pub(super) fn read(options: &Options, mut file: Box<dyn Read>, each: Each<'_>) -> Result<Option<TagsSeen>, String> {
    let (mut chunks, mut chunk) = (GameChunks::default(), GameChunk::default());
    let reader = Reader::new(Selection::default()).with_unfinished(options.unfinished).with_castling(options.castling);
    let tags = options.details.iter().filter_map(|detail| match detail {
        Detail::Tag(tag) => Some(tag.clone()),
        _ => None,
    });
    let mut reader = reader.with_details(&options.details).noting_tags(tags);
    while chunks.read_from(&mut file, &mut chunk).map_err(|error| error.to_string())? {
        let (mut plies, mut first_bad) = (Plies::default(), None);
        reader.append(&chunk, &mut plies, |bad| {
            first_bad.get_or_insert_with(|| format!("line {}: {bad}", bad.place()));
        });
        if let Some(bad) = first_bad {
            return Err(format!("{bad} (setwise convert --skip-bad-games leaves such games out)"));
        }
        let rows = plies.len();
        if rows > 0 && !each(&columns(plies), rows) {
            return Ok(None);
        }
    }
    Ok(Some(reader.tags().clone()))
}

/// Returns the columns of the schema.
fn columns(plies: Plies) -> Vec<ArrayRef> {
    let Plies { columns, labels, game, ply, details } = plies;
    let Labels { result, halfmove_clock, fullmove_number, en_passant, unmoved_rooks, .. } = labels;
    let numbers: [ArrayRef; NUMBERS.len()] = [
        Arc::new(result.into_iter().map(|result| (result != NO_RESULT).then_some(result)).collect::<UInt8Array>()),
        Arc::new(UInt32Array::from(halfmove_clock)),
        Arc::new(UInt32Array::from(fullmove_number)),
        Arc::new(UInt8Array::from(en_passant)),
        Arc::new(UInt64Array::from(unmoved_rooks)),
        Arc::new(UInt32Array::from(game)),
        Arc::new(UInt32Array::from(ply)),
    ];
    let details = details.into_iter().map(|column| -> ArrayRef {
        match column {
            DetailColumn::Text(texts) => Arc::new(StringArray::from_iter(texts)),
            DetailColumn::Number(numbers) => Arc::new(Int64Array::from(numbers)),
        }
    });
    batch(columns).columns().iter().cloned().chain(numbers).chain(details).collect()
}
