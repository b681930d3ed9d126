//! `setwise perft`: counts the leaf positions of all sequences of legal moves, and counts the last ply with a kernel.
//!
//! Such a count, called perft, tests and measures move generators. Nearly all of the work is at the end of the tree,
//! where only the number of moves of each position is needed, not the moves. This number is the feature
//! `legal_move_count`:
//!
//! ```text
//! plies 1 to DEPTH - 1   cozy-chess generates the moves, one position after another
//! each position there    is appended to columns of fixed length, without a board of cozy-chess
//! columns full           the feature of all positions in the columns is computed and added up
//! ```
//!
//! The count is fast because the feature's kernel computes as many positions at once as a register has lanes, with no
//! loop over pieces and hardly any branch, and because the columns are reused and stay in the cache. The gain has a
//! limit: the positions before the last ply are still made one by one.
//!
//! By default the tree is also counted with cozy-chess alone. Both counts are timed once, one after the other, so the
//! ratio of their times is a first impression and not a measurement.

mod columns;

use std::fmt::Display;
use std::io::{Write, stdout};
use std::time::Duration;

use anyhow::{Result, bail};
use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, CastleRights, Color, FenParseError, File, Move};
use setwise::{Bitboard, Square};
use setwise_positions::{RightsRow, Rules, read_line};
use setwise_rounds::{three, time};

use crate::args::Perft;
use crate::failure::usage;

use columns::{Columns, each_move};

pub(crate) fn run(args: &Perft) -> Result<()> {
    let board = position(&args.fen)?;
    let backend = args.backend.get()?;
    let mut columns = Columns::new(backend);
    let ours = Count::new(&board, args, |board, depth| columns.leaves(board, depth));
    for (name, leaves) in &ours.after {
        writeln!(stdout(), "{name}: {leaves}")?;
    }
    writeln!(stdout(), "{}", ours.line(&format!("setwise, {}", backend.id())))?;
    if args.no_comparison {
        return Ok(());
    }
    let theirs = Count::new(&board, args, leaves);
    writeln!(stdout(), "{}", theirs.line("cozy-chess alone"))?;
    ours.check(&theirs, &format!("{} at depth {}", args.fen, args.depth))?;
    Ok(writeln!(stdout(), "time of cozy-chess / time of setwise: {}", three(theirs.seconds() / ours.seconds()))?)
}

/// Returns the number of leaf positions after `depth` moves, without the kernel. The moves of the last ply are counted
/// but not played.
fn leaves(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    match depth {
        0 => count = 1,
        1 => {
            board.generate_moves(|moves| {
                count += moves.len() as u64;
                false
            });
        }
        _ => each_move(board, |_, next| count += leaves(next, depth - 1)),
    }
    count
}

/// The number of leaf positions, and the time that was needed to count them.
struct Count {
    leaves: u64,
    /// With `--divide`, the number of leaf positions after each first move, sorted by the moves.
    after: Vec<(String, u64)>,
    time: Duration,
}

impl Count {
    /// Counts the leaf positions by `leaves`, which takes a position and a depth.
    fn new(board: &Board, args: &Perft, mut leaves: impl FnMut(&Board, u32) -> u64) -> Self {
        let mut count = Self { leaves: 0, after: Vec::new(), time: Duration::ZERO };
        // In Chess960, a step of the king may end on the same square as castling, so castling is written as a move to
        // the rook.
        let name = |mv: Move| if is_chess960(board) { mv.to_string() } else { display_uci_move(board, mv).to_string() };
        count.time = time(1, || match args.depth.checked_sub(1) {
            Some(rest) if args.divide => each_move(board, |mv, next| {
                let leaves = leaves(next, rest);
                count.after.push((name(mv), leaves));
                count.leaves += leaves;
            }),
            _ => count.leaves = leaves(board, args.depth),
        });
        count.after.sort();
        count
    }

    /// Returns the time in seconds, which is never 0.
    fn seconds(&self) -> f64 {
        self.time.max(Duration::from_nanos(1)).as_secs_f64()
    }

    fn line(&self, name: &str) -> String {
        let millions = self.leaves as f64 / self.seconds() / 1e6;
        let (leaves, seconds, rate) = (self.leaves, three(self.seconds()), three(millions));
        format!("{name}: {leaves} nodes in {seconds} s, {rate} million nodes per second")
    }

