//! Functions that convert sets and squares to text, and text to sets. The texts are names of squares and pictures of
//! boards.

use std::fmt::Write as _;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, StringArray, UInt64Array};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Int64Type};
use datafusion::common::{DataFusionError, Result};
use setwise::{Bitboard, Square};

use crate::function::{Arguments, Function};
use crate::kind::Kind;

pub(crate) fn functions() -> Vec<Function> {
    let set = || vec![vec![("set", Kind::Set)]];
    vec![
        Function::new(
            "board",
            set(),
            DataType::Utf8,
            "draws a board as eight lines of X and ., rank 8 first",
            |arguments| of_sets(arguments, |set| set.to_string()),
        ),
        Function::new("svg_board", set(), DataType::Utf8, "draws a board as an SVG picture", |arguments| {
            of_sets(arguments, svg)
        }),
        Function::new(
            "square_names",
            set(),
            DataType::Utf8,
            "the names of the squares in the set, a1 first, separated by commas",
            |arguments| of_sets(arguments, names),
        ),
        Function::new(
            "square_name",
            vec![vec![("square", Kind::Square)]],
            DataType::Utf8,
            "the name of a square; null for a number that is not a square, such as 64",
            square_name,
        ),
        Function::new(
            "parse_squares",
            vec![vec![("names", Kind::Text)]],
            DataType::UInt64,
            "the set of the squares with these names, separated by commas or spaces",
            parse_squares,
        ),
    ]
}

/// Returns a column with the text of each set. The text of a null set is null.
fn of_sets(arguments: &Arguments, text: impl Fn(Bitboard) -> String) -> Result<ArrayRef> {
    let sets = words(&arguments.arrays[0]);
    Ok(Arc::new(sets.iter().map(|set| set.map(|set| text(Bitboard(set)))).collect::<StringArray>()))
}

/// Returns a column of sets as `UInt64` words with the same bits.
pub(crate) fn words(sets: &ArrayRef) -> UInt64Array {
    match sets.as_primitive_opt::<Int64Type>() {
        Some(signed) => {
            let buffer = signed.values().inner().clone();
            UInt64Array::new(arrow::buffer::ScalarBuffer::new(buffer, 0, signed.len()), signed.nulls().cloned())
        }
        None => sets.as_primitive().clone(),
    }
}

fn names(set: Bitboard) -> String {
    let names: Vec<String> = set.iter().map(|square| square.to_string()).collect();
    names.join(",")
}

fn square_name(arguments: &Arguments) -> Result<ArrayRef> {
    let squares = arguments.arrays[0].as_primitive::<Int64Type>();
    let name = |square: i64| Some(Square::ALL.get(usize::try_from(square).ok()?)?.to_string());
    Ok(Arc::new(squares.iter().map(|square| square.and_then(name)).collect::<StringArray>()))
}

fn parse_squares(arguments: &Arguments) -> Result<ArrayRef> {
    let texts = cast(&arguments.arrays[0], &DataType::Utf8)?;
    let sets = texts.as_string::<i32>().iter().map(|text| text.map(parse).transpose());
    Ok(Arc::new(sets.collect::<Result<UInt64Array>>()?))
}

/// Returns the set of the squares with these names. The names may be in lower or upper case.
fn parse(names: &str) -> Result<u64> {
    let square = |name: &str| {
        name.to_ascii_lowercase().parse::<Square>().map_err(|_| {
            DataFusionError::Execution(format!(
                "parse_squares: '{name}' is not a square, expected squares from a1 to h8"
            ))
        })
    };
    let set: Result<Bitboard> = names.split([',', ' ']).filter(|name| !name.is_empty()).map(square).collect();
    Ok(set?.0)
}

/// Draws a board of 8 by 8 units as SVG: the light background, the dark squares, and a disc on each square of the set.
fn svg(set: Bitboard) -> String {
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><rect width=\"8\" height=\"8\" fill=\"#ece5d3\"/><path fill=\"#b3a78c\" d=\"",
    );
    let corner = |square: Square| (square.file().index(), 7 - square.rank().index());
    for (x, y) in Square::ALL.into_iter().map(corner).filter(|(x, y)| (x + y) % 2 == 1) {
        let _ = write!(svg, "M{x} {y}h1v1h-1z");
    }
    svg += "\"/>";
    for (x, y) in set.iter().map(corner) {
        let _ = write!(svg, "<circle cx=\"{x}.5\" cy=\"{y}.5\" r=\".4\" fill=\"#5b9a5b\"/>");
    }
    svg + "</svg>"
}
