//! Reads games from a column of moves.

use std::borrow::Cow;

use anyhow::{Result, anyhow};
use arrow_array::cast::AsArray;
use arrow_array::{Array, downcast_integer_array};
use arrow_schema::DataType;
use indicatif::ProgressBar;
use setwise_arrow::{ColumnSelection, Error, ReadOptions, Source};
use setwise_games::Detail;

use super::read::{Reader, named, open_with};
use super::rows::Rows;
use crate::args::Reading;
use crate::chunk::{Chunks, Data};
use crate::formats::Format;
use crate::game_rows::{GameColumns, GameRows};

/// The number of games that are read at a time. A game has about a hundred positions.
const GAMES: usize = 1 << 7;

/// Opens a file to read its column of moves and the columns of tags.
pub(super) fn open(
    format: Format,
    name: &str,
    reading: &Reading,
    details: &[Detail],
    bar: &ProgressBar,
) -> Result<Chunks> {
    let open = |others| {
        let options = ReadOptions {
            source: Source::None,
            others,
            rows_per_batch: GAMES,
            skip_bad: true,
            ..ReadOptions::default()
        };
        open_with(format, name, &options)?.map_err(|error| named(name, &error))
    };
    let schema = open(ColumnSelection::All)?.schema();
    let names: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
    let has_text = |n: usize| is_text(schema.field(n).data_type());
    let columns = GameColumns::find(&names, reading, details, has_text).map_err(|wanted| {
        anyhow!("{name}: no column '{wanted}'; the columns are {}; --moves-column names one of them", names.join(", "))
    })?;
    let check = |column: usize, is_right: bool, expected| {
        let found = schema.field(column).data_type().clone();
        let error = || named(name, &Error::Type { name: names[column].clone(), expected, found });
        if is_right { Ok(()) } else { Err(error()) }
    };
    let moves = schema.field(columns.moves).data_type();
    check(columns.moves, is_text(moves) || is_list(moves), "a text or a list of texts")?;
    for &(_, column) in &columns.tags {
        check(column, has_text(column) || schema.field(column).data_type().is_integer(), "a text or a whole number")?;
    }
    let mut wanted: Vec<usize> = columns.tags.iter().map(|(_, column)| *column).chain([columns.moves]).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let input = open(ColumnSelection::Named(wanted.iter().map(|column| names[*column].clone()).collect()))?;
    let name_of = |column: usize| names[column].clone();
    let columns = (name_of(columns.moves), columns.tags.iter().map(|(tag, n)| (tag.clone(), name_of(*n))).collect());
    let mut reader = Reader::new(&input, name, reading, bar)?;
    let mut first = 1;
    Ok(Box::new(move || {
        let Some(rows) = reader.next()? else { return Ok(None) };
        let games = games(&rows, first, &columns);
        first = games.next();
        Ok(Some(Data::Games(games)))
    }))
}

/// The name of the column of moves, and each tag with the name of its column.
type Named = (String, Vec<(String, String)>);

/// Returns the games of some rows. The first has the number `first_game`.
fn games(Rows { rows, group, first, .. }: &Rows, first_game: usize, (moves, tags): &Named) -> GameRows {
    let mut games = GameRows { place: format!(" row group {group}, row "), ..GameRows::new(first_game) };
    let column = |name: &str| rows.column_by_name(name).expect("a column that was selected");
    for row in 0..rows.num_rows() {
        let values: Vec<_> = tags.iter().map(|(tag, name)| (&tag[..], value(column(name), row))).collect();
        let tags = values.iter().filter_map(|(tag, value)| Some((*tag, value.as_deref()?)));
        games.push(first + row, tags, moves_of(column(moves), row));
    }
    games
}

/// Returns the parts of the moves in a row: one text, or the texts of a list.
fn moves_of(column: &dyn Array, row: usize) -> Result<Vec<&[u8]>, String> {
    if column.is_null(row) {
        return Err("the moves are null".to_string());
    }
    let (texts, range) = match column.data_type() {
        DataType::List(_) => {
            let list = column.as_list::<i32>();
            (list.values(), list.value_offsets()[row] as usize..list.value_offsets()[row + 1] as usize)
        }
        DataType::LargeList(_) => {
            let list = column.as_list::<i64>();
            (list.values(), list.value_offsets()[row] as usize..list.value_offsets()[row + 1] as usize)
        }
        _ => return Ok(vec![text(column, row).as_bytes()]),
    };
    let null = |n: usize| format!("move {} of the list is null", n - range.start + 1);
    let part = |n: usize| if texts.is_null(n) { Err(null(n)) } else { Ok(text(texts, n).as_bytes()) };
    range.clone().map(part).collect()
}

/// Returns the value of a tag in a row, or `None` if it is null.
fn value(column: &dyn Array, row: usize) -> Option<Cow<'_, str>> {
    (!column.is_null(row)).then(|| {
        downcast_integer_array! {
            column => column.value(row).to_string().into(),
            _ => text(column, row).into(),
        }
    })
}

/// Returns the text in a row of a column for which [`is_text`] holds.
fn text(column: &dyn Array, row: usize) -> &str {
    match column.data_type() {
        DataType::LargeUtf8 => column.as_string::<i64>().value(row),
        DataType::Utf8View => column.as_string_view().value(row),
        _ => column.as_string::<i32>().value(row),
    }
}

fn is_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn is_list(data_type: &DataType) -> bool {
    matches!(data_type, DataType::List(item) | DataType::LargeList(item) if is_text(item.data_type()))
}