    /// Returns an error if the other count has other numbers. The error names the first move after which the numbers
    /// differ, if the moves were counted separately.
    fn check(&self, other: &Self, place: &str) -> Result<()> {
        let mut both = self.after.iter().zip(&other.after);
        if let Some(((name, ours), (_, theirs))) = both.find(|(ours, theirs)| ours != theirs) {
            bail!("{place}: after {name}, setwise counts {ours} nodes, and cozy-chess counts {theirs}");
        }
        if self.leaves != other.leaves {
            bail!("{place}: setwise counts {} nodes, and cozy-chess counts {}", self.leaves, other.leaves);
        }
        Ok(())
    }
}

/// Parses a legal position with six fields, or with four if the counters are missing. `startpos`, as in UCI, is the
/// starting position. The castling field is read as in X-FEN, which includes Shredder-FEN.
fn position(text: &str) -> Result<Board> {
    if text == "startpos" {
        return Ok(Board::default());
    }
    let refused = |reason: &dyn Display| usage(format!("'{text}' is not a legal position: {reason}"));
    let position = read_line(text.as_bytes(), Rules::Chess).map_err(|reason| refused(&reason))?;
    let mut fields: Vec<&str> = text.split_ascii_whitespace().collect();
    if fields.len() == 4 {
        fields.extend(["0", "1"]);
    }
    let line = fields.join(" ");
    let rights = RightsRow::read_strictly(line.as_bytes(), &position).map_err(|reason| refused(&reason))?;
    // cozy-chess reads the letters of files, but not all of X-FEN.
    let castling = files_of(rights.unmoved_rooks);
    fields[2] = if castling.is_empty() { "-" } else { &castling };
    Board::from_fen(&fields.join(" "), true).map_err(|error| refused(&reason(&error)))
}

/// Returns the castling field of Shredder-FEN, without a letter if no rook may castle.
fn files_of(unmoved_rooks: u64) -> String {
    let letter = |rook: Square| {
        let [file, rank] = [rook.index() % 8, rook.index() / 8].map(|n| n as u8);
        char::from(if rank == 0 { b'A' } else { b'a' } + file)
    };
    Bitboard(unmoved_rooks).into_iter().map(letter).collect()
}

/// Returns whether a side may castle from squares on which only Chess960 has a king or a rook.
fn is_chess960(board: &Board) -> bool {
    Color::ALL.into_iter().any(|side| {
        let CastleRights { short, long } = *board.castle_rights(side);
        let is_usual = board.king(side).file() == File::E
            && short.is_none_or(|rook| rook == File::H)
            && long.is_none_or(|rook| rook == File::A);
        short.or(long).is_some() && !is_usual
    })
}

/// Returns what the field of a position must be, for a position that cozy-chess refuses.
fn reason(error: &FenParseError) -> &'static str {
    match error {
        FenParseError::InvalidBoard => {
            "the side that is not to move is in check, a king is attacked by more than two pieces, or a side has more \
             than 8 pawns or 16 pieces"
        }
        FenParseError::InvalidSideToMove => "the side to move must be w or b",
        FenParseError::InvalidCastlingRights => {
            "the castling rights must be -, or letters for at most one rook on each side of a king"
        }
        FenParseError::InvalidEnPassant => "the en passant square must be - or a square that a pawn has just passed",
        FenParseError::InvalidHalfMoveClock => "the halfmove clock must be a number from 0 to 100",
        FenParseError::InvalidFullmoveNumber => "the number of the move must be from 1 to 65535",
        FenParseError::MissingField | FenParseError::TooManyFields => {
            "expected six fields, or four without the counters"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_numbers_are_an_error_that_names_both() {
        let count = |leaves, after| Count { leaves, after: vec![("e2e4".into(), after)], time: Duration::ZERO };
        assert!(count(20, 1).check(&count(20, 1), "start").is_ok());
        let error = |ours: Count| ours.check(&count(20, 1), "start").unwrap_err().to_string();
        assert_eq!(error(count(19, 1)), "start: setwise counts 19 nodes, and cozy-chess counts 20");
        assert_eq!(error(count(20, 2)), "start: after e2e4, setwise counts 2 nodes, and cozy-chess counts 1");
    }
}
