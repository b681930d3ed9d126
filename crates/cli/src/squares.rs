//! Commands for single squares: distances, degrees, pawn races and paths.

use std::io::Write;

use anyhow::Result;
use setwise::Bitboard;
use setwise::masks::PAWN_RANKS;
use setwise::patterns::pawn_endings::{KingAndPawn, LoneKing, TwoPassers};
use setwise::patterns::{
    caught_area, caught_by_knight, king_degree, king_distance, knight_degree, knight_distance, shortest_paths,
};

use crate::args::{Caught, Degree, Distance, Path, Piece};
use crate::board::Board;
use crate::failure::usage;
use crate::parse::squares;
use crate::standard_output::stdout;

/// The indices of the kinds of pieces in a [`Board`].
const PAWN: usize = 0;
const KNIGHT: usize = 1;
const KING: usize = 5;

pub(crate) fn distance(args: &Distance) -> Result<()> {
    let moves = match args.piece {
        Piece::Knight => knight_distance(args.from, args.to),
        Piece::King => king_distance(args.from, args.to),
    };
    Ok(writeln!(stdout()?, "{moves}")?)
}

pub(crate) fn degree(args: &Degree) -> Result<()> {
    let mut out = stdout()?;
    for square in &args.squares {
        let degree = match args.piece {
            Piece::Knight => knight_degree(*square),
            Piece::King => king_degree(*square),
        };
        writeln!(out, "{degree}")?;
    }
    Ok(())
}

pub(crate) fn caught(args: &Caught) -> Result<()> {
    let (color, square, to_move) = (args.color, args.square, args.to_move);
    let board = |marked| Board { marked, ..Board::default() };
    let board = match (args.piece, args.with_pawn, args.with_king) {
        (Piece::Knight, None, None) => board(caught_by_knight(color, to_move, square)),
        (Piece::Knight, ..) => {
            return Err(usage(
                "--with-pawn and --with-king need --piece king: a knight is considered against a lone pawn",
            ));
        }
        (Piece::King, Some(pawn), _) => {
            if !Bitboard(PAWN_RANKS).without(square).contains(pawn) {
                return Err(usage(format!("no pawn can be on {pawn}: expected another square on ranks 2 to 7")));
            }
            let rule = if args.must_move { LoneKing::MustMove } else { LoneKing::MayPass };
            let area = TwoPassers::solve(rule).caught_area(color, to_move, square, pawn);
            board(area).with_piece(PAWN, !color, pawn)
        }
        (Piece::King, None, Some(supporter)) => {
            if king_distance(square, supporter) < 2 {
                return Err(usage(format!("kings on {square} and {supporter} touch: expected two squares apart")));
            }
            let area = KingAndPawn::solve().caught_area(color, to_move, square, supporter);
            board(area).with_piece(KING, !color, supporter)
        }
        (Piece::King, None, None) => board(caught_area(color, to_move, square)),
    };
    board.with_piece(if args.piece == Piece::Knight { KNIGHT } else { KING }, color, square).draw()
}

pub(crate) fn path(args: &Path) -> Result<()> {
    let blocked = squares(&args.blocked)?;
    match shortest_paths(args.from.into(), args.to.into(), !blocked) {
        Some(paths) => {
            let steps = paths.steps();
            writeln!(stdout()?, "{steps} {}", if steps == 1 { "step" } else { "steps" })?;
            Board { marked: paths.squares(), ..Board::default() }.draw()
        }
        None => Ok(writeln!(stdout()?, "no path")?),
    }
}
