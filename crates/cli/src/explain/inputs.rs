//! The inputs of a kernel: a set for each, or the sets that a position has for them.

use anyhow::Result;
use setwise::Bitboard;
use setwise_positions::placement::Placement;
use setwise_positions::{Rules, read_line};
use setwise_program::LibraryKernel;

use crate::args::Explain;
use crate::board::Board;
use crate::parse::{pieces_of, set};
use crate::usage::usage;

/// Returns the inputs of a kernel, and the board on which every step is drawn.
pub(super) fn inputs(kernel: LibraryKernel, args: &Explain) -> Result<(Vec<u64>, Board)> {
    let names = kernel.inputs();
    let text = args.board.join(" ");
    if text.contains('/') {
        let rules = if args.any_pieces { Rules::AnyPieces } else { Rules::AnyKings };
        let position = read_line(text.as_bytes(), rules)
            .map_err(|reason| usage(format!("'{text}' is not a position: {reason}")))?;
        let Placement { kinds, sides } = position.placement;
        return Ok((kernel.inputs_of(&kinds, &sides), Board { pieces: position.placement, ..Board::default() }));
    }
    // With one input, several arguments are its squares.
    let sets = if names.len() == 1 { vec![text] } else { args.board.clone() };
    if sets.len() != names.len() {
        let inputs = names.join(", ");
        let (needed, given) = (names.len(), sets.len());
        return Err(usage(format!(
            "{kernel} has {needed} inputs ({inputs}), not {given}; give squares or - for each, or a position as FEN"
        )));
    }
    let sets = sets.iter().map(|text| if text == "-" { Ok(0) } else { set(text) }).collect::<Result<Vec<u64>>>()?;
    let of_pieces = matches!(names[0], "knights" | "leapers" | "kings" | "king");
    let board = if of_pieces {
        Board { pieces: pieces_of(sets[0], names[0]), ..Board::default() }
    } else {
        Board { circles: Bitboard(sets[0]), ..Board::default() }
    };
    Ok((sets, board))
}
