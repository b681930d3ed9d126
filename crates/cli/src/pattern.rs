//! Computes patterns on columns, and parses and prints their inputs.

use anyhow::Result;
use setwise::{Backend, ResultKind, Square};
use setwise_expressions::compute_pattern;
use setwise_ir::BoundPattern;
use setwise_patterns::{Inputs, Pattern};
use setwise_positions::features::Feature;

use crate::failure::usage;
use crate::parse::{hexadecimal, is_squares_in_a_row, set, square};
use crate::rows::{push_number, push_set};

/// Returns the error for a name that is not a pattern. If the name is a feature, the error says so. Otherwise its
/// message is `unknown`.
pub(crate) fn not_a_pattern(name: &str, unknown: impl ToString) -> anyhow::Error {
    match name.parse::<Feature>() {
        Ok(feature) => usage(format!(
            "{feature} is a feature: it takes a position, with `setwise show` or `setwise positions`, not the inputs of a pattern"
        )),
        Err(_) => usage(unknown),
    }
}

/// The kind of an input of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputKind {
    Set,
    Square,
    Number,
    Flag,
}

pub(crate) fn input_kinds(pattern: Pattern) -> Vec<InputKind> {
    let (first, last) = match pattern.inputs_are() {
        Inputs::Sets => (InputKind::Set, InputKind::Set),
        Inputs::SetsAndNumber => (InputKind::Set, InputKind::Number),
        Inputs::SetsAndFlag => (InputKind::Set, InputKind::Flag),
        Inputs::Squares => (InputKind::Square, InputKind::Square),
    };
    let mut kinds = vec![first; pattern.inputs().len()];
    kinds[pattern.inputs().len() - 1] = last;
    kinds
}

impl InputKind {
    /// Returns the kind as a word, such as `set`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Square => "square",
            Self::Number => "number",
            Self::Flag => "flag",
        }
    }

    /// Parses an input as a word for a kernel. A square becomes the set that contains only this square.
    ///
    /// The prefix `0x` of a set is required if the digits could be names of squares. Without this rule, `b1`, typed to
    /// mean the square, would be read as the set `0xb1`.
    pub(crate) fn parse(self, text: &str) -> Result<u64, String> {
        match self {
            Self::Set => match hexadecimal(text) {
                None => Err("not a set: expected 1 to 16 hexadecimal digits, with or without 0x".to_string()),
                Some(_) if is_squares_in_a_row(text) => {
                    Err(format!("'{text}' could be squares: write 0x{text} for the hexadecimal set"))
                }
                Some(set) => Ok(set),
            },
            Self::Square => {
                let number =
                    || decimal(text).and_then(|number| Square::ALL.get(usize::try_from(number).ok()?).copied());
                let square = square(text).or_else(number);
                square
                    .map(|square| square.bitboard().0)
                    .ok_or("not a square: expected a1 to h8, or 0 to 63".to_string())
            }
            Self::Number => decimal(text).ok_or("not a number: expected decimal digits, less than 2^64".to_string()),
            Self::Flag => match text {
                "0" => Ok(0),
                "1" => Ok(1),
                _ => Err("not a flag: expected 0 or 1".to_string()),
            },
        }
    }

    /// Appends the text for a word that [`parse`](Self::parse) returned.
    pub(crate) fn push(self, out: &mut Vec<u8>, word: u64) {
        match self {
            Self::Set => push_set(out, word),
            Self::Square => {
                let square = Square::ALL[word.trailing_zeros() as usize];
                out.extend_from_slice(square.to_string().as_bytes());
            }
            Self::Number | Self::Flag => push_number(out, word),
        }
    }
}

fn decimal(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Parses the inputs of a pattern from arguments. The argument `-` is an empty set. If the pattern has only one input,
/// all arguments together are this input. `or` is appended to the error message, and names what may be given instead of
/// the inputs.
pub(crate) fn given_inputs(pattern: BoundPattern, arguments: &[String], or: &str) -> Result<Vec<u64>> {
    let names = pattern.inputs();
    let texts = if names.len() == 1 { vec![arguments.join(" ")] } else { arguments.to_vec() };
    if texts.len() != names.len() {
        let (needed, given, inputs) = (names.len(), texts.len(), names.join(", "));
        let expected = expected(pattern);
        return Err(usage(format!("{pattern} has {needed} inputs ({inputs}), not {given}; give {expected}{or}")));
    }
    let word = |((text, kind), name): ((&String, InputKind), &&str)| match kind {
        InputKind::Set if text == "-" => Ok(0),
        InputKind::Set => set(text),
        _ => kind.parse(text).map_err(|reason| usage(format!("{name}: '{text}' is {reason}"))),
    };
    texts.iter().zip(input_kinds(pattern.pattern())).zip(names).map(word).collect()
}

/// Returns a phrase for error messages that describes how to write the inputs as arguments.
pub(crate) fn expected(pattern: BoundPattern) -> &'static str {
    match pattern.pattern().inputs_are() {
        _ if pattern.takes_sets() => "squares or - for each",
        Inputs::Sets | Inputs::SetsAndNumber => "squares or - for each set, and a number for the last input",
        Inputs::SetsAndFlag => "squares or - for each set, and 1 or 0 for the last input",
        Inputs::Squares => "a square for each",
    }
}

/// Returns whether all results are sets.
pub(crate) fn gives_sets(pattern: Pattern) -> bool {
    pattern.kinds().iter().all(|kind: &ResultKind| kind.is_set())
}

/// Computes the results of a pattern from the first columns of `inputs`, which must have equal lengths.
pub(crate) fn compute(pattern: Pattern, backend: Backend, inputs: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let inputs: Vec<&[u64]> = inputs[..pattern.inputs().len()].iter().map(Vec::as_slice).collect();
    let mut outputs = vec![vec![0; inputs[0].len()]; pattern.results().len()];
    let mut columns: Vec<&mut [u64]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
    compute_pattern(backend, pattern, &inputs, &mut columns);
    outputs
}
