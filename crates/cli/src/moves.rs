//! `setwise moves`: prints moves of knights and kings, of given pieces or of the side to move of a position.

use std::io::Write;

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;
use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pairs::MovesWithout;
use setwise::{Square, one_board_pairs};
use setwise_positions::{king_moves, knight_moves, legal_king_moves, legal_knight_moves};

use crate::args::{Moves, MovesFormat, Piece};
use crate::failure::usage;
use crate::parse::{position, squares};
use crate::standard_output::stdout;

/// A move: the squares from which and to which the piece moves.
type Move = (Square, Square);

pub(crate) fn run(args: &Moves) -> Result<()> {
    let text = args.board.join(" ");
    let mut moves = if text.contains('/') { of_position(args, &text)? } else { of_pieces(args)? };
    moves.sort_unstable();
    let text = match args.format {
        MovesFormat::Text => moves.iter().map(|(from, to)| format!("{from}{to}\n")).collect(),
        MovesFormat::Json => {
            let named = |(from, to): &Move| NamedMove { from: from.to_string(), to: to.to_string() };
            serde_json::to_string(&moves.iter().map(named).collect::<Vec<NamedMove>>())? + "\n"
        }
    };
    Ok(stdout()?.write_all(text.as_bytes())?)
}

/// A move with the names of its squares.
#[derive(Serialize)]
struct NamedMove {
    from: String,
    to: String,
}

/// Returns the moves of pieces on the given squares.
fn of_pieces(args: &Moves) -> Result<Vec<Move>> {
    if args.knights || args.kings || args.legal {
        return Err(usage("--knights, --kings and --legal need a position as FEN"));
    }
    let (name, from) = args.board.split_first().expect("the argument is required");
    let piece = Piece::from_str(name, true)
        .map_err(|_| usage(format!("'{name}' is not knight or king, and not a position as FEN")))?;
    let pieces = squares(&from.join(" "))?;
    if pieces.is_empty() {
        return Err(usage("no pieces given: expected squares from a1 to h8, separated by commas"));
    }
    let own = pieces | squares(args.own.as_deref().unwrap_or_default())?;
    Ok(match piece {
        Piece::Knight => one_board_pairs(Knight, MovesWithout, [pieces, own]).collect(),
        Piece::King => one_board_pairs(King, MovesWithout, [pieces, own]).collect(),
    })
}

/// Returns the moves of the side to move.
fn of_position(args: &Moves, text: &str) -> Result<Vec<Move>> {
    if args.own.is_some() {
        return Err(usage("--own is for pieces on given squares: a position has its own pieces"));
    }
    let position = position(text, false)?;
    let both = args.knights == args.kings;
    let legal = |moves: Option<Vec<Move>>| {
        let kings = position.placement.kinds[5] & position.placement.sides[position.side_to_move.index()];
        let count = kings.count_ones();
        moves.ok_or_else(|| usage(format!("the side to move has {count} kings: --legal needs exactly 1")))
    };
    let mut moves: Vec<Move> = Vec::new();
    if args.knights || both {
        match args.legal {
            true => moves.extend(legal(legal_knight_moves(&position).map(Iterator::collect))?),
            false => moves.extend(knight_moves(&position)),
        }
    }
    if args.kings || both {
        match args.legal {
            true => moves.extend(legal(legal_king_moves(&position).map(Iterator::collect))?),
            false => moves.extend(king_moves(&position)),
        }
    }
    Ok(moves)
}
