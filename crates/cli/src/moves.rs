//! `setwise moves`: prints moves of knights and kings, of given pieces or of the side to move of a position.

use std::io::{Write, stdout};

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;
use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pairs::{LegalKing, LegalKnights, MovesWithout};
use setwise::{Bitboard, Square, one_board_pairs};
use setwise_positions::Position;

use crate::args::{Moves, MovesFormat, Piece};
use crate::failure::usage;
use crate::parse::{position, squares};

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
    Ok(stdout().write_all(text.as_bytes())?)
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
    let mut moves = Vec::new();
    if args.knights || both {
        moves.extend(if args.legal { legal_knight_moves(&position)? } else { moves_without(&position, Piece::Knight) });
    }
    if args.kings || both {
        moves.extend(if args.legal { legal_king_moves(&position)? } else { moves_without(&position, Piece::King) });
    }
    Ok(moves)
}

fn moves_without(position: &Position, piece: Piece) -> Vec<Move> {
    let sets = Sets::new(position);
    match piece {
        Piece::Knight => one_board_pairs(Knight, MovesWithout, [sets.own_of(1), sets.own]).collect(),
        Piece::King => one_board_pairs(King, MovesWithout, [sets.own_of(5), sets.own]).collect(),
    }
}

fn legal_knight_moves(position: &Position) -> Result<Vec<Move>> {
    let sets = Sets::new(position);
    let [pawns, knights, diagonal, straight] = sets.attackers();
    let input = [sets.own_of(1), sets.king()?, pawns, knights, diagonal, straight, sets.own, sets.their];
    Ok(one_board_pairs(Knight, LegalKnights { side: position.side_to_move }, input).collect())
}

fn legal_king_moves(position: &Position) -> Result<Vec<Move>> {
    let sets = Sets::new(position);
    let [pawns, knights, diagonal, straight] = sets.attackers();
    let input = [sets.king()?, pawns, knights, diagonal, straight, sets.their_of(5), sets.own, sets.their];
    Ok(one_board_pairs(King, LegalKing { side: position.side_to_move }, input).collect())
}

/// The sets of a position from the point of view of the side to move.
struct Sets {
    /// The pieces of both sides, from pawns to kings.
    kinds: [Bitboard; 6],
    own: Bitboard,
    their: Bitboard,
}

impl Sets {
    fn new(position: &Position) -> Self {
        let own = position.side_to_move;
        let [own, their] = [own, !own].map(|side| Bitboard(position.placement.sides[side.index()]));
        Self { kinds: position.placement.kinds.map(Bitboard), own, their }
    }

    fn own_of(&self, kind: usize) -> Bitboard {
        self.kinds[kind] & self.own
    }

    fn their_of(&self, kind: usize) -> Bitboard {
        self.kinds[kind] & self.their
    }

    /// Returns the other side's pawns, knights, bishops and queens, and rooks and queens.
    fn attackers(&self) -> [Bitboard; 4] {
        let [pawns, knights, bishops, rooks, queens] = [0, 1, 2, 3, 4].map(|kind| self.their_of(kind));
        [pawns, knights, bishops | queens, rooks | queens]
    }

    /// Returns the king of the side to move.
    fn king(&self) -> Result<Bitboard> {
        match (self.own_of(5), self.own_of(5).count()) {
            (king, 1) => Ok(king),
            (_, kings) => Err(usage(format!("the side to move has {kings} kings: --legal needs exactly 1"))),
        }
    }
}
