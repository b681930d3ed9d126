//! Parses squares, sets and positions as people type them.

use anyhow::Result;
use setwise::{Bitboard, Square};
use setwise_positions::placement::Placement;
use setwise_positions::{Position, Rules, read_line};

use crate::failure::usage;

/// Parses the name of a square in lower or upper case.
///
/// The library accepts only lower case, which FEN and UCI use. Users of the program may also type `B1`.
pub(crate) fn square(name: &str) -> Option<Square> {
    name.to_ascii_lowercase().parse().ok()
}

/// Parses names of squares, separated by commas or spaces.
pub(crate) fn squares(names: &str) -> Result<Bitboard> {
    let one = |name: &str| {
        square(name).ok_or_else(|| {
            usage(format!("'{name}' is not a square; expected squares from a1 to h8, separated by commas"))
        })
    };
    names.split([',', ' ']).filter(|name| !name.is_empty()).map(one).collect()
}

/// Parses a position with any number of kings and, if `any_pieces` is set, with pawns on any rank.
pub(crate) fn position(text: &str, any_pieces: bool) -> Result<Position> {
    let rules = if any_pieces { Rules::AnyPieces } else { Rules::AnyKings };
    read_line(text.as_bytes(), rules).map_err(|reason| usage(format!("'{text}' is not a position: {reason}")))
}

/// Parses a set of at most 16 hexadecimal digits, with or without `0x`.
pub(crate) fn hexadecimal(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    let plain = !digits.is_empty() && digits.len() <= 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    plain.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

/// Returns whether the text consists of names of squares without separators, such as `b1` or `a1b1`.
pub(crate) fn is_squares_in_a_row(text: &str) -> bool {
    let (names, rest) = text.as_bytes().as_chunks::<2>();
    let is_square = |name: &[u8; 2]| str::from_utf8(name).is_ok_and(|name| square(name).is_some());
    !names.is_empty() && rest.is_empty() && names.iter().all(is_square)
}

/// Parses names of squares, or a hexadecimal set. A set must begin with `0x`, because its digits may also be names of
/// squares.
pub(crate) fn set(text: &str) -> Result<u64> {
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

/// Inserts commas between names of squares that have no separators.
fn with_commas(squares: &str) -> String {
    let names: Vec<String> = squares.as_bytes().chunks(2).map(|name| String::from_utf8_lossy(name).into()).collect();
    names.join(",")
}

/// Returns the kind of piece (0 pawn to 5 king) after which an input is named, such as 1 for `knights` and for
/// `own_knights`. Returns `None` if the input is not named after a kind. For an input of leapers, returns the knight,
/// because leapers are drawn as knights.
pub(crate) fn piece_of(input: &str) -> Option<usize> {
    let name = input.trim_start_matches("own_").trim_start_matches("their_");
    match name.trim_end_matches('s') {
        "pawn" => Some(0),
        "knight" | "leaper" => Some(1),
        "bishop" => Some(2),
        "rook" => Some(3),
        "queen" => Some(4),
        "king" => Some(5),
        _ => None,
    }
}

/// Returns the squares of a set as white pieces of the kind after which the input is named. If the input is not named
/// after a kind, the pieces are knights.
pub(crate) fn pieces_of(set: u64, input: &str) -> Placement {
    let mut pieces = Placement::default();
    pieces.kinds[piece_of(input).unwrap_or(1)] = set;
    pieces.sides[0] = set;
    pieces
}
