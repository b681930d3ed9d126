//! `setwise show`: draws a feature.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use setwise::Bitboard;
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::placement::Placement;
use setwise_positions::{Columns, Rules, read_line};

use crate::args::Show;
use crate::board::Board;
use crate::input::STDIN;
use crate::output::{stdout, write_file};
use crate::parse::{pieces_of, set};
use crate::sets::SetFeature;
use crate::usage::usage;

/// Runs `setwise show`.
pub(crate) fn run(args: &Show) -> Result<()> {
    let (value, is_number, pieces) = value(args)?;
    let mut title = format!("{} of {}", args.feature, args.board.join(" "));
    let mut board = Board { pieces, marked: Bitboard(value), ..Board::default() };
    if is_number {
        title += &format!(": {value}");
        board.marked = Bitboard::EMPTY;
    }
    match &args.svg {
        Some(file) if file == Path::new(STDIN) => return Ok(stdout()?.write_all(board.svg(&title).as_bytes())?),
        Some(file) => write_file(file, &board.svg(&title))?,
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
