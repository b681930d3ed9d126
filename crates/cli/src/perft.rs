//! `setwise perft`: counts the leaf positions of all sequences of legal moves, and counts the last ply with a kernel.
//!
//! Such a count, called perft, tests and measures move generators. Nearly all of the work is at the end of the tree,
//! where only the number of moves of each position is needed, not the moves. This number is the kernel
//! [`LegalMoveCount`]:
//!
//! ```text
//! plies 1 to DEPTH - 1   cozy-chess generates and plays the moves, one position after another
//! each position there    is appended to 11 columns of fixed length
//! columns full           the kernel counts the moves of all positions in the columns, and adds the numbers
//! ```
//!
//! The count is fast because the kernel computes as many positions at once as a register has lanes, with no loop over
//! pieces and hardly any branch, and because the columns are reused and stay in the cache. The gain has a limit: the
//! positions before the last ply are still made one by one.
//!
//! By default the tree is also counted with cozy-chess alone. Both counts are timed once, one after the other, so the
//! ratio of their times is a first impression and not a measurement.

use std::fmt::Display;
use std::io::{Write, stdout};
use std::time::Duration;

use anyhow::{Result, bail};
use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, Color, FenParseError, File, Move, Piece, Rank, Square};
use setwise::Backend;
use setwise::patterns::LegalMoveCount;
use setwise_positions::{Rules, read_line};
use setwise_rounds::{three, time};

use crate::args::Perft;
use crate::failure::usage;

pub(crate) fn run(args: &Perft) -> Result<()> {
    let board = position(&args.fen)?;
    let mut columns = Columns::new(args.backend.get()?);
    let ours = Count::new(&board, args, |board, depth| columns.leaves(board, depth));
    for (name, leaves) in &ours.after {
        writeln!(stdout(), "{name}: {leaves}")?;
    }
    writeln!(stdout(), "{}", ours.line(&format!("setwise, {}", columns.backend.id())))?;
    if args.no_comparison {
        return Ok(());
    }
    let theirs = Count::new(&board, args, leaves_one_by_one);
    writeln!(stdout(), "{}", theirs.line("cozy-chess alone"))?;
    ours.check(&theirs, &format!("{} at depth {}", args.fen, args.depth))?;
    Ok(writeln!(stdout(), "time of cozy-chess / time of setwise: {}", three(theirs.seconds() / ours.seconds()))?)
}

/// The number of positions in the columns. All columns together fit into the first-level cache. With a multiple of 512
/// positions, the words of a position would be in the same set of the cache, which has fewer lines than words.
const BOARDS: usize = 256;

/// Positions whose moves have not been counted yet, as the inputs of the kernel.
struct Columns {
    backend: Backend,
    inputs: Box<[[u64; BOARDS]; 11]>,
    len: usize,
    /// The number of moves of all positions that were removed from the columns.
    moves: u64,
}

impl Columns {
    fn new(backend: Backend) -> Self {
        Self { backend, inputs: Box::new([[0; BOARDS]; 11]), len: 0, moves: 0 }
    }

    /// Returns the number of leaf positions after `depth` moves.
    fn leaves(&mut self, board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.append_after(board, depth - 1);
        self.count();
        std::mem::take(&mut self.moves)
    }

    /// Appends all positions after `plies` moves.
    fn append_after(&mut self, board: &Board, plies: u32) {
        if plies == 0 {
            self.append(board);
        } else {
            each_move(board, |_, next| self.append_after(next, plies - 1));
        }
    }

    fn append(&mut self, board: &Board) {
        if self.len == BOARDS {
            self.count();
        }
        for (column, word) in self.inputs.iter_mut().zip(inputs(board)) {
            column[self.len] = word;
        }
        self.len += 1;
    }

    /// Adds the number of moves of all positions in the columns, and empties the columns. No other function runs the
    /// kernel, because each further call would compile it again for every backend.
    #[inline(never)]
    fn count(&mut self) {
        let inputs = self.inputs.each_ref().map(|column| &column[..self.len]);
        let [moves] = self.backend.total(LegalMoveCount, inputs);
        self.moves += moves;
        self.len = 0;
    }
}

/// Returns the inputs of the kernel for a position.
fn inputs(board: &Board) -> [u64; 11] {
    let side = board.side_to_move();
    let [pawns, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|piece| board.pieces(piece).0);
    let square =
        |file: Option<File>, rank: Rank| file.map_or(0, |file| Square::new(file, rank.relative_to(side)).bitboard().0);
    let rights = board.castle_rights(side);
    let castling = square(rights.short, Rank::First) | square(rights.long, Rank::First);
    let en_passant = square(board.en_passant(), Rank::Sixth);
    let (white, black) = (board.colors(Color::White).0, board.colors(Color::Black).0);
    let black_to_move = u64::from(side == Color::Black);
    [pawns, knights, bishops, rooks, queens, kings, white, black, castling, en_passant, black_to_move]
}

/// Returns the number of leaf positions after `depth` moves, without the kernel. The moves of the last ply are counted
/// but not played.
fn leaves_one_by_one(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => {
            board.generate_moves(|moves| {
                leaves += moves.len() as u64;
                false
            });
        }
        _ => each_move(board, |_, next| leaves += leaves_one_by_one(next, depth - 1)),
    }
    leaves
}

/// Calls `visit` with each legal move and the position after it.
#[inline(always)]
fn each_move(board: &Board, mut visit: impl FnMut(Move, &Board)) {
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            visit(mv, &next);
        }
        false
    });
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
        count.time = time(1, || match args.depth.checked_sub(1) {
            Some(rest) if args.divide => each_move(board, |mv, next| {
                let leaves = leaves(next, rest);
                count.after.push((display_uci_move(board, mv).to_string(), leaves));
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

/// Parses a legal position with six fields, or with four if the counters are missing.
fn position(text: &str) -> Result<Board> {
    let refused = |reason: &dyn Display| usage(format!("'{text}' is not a legal position: {reason}"));
    read_line(text.as_bytes(), Rules::Chess).map_err(|reason| refused(&reason))?;
    let mut fields: Vec<&str> = text.split_ascii_whitespace().collect();
    if fields.len() == 4 {
        fields.extend(["0", "1"]);
    }
    let board = Board::from_fen(&fields.join(" "), false).map_err(|error| refused(&reason(&error)))?;
    let may_castle = |side| board.castle_rights(side).short.or(board.castle_rights(side).long).is_some();
    if Color::ALL.into_iter().any(|side| may_castle(side) && board.king(side).file() != File::E) {
        return Err(refused(&"a side may castle only if its king is on the e-file; Chess960 is not supported"));
    }
    Ok(board)
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
            "the castling rights must be - or letters of KQkq, each for a king and a rook on their first squares"
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
