//! Writes positions as FENs.

use setwise::{Bitboard, Color};

use crate::placement::Placement;
use crate::{Position, RightsRow};

/// Appends the first four fields of a FEN, separated by single spaces.
///
/// ```
/// use setwise_positions::moves::Board;
/// use setwise_positions::fen::push_position;
///
/// let mut fen = Vec::new();
/// push_position(&mut fen, &Board::START.position, &Board::START.rights);
/// assert_eq!(fen, b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
/// ```
pub fn push_position(out: &mut Vec<u8>, position: &Position, rights: &RightsRow) {
    push_placement(out, &position.placement);
    out.extend_from_slice(if position.side_to_move == Color::White { b" w " } else { b" b " });
    rights.push(out, &position.placement);
}

/// Appends the placement, the first field of a FEN.
pub fn push_placement(out: &mut Vec<u8>, Placement { kinds, sides }: &Placement) {
    let mut letters = [0; 64];
    for (kind, letter) in kinds.iter().zip(LETTERS) {
        for (side, letter) in sides.iter().zip([letter.to_ascii_uppercase(), *letter]) {
            Bitboard(kind & side).into_iter().for_each(|square| letters[square.index()] = letter);
        }
    }
    for (n, rank) in letters.as_chunks::<8>().0.iter().rev().enumerate() {
        if n > 0 {
            out.push(b'/');
        }
        let mut empty = 0;
        for letter in rank {
            if *letter == 0 {
                empty += 1;
            } else {
                push_empty(out, empty);
                empty = 0;
                out.push(*letter);
            }
        }
        push_empty(out, empty);
    }
}

/// Appends the number of consecutive empty squares as a digit, unless the number is 0.
fn push_empty(out: &mut Vec<u8>, empty: u8) {
    if empty > 0 {
        out.push(b'0' + empty);
    }
}

/// The letters of the black pieces, from pawn to king.
const LETTERS: &[u8; 6] = b"pnbrqk";
