//! `setwise show`: draws the results of a pattern for given inputs, or a feature of a position.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use setwise::{Backend, Bitboard};
use setwise_patterns::{Pattern, UnknownName};
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::{Columns, ColumnsRef, Rights, RightsRow};

use crate::args::Show;
use crate::board::{Board, pictures};
use crate::failure::usage;
use crate::formats::STDIN;
use crate::output::write_text;
use crate::parse::{piece_of, position};
use crate::pattern::{InputKind, compute, given_inputs, input_kinds};
use crate::standard_output::stdout;

/// A result: its name, its value, and whether it is a set.
struct Shown {
    name: String,
    value: u64,
    is_set: bool,
}

pub(crate) fn run(args: &Show) -> Result<()> {
    let backend = args.backend.get()?;
    let text = args.board.join(" ");
    let is_position = text.contains('/');
    // A pattern and a feature may have the same name. If a position is given, the name denotes the feature.
    let (results, board) = match (args.name.parse::<Pattern>(), args.name.parse::<Feature>()) {
        (Ok(pattern), _) if !is_position => of_pattern(pattern, backend, &args.board)?,
        (_, Ok(feature)) => of_feature(feature, backend, args, &text)?,
        (Ok(pattern), _) => {
            let inputs = pattern.inputs().join(", ");
            return Err(usage(format!("{pattern} is a pattern: it takes its inputs ({inputs}), not a position")));
        }
        (Err(_), Err(_)) => return Err(usage(unknown(&args.name))),
    };
    let title = format!("{} of {text}", args.name);
    if let Some(file) = &args.svg {
        write_text(file, &svg(&title, &results, board))?;
        if file == Path::new(STDIN) {
            return Ok(());
        }
    }
    for Shown { name, value, is_set } in &results {
        if results.len() > 1 {
            writeln!(stdout()?, "{name}:")?;
        }
        if *is_set { marked(board, *value).draw()? } else { writeln!(stdout()?, "{value}")? }
    }
    Ok(())
}

fn marked(board: Board, set: u64) -> Board {
    Board { marked: Bitboard(set), ..board }
}

/// Returns the picture of all results. For a number, no squares are marked.
fn svg(title: &str, results: &[Shown], board: Board) -> String {
    let set_of = |shown: &Shown| if shown.is_set { shown.value } else { 0 };
    match results {
        [shown] if shown.is_set => marked(board, shown.value).svg(title),
        [shown] => board.svg(&format!("{title}: {}", shown.value)),
        several => {
            let boards: Vec<_> =
                several.iter().map(|shown| (shown.name.clone(), marked(board, set_of(shown)))).collect();
            pictures(title, &boards, "")
        }
    }
}

/// Returns the error for a name that is neither a pattern nor a feature.
fn unknown(name: &str) -> UnknownName {
    let patterns = Pattern::ALL.iter().map(ToString::to_string);
    let names: Vec<String> = patterns.chain(Feature::all().map(|feature| feature.to_string())).collect();
    UnknownName::new("pattern or feature", name, &names)
}

/// Returns the results of a pattern, and the board on which its inputs are drawn.
fn of_pattern(pattern: Pattern, backend: Backend, arguments: &[String]) -> Result<(Vec<Shown>, Board)> {
    let columns: Vec<Vec<u64>> =
        given_inputs(pattern.into(), arguments, "")?.into_iter().map(|word| vec![word]).collect();
    let values = compute(pattern, backend, &columns);
    let results = pattern.full_result_names().into_iter().zip(values).zip(pattern.kinds());
    let shown = results.map(|((name, value), kind)| Shown { name, value: value[0], is_set: kind.is_set() });
    Ok((shown.collect(), board_of(pattern, &columns)))
}

/// Returns the board on which the inputs are drawn. A set that is named after a kind of piece is drawn as pieces of
/// this kind. Other sets, and squares, are drawn as circles. Numbers and flags are not drawn.
fn board_of(pattern: Pattern, columns: &[Vec<u64>]) -> Board {
    let mut board = Board::default();
    let own = usize::from(pattern.name().starts_with("black_"));
    for ((name, kind), column) in pattern.inputs().iter().zip(input_kinds(pattern)).zip(columns) {
        match (piece_of(name), kind) {
            (Some(piece), InputKind::Set) => {
                board.pieces.kinds[piece] |= column[0];
                board.pieces.sides[own ^ usize::from(name.starts_with("their_"))] |= column[0];
            }
            (None, InputKind::Set | InputKind::Square) => board.circles |= Bitboard(column[0]),
            _ => {}
        }
    }
    board
}

/// Returns the value of a feature, and the board of the position.
fn of_feature(feature: Feature, backend: Backend, args: &Show, text: &str) -> Result<(Vec<Shown>, Board)> {
    let position = position(text, args.any_pieces)?;
    let columns: Columns = [position].into_iter().collect();
    let rights = RightsRow::read(text.as_bytes(), &position.placement)
        .map_err(|reason| usage(format!("'{text}' is not a position: {reason}")))?;
    let rights: Rights = [rights].into_iter().collect();
    let positions = ColumnsRef::from(&columns).with_rights(&rights);
    let mut value = 0;
    Evaluator::new(backend, &[feature]).for_each_block(positions, |_, values| value = values[0][0]);
    let shown = Shown { name: feature.to_string(), value, is_set: !feature.is_number() };
    Ok((vec![shown], Board { pieces: position.placement, ..Board::default() }))
}
