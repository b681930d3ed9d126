//! Counts the positions after all sequences of a number of legal moves, and counts the last move with a kernel.
//!
//! ```text
//! cargo run --release -p setwise-positions --features cozy-chess --example perft -- startpos 5
//! cargo run --release -p setwise-positions --features cozy-chess --example perft -- 'FEN' 3 --divide
//! ```
//!
//! Such a count, called perft, tests move generators. Nearly all of the work is at the end of the tree, where only the
//! number of moves of each position is needed, not the moves. This number is the feature `legal_move_count`:
//!
//! ```text
//! moves 1 to DEPTH - 1    cozy-chess generates and plays them, one position after another
//! each position there     is appended to columns
//! columns full            the feature of all positions in the columns is computed and added up
//! ```
//!
//! The kernel of the feature computes one position in each lane of a register, without a loop over pieces and with hardly
//! any branch.

use std::env;
use std::fmt::Display;

use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, CastleRights, Color, File, Move};
use setwise::{Backend, Bitboard, Square};
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::{Columns, ColumnsRef, Position, Rights, RightsRow, Rules, read_line};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (fen, depth, divide) = match arguments[..] {
        [fen, depth] => (fen, depth, false),
        [fen, depth, "--divide"] => (fen, depth, true),
        _ => return Err("expected a FEN in quotes or startpos, a number of moves, and perhaps --divide".to_string()),
    };
    let board = position(fen)?;
    let depth = depth.parse().map_err(|_| format!("'{depth}' is not a number of moves"))?;
    let mut counter = Counter::new(setwise::auto());
    if divide {
        for (name, leaves) in counter.after_each_move(&board, depth) {
            println!("{name}: {leaves}");
        }
    }
    println!("{}", counter.leaves(&board, depth));
    Ok(())
}

/// The number of positions in the columns, which then fit into the first-level cache.
const BOARDS: usize = 256;

/// Counts leaf positions. The columns hold the positions whose moves have not been counted yet.
pub(crate) struct Counter {
    evaluator: Evaluator,
    columns: Columns,
    rights: Rights,
    /// The number of moves of all positions that were removed from the columns.
    moves: u64,
}

impl Counter {
    /// Returns a counter whose kernel runs on `backend`.
    pub(crate) fn new(backend: Backend) -> Self {
        let count: Feature = "legal_move_count".parse().expect("the name of a feature");
        let (columns, rights) = (Columns::default(), Rights::default());
        Self { evaluator: Evaluator::new(backend, &[count]), columns, rights, moves: 0 }
    }

    /// Returns the number of leaf positions after `depth` moves.
    pub(crate) fn leaves(&mut self, board: &Board, depth: u32) -> u64 {
        let Some(plies) = depth.checked_sub(1) else { return 1 };
        self.append_after(board, plies);
        self.count();
        std::mem::take(&mut self.moves)
    }

    /// Returns the first moves in alphabetical order, each with the number of leaf positions after it. Returns nothing
    /// if `depth` is 0.
    pub(crate) fn after_each_move(&mut self, board: &Board, depth: u32) -> Vec<(String, u64)> {
        let mut counts = Vec::new();
        if let Some(rest) = depth.checked_sub(1) {
            each_move(board, |mv, next| counts.push((name(board, mv), self.leaves(next, rest))));
        }
        counts.sort();
        counts
    }

    /// Appends all positions after `plies` moves.
    fn append_after(&mut self, board: &Board, plies: u32) {
        if plies > 0 {
            return each_move(board, |_, next| self.append_after(next, plies - 1));
        }
        if self.columns.len() == BOARDS {
            self.count();
        }
        self.columns.push(&Position::from(board));
        self.rights.push(&RightsRow::from(board));
    }

    /// Adds the number of moves of all positions in the columns, and empties the columns.
    fn count(&mut self) {
        let positions = ColumnsRef::from(&self.columns).with_rights(&self.rights);
        self.moves += self.evaluator.sums(positions)[0];
        self.columns.clear();
        self.rights.clear();
    }
}

/// Calls `visit` with each legal move and the position after it.
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

/// Returns a move as in UCI. In Chess960, a step of the king may end on the same square as castling, so castling is
/// written as a move to the rook.
fn name(board: &Board, mv: Move) -> String {
    let is_chess960 = Color::ALL.into_iter().any(|side| {
        let CastleRights { short, long } = *board.castle_rights(side);
        let is_usual = board.king(side).file() == File::E
            && short.is_none_or(|rook| rook == File::H)
            && long.is_none_or(|rook| rook == File::A);
        short.or(long).is_some() && !is_usual
    });
    if is_chess960 { mv.to_string() } else { display_uci_move(board, mv).to_string() }
}

/// Parses a legal position with six fields, or with four if the counters are missing. `startpos`, as in UCI, is the
/// starting position. The castling field is read as in X-FEN, which includes Shredder-FEN.
///
/// # Errors
///
/// Returns the reason if the text is not a legal position.
pub(crate) fn position(text: &str) -> Result<Board, String> {
    if text == "startpos" {
        return Ok(Board::default());
    }
    let refused = |reason: &dyn Display| format!("'{text}' is not a legal position: {reason}");
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
    Board::from_fen(&fields.join(" "), true).map_err(|error| refused(&error))
}

/// Returns the castling field of Shredder-FEN, without a letter if no rook may castle.
fn files_of(unmoved_rooks: u64) -> String {
    let letter = |rook: Square| {
        let [file, rank] = [rook.index() % 8, rook.index() / 8].map(|n| n as u8);
        char::from(if rank == 0 { b'A' } else { b'a' } + file)
    };
    Bitboard(unmoved_rooks).into_iter().map(letter).collect()
}
