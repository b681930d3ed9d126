//! Famous master games, embedded as move lists, and their positions.
//!
//! The games are plain PGN: tags, then moves in standard algebraic notation. `cozy-chess` replays the games and reports
//! illegal moves. A test replays all games.

use std::collections::HashSet;

use cozy_chess::util::parse_san_move;
use cozy_chess::{Board, Color, Piece as CozyPiece};

use crate::positions::Position;

const MASTER_GAMES: &str = include_str!("../games/master_games.pgn");

/// One game: the players, the year, and the moves in standard algebraic notation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Game {
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// The year as four digits, or question marks.
    pub year: String,
    /// The moves, White's first.
    pub moves: Vec<String>,
}

/// Returns the embedded games.
#[must_use]
pub fn master_games() -> Vec<Game> {
    parse(MASTER_GAMES)
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
    let replayed = master_games().into_iter().flat_map(|game| match game.boards() {
        Ok(boards) => boards,
        Err(error) => panic!("embedded game {} - {}: {error}", game.white, game.black),
    });
    replayed.filter(|board| seen.insert(position_of(board))).collect()
}

impl Game {
    /// Returns the boards of the game, the start position first. If a move is not legal, returns a message about the
    /// first such move.
    fn boards(&self) -> Result<Vec<Board>, String> {
        let mut board = Board::default();
        let mut boards = vec![board.clone()];
        for (ply, text) in self.moves.iter().enumerate() {
            let legal =
                parse_san_move(&board, text).map_err(|_| format!("move {} {text:?} is not legal", ply / 2 + 1))?;
            board.play(legal);
            boards.push(board.clone());
        }
        Ok(boards)
    }
}

/// Parses the games of a PGN text without comments or variations.
fn parse(pgn: &str) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    let mut in_moves = true;
    for line in pgn.lines() {
        if let Some(tag) = line.strip_prefix('[') {
            if in_moves {
                games.push(Game::default());
                in_moves = false;
            }
            let value = tag.split('"').nth(1).unwrap_or_default();
            if let Some(game) = games.last_mut() {
                match tag.split(' ').next() {
                    Some("White") => game.white = value.to_string(),
                    Some("Black") => game.black = value.to_string(),
                    Some("Date") => game.year = value.chars().take(4).collect(),
                    _ => {}
                }
            }
        } else if let Some(game) = games.last_mut() {
            let moves = line.split_ascii_whitespace().filter(|token| !token.ends_with('.') && !is_result(token));
            game.moves.extend(moves.map(str::to_string));
            in_moves |= !game.moves.is_empty();
        }
    }
    games
}

fn is_result(token: &str) -> bool {
    matches!(token, "1-0" | "0-1" | "1/2-1/2" | "*")
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

    #[test]
    fn every_embedded_game_is_legal_and_there_are_enough() {
        let games = master_games();
        assert!(games.len() >= 20, "{} games", games.len());
        for game in &games {
            let boards = game.boards().unwrap_or_else(|error| panic!("{} - {}: {error}", game.white, game.black));
            assert_eq!(boards.len(), game.moves.len() + 1);
            assert!(game.moves.len() >= 20 && !game.white.is_empty() && !game.black.is_empty(), "{game:?}");
            assert!(game.year.parse::<u16>().is_ok(), "{game:?}");
        }
        let distinct = master_positions();
        assert!(distinct.len() > 1000, "{} distinct positions", distinct.len());
    }

    #[test]
    fn an_illegal_move_is_named() {
        let mut game = master_games().swap_remove(0);
        game.moves[2] = "Kd8".to_string();
        assert_eq!(game.boards().unwrap_err(), "move 2 \"Kd8\" is not legal");
    }

    /// Checks that replaying moves and reading FEN yield the same positions. The replay and the FEN reader have no code
    /// in common.
    #[test]
    fn replayed_positions_are_those_of_their_fen() {
        for board in master_games()[0].boards().unwrap() {
            assert_eq!(Position::from_fen(&board.to_string()), Ok(position_of(&board)));
        }
    }
}
