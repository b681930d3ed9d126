//! Famous master games, embedded as move lists, and their positions.
//!
//! The games are plain PGN: tags, then moves in standard algebraic notation, without comments or variations. `cozy-chess`
//! replays the games.

use std::collections::HashSet;

use cozy_chess::util::parse_san_move;
use cozy_chess::{Board, Color, Piece as CozyPiece};

use crate::positions::Position;

const MASTER_GAMES: &str = include_str!("../games/master_games.pgn");

/// Returns the moves of each embedded game in standard algebraic notation, White's first.
#[must_use]
pub fn master_games() -> Vec<Vec<String>> {
    let is_move = |token: &&str| !token.ends_with('.') && !["1-0", "0-1", "1/2-1/2", "*"].contains(token);
    let moves = |text: &str| text.split_ascii_whitespace().filter(is_move).map(str::to_string).collect();
    MASTER_GAMES.split("\n\n").filter(|part| !part.starts_with('[')).map(moves).collect()
}

/// Returns the distinct positions of the embedded games, including the start position, in the order in which they first
/// occur.
///
/// Positions are distinct if their placements are distinct. The side to move and castling rights are ignored, because
/// patterns do not use them.
///
/// # Panics
///
/// Panics if an embedded game has an illegal move. A test checks that no game has one.
#[must_use]
pub fn master_positions() -> Vec<Position> {
    master_boards().iter().map(position_of).collect()
}

/// Returns the distinct positions of the embedded games as FEN lines, in the order of the games.
///
/// # Panics
///
/// Panics if an embedded game has an illegal move. A test checks that no game has one.
#[must_use]
pub fn master_fens() -> Vec<String> {
    master_boards().iter().map(Board::to_string).collect()
}

/// Returns the boards of the distinct positions.
fn master_boards() -> Vec<Board> {
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    for game in master_games() {
        let mut board = Board::default();
        boards.extend(seen.insert(position_of(&board)).then(|| board.clone()));
        for text in game {
            board.play(parse_san_move(&board, &text).unwrap_or_else(|_| panic!("{board}: {text} is not legal")));
            boards.extend(seen.insert(position_of(&board)).then(|| board.clone()));
        }
    }
    boards
}

fn position_of(board: &Board) -> Position {
    Position {
        pieces: CozyPiece::ALL.map(|piece| board.pieces(piece).0),
        sides: [board.colors(Color::White).0, board.colors(Color::Black).0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that there are enough games and positions, and that replaying moves and reading FEN yield the same positions.
    /// The replay and the FEN reader have no code in common.
    #[test]
    fn replayed_positions_are_those_of_their_fen() {
        assert!(master_games().len() >= 20 && master_games().iter().all(|game| game.len() >= 20));
        let positions = master_positions();
        assert!(positions.len() > 1000, "{} distinct positions", positions.len());
        for (fen, position) in master_fens().iter().zip(positions) {
            assert_eq!(Position::from_fen(fen), Ok(position));
        }
    }
}
