//! Commands for single squares: distances, pawn races and paths.

use std::io::Write;

use anyhow::Result;
use setwise::patterns::{caught_area, king_distance, knight_distance, shortest_paths};

use crate::args::{Caught, Distance, Path, Piece};
use crate::board::Board;
use crate::output::stdout;
use crate::parse::squares;

/// Runs `setwise distance`.
pub(crate) fn distance(args: &Distance) -> Result<()> {
    let moves = match args.piece {
        Piece::Knight => knight_distance(args.from, args.to),
        Piece::King => king_distance(args.from, args.to),
    };
    Ok(writeln!(stdout()?, "{moves}")?)
}

/// Runs `setwise caught`.
pub(crate) fn caught(args: &Caught) -> Result<()> {
    const KING: usize = 5;
    let area = caught_area(args.color, args.to_move, args.king);
    Board::with_piece(area, KING, args.color, args.king).draw()
}

/// Runs `setwise path`.
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
