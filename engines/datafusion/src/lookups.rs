//! Patterns of single squares, which the library looks up or computes for one board at a time: pawn races, pawn shields, and the
//! Manhattan distance.
//!
//! ```text
//! caught_area(kings & black, white_to_move, 'black')
//!             a set          for each row   the side of the king
//! ```
//!
//! A king or a knight is a set, as in all functions. If it is not exactly one square, the result is null.

use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, Int64Array, UInt64Array};
use arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};
use setwise::patterns::{NO_SHIELD, caught_area, caught_by_knight, manhattan_distance, pawn_shield_index};
use setwise::{Bitboard, Color, Square};

use crate::chosen::key;
use crate::function::{Arguments, Function, Parameter};
use crate::kind::Kind;
use crate::text::words;

/// Returns all functions of single squares.
#[rustfmt::skip]
pub(crate) fn functions() -> Vec<Function> {
    vec![
        race("caught_area", "king", caught_area, "the squares on which a lone passed pawn of the other side is caught by the king"),
        race("caught_by_knight", "knight", caught_by_knight, "the squares on which a lone passed pawn of the other side is caught by the knight"),
        uncatchable("uncatchable", "the passed pawns that promote if they are alone: those outside caught_area"),
        shield("pawn_shield_index", "which of the six squares ahead of a castled king have a pawn, as a number from 0 to 63; null on files d and e"),
        manhattan("manhattan_distance", "the least sum of the differences of files and ranks between a square of a and one of b; null if either is empty"),
    ]
}

/// The squares on which a piece of a side catches a pawn, with this side to move, as a table of the library.
type Caught = fn(Color, Color, Square) -> Bitboard;

const WHITE_TO_MOVE: Parameter = ("white_to_move", Kind::Flag);
const SIDE: Parameter = ("side", Kind::Constant);

/// Returns the function of a table of caught pawns.
fn race(name: &'static str, piece: &'static str, caught: Caught, description: &str) -> Function {
    let form = vec![(piece, Kind::Set), WHITE_TO_MOVE, SIDE];
    let description =
        format!("{description}; side is that of the {piece}, white or black; null if there is not exactly one {piece}");
    Function::new(name, vec![form], DataType::UInt64, description, move |arguments| {
        Ok(Arc::new(areas(name, arguments, &arguments.arrays, caught)?))
    })
}

fn uncatchable(name: &'static str, description: &str) -> Function {
    let form = vec![("passers", Kind::Set), ("king", Kind::Set), WHITE_TO_MOVE, SIDE];
    let description =
        format!("{description}; side is that of the king, white or black; null if there is not exactly one king");
    Function::new(name, vec![form], DataType::UInt64, description, move |arguments| {
        let areas = areas(name, arguments, &arguments.arrays[1..], caught_area)?;
        let promote =
            words(&arguments.arrays[0]).iter().zip(&areas).map(|(passers, area)| Some(passers? & !area?)).collect();
        Ok(Arc::<UInt64Array>::new(promote))
    })
}

/// Returns the caught pawns for a column of pieces and a column that says whether white is to move.
fn areas(name: &str, arguments: &Arguments, arrays: &[ArrayRef], caught: Caught) -> Result<UInt64Array> {
    let side = side(name, arguments)?;
    let area = |(piece, white): (Option<u64>, Option<bool>)| {
        let to_move = if white? { Color::White } else { Color::Black };
        Some(caught(side, to_move, single(piece?)?).0)
    };
    Ok(words(&arrays[0]).iter().zip(arrays[1].as_boolean()).map(area).collect())
}

fn shield(name: &'static str, description: &str) -> Function {
    let form = vec![("king", Kind::Set), ("own_pawns", Kind::Set), SIDE];
    let description = format!("{description}, and if there is not exactly one king; side is white or black");
    Function::new(name, vec![form], DataType::Int64, description, move |arguments| {
        let side = side(name, arguments)?;
        let [kings, pawns] = [0, 1].map(|n| words(&arguments.arrays[n]));
        let index = |(king, pawns): (Option<u64>, Option<u64>)| {
            let index = pawn_shield_index(single(king?)?, Bitboard(pawns?), side);
            (index != NO_SHIELD).then_some(index as i64)
        };
        Ok(Arc::new(kings.iter().zip(&pawns).map(index).collect::<Int64Array>()))
    })
}

fn manhattan(name: &'static str, description: &str) -> Function {
    let form = vec![("a", Kind::Set), ("b", Kind::Set)];
    Function::new(name, vec![form], DataType::Int64, description, |arguments| {
        let [a, b] = [0, 1].map(|n| words(&arguments.arrays[n]));
        let least = |(a, b): (Option<u64>, Option<u64>)| {
            let (a, b) = (Bitboard(a?), Bitboard(b?));
            let distances = a.iter().flat_map(|from| b.iter().map(move |to| manhattan_distance(from, to)));
            distances.min().map(i64::from)
        };
        Ok(Arc::new(a.iter().zip(&b).map(least).collect::<Int64Array>()))
    })
}

/// Returns the only member of a set, or `None` if the set has none or several.
fn single(set: u64) -> Option<Square> {
    let set = Bitboard(set);
    if set.count() == 1 { set.first() } else { None }
}

fn side(name: &str, arguments: &Arguments) -> Result<Color> {
    match key(&arguments.constants[0]).as_str() {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        other => exec_err!("{name}: side is '{other}', expected white, black"),
    }
}
