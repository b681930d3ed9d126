//! The inputs of a pattern, either given one by one or taken from a position.

use anyhow::Result;
use setwise::Bitboard;
use setwise_ir::{Inputs, Pattern, Record};
use setwise_positions::placement::Placement;
use setwise_positions::{Rules, read_line};

use crate::args::Explain;
use crate::board::Board;
use crate::failure::usage;
use crate::parse::{pieces_of, set, square};

/// Returns the inputs of a pattern, and the board on which every step is drawn.
pub(super) fn inputs(pattern: Pattern, args: &Explain) -> Result<(Vec<u64>, Board)> {
    let names = pattern.inputs();
    let text = args.board.join(" ");
    if text.contains('/') {
        return of_position(pattern, &text, args.any_pieces);
    }
    // With one input, several arguments are its squares.
    let words = if names.len() == 1 { vec![text] } else { args.board.clone() };
    if words.len() != names.len() {
        let inputs = names.join(", ");
        let (needed, given) = (names.len(), words.len());
        let or_fen = if pattern.takes_sets() { ", or a position as FEN" } else { "" };
        return Err(usage(format!(
            "{pattern} has {needed} inputs ({inputs}), not {given}; give {}{or_fen}",
            expected(pattern)
        )));
    }
    let values: Vec<u64> = words.iter().enumerate().map(|(n, word)| value(pattern, n, word)).collect::<Result<_>>()?;
    let of_pieces = matches!(names[0], "knights" | "leapers" | "kings" | "king");
    let board = if of_pieces {
        Board { pieces: pieces_of(values[0], names[0]), ..Board::default() }
    } else {
        Board { circles: Bitboard(values[0]), ..Board::default() }
    };
    Ok((values, board))
}

/// Takes the inputs of a pattern from a position.
fn of_position(pattern: Pattern, text: &str, any_pieces: bool) -> Result<(Vec<u64>, Board)> {
    let rules = if any_pieces { Rules::AnyPieces } else { Rules::AnyKings };
    let position =
        read_line(text.as_bytes(), rules).map_err(|reason| usage(format!("'{text}' is not a position: {reason}")))?;
    let Placement { kinds, sides } = position.placement;
    let inputs = pattern.inputs_of(&kinds, &sides).ok_or_else(|| {
        let (inputs, expected) = (pattern.inputs().join(", "), expected(pattern));
        usage(format!("the inputs of {pattern} ({inputs}) cannot be taken from a position; give {expected}"))
    })?;
    Ok((inputs, Board { pieces: position.placement, ..Board::default() }))
}

/// Returns the value of an input.
fn value(pattern: Pattern, input: usize, text: &str) -> Result<u64> {
    let is_last = input + 1 == pattern.inputs().len();
    match pattern.inputs_are() {
        Inputs::SetsAndNumber | Inputs::SetsAndFlag if is_last => {
            text.parse().map_err(|_| usage(format!("{}: '{text}' is not a number", pattern.inputs()[input])))
        }
        Inputs::Squares => square(text)
            .map(|square| square.bitboard().0)
            .ok_or_else(|| usage(format!("{}: '{text}' is not a square", pattern.inputs()[input]))),
        _ if text == "-" => Ok(0),
        _ => set(text),
    }
}

/// Returns a phrase that says how the inputs are written.
fn expected(pattern: Pattern) -> &'static str {
    match pattern.inputs_are() {
        Inputs::Sets | Inputs::FixedNumber => "squares or - for each",
        Inputs::SetsAndNumber => "squares or - for each set, and a number for the last input",
        Inputs::SetsAndFlag => "squares or - for each set, and 1 or 0 for the last input",
        Inputs::Squares => "a square for each",
    }
}
