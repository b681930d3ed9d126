//! `setwise show`: draws a feature.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use setwise::Bitboard;
use setwise_files::write_whole;
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::placement::Placement;
use setwise_positions::{Columns, Rules, read_line};

use crate::args::Show;
use crate::board::Board;
use crate::input::STDIN;
use crate::output::{cannot_write, stdout};
use crate::parse::{hexadecimal, is_squares_in_a_row, square, squares};
use crate::sets::SetFeature;
use crate::usage::usage;

/// Runs `setwise show`.
pub(crate) fn run(args: &Show) -> Result<()> {
    let (value, is_number, pieces) = value(args)?;
    let mut title = format!("{} of {}", args.feature, args.board.join(" "));
    let mut board = Board { pieces, marked: Bitboard(value) };
    if is_number {
        title += &format!(": {value}");
        board.marked = Bitboard::EMPTY;
    }
    match &args.svg {
        Some(file) if file == Path::new(STDIN) => return Ok(stdout()?.write_all(board.svg(&title).as_bytes())?),
        Some(file) => {
            write_whole(file, &board.svg(&title)).map_err(|error| cannot_write(file, &error))?;
        }
        None => {}
    }
    if is_number { Ok(writeln!(stdout()?, "{value}")?) } else { board.draw() }
}

/// Returns the value of the feature, whether it is a number, and the pieces on the board.
fn value(args: &Show) -> Result<(u64, bool, Placement)> {
    let backend = args.backend.get()?;
    let board = args.board.join(" ");
    if let Some(feature) = SetFeature::named(&args.feature) {
        let set = set(&board)?;
        let mut out = [0];
        (feature.compute)(backend, &[set], &mut out);
        return Ok((out[0], feature.is_number, pieces_of(set, feature.name)));
    }
    let feature: Feature = args
        .feature
        .parse()
        .map_err(|error| usage(format!("{error}; features of sets are {}", SetFeature::names())))?;
    let rules = if args.any_pieces { Rules::AnyPieces } else { Rules::AnyKings };
    let position =
        read_line(board.as_bytes(), rules).map_err(|reason| usage(format!("'{board}' is not a position: {reason}")))?;
    let mut columns = Columns::default();
    columns.push(&position);
    let mut value = 0;
    Evaluator::new(backend, &[feature]).for_each_block(&columns, |_, values| value = values[0][0]);
    Ok((value, feature.is_number(), position.placement))
}

/// Parses names of squares, or a hexadecimal set. A set must begin with `0x`, since its digits may also be names of squares.
fn set(text: &str) -> Result<u64> {
    let is_marked = text.starts_with("0x") || text.starts_with("0X");
    match hexadecimal(text) {
        Some(set) if is_marked => Ok(set),
        None if is_marked => Err(usage(format!("'{text}' is not a set: expected 1 to 16 hexadecimal digits after 0x"))),
        Some(_) if square(text).is_none() && is_squares_in_a_row(text) => {
            Err(usage(format!("'{text}' could be squares or a set: write {} or 0x{text}", with_commas(text))))
        }
        Some(_) if square(text).is_none() => {
            Err(usage(format!("'{text}' is not a square, and a hexadecimal set begins with 0x: write 0x{text}")))
        }
        _ => Ok(squares(text)?.0),
    }
}

/// Inserts commas between squares without separators.
fn with_commas(squares: &str) -> String {
    let names: Vec<String> = squares.as_bytes().chunks(2).map(|name| String::from_utf8_lossy(name).into()).collect();
    names.join(",")
}

/// Returns the set as kings for king patterns, otherwise as knights.
fn pieces_of(set: u64, feature: &str) -> Placement {
    let mut pieces = Placement::default();
    pieces.kinds[if feature.starts_with("king") { 5 } else { 1 }] = set;
    pieces.sides[0] = set;
    pieces
}
