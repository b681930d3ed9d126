//! The names of inputs that are sets, each with its meaning and its view. Such a name has the same meaning in every
//! pattern. The view says which set of a position becomes the input if a pattern is computed for a position.

/// Says which set of a position becomes an input. Own pieces are those of the side for which the pattern is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Own pieces of the given kinds. The string has the FEN letter of each kind, such as `n` for knights.
    Own(&'static str),
    /// The other side's pieces of the given kinds, written as for [`Own`](Self::Own).
    Their(&'static str),
    /// All pieces.
    Occupied,
    /// All squares without own pieces.
    NotOwn,
    /// The empty squares, and the squares of the kings.
    EmptyOrKings,
    /// Own pieces and all squares that the other side attacks. These attacks pass through the king of the side for
    /// which the pattern is computed.
    Taboo,
    /// No set, because the pieces and their squares do not determine the input.
    Unknown,
}

/// All kinds of pieces.
const ALL: &str = "pnbrqk";

/// One row for each name of an input that is a set: the name, the meaning of the input, and its view.
const MEANINGS: &[(&str, &str, View)] = &[
    ("a", "Sets where paths begin", View::Own("k")),
    ("allowed", "Sets of squares that moves may end on", View::NotOwn),
    ("b", "Sets where paths end", View::Their("k")),
    ("bishops", "Sets of bishops", View::Own("b")),
    ("black", "Sets of all black pieces", View::Their(ALL)),
    ("castling", "Sets of the rooks with which a side may still castle, on any files of its first rank", View::Unknown),
    ("en_passant", "Sets of the square that a pawn has just passed by a double step", View::Unknown),
    ("king", "Sets of one king", View::Own("k")),
    ("kings", "Sets of kings", View::Own("k")),
    ("knights", "Sets of knights", View::Own("n")),
    ("leapers", "Sets of these leapers", View::Own("n")),
    ("looked_through", "Sets of pieces that do not block, such as the other king", View::Their("k")),
    ("occupied", "Sets of all pieces of both sides", View::Occupied),
    ("own", "Sets of all pieces of the same side", View::Own(ALL)),
    ("own_knights", "Sets of the knights of the same side", View::Own("n")),
    ("own_pawns", "Sets of the pawns of the same side", View::Own("p")),
    ("path", "Sets of squares that paths may use", View::EmptyOrKings),
    ("pawns", "Sets of pawns", View::Own("p")),
    ("queens", "Sets of queens", View::Own("q")),
    ("rooks", "Sets of rooks", View::Own("r")),
    ("set", "Sets of squares", View::Own(ALL)),
    ("start", "Sets where the flood begins", View::Own("k")),
    ("taboo", "Sets of squares that the king may not enter", View::Taboo),
    ("targets", "Sets of pieces to attack", View::Their("rqk")),
    ("their", "Sets of all pieces of the other side", View::Their(ALL)),
    ("their_diagonal", "Sets of the bishops and queens of the other side", View::Their("bq")),
    ("their_king", "Sets of the king of the other side", View::Their("k")),
    ("their_knights", "Sets of the knights of the other side", View::Their("n")),
    ("their_pawns", "Sets of the pawns of the other side", View::Their("p")),
    ("their_queens", "Sets of the queens of the other side", View::Their("q")),
    ("their_rooks", "Sets of the rooks of the other side", View::Their("r")),
    ("their_straight", "Sets of the rooks and queens of the other side", View::Their("rq")),
    ("white", "Sets of all white pieces", View::Own(ALL)),
];

/// Returns the meaning of an input that is a set, such as `Sets of knights` for `knights`.
///
/// # Panics
///
/// Panics if no pattern of the catalogue has an input with this name, or if that input is not a set.
#[must_use]
pub fn meaning(input: &str) -> &'static str {
    row(input).1
}

/// Returns a value that says which set of a position becomes this input.
///
/// # Panics
///
/// Panics if no pattern of the catalogue has an input with this name, or if that input is not a set.
#[must_use]
pub fn view(input: &str) -> View {
    row(input).2
}

fn row(input: &str) -> &'static (&'static str, &'static str, View) {
    MEANINGS.iter().find(|row| row.0 == input).unwrap_or_else(|| panic!("inputs.rs has no meaning of '{input}'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Inputs, Pattern};
    use std::collections::BTreeSet;

    #[test]
    fn each_name_of_an_input_that_is_a_set_has_one_meaning() {
        let names = Pattern::ALL.iter().flat_map(|pattern| {
            let sets = match pattern.inputs_are() {
                Inputs::Sets => pattern.inputs().len(),
                Inputs::SetsAndNumber | Inputs::SetsAndFlag => pattern.inputs().len() - 1,
                Inputs::Squares => 0,
            };
            &pattern.inputs()[..sets]
        });
        let names: BTreeSet<&str> = names.copied().collect();
        let listed: Vec<&str> = MEANINGS.iter().map(|row| row.0).collect();
        assert_eq!(listed, names.into_iter().collect::<Vec<_>>(), "inputs.rs lists the names in order, each once");
    }
}
