//! Functions that return lists: the squares of a set, and pairs of squares such as moves.
//!
//! ```sql
//! select square_name(square) from (select unnest(squares(knights & white)) as square from games)
//! ```
//!
//! `unnest` turns each element into a row. Pairs are structs with the fields `from` and `to`.

use std::array;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, ListArray};
use datafusion::common::Result;
use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pair_kinds::AllTargets;
use setwise::patterns::pairs::{Attackers, MovesWithout};
use setwise_arrow::{Error, pair_kinds, pair_kinds_type, pairs, pairs_type, squares, squares_type};
use setwise_positions::Layout;

use crate::function::{Arguments, Function, Parameter, external};
use crate::kind::Kind;

/// Returns all functions that return lists.
pub(crate) fn functions() -> Vec<Function> {
    vec![
        Function::new(
            "squares",
            vec![sets(&["set"])],
            squares_type(),
            "the squares in the set as a list of numbers in ascending order, a1 = 0",
            |arguments| list(squares(setwise::auto(), &arguments.arrays[0])),
        ),
        Function::new(
            "knight_move_list",
            vec![sets(&["knights", "own"])],
            pairs_type(),
            "the moves of the knights as a list of structs with the numbers of the squares `from` and `to`; \
             no knight moves to a square of own",
            |arguments| list(pairs(setwise::auto(), Knight, MovesWithout, two(arguments))),
        ),
        Function::new(
            "king_move_list",
            vec![sets(&["kings", "own"])],
            pairs_type(),
            "the moves of the kings as a list of structs with the numbers of the squares `from` and `to`; \
             no king moves to a square of own, but other attacked squares are not excluded",
            |arguments| list(pairs(setwise::auto(), King, MovesWithout, two(arguments))),
        ),
        Function::new(
            "knight_pair_list",
            vec![sets(&["knights", "targets"])],
            pairs_type(),
            "each knight with each target that it attacks, as a list of structs with the numbers of the squares `from` \
             and `to`",
            |arguments| list(pairs(setwise::auto(), Knight, Attackers, two(arguments))),
        ),
        Function::new(
            "king_pair_list",
            vec![sets(&["kings", "targets"])],
            pairs_type(),
            "each king with each target that it attacks, as a list of structs with the numbers of the squares `from` \
             and `to`",
            |arguments| list(pairs(setwise::auto(), King, Attackers, two(arguments))),
        ),
        Function::new(
            "pair_kind_list",
            vec![sets(&Layout::Relative.sets())],
            pair_kinds_type(),
            "each own knight and king with each square that it attacks, as a list of structs with the numbers `from`, `to` \
             and `kind`; a kind from 0 to 5 is an attack of a knight on a pawn, knight, bishop, rook, queen or king of the \
             other side, 6 on an own piece, and 7 on an empty square; kinds from 8 to 15 are the same attacks of a king",
            |arguments| {
                let mut arrays = arguments.arrays.iter().map(|array| array.as_ref());
                let input: [&dyn Array; 8] = array::from_fn(|_| arrays.next().expect("an array for each set"));
                list(pair_kinds(setwise::auto(), AllTargets, input))
            },
        ),
    ]
}

/// Returns a form whose parameters are sets with these names.
fn sets(names: &[&'static str]) -> Vec<Parameter> {
    names.iter().map(|name| (*name, Kind::Set)).collect()
}

fn two<'a>(arguments: &'a Arguments<'_>) -> [&'a dyn Array; 2] {
    [&arguments.arrays[0], &arguments.arrays[1]]
}

fn list(lists: std::result::Result<ListArray, Error>) -> Result<ArrayRef> {
    Ok(Arc::new(lists.map_err(external)?))
}
