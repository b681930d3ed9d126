//! `setwise explain`: shows every step of a formula for one board.
//!
//! The operations of the formula are recorded while the formula runs on the given board. A loop is therefore recorded
//! with the number of rounds that this board needs. Each input and each recorded operation is a step with one line of
//! text. The SVG picture has a board for every step. The text has a board only for a step whose value is a set with at
//! least one square.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use setwise::Bitboard;
use setwise_expressions::Type;
use setwise_ir::{BoundPattern, Program, Step};
use setwise_positions::features::Feature;
use setwise_positions::placement::Placement;

use crate::args::Explain;
use crate::board::{Board, described, pictures};
use crate::expressions::{described_value, values_of_parts};
use crate::failure::usage;
use crate::formats::STDIN;
use crate::output::write_text;
use crate::parse::{pieces_of, position};
use crate::pattern::{expected, given_inputs, not_a_pattern};
use crate::standard_output::stdout;

pub(crate) fn run(args: &Explain) -> Result<()> {
    let is_position = args.board.join(" ").contains('/');
    let (steps, last) = match args.kernel.parse::<BoundPattern>() {
        Err(_) if is_position => parts(args)?,
        // The inputs of this pattern are more than a position, but the feature of the same name takes a position.
        Ok(pattern) if is_position && !pattern.takes_sets() && args.kernel.parse::<Feature>().is_ok() => parts(args)?,
        pattern => {
            let pattern = pattern.map_err(|error| not_a_pattern(&args.kernel, error))?;
            let (boards, drawn) = inputs(pattern, args)?;
            let program = pattern.record_on(args.spread, &boards)?;
            (steps(&program, &boards, drawn), last_lines(pattern, &program, &boards))
        }
    };
    if let Some(file) = &args.svg {
        let picture = pictures(&format!("{} of {}", args.kernel, args.board.join(" ")), &steps, &last);
        write_text(file, &picture)?;
        if file == Path::new(STDIN) {
            return Ok(());
        }
    }
    draw(&steps, &last)
}

/// Returns the line of text and the board of each part of an expression, and the line for the whole expression.
fn parts(args: &Explain) -> Result<(Vec<(String, Board)>, String)> {
    let text = args.board.join(" ");
    let position = position(&text, args.any_pieces)?;
    let mut parts: Vec<(String, Board)> = Vec::new();
    let mut last = String::new();
    for (part, kind, word) in values_of_parts(&args.kernel, &text, &position)? {
        let value = described_value(kind, word);
        let marked = if kind == Type::Set { Bitboard(word) } else { Bitboard::EMPTY };
        last = format!("{part}: {value}\n");
        if part.parse::<i64>().is_ok() {
            continue;
        }
        let part = (format!("{part} = {value}"), Board { pieces: position.placement, marked, ..Board::default() });
        if !parts.iter().any(|(known, _)| *known == part.0) {
            parts.push(part);
        }
    }
    Ok((parts, last))
}

/// Returns the inputs of a pattern, and the board on which the steps are drawn. The inputs are given one by one or
/// taken from a position.
fn inputs(pattern: BoundPattern, args: &Explain) -> Result<(Vec<u64>, Board)> {
    let (names, text) = (pattern.inputs(), args.board.join(" "));
    if !text.contains('/') {
        let or = if pattern.takes_sets() { ", or a position as FEN" } else { "" };
        let values = given_inputs(pattern, &args.board, or)?;
        let board = if matches!(names[0], "knights" | "leapers" | "kings" | "king") {
            Board { pieces: pieces_of(values[0], names[0]), ..Board::default() }
        } else {
            Board { circles: Bitboard(values[0]), ..Board::default() }
        };
        return Ok((values, board));
    }
    let pieces = position(&text, args.any_pieces)?.placement;
    let Placement { kinds, sides } = &pieces;
    let inputs = pattern.inputs_of(kinds, sides).ok_or_else(|| {
        let (inputs, expected) = (names.join(", "), expected(pattern));
        usage(format!("the inputs of {pattern} ({inputs}) cannot be taken from a position; give {expected}"))
    })?;
    Ok((inputs, Board { pieces, ..Board::default() }))
}

/// Returns the line of text and the board of each step. If the value of a step is a number, no squares are marked.
fn steps(program: &Program, boards: &[u64], drawn: Board) -> Vec<(String, Board)> {
    let steps = program.steps(boards).into_iter();
    let marked = |step: &Step| if step.is_number { Bitboard::EMPTY } else { Bitboard(step.word) };
    steps.map(|step| (step.text.clone(), Board { marked: marked(&step), ..drawn })).collect()
}

/// Prints the steps, then `last`. If the value of a step is an empty set or a number, only its line of text is printed.
fn draw(steps: &[(String, Board)], last: &str) -> Result<()> {
    for (title, board) in steps {
        writeln!(stdout()?, "{title}")?;
        if !board.marked.is_empty() {
            board.draw()?;
        }
        writeln!(stdout()?)?;
    }
    Ok(stdout()?.write_all(last.as_bytes())?)
}

/// Returns a line for each result, and a last line with the number of operations and the depth.
fn last_lines(pattern: BoundPattern, program: &Program, boards: &[u64]) -> String {
    let mut lines = String::new();
    for (((name, value), word), kind) in program.results().zip(program.run(boards)).zip(pattern.pattern().kinds()) {
        let found = if kind.is_set() { described(Bitboard(word)) } else { word.to_string() };
        let value = program.value_name(value);
        let equal = if value == name { String::new() } else { format!(" = {value}") };
        let _ = writeln!(lines, "{name}{equal}: {found}");
    }
    lines + &program.measure() + "\n"
}
